# --traced --only=results
	.text
	.type	make, @function
	.type	matrix, @function
	.type	one, @object
make:
	call	split
	movslq	%ebx, %rbx
	movq	%xmm0, (%rax,%rbx,4)
	movss	%xmm1, 8(%rax,%rbx,4)
	movq	%rax, 16(%rsp)
	call	*%rdx
	movl	%eax, 0(%rbp)
	movsd	%xmm0, 8(%rbp)
	movq	%rdx, 32(%rbp)
	call	make
	movb	%al, all@tpoff(%r14)
	movzbl	%ah, %ecx
	movb	%cl, 1+all@tpoff(%r14)
	call	make
	movq	%rax, %fs:all@tpoff(,%r13,8)
	call	make
	movl	%eax, one(%rip)
	call	make
	movq	%r13, %rdi
	rep movsq
	call	make
	call	__tsan_write4
	movl	%eax, (%rbx)
	call	__udivti3
	movl	%eax, (%rbx)
	call	__tsan_write8
	call	__tsan_read8
	movq	%rax, (%rbx)
	ret
matrix:
	movq	%rdi, (%rsp)
	call	__tsan_func_entry
	jmp	.L3
.L2:
	call	__sanitizer_cov_trace_pc
	movl	$2, (%r12)
	movl	%eax, (%rbx)
	call	__tsan_write4
	movl	%eax, (%r12)
	call	__tsan_read8
	movsd	%xmm0, 16(%r12)
.L3:
	movq	(%rsp), %rcx
	leaq	8(%rcx), %r12
	jmp	.L2
