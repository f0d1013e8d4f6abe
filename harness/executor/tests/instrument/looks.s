# --traced --only=looks
	.text
	.type	kernel, @function
kernel:
	call	__sanitizer_cov_trace_pc
	cmpl	$31, %ecx
	jbe	.L3
	call	__sanitizer_cov_trace_pc
	call	__ubsan_handle_shift_out_of_bounds
.L3:
	call	__sanitizer_cov_trace_pc
	sall	%cl, %eax
	movq	%rbx, %rdi
	call	__tsan_read4
	movss	(%rbx), %xmm0
	comiss	.LC0(%rip), %xmm0
	jnb	.L4
	call	__sanitizer_cov_trace_pc
	call	__ubsan_handle_float_cast_overflow
.L4:
	call	__sanitizer_cov_trace_pc
	movq	%rbx, %rdi
	call	__tsan_read4
	cvttss2sil	(%rbx), %eax
	movq	%rbp, %rdi
	call	__tsan_read4
	movl	(%rbp), %edx
	je	.L6
	jmp	.L6
.L6:
	call	__sanitizer_cov_trace_pc
	ret
