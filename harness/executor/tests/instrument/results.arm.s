# --traced --only=results
	.arch armv8-a
	.text
	.type	make, %function
	.type	matrix, %function
make:
	bl	split
	str	s0, [x21, x3]
	ubfx	x3, x0, 8, 8
	str	s1, [x1, 4]
	str	s2, [x1, 8]
	blr	x5
	stp	x0, x1, [x3, 16]
	str	w2, [x3, 32]
	str	w2, [x3, 64]
	str	w2, [sp, 8]
	bl	make
	strb	w0, [x21, w19, sxtw]
	bl	__tsan_write4
	bl	__tsan_read4
	str	w0, [x19]
	ret
matrix:
	mov	x20, x8
	bl	__tsan_func_entry
.L2:
	bl	__sanitizer_cov_trace_pc
	str	w1, [x20], 4
	str	w1, [x19]
	bl	__tsan_write4
	str	w1, [x20]
	add	x21, x20, x1
	bl	__tsan_read4
	strh	w1, [x21, 2]
	ret
