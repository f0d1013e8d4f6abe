// The executor's rows. Three passes, each job in its own process: hazards (traced, every block, a small n),
// counters (traced, the requested n, some blocks), then time and verdict (plain, with exclusive use of all
// cores).
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "bench/result_json.h"
#include "bench/run_parts.h"
#include "bench/watch.h"

namespace ladder::bench {
namespace {

constexpr double kEnoughSecondsOfRow = 1;  // per row, after three repetitions
// Counters cover all blocks up to this n, and a sample of each launch beyond it. The sample size is prime, so
// that the evenly spaced blocks do not align with a grid whose width is a power of two.
constexpr size_t kCountedWhole = size_t{1} << 20;
constexpr unsigned kSampledBlocks = 1021;
check::Case case_of(const Row& row, const Plan& plan) {
  return row.the_case(plan.inputs.empty() ? check::InputKind::random : plan.inputs.front(), plan.seed);
}

const stage::Stage* traced(const Row& row) {
  return stage::find_stage(stage::Build::simt_traced, row.result.id);
}

std::string find_hazards(const Row& row, const Plan& plan) {
  Conditions conditions;
  static_cast<check::Case&>(conditions) = watched(row.task, case_of(row, plan), row.result.block);
  conditions.block = row.result.block;
  conditions.gpus = row.result.gpus.value_or(0);
  return data::packed(observe(*row.stage, conditions, {.counters = false, .hazards = true}));
}

std::string count(const Row& row, const Plan& plan) {
  simt::set_trace_options({.counters = true,
                           .hazards = false,
                           .sample_blocks = row.result.n <= kCountedWhole ? 0 : kSampledBlocks});
  const Engine engine = simt_engine();
  SharedProblem problem(engine, *row.task, case_of(row, plan), row.placement());
  const auto machine = engine.make_machine(row.placement());
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
                                       .placement = row.placement(),
                                       .verify = {},
                                       .bytes = 0}};
  const Rounds rounds = {.warm_up = 0,
                         .timed = repetitions(plan, kRepetitionsOnCpu),
                         .enough_seconds = plan.repetitions > 0 ? 1e9 : kEnoughSecondsOfRow,
                         .busy_seconds = plan.timeout > 0 ? 0 : busy_seconds(row.result.n)};
  Result result = row.result;
  take_measured(result, measure(simt_engine(), entries, case_of(row, plan), rounds, report).front());
  return data::packed(result);
}

void take_hazards(Row& row, const os::Outcome& outcome, size_t n) {
  if (!outcome.finished()) return take_failure(row.result, outcome, fmt::format("traced at n = {}", n));
  take_watched(row.result, *row.stage, data::unpacked<Observed>(outcome.result));
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
  // A fault found by the traced run remains a fault. Only that run can judge a declared race, because its
  // lanes move in lockstep at volatile accesses; in this run they do not.
  const check::Status watched = row.result.verdict.status;
  const bool found_wrong = watched > check::Status::correct && measured.verdict.passed();
  if (found_wrong || (watched != check::Status::unchecked && !row.stage->racy.empty()))
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
  Endless endless;
  const auto finished = [&](size_t job, const os::Outcome& outcome) {
    Row& row = *whose[job];
    if (outcome.status == os::Outcome::Status::not_wanted)
      endless.take(row);
    else
      take(row, outcome);
    endless.note(row);
    progress.update(what + row.result.id, ++done, total);
  };
  run_kernels_isolated(jobs, limits, {.done = finished, .report = {}, .wanted = [&](size_t job) {
                                        return endless.wanted(*whose[job]);
                                      }});
}

}  // namespace

std::vector<Row> run_simt(const Plan& plan, Progress& progress) {
  std::vector<Row> rows = stage_rows(plan, stage::Build::simt);
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  size_t largest = 0, most_watched = 0;
  for (const Row& row : rows) {
    largest = std::max(largest, row.result.n);
    most_watched = std::max(most_watched, watched_n(row.result.n, row.result.block));
  }
  size_t done = 0;
  const size_t total = 3 * rows.size();

  const auto traceable = [](const Row& row) { return row.result.skipped.empty() && traced(row) != nullptr; };
  const auto sound = [](const Row& row) {
    return row.result.verdict.status != check::Status::crash &&
           row.result.verdict.status != check::Status::timeout;
  };
  pass(
      rows, executor_limits(plan.timeout, most_watched, cores), "looking for hazards: ", done, total,
      progress, traceable, [&](const Row& row, const os::Report&) { return find_hazards(row, plan); },
      [](Row& row, const os::Outcome& outcome) {
        take_hazards(row, outcome, watched_n(row.result.n, row.result.block));
      });
  pass(
      rows, executor_limits(plan.timeout, largest, cores), "counting: ", done, total, progress,
      [&](const Row& row) { return traceable(row) && sound(row); },
      [&](const Row& row, const os::Report&) { return count(row, plan); }, take_count);
  pass(
      rows, executor_limits(plan.timeout, largest, 1), "timing: ", done, total, progress,
      [&](const Row& row) { return row.result.skipped.empty() && sound(row); },
      [&](const Row& row, const os::Report& report) { return time_and_verify(row, plan, report); },
      take_time);
  return rows;
}

}  // namespace ladder::bench
