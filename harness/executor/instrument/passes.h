// The passes over the assembly of a kernel file, which run between g++ -S and as. The passes make changes
// that cannot be expressed in C++. Each pass is one function that processes all lines; all_passes() lists the
// passes in order.
#pragma once
#include <span>
#include <string_view>

#include "instrument/assembly.h"

namespace ladder::instrument {

// Turns __launch_bounds__, which simt/language.h encodes as nops before a kernel, into a table entry.
void launch_bounds(Assembly&);
// A __shared__ array (thread-local) starts in bank 0, as on a GPU, and is followed by a red zone, so that an
// index past its end reaches no other array. Variables at file scope (__device__, __constant__) are preceded
// by a red zone.
void red_zones(Assembly&);
// Handles a constant index that is past the end of every __shared__ array and is too large for the linker.
void distant_indices(Assembly&);
// Each `extern __shared__ T name[]` becomes an alias of the block's dynamic shared memory.
void dynamic_shared_arrays(Assembly&);
// Moves code to the section simt_code. A thread may wait for another thread without calling any function; the
// executor may then interrupt the waiting thread, but only in this section (simt/workers.cpp).
void code_section(Assembly&);
// Keeps inline functions of the standard library and the executor local to this file. Without this pass, the
// linker might use these copies for the whole program, and the executor's own work would be traced.
void library_functions(Assembly&);
// Lists the backward jumps, and the calls before them, so that the executor recognises a loop that waits
// (simt/trace/races.cpp).
void loops(Assembly&);
// Lists the 16-byte accesses that do not require an address aligned to 16 bytes (simt/trace/bounds.cpp).
void unaligned_vectors(Assembly&);
// Excludes from the counts the code that g++ adds to check shifts and conversions (simt/trace/arithmetic.cpp).
// The code after such a check counts as part of the basic block before it, and a float loaded for the check
// does not count as loaded again.
void looks(Assembly&);
// Counts each integer division and, except in whole programs, each floating-point division, for ./ladder
// practice.
void division_counting(Assembly&);
// Reports a divisor of 0 to a hook; the thread continues (simt/trace/arithmetic.cpp).
void zero_divisors(Assembly&);
// Turns memcpy, memmove, memset and memcmp into calls to hooks (simt/trace/hooks.cpp).
void memory_functions(Assembly&);
// Makes the lanes of a warp reconverge before each volatile access (runtime/lockstep.cpp), even in code that
// has no other instrumentation.
void volatile_accesses(Assembly&);
// Records the callees of each device function. For a function that runs a thread, the callees include the
// kernel.
void thread_calls(Assembly&);
// At each call to a function in this file, reports to a hook every memory read for the arguments, because g++
// instruments assignments but not structures passed by value.
void arguments(Assembly&);
// Reports to a hook the stores to a structure that a function returns in memory.
void results(Assembly&);
// Makes a call through a pointer invoke the traced form of the function (runtime/launch.cpp).
void calls_through_pointers(Assembly&);
// Makes file-local symbols global and lists them. In traced code, variables become weak, so that only the
// variables of the plain form remain (try/build.cpp).
void weak_symbols(Assembly&);
// The tables that the executor reads: simt/launch_bounds.cpp, simt/shared_memory.cpp, simt/trace/variables.cpp,
// runtime/launch.cpp.
void tables(Assembly&);

struct Pass {
  std::string_view name;
  void (*run)(Assembly&);
  bool (*is_for)(const Options&);
};
std::span<const Pass> all_passes();

// The errors that nvcc reports once all sizes are known, as compiler messages; "" if there are none.
std::string refusals(const Assembly&);

}  // namespace ladder::instrument
