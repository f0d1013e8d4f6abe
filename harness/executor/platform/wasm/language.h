#pragma once

#define __constant__
#define __managed__
// In a section, whose begin and end the linker knows. One block runs at a time, so its shared memory is the program's.
#define __shared__ thread_local __attribute__((section("simt_shared")))
#define __launch_bounds__(threads, ...)

namespace simt {
long long nanoseconds();
}
#define SIMT_CYCLES() simt::nanoseconds()
