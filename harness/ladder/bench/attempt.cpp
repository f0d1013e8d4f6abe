#include "bench/attempt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <new>

#include "data/fingerprint.h"
#include "cuda/machine.h"
#include "cuda/timing.h"
#include "mpi/job.h"
#include "simt/machine.h"

namespace ladder::bench {

Engine cuda_engine() {
  const auto timer =
      std::make_shared<std::unique_ptr<cuda::ColdTimer>>();  // created on first use, in the child
  const auto timer_of_gpus = std::make_shared<std::unique_ptr<cuda::ColdTimerOfGpus>>();
  return {.backend = Backend::cuda,
          .make_machine = cuda::make_machine,
          .seconds =
              [timer, timer_of_gpus](device::Machine& machine, const std::function<void()>& before,
                                     const std::function<void()>& work) {
                if (machine.placement().layout != device::Layout::one_gpu) {
                  if (*timer_of_gpus == nullptr) *timer_of_gpus = std::make_unique<cuda::ColdTimerOfGpus>();
                  const unsigned gpus_here = mpi::processes() > 1 ? 1 : machine.gpus();
                  return (*timer_of_gpus)->seconds(gpus_here, before, work, [&] { machine.synchronize(); });
                }
                if (*timer == nullptr) *timer = std::make_unique<cuda::ColdTimer>();
                return (*timer)->seconds(machine.stream, before, work);
              },
          .fingerprint = mpi::processes() > 1 ? nullptr : cuda::fingerprint,
          .failure_is_final = true};
}

Engine simt_engine() {
  return {.backend = Backend::simt,
          .make_machine = simt::make_machine,
          .seconds =
              [](device::Machine& machine, const std::function<void()>& before,
                 const std::function<void()>& work) {
                before();
                machine.synchronize();
                const auto start = std::chrono::steady_clock::now();
                work();
                machine.synchronize();
                return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
              },
          .fingerprint = {}};
}

check::Verdict agreed(check::Verdict verdict) {
  const std::string wrong = mpi::first_text(verdict.passed() ? "" : data::packed(verdict.evidence));
  if (verdict.passed() && !wrong.empty()) verdict.status = check::Status::wrong;
  if (!verdict.passed()) verdict.evidence = data::unpacked<findings::Evidence>(wrong);
  return verdict;
}

namespace {
struct LocalRunner final : KernelRunner {
  void run(const stage::Stage& stage, stage::DType type, const stage::Job& job) override {
    stage.variant(type)->run(job);
  }
  std::vector<simt::LeftInState> left_in_state(device::Machine& machine) override {
    return simt::left_in_state(machine);
  }
};
}  // namespace
KernelRunner& local_runner() {
  static LocalRunner runner;
  return runner;
}

Solver solver(const stage::Stage& stage, stage::DType type, unsigned block, KernelRunner& runner) {
  return {.run =
              [&stage, type, block, &runner](stage::Job job) {
                job.block = block;
                runner.run(stage, type, job);
              },
          .deliver = {},
          .serial = stage.serial};
}

SharedProblem::SharedProblem(const Engine& engine, const check::Task& task, const check::Case& the_case,
                             device::Placement placement)
    : engine_(engine), task_(task), case_(the_case), home_(engine.make_machine(placement)) {
  build();
}

void SharedProblem::build() {
  problem_.reset();  // free the old problem first: the two might not fit into memory together
  problem_ = std::make_unique<check::Problem>(*home_, task_, case_);
}

stage::Job SharedProblem::job(device::Machine& machine) const {
  stage::Job job = problem_->job();
  job.context = &machine;
  return job;
}

// The fingerprint covers everything that a stage may or must not change. Equal fingerprints mean equal
// bits, and therefore equal verdicts.
uint64_t SharedProblem::fingerprint() const {
  uint64_t all = 0;
  for (const check::Problem::Memory& buffer : problem_->buffers())
    all = all * 0x9e3779b97f4a7c15u + engine_.fingerprint(buffer.data, buffer.bytes);
  return all;
}

uint64_t SharedProblem::fingerprint_of_output() const {
  const check::Problem::Memory output = problem_->buffers().back();
  if (engine_.fingerprint) return engine_.fingerprint(output.data, output.bytes);
  return data::fingerprint(output.data, output.bytes);
}

check::Verdict SharedProblem::attempt(device::Machine& machine, const Solver& solver) {
  problem_->poison_output();
  const stage::Job job = this->job(machine);
  machine.next_run();
  solver.run(job);
  if (solver.deliver) solver.deliver(job);
  machine.synchronize();

  check::Verdict verdict;
  if (engine_.fingerprint) {
    const Verified key{fingerprint(), solver.serial};
    if (const auto known = verified_.find(key); known != verified_.end() && home_->damaged_guards().empty())
      verdict = known->second;
    else if ((verdict = problem_->verify(solver.serial)).passed())
      verified_[key] = verdict;
  } else {
    verdict = problem_->verify(solver.serial);
  }
  if (const std::vector<std::string> damaged = machine.damaged_guards();
      verdict.passed() && !damaged.empty()) {
    verdict.status = check::Status::wrong;
    verdict.evidence = {
        findings::Cause::wrote_outside,
        {{"memory", fmt::format("{}", fmt::join(damaged, ", "))}, {"case", fmt::format("n = {}", case_.n)}}};
  }
  verdict = agreed(verdict);
  if (!verdict.passed()) build();  // the next run gets intact inputs and guard bands
  return verdict;
}

check::Verdict SharedProblem::attempts(device::Machine& machine, const Solver& solver, int runs) {
  check::Verdict verdict;
  int run = 1;
  try {
    for (; run <= runs; ++run) {
      verdict = attempt(machine, solver);
      if (verdict.passed()) continue;
      if (run > 1) verdict.evidence = wrong_in_second_run(std::move(verdict.evidence));
      break;
    }
  } catch (const device::OutOfMemory&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (Ended& ended) {
    ended.second_run = run > 1;
    throw;
  } catch (const std::exception& e) {
    if (engine_.failure_is_final) throw;
    verdict.status = check::Status::crash;
    verdict.evidence = {findings::Cause::launcher_threw,
                        {{"error", e.what()}, {"n", case_.n}, {"input", check::name(case_.input)}}};
    if (run > 1) verdict.evidence = wrong_in_second_run(std::move(verdict.evidence));
  }
  return verdict;
}

}  // namespace ladder::bench
