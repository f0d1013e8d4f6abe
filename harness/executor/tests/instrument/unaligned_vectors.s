# --traced --only=unaligned_vectors
	call	__tsan_read16
	movups	(%rbx), %xmm0
	call	__tsan_read16
	movaps	(%rbx), %xmm0
	movups	(%rbp), %xmm1
	call	__tsan_write16
	movups	(%rbx), %xmm0
	movdqu	%xmm0, 16(%rbp)
	call	__tsan_write16
	movups	%xmm0, 16(%rsp)
	movaps	%xmm0, %fs:partial@tpoff
	call	__tsan_read8
	movups	(%rbx), %xmm0
	call	__tsan_read16
	movq	(%rbx), %rax
	call	__tsan_write16
	movups	%xmm1, (%rbp)
	call	__tsan_read_range
	movss	(%rbx), %xmm0
	call	__tsan_write_range
	movq	%rax, (%rbp)
