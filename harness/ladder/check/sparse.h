// A sparse case: so many elements that memory for them is reserved and not touched. Only the last ones are other than 0.
// What the last blocks of a launch then leave does not depend on n, so the answers at two n are
// compared with one another, not with a reference. Used by bench/last_blocks.
#pragma once
#include <string>
#include <vector>

#include "check/tasks.h"
#include "findings/evidence.h"
#include "device/machine.h"

namespace check {

class SparseProblem {
 public:
  // `machine` must be a vast one (simt/machine.h). The task has_last_blocks(). `sizes`: n, and what follows from it.
  SparseProblem(device::Machine& machine, const Task&, stage::DType, const Sizes& sizes, bool inclusive);
  ~SparseProblem();

  stage::Job job() const;  // all but the block size
  // What a run has left at both ends of each output. Indices of elements are counted from the first that is not 0.
  std::vector<std::string> answers() const;
  // The first difference; empty where they are equal.
  ladder::Evidence difference(const std::vector<std::string>& answers_of_fewer) const;

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

// How many elements are other than 0.
inline constexpr size_t kSparseElements = 1 << 16;

}  // namespace check
