# --locals=names --only=red_zones,dynamic_shared_arrays,tables
	.text
	.type	one, @function
one:
	movl	%fs:of_one@tpoff, %eax
	ret
	.type	other, @function
other:
	movl	%fs:of_other@tpoff, %eax
	ret
	.section	.tbss,"awT",@nobits
	.type	of_one, @object
	.size	of_one, 28000
of_one:
	.zero	28000
	.type	of_other, @object
	.size	of_other, 28000
of_other:
	.zero	28000
	.section	.debug_info,"",@progbits
	.long	of_one@dtpoff, 0
	.long	of_other@dtpoff, 0
