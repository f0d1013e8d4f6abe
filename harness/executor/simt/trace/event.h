// The actions of one lane, in order, as the hooks record them and the replay reads them. Used inside
// simt/trace.
#pragma once
#include <cstdint>

namespace ladder::simt::trace {

enum class Kind : uint8_t {
  basic_block,
  division,
  global_load,
  global_store,
  shared_load,
  shared_store,
  global_atomic,
  shared_atomic,
  bulk_load,  // from global to shared memory by the copy engine; `address` holds the number of bytes
  bulk_store,
  barrier,
  warp_op,
};

// A code address is its offset from the start of the executable; the bits above hold the call depth. The
// lowest key therefore has the deepest call and, within that call, the lowest address, which runs first when
// lanes diverge.
using Key = uint32_t;
constexpr unsigned kPcBits = 26, kMaxDepth = 31;
constexpr Key kPcMask = (1u << kPcBits) - 1;
constexpr Key kOneCall = 1u << kPcBits;
constexpr Key kNoCall = kMaxDepth << kPcBits;

struct Event {
  uint64_t address;  // for a warp operation: the lanes named by its mask
  Key key;
  Kind kind;
  uint8_t bytes;  // for a warp operation: its WarpOp
  // For a shuffle, if there is an observer: the source lane and the size of the value.
  uint8_t from = 0, value_bytes = 0;
};

}  // namespace ladder::simt::trace
