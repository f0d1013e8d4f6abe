# --traced --only=red_zones,tables
	.section	.tbss,"awT",@nobits
	.align 4
	.type	partial, @object
	.size	partial, 128
partial:
	.zero	128
	.section	simt_constant_3,"aw"
	.type	factors, @object
	.size	factors, 12
factors:
	.long	1
	.long	2
	.long	3
	.bss
	.type	total, @object
	.size	total, 4
total:
	.zero	4
	.local	of_a_function
	.comm	of_a_function,40,32
	.comm	of_others,8,8
	.section	.rodata
	.type	_ZTS4Base, @object
	.size	_ZTS4Base, 6
_ZTS4Base:
	.string	"4Base"
