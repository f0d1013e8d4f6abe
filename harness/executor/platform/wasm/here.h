#pragma once

// A wasm function cannot find its caller. Before each call from a kernel into the executor, the host
// therefore inserts code that stores the offset of the call, counted within the code section, in this
// variable.
extern "C" int simt_pc;
#define SIMT_CALLER (reinterpret_cast<const void*>(simt_pc))
#define SIMT_NEAR

// Nothing can interrupt running code, so instrumented code counts down to the next check of the time limit
// (crash.cpp) at each basic block and each access. Accesses are included because a loop may consist of a
// single block, which is not counted.
extern "C" int simt_steps_left;
extern "C" void simt_look_at_time();
#define SIMT_STEP() (--simt_steps_left < 0 ? simt_look_at_time() : void())

namespace ladder::simt {
inline char* thread_pointer() { return nullptr; }  // there is one thread, so offsets are addresses
}  // namespace ladder::simt
