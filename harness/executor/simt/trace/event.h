// What one lane did, in order, as the hooks write it down and the replay reads it. Used inside simt/trace.
#pragma once
#include <cstdint>

namespace simt::trace {

enum class Kind : uint8_t {
  basic_block,
  division,
  global_load,
  global_store,
  shared_load,
  shared_store,
  global_atomic,
  shared_atomic,
  bulk_load,  // of shared memory from global, by the copy engine; `address` is the number of bytes
  bulk_store,
  barrier,
  warp_op,
};

// A place in the program is its offset from the start of the executable; the call depth stands
// above it, so that the lowest key is the deepest call and, within it, the lowest address: who
// runs first when lanes diverge.
using Key = uint32_t;
constexpr unsigned kPcBits = 26, kMaxDepth = 31;
constexpr Key kPcMask = (1u << kPcBits) - 1;
constexpr Key kOneCall = 1u << kPcBits;
constexpr Key kNoCall = kMaxDepth << kPcBits;

struct Event {
  uint64_t address;  // of a warp operation: the lanes that its mask names
  Key key;
  Kind kind;
  uint8_t bytes;  // of a warp operation: which WarpOp
  // Of a shuffle, for an observer: the lane that the value comes from, and its size.
  uint8_t from = 0, value_bytes = 0;
};

}  // namespace simt::trace
