// One case on one machine: inputs and outputs in device memory between guard bands, and the
// verdict on what a stage left there.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "check/case.h"
#include "check/verdict.h"
#include "device/machine.h"

namespace check {

class Problem {
 public:
  // `id` is a stage's id, or a track's name ("reduce" for a peer). Case.inclusive is taken as it is.
  // Throws device::OutOfMemory, and std::invalid_argument for a track that has no reference.
  Problem(device::Machine&, const std::string& id, const Case&);
  // The problem that this stage solves: its task, and the kind of scan it registered.
  Problem(device::Machine&, const stage::Stage&, const Case&);
  ~Problem();
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  stage::Job job() const;
  // Before every run that is to be verified: what a run does not write must not look right from the last one.
  void poison_output();
  // Compares everything with the reference; also: the input is as it was, no guard band was written
  // to, pack wrote nothing after what it kept. `serial`: floats may have been added one after the
  // other. May be called repeatedly.
  Verdict verify(bool serial = false);
  Verdict verify(const stage::Stage& stage) { return verify(stage.serial); }

  // What any algorithm must move: reduce reads n, scan, map and stencil also write n, pack writes what it
  // keeps, unpack reads n flags and the packed elements.
  uint64_t algorithm_bytes() const;
  const Case& the_case() const { return case_; }

  class Typed;  // the part that depends on the element type

 private:
  Case case_;
  std::unique_ptr<Typed> typed_;
};

// The additions that an input may have gone through on this device: a tree over n, a loop of each thread over
// its share, and 64 for what a thread, a warp and a block do one after the other; n if the stage is serial.
double addition_depth(size_t n, bool serial, const device::Device&);

// Poison, run, verify, `runs` times over, from a fresh machine state. A stage that keeps state between runs
// can be wrong in its second run only. Exceptions become verdicts: "crash"; "unchecked" for what the stage
// does not offer (element type, block size, n) and for what does not fit into memory.
Verdict run_once(device::Machine&, const stage::Stage&, const Case&, int runs = 1);

}  // namespace check
