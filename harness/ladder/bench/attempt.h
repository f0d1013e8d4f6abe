// One problem in device memory that several stages and peers solve in turn, each verified.
#pragma once
#include <functional>
#include <map>
#include <memory>

#include "bench/result.h"
#include "bench/runner.h"
#include "check/problem.h"
#include "device/machine.h"

namespace bench {

// How a backend is used, so that run and check need not know which it is.
struct Engine {
  Backend backend = Backend::simt;
  std::function<std::unique_ptr<device::Machine>(device::Placement)> make_machine;
  // Of one piece of work, with nothing of it in the cache (cuda).
  std::function<double(device::Machine&, const std::function<void()>&)> seconds;
  // cuda: cuda::fingerprint. Empty: every answer is compared with the reference. So it is in several processes, where
  // no GPU sees all of the answer.
  std::function<uint64_t(const void* device_pointer, size_t bytes)> fingerprint;
  // cuda: after a failed kernel nothing works any more in this process.
  bool failure_is_final = false;
};
Engine cuda_engine();
Engine simt_engine();

// Of several processes all come to one verdict: that of the first that found something wrong.
check::Verdict agreed(check::Verdict);

struct Solver {
  std::function<void(const stage::Job&)> run;
  std::function<void(const stage::Job&)> deliver;  // may be empty; after run, never timed
  bool serial = false;                             // as in stage::Stage
};
// The stage, run with blocks of `block` threads by that runner, which outlives it.
Solver solver(const stage::Stage&, stage::DType, unsigned block, KernelRunner& = local_runner());

// Of a result that only the second run of attempts() got wrong.
inline ladder::Evidence wrong_in_second_run(ladder::Evidence what) {
  return {ladder::Cause::wrong_in_second_run, {{"what", std::move(what)}}};
}

class SharedProblem {
 public:
  // Case.inclusive is taken as it is. Throws device::OutOfMemory.
  SharedProblem(const Engine&, const check::Task&, const check::Case&, device::Placement = {});

  // The job as `machine`, which owns scratch and state, will run it.
  stage::Job job(device::Machine& machine) const;

  // Poison, run, deliver, verify. Throws what the run throws.
  check::Verdict attempt(device::Machine& machine, const Solver&);
  // The same up to `runs` times, or until one is wrong: a stage that keeps state can be wrong in its second
  // run only. What a run throws is a crash, but for a want of memory, and but for Engine::failure_is_final.
  check::Verdict attempts(device::Machine& machine, const Solver&, int runs);

  // Of what the last run left: the same on every backend.
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

}  // namespace bench
