// What is done to a kernel file between g++ -S and as, which the C++ language cannot say. Each pass is one function over all
// lines; all_passes() has their order.
#pragma once
#include <span>
#include <string_view>

#include "instrument/assembly.h"

namespace instrument {

// __launch_bounds__, which simt/language.h makes nops in front of a kernel, becomes an entry of a table.
void launch_bounds(Assembly&);
// A __shared__ array (thread-local) starts in bank 0, as on a GPU, and gets a red zone behind it: an index past its end lands
// nowhere else. A variable of the file (__device__, __constant__) gets one before it.
void red_zones(Assembly&);
// An index that is known to be past the end of every __shared__ array, and too large for the linker.
void distant_indices(Assembly&);
// Each `extern __shared__ T name[]` becomes another name of the block's dynamic shared memory.
void dynamic_shared_arrays(Assembly&);
// Code lies in section simt_code: only there may a thread be interrupted that waits for another one without calling anything
// (simt/workers.cpp).
void code_section(Assembly&);
// An inline function of the standard library or of the executor stays this file's own: else the linker may take it for the
// whole program, and what the executor itself does would be watched.
void library_functions(Assembly&);
// What g++ adds to look at shifts and conversions (simt/trace/arithmetic.cpp) is not counted: the code behind such a look
// belongs to the basic block before it, and a float that was loaded to be looked at is not loaded again.
void looks(Assembly&);
// Each integer division is counted and, but for a whole program, each division of floats, for ./ladder practice.
void division_counting(Assembly&);
// A divisor of 0 is told to a hook, and the thread goes on (simt/trace/arithmetic.cpp).
void zero_divisors(Assembly&);
// memcpy, memmove, memset and memcmp become calls of hooks (simt/trace/hooks.cpp).
void memory_functions(Assembly&);
// Before each volatile access the lanes of a warp come together (runtime/lockstep.cpp); of what g++ shows of plain code, this
// is all that stays.
void volatile_accesses(Assembly&);
// What each function that runs a thread calls: its kernel is among it.
void thread_calls(Assembly&);
// Where a function of this file is called, what is read from memory for its arguments is shown to a hook: g++ instruments
// assignments, but not a structure passed by value.
void arguments(Assembly&);
// Likewise, where the structure is stored that a call returns.
void results(Assembly&);
// A call through a pointer goes to the traced form of what it points to (runtime/launch.cpp).
void calls_through_pointers(Assembly&);
// Symbols of this file alone become global, and are listed; in traced code variables become weak, so that the plain form's
// are the only ones (try/build.cpp).
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

// What nvcc refuses once it knows all sizes, as a compiler says it; "": nothing.
std::string refusals(const Assembly&);

}  // namespace instrument
