# --traced --only=arguments
	.arch armv8-a
	.text
	.type	one, %function
	.type	scale, %object
.L1:
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
	ldr	s0, [x0, #:lo12:scale]
	ldr	w1, [x29, 24]
	ldr	x2, [x1, -8]
	ldr	x3, [x1, 8192]
	ldrsb	w4, [x1, x2]
	blr	x5
	ldr	w1, [x19]
	bl	printf
