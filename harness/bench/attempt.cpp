#include "bench/attempt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>

#include "cuda/machine.h"
#include "cuda/timing.h"
#include "simt/machine.h"

namespace bench {
namespace {

constexpr size_t kValueAndIndexBytes = 16;  // stage::ValueAndIndex of any element type

// An id with this task, for check::Problem.
std::string id_of(check::Task task) {
  switch (task) {
    case check::Task::sum:
      return "reduce";
    case check::Task::min:
      return "reduce_op/min";
    case check::Task::max:
      return "reduce_op/max";
    case check::Task::minloc:
      return "reduce_op/minloc";
    case check::Task::scan:
      return "scan";
    case check::Task::map:
      return "map";
    case check::Task::stencil:
      return "stencil";
    case check::Task::pack:
      return "pack";
    case check::Task::unpack:
      return "unpack";
  }
  return "";
}

}  // namespace

Engine cuda_engine() {
  const auto timer =
      std::make_shared<std::unique_ptr<cuda::ColdTimer>>();  // made when first used: in the child
  return {.backend = Backend::cuda,
          .make_machine = cuda::make_machine,
          .seconds =
              [timer](device::Machine& machine, const std::function<void()>& work) {
                if (*timer == nullptr) *timer = std::make_unique<cuda::ColdTimer>();
                return (*timer)->seconds(machine.stream, work);
              },
          .fingerprint = cuda::fingerprint,
          .failure_is_final = true};
}

Engine simt_engine() {
  return {.backend = Backend::simt,
          .make_machine = simt::make_machine,
          .seconds =
              [](device::Machine& machine, const std::function<void()>& work) {
                const auto start = std::chrono::steady_clock::now();
                work();
                machine.synchronize();
                return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
              },
          .fingerprint = {}};
}

Solver solver(const stage::Stage& stage, stage::DType type, unsigned block) {
  const stage::Variant* variant = stage.variant(type);
  return {.run = [variant](const stage::Job& job) { variant->run(job); },
          .deliver = {},
          .block = block,
          .serial = stage.serial};
}

SharedProblem::SharedProblem(const Engine& engine, check::Task task, const check::Case& the_case)
    : engine_(engine), task_(task), case_(the_case), home_(engine.make_machine()) {
  build();
}

void SharedProblem::build() {
  problem_.reset();  // first: both at once may not fit
  problem_ = std::make_unique<check::Problem>(*home_, id_of(task_), case_);
}

stage::Job SharedProblem::job(device::Machine& machine, unsigned block) const {
  stage::Job job = problem_->job();
  job.context = &machine;
  job.block = block;
  return job;
}

// Of everything that a stage may and may not change. Equal fingerprints mean equal bits, hence equal
// verdicts.
uint64_t SharedProblem::fingerprint() const {
  const stage::Job job = problem_->job();
  const size_t size = stage::dtype_size(case_.dtype), n = case_.n;
  const bool unpack = task_ == check::Task::unpack;
  const size_t result = task_ == check::Task::minloc ? kValueAndIndexBytes : size;
  const size_t inputs = unpack ? problem_->algorithm_bytes() - n * (sizeof(uint32_t) + size) : n * size;
  uint64_t all = 0;
  const auto add = [&](const void* p, size_t bytes) {
    all = all * 0x9e3779b97f4a7c15u + (p == nullptr ? 0 : engine_.fingerprint(p, bytes));
  };
  add(job.input, inputs);
  add(unpack ? job.flags : nullptr, n * sizeof(uint32_t));
  add(job.output, check::is_reduction(task_) ? result : n * size);
  add(task_ == check::Task::pack ? job.count : nullptr, sizeof(uint64_t));
  return all;
}

check::Verdict SharedProblem::attempt(device::Machine& machine, const Solver& solver) {
  problem_->poison_output();
  const stage::Job job = this->job(machine, solver.block);
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
    verdict.message = fmt::format("wrote outside of {} (n = {})", fmt::join(damaged, ", "), case_.n);
  }
  if (!verdict.passed()) build();  // the next one gets whole inputs and guard bands
  return verdict;
}

}  // namespace bench
