// run(): the rows of each backend, then the values derived from all of them. All work is done in child
// processes, so that the parent process never has threads or a CUDA context, and can fork.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/cpu_baselines.h"
#include "bench/result_json.h"
#include "bench/run_parts.h"
#include "bench/statistics.h"

namespace ladder::bench {
namespace {

bool is_beside(const stage::Stage& stage, const Baseline& baseline) {
  const check::Task* task = known_task(stage);
  return stage.track() != "pitfalls" && task != nullptr && task->family == baseline.track;
}

bool stands_beside(const Baseline& baseline, const Plan& plan) {
  if (names(plan, baseline.id) || plan.ids.empty()) return true;
  if (!plan.companions) return false;
  const std::vector<const stage::Stage*> stages = planned_stages(plan, stage::Build::simt);
  return std::any_of(stages.begin(), stages.end(),
                     [&](const stage::Stage* s) { return is_beside(*s, baseline); });
}

// The requested types, or the first type of the stages with which this baseline is compared.
std::vector<stage::DType> dtypes(const Baseline& baseline, const Plan& plan) {
  if (!plan.dtypes.empty()) return plan.dtypes;
  for (const stage::Stage* stage : stage::all_stages(stage::Build::simt))
    if (is_beside(*stage, baseline)) return {stage->variants.front().dtype};
  return {stage::DType::f32};
}

bool comparable(const Row& a, const Row& b) {
  return a.result.backend == b.result.backend && a.result.n == b.result.n &&
         a.result.sizes == b.result.sizes && a.result.dtype == b.result.dtype &&
         a.result.scan == b.result.scan && a.task == b.task;
}

void add_speedup(Row& row, const std::vector<Row>& rows, const std::string& name,
                 const std::string& base_id) {
  if (base_id.empty() || !row.result.time || !row.result.verdict.passed()) return;
  if (base_id == row.result.id && name != "vs_one_gpu") {  // the speedup of the first stage over itself is 1
    row.result.speedup[name] = {1, 1, 1};
    return;
  }
  for (const Row& base : rows) {
    if (base.result.id != base_id || !comparable(row, base) || !base.result.time) continue;
    if (base.stage != nullptr && base.result.block != row.result.block) continue;
    if (base.result.gpus != (name == "vs_one_gpu" ? 1 : row.result.gpus)) continue;
    if (!base.result.verdict.passed()) return;
    const bool in_turn = row.result.backend == Backend::cuda && !row.apart && !base.apart;
    row.result.speedup[name] = speedup(base.result.time->samples, row.result.time->samples,
                                       in_turn ? Pairing::paired : Pairing::unpaired);
    return;
  }
}

// The first stage in the row's track, among the stages with the same task.
std::string first_of_track(const Row& row) {
  for (const stage::Stage* stage : stage::all_stages(row.stage->build))
    if (stage->track() == row.result.track && known_task(*stage) == row.task &&
        (row.result.scan.empty() || runs_inclusive(*stage) == row.inclusive))
      return stage->id;
  return "";
}

}  // namespace

unsigned repetitions(const Plan& plan, unsigned otherwise) {
  return plan.repetitions > 0 ? plan.repetitions : otherwise;
}

void take_measured(Result& result, const Measured& measured) {
  result.verdict = measured.verdict;
  result.skipped = measured.skipped;
  result.bytes = measured.bytes;
  if (!measured.samples.empty()) result.time = summarise(measured.samples);
  if (!measured.first_pass.empty()) result.first_pass = summarise(measured.first_pass);
}

findings::Evidence with_lines(const simt::Hazard& hazard) {
  std::vector<std::string> lines;  // without duplicates: both accesses of a race may be on one line
  for (const simt::Access& a : hazard.where) {
    const std::string line = a.file + ":" + std::to_string(a.line);
    if (a.line > 0 && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  if (lines.empty()) return hazard.evidence;
  return {findings::Cause::with_lines,
          {{"what", hazard.evidence}, {"lines", fmt::format("{}", fmt::join(lines, ", "))}}};
}

namespace {
findings::Evidence ended_doing(findings::Evidence what, const std::string& doing,
                               bool may_have_more_time = false) {
  findings::Evidence evidence(findings::Cause::ended_doing, {{"what", std::move(what)}, {"doing", doing}});
  if (may_have_more_time) evidence.add({"option", "--timeout SECONDS"});
  return evidence;
}
}  // namespace

void take_failure(Result& result, const os::Outcome& outcome, const std::string& doing) {
  const bool timed_out = outcome.status == os::Outcome::Status::timed_out;
  if (outcome.status == os::Outcome::Status::failed) {  // an exception is no evidence of a hazard
    result.verdict = {.status = check::Status::crash,
                      .evidence = ended_doing(findings::recorded(outcome.error), doing)};
    return;
  }
  Ended ended{timed_out, outcome.error, doing, hazards_before(outcome), {}, false};
  if (auto last = hazard_of(outcome)) ended.last.push_back(std::move(*last));
  take_end(result, ended, timed_out);
}

void take_end(Result& result, const Ended& ended, bool may_have_more_time) {
  result.verdict = {};
  result.verdict.status = ended.timed_out ? check::Status::timeout : check::Status::crash;
  if (!result.hazards) result.hazards.emplace();
  findings::Evidence evidence;
  simt::Hazard hazard;
  if (!ended.last.empty()) {  // if the process could still report where it was
    hazard = ended.last.front();
    if (ended.second_run) hazard.evidence = in_a_later_run(hazard.evidence);
    evidence = ended_doing(with_lines(hazard), ended.doing, may_have_more_time);
  } else {
    hazard.kind = ended.timed_out ? simt::HazardKind::timeout : simt::HazardKind::crash;
    evidence = hazard.evidence =
        ended_doing(findings::recorded(ended.error), ended.doing, may_have_more_time);
  }
  // An earlier finding may be the cause of the failure.
  result.hazards->insert(result.hazards->end(), ended.earlier.begin(), ended.earlier.end());
  if (!result.hazards->empty())
    evidence = {ended.timed_out ? findings::Cause::then_no_end : findings::Cause::then_crash,
                {{"hazard", with_lines(result.hazards->front())}, {"what", std::move(evidence)}}};
  result.hazards->push_back(hazard);
  result.verdict.evidence = std::move(evidence);
}

bool Endless::wanted(const Row& row) const { return !found_.contains(row.result.id); }

void Endless::note(const Row& row) {
  if (row.result.verdict.status == check::Status::timeout) found_.try_emplace(row.result.id, row.result);
}

void Endless::take(Row& row) const {
  const Result& ended = found_.at(row.result.id);
  row.result.verdict = ended.verdict;
  row.result.hazards = ended.hazards;
  row.result.note =
      fmt::format("not run: {} with {}, block {} did not end", ended.id, ended.dtype, ended.block);
}

void judge_hazards(Result& r, const stage::Stage& stage) {
  if (!has_hazards(r)) return;
  causes_first(*r.hazards);
  const findings::Evidence cause = with_lines(r.hazards->front());
  const bool only_races =
      r.hazards->front().kind == simt::HazardKind::race && r.hazards->back().kind == simt::HazardKind::race;
  const bool declared = !stage.racy.empty() && only_races;
  using enum check::Status;
  findings::Evidence& evidence = r.verdict.evidence;
  if (r.verdict.status == crash) {
    evidence = cause;
  } else if (r.verdict.status == wrong && !evidence.is(findings::Cause::hazard_and_result)) {
    const bool other_run = evidence.is(findings::Cause::in_another_run);
    evidence = {findings::Cause::hazard_and_result, {{"hazard", cause}, {"result", std::move(evidence)}}};
    if (other_run) evidence.add({"other_run", 1});
  } else if (r.verdict.passed()) {
    r.verdict.status = declared ? declared_racy : racy;
    evidence = declared ? findings::recorded(stage.racy) : cause;
  }
}

void compute_speedups(std::vector<Row>& rows) {
  for (Row& row : rows) {
    if (row.stage == nullptr || row.result.track == "pitfalls" || !row.result.skipped.empty()) continue;
    add_speedup(row, rows, "vs_first", first_of_track(row));
    add_speedup(row, rows, "vs_previous", row.stage->after);
    if (row.result.gpus.value_or(1) > 1) add_speedup(row, rows, "vs_one_gpu", row.result.id);
    if (row.task == nullptr) continue;
    const std::vector<std::string>& peers = row.task->peers;
    if (!peers.empty()) add_speedup(row, rows, "vs_peer", peers.front());
  }
}

std::vector<Row> run_cpu(const Plan& plan, Progress& progress) {
  std::vector<Row> rows;
  std::vector<os::Work> jobs;
  for (const size_t n : ns(plan, Backend::cpu))
    for (const Baseline& baseline : cpu_baselines()) {
      if (!stands_beside(baseline, plan)) continue;
      for (const stage::DType type : dtypes(baseline, plan)) {
        Row row;
        row.dtype = type;
        row.task = &check::task_of(baseline.track);
        row.result = result_for(baseline.id, baseline.idea, Backend::cpu, n, type);
        rows.push_back(std::move(row));
        const auto input = plan.inputs.empty() ? check::InputKind::random : plan.inputs.front();
        jobs.emplace_back([&baseline, &plan, n, type, input](const os::Report&) {
          const int times = static_cast<int>(repetitions(plan, kRepetitionsOnCpu));
          return data::packed(
              baseline.measure(baseline, {.dtype = type, .n = n, .input = input, .seed = plan.seed}, times));
        });
      }
    }
  size_t done = 0;
  const auto finished = [&](size_t job, const os::Outcome& outcome) {
    Result& result = rows[job].result;
    if (outcome.finished())
      result = data::unpacked<Result>(outcome.result);
    else
      take_failure(result, outcome, "n = " + std::to_string(result.n));
    progress.update("timing: " + result.id, ++done, jobs.size());
  };
  run_kernels_isolated(jobs, gpu_limits(plan.timeout), {.done = finished});
  return rows;
}

std::vector<Result> run(const Plan& plan, Progress& progress) {
  std::vector<Result> results;
  for (const Backend backend : plan.backends) {
    std::vector<Row> rows = backend == Backend::cuda   ? run_cuda(plan, progress)
                            : backend == Backend::simt ? run_simt(plan, progress)
                                                       : run_cpu(plan, progress);
    compute_speedups(rows);
    const std::vector<Result> broken = broken_rows(plan, backend, ns(plan, backend), rows);
    for (Row& row : rows) results.push_back(std::move(row.result));
    results.insert(results.end(), broken.begin(), broken.end());
  }
  return results;
}

}  // namespace ladder::bench
