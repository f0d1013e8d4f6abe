# --traced --only=library_functions
	.section	.text._ZSt3maxIiERKT_S2_S2_,"axG",@progbits,_ZSt3maxIiERKT_S2_S2_,comdat
	.weak	_ZSt3maxIiERKT_S2_S2_
	.type	_ZSt3maxIiERKT_S2_S2_, @function
_ZSt3maxIiERKT_S2_S2_:
	ret
	.section	.text._ZNK6ladder4simt5Queue4sizeEv,"axG",@progbits,_ZNK6ladder4simt5Queue4sizeEv,comdat
	.weak	_ZNK6ladder4simt5Queue4sizeEv
	.type	_ZNK6ladder4simt5Queue4sizeEv, @function
_ZNK6ladder4simt5Queue4sizeEv:
	ret
	.section	.text._Z5twiceIiET_S0_,"axG",@progbits,_Z5twiceIiET_S0_,comdat
	.weak	_Z5twiceIiET_S0_
	.type	_Z5twiceIiET_S0_, @function
_Z5twiceIiET_S0_:
	ret
