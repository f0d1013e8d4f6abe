# --traced --only=arguments
	.text
	.type	take, @function
	.type	scale, @object
	.type	pair, @object
.L1:
	movq	(%rbx), %rdi
	movl	8(%rbx), %esi
	call	take
	movq	16(%rbx), %rsi
	movq	8(%rbx), %rdi
	movq	(%rsp), %rdx
	call	take
	movq	8(%rbx), %rbx
	movq	(%rbx), %rdi
	call	take
	movss	scale(%rip), %xmm0
	movss	.LC0(%rip), %xmm1
	movl	%fs:8+pair@tpoff, %edi
	movl	%fs:pair@tpoff(,%rax,8), %esi
	call	take
	rep movsq
	call	*%rax
	movl	(%rbx), %edi
	call	printf
	movl	(%rbx), %edi
.L2:
	call	take
