# --only=code_section
	.text
	.section	.text._Z6kernelPf,"axG",@progbits,_Z6kernelPf,comdat
	.section	.text.startup,"ax",@progbits
