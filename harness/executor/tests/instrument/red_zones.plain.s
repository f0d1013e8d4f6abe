# --only=red_zones,tables
	.section	.tbss,"awT",@nobits
	.type	partial, @object
	.size	partial, 128
partial:
	.zero	128
	.bss
	.type	total, @object
	.size	total, 4
total:
	.zero	4
