// A sparse case has so many elements that their memory is reserved but not touched. Only the last ones are
// non-zero. The output of a launch's last blocks then does not depend on n, so the answers at two values of n
// are compared with one another, not with a reference. Used by bench/last_blocks.
#pragma once
#include <string>
#include <vector>

#include "check/tasks.h"
#include "findings/evidence.h"
#include "device/machine.h"

namespace ladder::check {

class SparseProblem {
 public:
  // `machine` must come from make_vast_machine() (simt/machine.h). The task must satisfy has_last_blocks().
  // `sizes`: n and the sizes derived from it.
  SparseProblem(device::Machine& machine, const Task&, stage::DType, const Sizes& sizes, bool inclusive);
  ~SparseProblem();

  stage::Job job() const;  // fills in everything except the block size
  // The contents of both ends of each output after a run. Element indices are counted from the first non-zero
  // one.
  std::vector<std::string> answers() const;
  // The first difference; empty if they are equal.
  findings::Evidence difference(const std::vector<std::string>& answers_of_fewer) const;

 private:
  struct Buffer;
  std::string element(const Buffer&, const char* at) const;
  device::Machine& machine_;
  stage::DType type_;
  Sizes sizes_;
  size_t n_;
  bool inclusive_;
  std::vector<Buffer> inputs_, outputs_;
};

// The number of non-zero elements.
inline constexpr size_t kSparseElements = 1 << 16;

}  // namespace ladder::check
