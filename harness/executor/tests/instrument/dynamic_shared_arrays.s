# --only=dynamic_shared_arrays,tables
	.text
	.type	kernel, @function
kernel:
	movl	%fs:tile@tpoff(,%rax,4), %edx
	movq	more@gottpoff(%rip), %rax
	movl	%fs:fixed@tpoff, %ecx
	movl	%fs:blockIdx@tpoff, %ecx
	movl	%fs:host_counter@tpoff, %ecx
	ret
	.type	_ZTW12host_counter, @function
	.section	.tbss,"awT",@nobits
	.type	fixed, @object
	.size	fixed, 4
fixed:
	.zero	4
