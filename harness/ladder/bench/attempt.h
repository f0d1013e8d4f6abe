// A problem in device memory that several stages and peers solve in turn. Each answer is verified.
#pragma once
#include <functional>
#include <map>
#include <memory>

#include "bench/result.h"
#include "bench/runner.h"
#include "check/problem.h"
#include "device/machine.h"

namespace ladder::bench {

// A backend's operations, so that `run` and `check` do not depend on the backend.
struct Engine {
  Backend backend = Backend::simt;
  std::function<std::unique_ptr<device::Machine>(device::Placement)> make_machine;
  // The time of `work`. With cuda, the cache contains only data from `before`, which is not timed.
  std::function<double(device::Machine&, const std::function<void()>& before,
                       const std::function<void()>& work)>
      seconds;
  // cuda: cuda::fingerprint. Empty: every answer is compared with the reference, as with several processes,
  // where no GPU has the whole answer.
  std::function<uint64_t(const void* device_pointer, size_t bytes)> fingerprint;
  // cuda: after a failed kernel, no further CUDA call works in this process.
  bool failure_is_final = false;
};
Engine cuda_engine();
Engine simt_engine();

// Several processes agree on one verdict: that of the first process that found something wrong.
check::Verdict agreed(check::Verdict);

struct Solver {
  std::function<void(const stage::Job&)> run;
  std::function<void(const stage::Job&)> deliver;  // may be empty; called after run, never timed
  bool serial = false;                             // see stage::Stage
};
// Returns a solver that runs the stage on this runner with blocks of `block` threads. The runner must outlive
// the solver.
Solver solver(const stage::Stage&, stage::DType, unsigned block, KernelRunner& = local_runner());

// The finding for a result that only the second run of attempts() got wrong.
inline findings::Evidence wrong_in_second_run(findings::Evidence what) {
  return {findings::Cause::wrong_in_second_run, {{"what", std::move(what)}}};
}

class SharedProblem {
 public:
  // Case.inclusive is used as given. Throws device::OutOfMemory.
  SharedProblem(const Engine&, const check::Task&, const check::Case&, device::Placement = {});

  // The job that `machine` will run; `machine` owns scratch and state memory.
  stage::Job job(device::Machine& machine) const;

  // Poisons the outputs, runs the stage, delivers the answer and verifies it. Rethrows exceptions from the run.
  check::Verdict attempt(device::Machine& machine, const Solver&);
  // Repeats attempt() up to `runs` times, or until a run is wrong: a stage that keeps state may be wrong only
  // in its second run. An exception from a run counts as a crash, unless memory ran out or
  // Engine::failure_is_final is set.
  check::Verdict attempts(device::Machine& machine, const Solver&, int runs);

  // The fingerprint of the last run's output; the same on every backend.
  uint64_t fingerprint_of_output() const;

  uint64_t algorithm_bytes() const { return problem_->algorithm_bytes(); }

 private:
  struct Verified {
    uint64_t fingerprint;
    bool serial;
    auto operator<=>(const Verified&) const = default;
  };
  uint64_t fingerprint() const;
  void build();

  const Engine& engine_;
  const check::Task& task_;
  check::Case case_;
  std::unique_ptr<device::Machine> home_;  // owns the problem's buffers
  std::unique_ptr<check::Problem> problem_;
  std::map<Verified, check::Verdict> verified_;
};

}  // namespace ladder::bench
