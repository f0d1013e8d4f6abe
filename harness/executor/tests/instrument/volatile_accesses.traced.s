# --traced --locals=names --only=volatile_accesses
	call	__tsan_volatile_read4
	call	__tsan_unaligned_volatile_write8
	call	__tsan_read4
