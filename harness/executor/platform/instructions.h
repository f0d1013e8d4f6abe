// Facts about a kernel that only its machine code shows, not its source or its debug information.
#pragma once
#include <cstdint>
#include <functional>

namespace ladder::simt {

// Is `address`, which is in code, preceded by a call instruction? If not, no call returns there.
bool is_after_a_call(uintptr_t address);

// Scans the code after `pc`, up to `furthest` bytes. For each call, it invokes `may_call` with the called
// function, and returns false if `may_call` does. For each jump, it invokes `is_loop` with the positions of the
// jump and of its target, in bytes from pc, and returns true if `is_loop` does.
bool find_loop(const void* pc, int furthest, const std::function<bool(uintptr_t function)>& may_call,
               const std::function<bool(int at, int target)>& is_loop);

// An access to a vector that is not aligned to its size stops a GPU. But a structure of two 8-byte members is
// also copied 16 bytes at a time, and needs only 8-byte alignment. If the debug information lists several types
// of that size, the answer depends on the instruction that the compiler chose for the copy, after the call to
// the hook. If that instruction uses general registers, there is no answer, and the access counts as a vector
// access. (On 64-bit ARM, no instruction shows the difference.)
bool counts_on_16(const void* pc, bool write);

}  // namespace ladder::simt
