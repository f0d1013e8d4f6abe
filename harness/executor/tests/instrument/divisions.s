# --traced --only=division_counting,zero_divisors
	.text
	idivl	%ecx
	divq	8(%rbx)
	divss	%xmm1, %xmm0
	call	_Z9__fdividefff
	call	_Z6divideff
