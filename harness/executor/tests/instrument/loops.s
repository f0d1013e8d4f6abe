# --traced --only=loops
	.type	_Z6kernelPVi, @function
_Z6kernelPVi:
	call	__tsan_func_entry
	jmp	.L2
.L3:
	call	__nanosleep@PLT
.L2:
	movq	%rbx, %rdi
	call	__tsan_volatile_read4
	movl	(%rbx), %eax
	testl	%eax, %eax
	je	.L3
	call	*%rbp
	movl	$-1, %eax
	ret
	.size	_Z6kernelPVi, .-_Z6kernelPVi
	.type	_Z8straightPi, @function
_Z8straightPi:
	call	__tsan_read4
	jne	.L9
	ret
.L9:
	ret
