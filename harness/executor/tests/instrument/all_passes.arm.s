# --traced
	.arch armv8-a
	.text
	.align	2
	.global	main
	.type	main, %function
main:
	mrs	x20, tpidr_el0
	adrp	x1, :gottprel:tile_with_no_size
	ldr	x1, [x1, #:gottprel_lo12:tile_with_no_size]
	add	x2, x20, #:tprel_hi12:partial, lsl #12
	sdiv	w3, w4, w5
	cmp	w26, 31
	bls	.L3
	bl	__sanitizer_cov_trace_pc
	bl	__ubsan_handle_shift_out_of_bounds
.L3:
	bl	__sanitizer_cov_trace_pc
	lsl	w22, w22, w26
	bl	__tsan_read4
	ldr	s8, [x21]
	cbz	w0, .L4
	bl	__sanitizer_cov_trace_pc
	bl	__ubsan_handle_float_cast_overflow
.L4:
	bl	__sanitizer_cov_trace_pc
	mov	x0, x21
	bl	__tsan_read4
	ldr	s8, [x21]
	fcvtzs	w8, s8
	ldr	w1, [x19, 8]
	bl	one
	ldp	s0, s1, [x19, 16]
	mov	w4, 3
	ldr	s2, [x19, 24]
	bl	one
	ldr	x1, [x20, 8]
	ldr	x20, [x20]
	ldr	x2, [x20, 16]
	bl	one
.L5:
	bl	__sanitizer_cov_trace_pc
	ret
	.size	main, .-main
	.type	one, %function
one:
	ret
	.size	one, .-one
	.section	.tbss,"awT",@nobits
	.align	2
	.type	partial, %object
	.size	partial, 128
partial:
	.zero	128
