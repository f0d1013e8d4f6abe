# --locals=names --only=red_zones,dynamic_shared_arrays,tables
	.file	"large.cu"
	.text
	.file 1 "large.cu"
	.type	kernel, @function
kernel:
	.loc 1 7 3
	movl	%fs:large@tpoff, %eax
	ret
	.section	.tbss,"awT",@nobits
	.type	large, @object
	.size	large, 49156
large:
	.zero	49156
	.section	simt_constant_0,"aw"
	.type	coefficients, @object
	.size	coefficients, 65540
coefficients:
	.zero	65540
