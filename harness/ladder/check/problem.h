// One case on one machine: inputs and outputs in device memory between guard bands, and the
// verdict on what a stage left there.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "check/case.h"
#include "check/tasks.h"
#include "check/verdict.h"
#include "device/machine.h"

namespace check {

class Problem {
 public:
  // Case.inclusive is taken as it is. Throws device::OutOfMemory.
  Problem(device::Machine&, const Task&, const Case&);
  ~Problem();
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  // All but the block size, which the solver chooses.
  stage::Job job() const;
  // Before every run that is to be verified: what a run does not write must not look right from the last one.
  void poison_output();
  // Compares everything with the reference; also: the input is as it was, no guard band was written
  // to, pack wrote nothing after what it kept. `serial`: floats may have been added one after the
  // other. May be called repeatedly.
  Verdict verify(bool serial = false);

  // What any algorithm must move: every input once, and every output but for single values.
  uint64_t algorithm_bytes() const;

  // For people to read, after a run: the first `most` elements of the (first) output. A single value is one element.
  struct Element {
    double value;
    std::string got, expected;
    bool right;
  };
  std::vector<Element> elements(size_t most);

  struct Memory {
    const void* data;
    size_t bytes;
  };
  std::vector<Memory> buffers() const;  // everything that a stage may or may not change

  class Typed;  // the part that depends on the element type

 private:
  std::unique_ptr<Typed> typed_;
};

// The additions that an input may have gone through on this device: a tree over n, a loop of each thread over
// its share, and 64 for what a thread, a warp and a block do one after the other; n if the stage is serial.
double addition_depth(size_t n, bool serial, const device::Device&);

}  // namespace check
