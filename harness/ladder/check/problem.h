// One case on one machine: inputs and outputs in device memory, between guard bands, and the verdict on a
// stage's output.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "check/case.h"
#include "check/tasks.h"
#include "check/verdict.h"
#include "device/machine.h"

namespace ladder::check {

class Problem {
 public:
  // Case.inclusive is used as given. Throws device::OutOfMemory.
  Problem(device::Machine&, const Task&, const Case&);
  ~Problem();
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  // Everything except the block size, which the solver chooses.
  stage::Job job() const;
  // Call this before every run that is to be verified: a value that a run fails to write must not look right
  // because of the previous run.
  void poison_output();
  // Compares everything with the reference. Also checks that the input is unchanged, that no guard band was
  // written, and that pack wrote nothing after the kept elements. `serial`: floats may have been added
  // sequentially. May be called repeatedly.
  Verdict verify(bool serial = false);

  // The bytes that any algorithm must move: every input once, and every output except single values.
  uint64_t algorithm_bytes() const;

  // Used for display after a run: the first `most` elements of the (first) output. A single value counts as
  // one element.
  struct Element {
    double value, right_value;
    std::string got, expected;  // the two values as text; got: "-" if it was not written
    bool right;
  };
  std::vector<Element> elements(size_t most);

  struct Memory {
    const void* data;
    size_t bytes;
  };
  std::vector<Memory> buffers() const;  // everything that a stage may or must not change

  class Typed;  // the code that depends on the element type

 private:
  std::unique_ptr<Typed> typed_;
};

// The number of additions that an input may have passed through on this device. It covers a tree over n, each
// thread's loop over its share, and 64 sequential additions of a thread, a warp and a block. If the stage is
// serial, the number is n.
double addition_depth(size_t n, bool serial, const device::Device&);

}  // namespace ladder::check
