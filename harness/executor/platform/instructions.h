// What the machine code of a kernel tells, which its source and its debug information do not.
#pragma once
#include <cstdint>
#include <functional>

namespace simt {

// Does an instruction that calls stand in front of `address`, which is in code? Else no call returns there.
bool is_after_a_call(uintptr_t address);

// Goes through the code behind `pc`, so many bytes far. Of each call it asks `may_call`, with the function that is called, and
// ends with false where that says no; of each jump it asks `is_loop`, with the place of the jump and its target, in bytes from
// pc, and ends with true where that says yes.
bool find_loop(const void* pc, int furthest, const std::function<bool(uintptr_t function)>& may_call,
               const std::function<bool(int at, int target)>& is_loop);

// A vector that does not lie at a multiple of its size stops a GPU. But a structure of two 8-byte members is
// copied by 16 bytes too, and may lie at a multiple of 8. Where the debug information knows several types of that
// size, the instruction that the compiler chose for the copy tells, which follows the call of the hook. General registers
// do not; then it counts as a vector. (On 64-bit ARM no instruction does.)
bool counts_on_16(const void* pc, bool write);

}  // namespace simt
