#pragma once

// A wasm function cannot find its caller. So before each call from a kernel into the executor, the host inserts
// code that stores the call's offset in the code section into this variable.
extern "C" int simt_pc;
#define SIMT_CALLER (reinterpret_cast<const void*>(simt_pc))
#define SIMT_NEAR

// Nothing can interrupt running code. So at each basic block and each access, instrumented code counts down to
// the next check of the time limit (crash.cpp). Accesses are included because a loop may be a single block,
// which is not counted.
extern "C" int simt_steps_left;
extern "C" void simt_look_at_time();
#define SIMT_STEP() (--simt_steps_left < 0 ? simt_look_at_time() : void())

namespace ladder::simt {
inline char* thread_pointer() { return nullptr; }  // there is one thread, so offsets are addresses
}  // namespace ladder::simt
