// Did a kernel compute all of the array that the program copies back? Words may be left unwritten on purpose,
// as in a buffer that is larger than its contents. Unwritten words are a mistake if the kernel was launched
// to compute them.
#pragma once
#include <cstdint>
#include <string>

#include "runtime/state.h"

namespace ladder::simt_runtime {

struct PastLaunch {
  std::string kernel;
  const void* site;
  dim3 grid, block;
  std::vector<const char*> pointers;  // pointers into device memory among its arguments
  std::vector<uint64_t> numbers;      // the words of its arguments that are not such pointers
  uint32_t first_epoch, end_epoch;    // equal: the launch was not watched
  bool all_watched;
};
void note_launch(PastLaunch&&);
// Did a launch have a pointer into this allocation among its arguments? True if not all launches are known.
bool was_given(const Block&);
// Reads an argument of the launch, word by word.
void read_argument(PastLaunch&, const simt::Argument&);

struct Gap {               // Unwritten bytes in a range copied from the start of an allocation.
  size_t copied, written;  // bytes
  bool in_front;           // the first word is written and the last one is not
  bool in_one_piece;       // the unwritten part is contiguous
  size_t store;            // size of a store in bytes, at most 4
};
// The launch that should have written the rest, and why it did not; nullptr if nothing indicates that any
// launch should have written it.
struct Unfinished {
  const PastLaunch* launch = nullptr;
  Evidence why = {};
  size_t element = 4;  // bytes
};
Unfinished unfinished(const Block&, const Gap&);

}  // namespace ladder::simt_runtime
