# --traced --locals=names --only=division_counting
	.text
	divl	%ecx
	divss	%xmm1, %xmm0
	call	_Z9__fdividefff
