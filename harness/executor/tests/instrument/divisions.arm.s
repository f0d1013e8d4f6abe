# --traced --only=division_counting,zero_divisors
	.arch armv8-a
	.text
	sdiv	w3, w4, w5
	udiv	x0, x1, x2
	fdiv	s0, s1, s2
