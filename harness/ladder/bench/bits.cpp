#include "bench/bits.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <tuple>

#include "bench/kind.h"
#include "bench/result_json.h"
#include "bench/run_parts.h"
#include "data/fingerprint.h"
#include "cuda/timing.h"
#include "peers/workload.h"
#include "simt/observation.h"

namespace ladder::bench {
namespace {

// Sizes at which a stage may choose different algorithms; none is a multiple of a block. Both backends use
// the first two sizes.
constexpr size_t kBitsNs[] = {10'007, (size_t{1} << 20) + 3};
constexpr size_t kBitsNOnGpu = (size_t{1} << 24) + 5;
constexpr unsigned kBitsRunsOnGpu = 100, kBitsRunsOnCpu = 24;
constexpr size_t kBitsInputs = 8;  // the number of inputs for a reduction
constexpr unsigned kBitsBlocks[] = {64, 128, 256, 512, 1024};

// Extra load alongside the jobs, so that their blocks do not always arrive in the same order. On a GPU, the
// load runs in a separate stream; on the executor, it consists of threads that use half of the processor.
class Beside {
 public:
  explicit Beside(const Engine& engine) {
    if (engine.backend == Backend::cuda) {
      gpu_ = engine.make_machine({});
      work_ = std::make_unique<cuda::ColdTimer>();
      return;
    }
    for (unsigned t = 0; t < (std::thread::hardware_concurrency() + 1) / 2; ++t)
      threads_.emplace_back([this](const std::stop_token& stop) {
        while (!stop.stop_requested()) ++turns_;
      });
  }
  void begin(unsigned run) {
    for (unsigned i = 0; gpu_ != nullptr && i < run % 4; ++i) work_->flush(gpu_->stream);
  }
  void end() {
    if (gpu_ != nullptr) gpu_->synchronize();
  }

 private:
  std::unique_ptr<device::Machine> gpu_;
  std::unique_ptr<cuda::ColdTimer> work_;
  std::atomic<uint64_t> turns_{0};
  std::vector<std::jthread> threads_;
};

// Other GPUs on which a stage may run, all smaller than this one. The last is an old GPU, without bulk copies.
std::vector<device::Device> others(const device::Device& own) {
  device::Device half = own, small = own;
  half.multiprocessors = std::max(1u, own.multiprocessors / 2);
  small.multiprocessors = std::max(1u, own.multiprocessors / 19);
  small.max_threads_per_multiprocessor = std::min(1536u, own.max_threads_per_multiprocessor);
  small.max_shared_per_block = std::min(size_t{99} << 10, own.max_shared_per_block);
  device::Device old = small;
  old.bulk_copies = false;
  return {half, small, old};
}

bool promises_every_gpu(const stage::Stage& stage) {
  return (stage.same_bits & stage::kEveryGpu) == stage::kEveryGpu && stage.needs_sm < 90;
}

std::string words_for(const device::Device& d) {
  return fmt::format("on a GPU with {} multiprocessors{}", d.multiprocessors,
                     d.bulk_copies ? "" : ", without bulk copies");
}

// Several inputs are used, because a sum has few bits, and a different order of additions often gives the same
// result. All rows in a process share these inputs.
class Inputs {
 public:
  Inputs(const Engine& engine, const Plan& plan) : engine_(engine), seed_(plan.seed) {}

  std::vector<SharedProblem*> of(const Row& row) {
    auto& made = problems_[{row.task, row.inclusive, row.result.n}];
    const size_t wanted = check::is_reduction(*row.task) ? kBitsInputs : 1;
    while (made.size() < wanted)
      made.push_back(std::make_unique<SharedProblem>(
          engine_, *row.task, row.the_case(check::InputKind::random, seed_ + made.size())));
    std::vector<SharedProblem*> all;
    for (const auto& problem : made) all.push_back(problem.get());
    return all;
  }

 private:
  const Engine& engine_;
  uint64_t seed_;
  std::map<std::tuple<const check::Task*, bool, size_t>, std::vector<std::unique_ptr<SharedProblem>>>
      problems_;
};

class BitsOfRow {
 public:
  BitsOfRow(const Engine& engine, Inputs& inputs, const Row& row, const Plan& plan)
      : engine_(engine),
        row_(row),
        runs_(repetitions(plan, engine.backend == Backend::cuda ? kBitsRunsOnGpu : kBitsRunsOnCpu)),
        blocks_(plan.blocks.empty() ? std::vector<unsigned>(std::begin(kBitsBlocks), std::end(kBitsBlocks))
                                    : plan.blocks),
        problems_(inputs.of(row)),
        machine_(engine.make_machine({})) {}

  // A peer can be checked only by running it repeatedly, because it chooses its blocks and queries the GPU
  // itself.
  Result seen(const Solver& of_peer) {
    Result result = row_.result;
    const bool peer = row_.stage == nullptr;
    const Solver its_own = peer ? of_peer : solver(*row_.stage, row_.dtype, result.block);
    for (SharedProblem* problem : problems_) {
      result.verdict = problem->attempts(*machine_, its_own, 1);
      if (!result.verdict.passed()) return result;
    }
    const std::vector<uint64_t> first = once(its_own);
    Beside beside(engine_);
    std::vector<std::set<uint64_t>> found(problems_.size());
    for (size_t i = 0; i < first.size(); ++i) found[i].insert(first[i]);
    for (unsigned i = 0; i < runs_; ++i) {  // the inputs alternate
      beside.begin(i);
      const unsigned round = i / static_cast<unsigned>(problems_.size());
      const size_t input = i % problems_.size();
      found[input].insert(run(*problems_[input], peer ? its_own : solver_of_round(round)));
      beside.end();
    }

    SeenBits bits;
    bits.runs = runs_;
    for (const std::set<uint64_t>& results : found)
      bits.results = std::max(bits.results, static_cast<unsigned>(results.size()));
    bits.fingerprint = fmt::format("{:016x}", data::fingerprint(first.data(), 8 * first.size()));
    if (!peer && bits.results == 1 && (row_.stage->same_bits & stage::kEveryRun) != 0) {
      bits.every_block = same_with_other_blocks(first);
      bits.every_gpu = same_on_other_gpus(its_own, first);
    }
    result.same_bits = bits;
    if (!peer) judge(result);
    return result;
  }

 private:
  // On the executor, every second round of a small job is traced: blocks, warps and lanes then run in one of
  // three orders.
  Solver solver_of_round(unsigned round) const {
    const stage::Stage* stage = row_.stage;
    if (engine_.backend == Backend::simt && row_.result.n <= kTracedMost && round % 2 == 1)
      if (const stage::Stage* traced = stage::find_stage(stage::Build::simt_traced, stage->id)) {
        simt::set_trace_options({.counters = false, .hazards = false, .schedule = round / 2 % 3});
        stage = traced;
      }
    return solver(*stage, row_.dtype, row_.result.block);
  }

  uint64_t run(const SharedProblem& problem, const Solver& solver) {
    machine_->next_run();
    const stage::Job job = problem.job(*machine_);
    solver.run(job);
    if (solver.deliver) solver.deliver(job);
    machine_->synchronize();
    return problem.fingerprint_of_output();
  }

  std::vector<uint64_t> once(const Solver& solver) {  // one run for each input
    std::vector<uint64_t> all;
    for (const SharedProblem* problem : problems_) all.push_back(run(*problem, solver));
    return all;
  }

  // nullopt: the stage takes only one block size.
  std::optional<bool> same_with_other_blocks(const std::vector<uint64_t>& first) {
    unsigned tried = 0;
    for (const unsigned block : blocks_) {
      if (block < row_.stage->min_block || block > row_.stage->max_block) continue;
      ++tried;
      machine_->reset();
      if (once(solver(*row_.stage, row_.dtype, block)) == first) continue;
      block_ = fmt::format("with blocks of {} threads differs from that with blocks of {}", block,
                           row_.result.block);
      return false;
    }
    return tried > 1 ? std::optional(true) : std::nullopt;
  }

  // A GPU without bulk copies cannot imitate one that has them, so it is unknown whether the result is the same
  // on the other GPU. In this case, the function returns "".
  std::string same_on_other_gpus(const Solver& its_own, const std::vector<uint64_t>& first) {
    const device::Device own = machine_->device();
    std::string same = row_.stage->needs_sm >= 90 ? "sm_90" : "yes";
    for (const device::Device& other : others(own)) {
      const bool older = own.bulk_copies && !other.bulk_copies;
      if (same == "no" || (older && same == "sm_90")) continue;
      machine_->present(other);
      machine_->reset();
      if (once(its_own) == first) continue;
      gpu_ = fmt::format("{} differs from that {}", words_for(other), words_for(own));
      same = older ? "sm_90" : "no";
    }
    machine_->present(own);
    return same == "yes" && !own.bulk_copies ? "" : same;
  }

  // Compares the stage's declaration with the observations.
  void judge(Result& result) const {
    const unsigned says = row_.stage->same_bits;
    const SeenBits& seen = *result.same_bits;
    const auto wrong = [&](findings::Evidence evidence) {
      result.verdict.status = check::Status::wrong;
      result.verdict.evidence = std::move(evidence.add({"n", result.n}));
    };
    if ((says & stage::kEveryRun) != 0 && seen.results > 1)
      return wrong(
          {findings::Cause::bits_of_run,
           {{"results", seen.results}, {"runs", 1 + (seen.runs + problems_.size() - 1) / problems_.size()}}});
    if ((says & stage::kEveryBlock) != 0 && seen.every_block == false)
      return wrong({findings::Cause::bits_of_block, {{"difference", block_}}});
    const bool any = promises_every_gpu(*row_.stage), from_sm_90 = (says & stage::kEverySm90) != 0;
    if ((any && (seen.every_gpu == "sm_90" || seen.every_gpu == "no")) ||
        (from_sm_90 && machine_->device().bulk_copies && seen.every_gpu == "no"))
      return wrong({findings::Cause::bits_of_gpu, {{"difference", gpu_}}});
  }

  const Engine& engine_;
  const Row& row_;
  unsigned runs_;
  std::vector<unsigned> blocks_;
  std::vector<SharedProblem*> problems_;
  std::unique_ptr<device::Machine> machine_;
  std::string block_, gpu_;  // describes the differences
};

std::vector<Row> rows_with_sums(const Plan& plan, Backend backend) {
  const bool gpu = backend == Backend::cuda;
  std::vector<data::Extent> ns = plan.ns;
  if (ns.empty()) ns.assign(std::begin(kBitsNs), std::end(kBitsNs));
  if (plan.ns.empty() && gpu) ns.push_back(kBitsNOnGpu);
  std::vector<Row> rows;
  for (const data::Extent& n : ns) {
    std::set<std::string> families;
    for (const stage::Stage* stage : planned_stages(plan, gpu ? stage::Build::cuda : stage::Build::simt)) {
      if (!adds_floats(*stage)) continue;
      rows.push_back(make_row(*stage, backend, n, stage::DType::f32, kDefaultBlock));
      families.insert(rows.back().task->family);
    }
    if (!gpu || !plan.companions) continue;
    for (const std::string& family : families)
      for (const peers::Workload& peer :
           peers::named(check::task_of(family).peers, stage::DType::f32, true)) {
        Row& row = rows.emplace_back();
        row.task = &check::task_of(family);
        row.result = result_for(peer.id, peer.idea, backend, n, row.dtype);
        if (row.task->two_kinds) row.result.scan = scan_name(true);
      }
  }
  return rows;
}

Solver solver_of_peer(const Row& row) {
  if (row.stage != nullptr) return {};
  for (const peers::Workload& peer : peers::named(row.task->peers, row.dtype, true))
    if (peer.id == row.result.id) return {.run = peer.run, .deliver = peer.deliver};
  return {};
}

std::string bits_of_rows(std::span<Row* const> rows, const Plan& plan, const os::Report& report) {
  const Engine engine = rows.front()->result.backend == Backend::cuda ? cuda_engine() : simt_engine();
  Inputs inputs(engine, plan);
  std::vector<Result> results;
  for (const Row* row : rows) {
    say(report, {row->name(), ""});
    try {
      results.push_back(BitsOfRow(engine, inputs, *row, plan).seen(solver_of_peer(*row)));
    } catch (const device::OutOfMemory& e) {
      results.push_back(row->result);
      results.back().skipped = findings::recorded(e.what());
    }
  }
  return data::packed(results);
}

}  // namespace

bool adds_floats(const stage::Stage& stage) {
  const check::Task* task = known_task(stage);
  return task != nullptr && task->order_shows && !stage.on_several_gpus() && stage.racy.empty() &&
         stage.expect.empty() && stage.variant(stage::DType::f32) != nullptr;
}

std::vector<Result> bits(const Plan& plan, Progress& progress) {
  std::vector<Result> results;
  for (const Backend backend : plan.backends) {
    std::vector<Row> rows = rows_with_sums(plan, backend);
    const bool gpu = backend == Backend::cuda;
    // A GPU's rows share a process, which takes a second to start. If a row fails, the process ends, and the
    // others continue in a new one.
    std::vector<std::vector<Row*>> jobs;
    size_t total = 0, done = 0;
    for (Row& row : rows) {
      if (!row.result.skipped.empty()) continue;
      if (jobs.empty() || !gpu) jobs.emplace_back();
      jobs.back().push_back(&row);
      ++total;
    }
    // On the executor, too, one process runs at a time, with no limit on its CPU time.
    const os::Limits limits = gpu_limits(plan.timeout);
    for (std::vector<Row*>& job : jobs) {
      const os::Work work = [&](const os::Report& report) { return bits_of_rows(job, plan, report); };
      const auto watch = [&](const Doing& doing) { progress.update(in_words(doing), done, total); };
      const auto leave_out = [&](const Doing& doing, const os::Outcome& outcome) {
        auto failed = std::ranges::find(job, doing.row, &Row::name);
        if (failed == job.end()) failed = job.begin();
        take_failure((*failed)->result, outcome, in_words(doing));
        job.erase(failed);
        ++done;
        return !job.empty();
      };
      const auto result = run_until_through(work, limits, watch, leave_out);
      if (!result) continue;
      const auto answers = data::unpacked<std::vector<Result>>(*result);
      for (size_t i = 0; i < job.size(); ++i) job[i]->result = answers[i];
      done += job.size();
    }
    for (Row& row : rows) results.push_back(std::move(row.result));
  }
  return results;
}

size_t compare_bits(std::vector<Result>& rows, const std::vector<Result>& elsewhere, const OtherGpu& other) {
  const auto key = [](const Result& r) { return std::tuple(r.id, r.n, r.dtype, r.block, r.scan); };
  std::map<decltype(key(rows.front())), const SeenBits*> known;
  for (const Result& r : elsewhere)
    if (r.same_bits && r.same_bits->results == 1) known[key(r)] = &*r.same_bits;
  size_t compared = 0;
  for (Result& r : rows) {
    const auto there = known.find(key(r));
    if (!r.same_bits || r.same_bits->results > 1 || there == known.end()) continue;
    const bool same = r.same_bits->fingerprint == there->second->fingerprint;
    if (kind_of(r.id) == Kind::peer) {
      if (!other.same_cub) continue;
      r.same_bits->every_gpu = same ? "yes" : "no";
    } else {
      const stage::Stage* stage = stage::find_stage(stage::Build::simt, r.id);
      if (stage == nullptr || (stage->same_bits & stage::kEveryRun) == 0) continue;
      const bool promised =
          promises_every_gpu(*stage) || (other.both_sm_90 && (stage->same_bits & stage::kEverySm90) != 0);
      if (!same && promised) {
        r.verdict.status = check::Status::wrong;
        r.verdict.evidence = {findings::Cause::bits_of_recorded_gpu, {{"gpu", other.name}, {"n", r.n}}};
        if (r.same_bits->every_gpu != "no") r.verdict.evidence.add({"same_here", 1});
      } else if (!same && other.both_sm_90) {
        r.same_bits->every_gpu = "no";
      }
    }
    ++compared;
  }
  return compared;
}

}  // namespace ladder::bench
