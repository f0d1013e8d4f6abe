# --traced --locals=names --only=calls_through_pointers
	call	*%rax
	call	*16(%rdx,%rcx,8)
	call	kernel
