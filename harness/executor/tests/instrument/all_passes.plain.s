# --locals=names
	.text
	.type	kernel, @function
kernel:
	call	__sanitizer_cov_trace_pc
	movl	%fs:tile@tpoff(,%rax,4), %eax
	cltd
	idivl	%ecx
	movq	(%rbx), %rdi
	call	take
	call	memcpy
	ret
	.size	kernel, .-kernel
	.type	take, @function
take:
	ret
	.section	.tbss,"awT",@nobits
	.type	partial, @object
	.size	partial, 128
partial:
	.zero	128
