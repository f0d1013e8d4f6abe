# --traced --only=memory_functions
	call	memcpy@PLT
	call	memset
	call	memchr
	call	simt_memmove
