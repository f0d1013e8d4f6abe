# --only=dynamic_shared_arrays,tables
	.arch armv8-a
	.text
	.type	kernel, %function
kernel:
	adrp	x1, :gottprel:tile
	ldr	x1, [x1, #:gottprel_lo12:tile]
	add	x2, x20, #:tprel_hi12:fixed, lsl #12
	ret
	.section	.tbss,"awT",@nobits
	.type	fixed, %object
	.size	fixed, 4
fixed:
	.zero	4
