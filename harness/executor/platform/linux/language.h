#pragma once

#define SIMT_READS_ONLY()  // debug information shows where __ldg() was inlined

#define SIMT_CONSTINIT  // g++ is run with -fno-extern-tls-init instead
#ifndef SIMT_EDITOR     // simt/editor.h defines these for clang
#define SIMT_TEXT_(x) #x
#define SIMT_TEXT(x) SIMT_TEXT_(x)
// Marks the variable in the assembly; see instrument/.
#define __constant__ __attribute__((section("simt_constant_" SIMT_TEXT(__COUNTER__))))
// A block runs on one OS thread, so per-thread storage is per-block storage. instrument/ adds red zones
// and binds `extern __shared__` arrays to the block's dynamic shared memory.
// Without __constinit, g++ would guard an array of a class with constructors, as if the array had to be
// initialised.
#ifdef __clang__
#define __shared__ thread_local
#define __launch_bounds__(threads, ...) __attribute__((annotate("simt_launch_bounds", (threads))))
#else
#define __shared__ __constinit thread_local
// The bound becomes the number of nops before the function, which instrument/ turns into a table entry. An
// attribute that may depend on template parameters leaves no other trace in the assembly. (The + 0 is needed
// because g++ 12 does not fold a bare name.)
#define __launch_bounds__(threads, ...) \
  __attribute__((patchable_function_entry((threads) + 0, (threads) + 0)))
#endif
// Managed variables are also marked. Although the host can access the executor's device memory, only a
// managed variable has the same address on the host and on the device.
#define __managed__ __attribute__((section("simt_managed_" SIMT_TEXT(__COUNTER__))))
#endif

// Cycles of the CPU that runs this code.
#ifdef __aarch64__
#define SIMT_CYCLES()                                 \
  ({                                                  \
    long long ticks;                                  \
    asm volatile("mrs %0, cntvct_el0" : "=r"(ticks)); \
    ticks;                                            \
  })
#else
#define SIMT_CYCLES() static_cast<long long>(__builtin_ia32_rdtsc())
#endif
