# --locals=names --only=thread_calls,tables
	.text
	.type	_ZN6ladder12simt_runtime11simt_threadIPFvPfEJS1_EEEvPv, @function
_ZN6ladder12simt_runtime11simt_threadIPFvPfEJS1_EEEvPv:
	call	simt_copy_argument
	jmp	_Z6kernelPf
	.size	_ZN6ladder12simt_runtime11simt_threadIPFvPfEJS1_EEEvPv, .-_ZN6ladder12simt_runtime11simt_threadIPFvPfEJS1_EEEvPv
	call	_Z5otherv
