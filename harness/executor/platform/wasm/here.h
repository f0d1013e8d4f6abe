#pragma once

// A wasm function cannot know its caller: the host puts a store to this before each call of a function of the executor in a
// kernel, of the call's offset in the code section.
extern "C" int simt_pc;
#define SIMT_CALLER (reinterpret_cast<const void*>(simt_pc))
#define SIMT_NEAR

namespace simt {
inline char* thread_pointer() { return nullptr; }  // there is one thread: offsets are addresses
}  // namespace simt
