# --only=red_zones,tables --traced
	.globl	total
	.section	simt_managed_0,"aw"
	.align 4
	.type	total, @object
	.size	total, 4
total:
	.zero	4
	.globl	other
	.align 4
	.type	other, @object
	.size	other, 8
other:
	.zero	8
	.data
	.type	plain, @object
	.size	plain, 4
plain:
	.zero	4
