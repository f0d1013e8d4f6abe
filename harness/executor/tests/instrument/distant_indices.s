# --only=distant_indices
	movl	%fs:17179869180+partial@tpoff, %eax
	movl	%fs:8+partial@tpoff, %eax
	movabsq	$17179869180, %rax
