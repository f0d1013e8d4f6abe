#pragma once

extern "C" void simt_reads_only();  // marks the load that follows (host/tables.js)
#define SIMT_READS_ONLY() simt_reads_only()

#define __constant__
#define __managed__
#define SIMT_CONSTINIT __attribute__((require_constant_initialization))  // constinit, in C++17 too
// A separate section lets the linker's map show the address of each array (tables.cpp).
#define __shared__ thread_local __attribute__((section("simt_shared")))
#define __launch_bounds__(threads, ...)

namespace ladder::simt {
long long nanoseconds();
}
#define SIMT_CYCLES() ladder::simt::nanoseconds()
