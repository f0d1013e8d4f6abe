# --only=zero_divisors
	.text
	divb	%cl
	idivb	(%rsi)
	idivw	%si
	divl	%fs:4+sizes@tpoff
	idivq	%rcx
	divss	%xmm1, %xmm0
