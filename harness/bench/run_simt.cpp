// The executor's rows. Three passes, every job in a process of its own: hazards (traced, every
// block, a small n), counters (traced, the n asked for, some blocks), then time and verdict
// (plain, with all cores to itself).
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "bench/result_json.h"
#include "bench/run_parts.h"

namespace bench {
namespace {

constexpr double kEnoughSeconds = 1;  // per row; after three repetitions
// Counters are of all blocks up to this n, and of a sample of each launch beyond. The sample's size is prime,
// so that its even spacing does not fall in step with a grid whose width is a power of two.
constexpr size_t kCountedWhole = size_t{1} << 20;
constexpr unsigned kSampledBlocks = 1021;
constexpr double kHazardSilence = 30;  // seconds; a small n is done in well under one

// Several blocks with a tail, whatever the block size: few enough to be traced in full.
size_t hazard_n(const Row& row) { return std::min<size_t>(row.result.n, 21 * row.result.block + 5); }

check::Case case_of(const Row& row, const Plan& plan, size_t n) {
  return {.dtype = row.dtype,
          .n = n,
          .input = plan.inputs.empty() ? check::InputKind::random : plan.inputs.front(),
          .seed = plan.seed,
          .inclusive = row.inclusive};
}

const stage::Stage* traced(const Row& row) {
  return stage::find_stage(stage::Build::simt_traced, row.result.id);
}

struct Traced {  // what the run that looks for hazards tells its parent
  check::Verdict verdict;
  std::vector<simt::Hazard> hazards;
};
constexpr auto members_of(const Traced*) {
  using data::Member;
  return std::tuple{Member{"verdict", &Traced::verdict}, Member{"hazards", &Traced::hazards}};
}

std::string find_hazards(const Row& row, const Plan& plan) {
  simt::set_trace_options({.counters = false, .hazards = true, .sample_blocks = 0});
  const Engine engine = simt_engine();
  SharedProblem problem(engine, row.task, case_of(row, plan, hazard_n(row)));
  const auto machine = engine.make_machine();
  simt::take_observation();
  check::Verdict verdict;
  try {
    verdict = problem.attempt(*machine, solver(*traced(row), row.dtype, row.result.block));
  } catch (const std::exception& e) {  // what was seen until then says more than the exception
    verdict.status = check::Status::crash;
    verdict.message = e.what();
  }
  return data::packed(Traced{verdict, simt::take_observation().hazards});
}

std::string count(const Row& row, const Plan& plan) {
  simt::set_trace_options({.counters = true,
                           .hazards = false,
                           .sample_blocks = row.result.n <= kCountedWhole ? 0 : kSampledBlocks});
  const Engine engine = simt_engine();
  SharedProblem problem(engine, row.task, case_of(row, plan, row.result.n));
  const auto machine = engine.make_machine();
  const stage::Job job = problem.job(*machine);
  simt::take_observation();
  machine->next_run();
  solver(*traced(row), row.dtype, row.result.block).run(job);
  machine->synchronize();
  return data::packed(simt::take_observation().counters);
}

std::string time_and_verify(const Row& row, const Plan& plan, const os::Report& report) {
  const std::vector<Entry> entries = {{.name = row.name(),
                                       .solver = solver(*row.stage, row.dtype, row.result.block),
                                       .task = row.task,
                                       .inclusive = row.inclusive,
                                       .verify = {},
                                       .bytes = 0}};
  const Rounds rounds = {.warm_up = 0,
                         .timed = repetitions(plan, kRepetitionsOnCpu),
                         .enough_seconds = plan.repetitions > 0 ? 1e9 : kEnoughSeconds};
  Result result = row.result;
  take_measured(result,
                measure(simt_engine(), entries, case_of(row, plan, row.result.n), rounds, report).front());
  return data::packed(result);
}

void take_hazards(Row& row, const os::Outcome& outcome, size_t n) {
  if (!outcome.finished()) return take_failure(row.result, outcome, fmt::format("traced at n = {}", n));
  const auto answer = data::unpacked<Traced>(outcome.result);
  row.result.hazards = answer.hazards;
  if (answer.verdict.passed() && row.stage->racy.empty()) return;
  row.result.verdict = answer.verdict;
  judge_hazards(row.result, *row.stage);  // it may not come to be timed
}

void take_count(Row& row, const os::Outcome& outcome) {
  if (outcome.finished())
    row.result.counters = data::unpacked<simt::Counters>(outcome.result);
  else
    row.result.note = "no counters: " + outcome.error;
}

void take_time(Row& row, const os::Outcome& outcome) {
  if (!outcome.finished()) return take_failure(row.result, outcome, fmt::format("n = {}", row.result.n));
  auto measured = data::unpacked<Result>(outcome.result);
  measured.counters = std::move(row.result.counters);
  measured.hazards = std::move(row.result.hazards);
  // What the traced run found wrong stays wrong. And of a declared race only that run can judge: there the
  // lanes move in lockstep at volatile accesses, here they do not.
  if (row.result.verdict.status != check::Status::unchecked &&
      (measured.verdict.passed() || !row.stage->racy.empty()))
    measured.verdict = row.result.verdict;
  row.result = std::move(measured);
  judge_hazards(row.result, *row.stage);
}

// One job for each row that `wants` one.
template <typename Wants, typename Do, typename Take>
void pass(std::vector<Row>& rows, const os::Limits& limits, const std::string& what, size_t& done,
          size_t total, Progress& progress, Wants wants, Do work, Take take) {
  std::vector<os::Work> jobs;
  std::vector<Row*> whose;
  for (Row& row : rows) {
    if (!wants(row)) {
      ++done;
      continue;
    }
    whose.push_back(&row);
    jobs.emplace_back([&row, work](const os::Report& report) { return work(row, report); });
  }
  const auto finished = [&](size_t job, const os::Outcome& outcome) {
    take(*whose[job], outcome);
    progress.update(what + whose[job]->result.id, ++done, total);
  };
  run_kernels_isolated(jobs, limits, {.done = finished, .report = {}});
}

}  // namespace

std::vector<Row> run_simt(const Plan& plan, Progress& progress) {
  std::vector<Row> rows = stage_rows(plan, stage::Build::simt);
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const os::Limits side_by_side = {.at_once = cores,
                                   .silent_seconds = std::min(plan.silent_seconds, kHazardSilence)};
  const os::Limits counting = {.at_once = cores, .silent_seconds = plan.silent_seconds};
  const os::Limits alone = {.at_once = 1, .silent_seconds = plan.silent_seconds};
  size_t done = 0;
  const size_t total = 3 * rows.size();

  const auto traceable = [](const Row& row) { return row.result.skipped.empty() && traced(row) != nullptr; };
  const auto sound = [](const Row& row) {
    return row.result.verdict.status != check::Status::crash &&
           row.result.verdict.status != check::Status::timeout;
  };
  pass(
      rows, side_by_side, "looking for hazards: ", done, total, progress, traceable,
      [&](const Row& row, const os::Report&) { return find_hazards(row, plan); },
      [](Row& row, const os::Outcome& outcome) { take_hazards(row, outcome, hazard_n(row)); });
  pass(
      rows, counting, "counting: ", done, total, progress,
      [&](const Row& row) { return traceable(row) && sound(row); },
      [&](const Row& row, const os::Report&) { return count(row, plan); }, take_count);
  pass(
      rows, alone, "timing: ", done, total, progress,
      [&](const Row& row) { return row.result.skipped.empty() && sound(row); },
      [&](const Row& row, const os::Report& report) { return time_and_verify(row, plan, report); },
      take_time);
  return rows;
}

}  // namespace bench
