#pragma once

// Used in one of the executor's functions: the address in the kernel from which the function was called.
#define SIMT_CALLER __builtin_return_address(0)
// For a thread_local variable that every access reads and that belongs to the program itself, not to a
// library loaded later.
#define SIMT_NEAR __attribute__((tls_model("initial-exec")))

// Called in each basic block and at each access in instrumented code. On Linux, this macro does nothing,
// because a signal enforces the time limit.
#define SIMT_STEP() void()

namespace ladder::simt {
// The base address of the running OS thread's thread_local variables, including a block's __shared__ arrays.
inline char* thread_pointer() { return static_cast<char*>(__builtin_thread_pointer()); }
}  // namespace ladder::simt
