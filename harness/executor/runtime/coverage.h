// Has a kernel computed all of the array that the program copies back? Words that nothing has written may be meant so: a
// buffer that is larger than its content. They are not where the kernel was asked for them.
#pragma once
#include <cstdint>
#include <string>

#include "runtime/state.h"

namespace simt_runtime {

struct PastLaunch {
  std::string kernel;
  const void* site;
  dim3 grid, block;
  std::vector<const char*> pointers;  // into device memory, among its arguments
  std::vector<uint64_t> numbers;      // all other words of its arguments
  uint32_t first_epoch, end_epoch;    // equal: it was not watched
  bool all_watched;
};
void note_launch(PastLaunch&&);
// The words of its arguments.
void read_arguments(PastLaunch&, const void* parcel, size_t bytes);

struct Gap {               // in what is copied from the start of a block
  size_t copied, written;  // bytes
  bool in_front;           // the first word is written, the last one is not
  bool in_one_piece;       // what is not written
  size_t store;            // bytes of a store, at most 4
};
// The launch that should have written the rest, and why it did not; nullptr: nothing says that it should.
struct Unfinished {
  const PastLaunch* launch = nullptr;
  Evidence why = {};
};
Unfinished unfinished(const Block&, const Gap&);

}  // namespace simt_runtime
