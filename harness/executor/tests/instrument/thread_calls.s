# --locals=names --only=thread_calls,tables
	.text
	.type	_ZN12simt_runtime11simt_threadIPFvPfEJS1_EEEvPv, @function
_ZN12simt_runtime11simt_threadIPFvPfEJS1_EEEvPv:
	call	simt_copy_argument
	jmp	_Z6kernelPf
	.size	_ZN12simt_runtime11simt_threadIPFvPfEJS1_EEEvPv, .-_ZN12simt_runtime11simt_threadIPFvPfEJS1_EEEvPv
	call	_Z5otherv
