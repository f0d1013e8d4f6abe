# --traced --locals=names --only=weak_symbols
	.text
	.type	own, @function
own:
	ret
	.globl	shown
	.type	shown, @function
shown:
	ret
	.type	own.part.0, @function
own.part.0:
	ret
	.bss
	.type	count, @object
count:
	.zero	4
	.type	elsewhere, @object
