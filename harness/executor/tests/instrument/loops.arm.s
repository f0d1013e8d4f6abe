# --traced --only=loops
	.arch armv8-a
	.type	_Z6kernelPVi, %function
_Z6kernelPVi:
	b	.L2
.L3:
	bl	__nanosleep
.L2:
	mov	x0, x19
	bl	__tsan_volatile_read4
	blr	x20
	ldr	w0, [x19]
	cbz	w0, .L3
	bl	__tsan_volatile_read4
	bne	.L2
	tbnz	w0, 3, .L2
	b.any	.L3
	bic	w0, w1, w2
	b	.L2
	ret
