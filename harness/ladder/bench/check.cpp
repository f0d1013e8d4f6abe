// check(): every stage at every size, block size and kind of input. On the executor, each row has its own
// process. A row is traced only for those values of n at which it finishes within seconds. Two block sizes
// run at every n (in a sparing plan, at fewer), the others at one or two. At n = 2^32, only the last blocks run
// (bench/last_blocks.h). If n is at least kLargeN and exceeds the number of elements that its task traces, a
// judgement (Plan::brisk) uses only a fraction (slice_of) of the elements. Its simulated GPU then has the same
// fraction of the multiprocessors, so that a grid sized to the device runs the same number of rounds.
// (Plan::whole is for grids with a maximum size.) One type and block size runs on two small GPUs, the others on
// one; one type runs with all block sizes. On a GPU, each family has a process, and its stages share each
// problem. The larger traced sizes also run on GPUs with one and two multiprocessors.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "bench/defaults.h"
#include "bench/runner.h"
#include "bench/last_blocks.h"
#include "bench/result_json.h"
#include "bench/run_parts.h"
#include "bench/tally.h"
#include "bench/watch.h"
#include "check/sizes.h"
#include "mpi/job.h"
#include "simt/machine.h"

namespace ladder::bench {
namespace {

constexpr size_t kEveryInput = 5000;  // up to this n, all kinds of input, the first one twice
// For a sparing plan: up to this n, random input runs twice and, if n is given, all kinds of input are used; and
// the largest n, if a run with many blocks shows the rest.
constexpr size_t kSparingInput = 1000, kSparingMost = 20'000;
constexpr int kEnoughFailures = 3;  // per stage; further messages add no information
// A judgement uses an eighth of the simulated GPU, or less.
unsigned slice_of(const Plan& plan) { return plan.sparing ? 32 : 8; }

struct CheckGroup {
  std::vector<Row> rows;  // rows with one element type and block size; on the executor, one row
  std::vector<check::Case> cases;
  bool last_blocks = false;  // includes the last blocks, if n is too large for the rest
  bool brisk = false, stands_for_all = true;
};

std::vector<check::InputKind> inputs_of(const Plan& plan, size_t n) {
  std::vector<check::InputKind> inputs = plan.inputs;
  if (!inputs.empty()) return inputs;
  inputs.assign(check::kInputKinds.begin(), check::kInputKinds.end());
  if (n > kEveryInput) inputs.resize(2);
  if (n >= kLargeN || (plan.sparing && !plan.ns.empty() && n > kSparingInput)) inputs.resize(1);
  return inputs;
}

bool is_briefly_checked(const Plan& plan, unsigned block) {
  return plan.blocks.empty() && std::ranges::count(kBrieflyCheckedBlocks, block) > 0;
}

// Up to this number of elements, runs on the executor are traced. A pitfall shows its verdict with few
// elements, and a run with a race in every access takes a long time.
size_t traced_most(const Row& row) { return row.stage->expect.empty() ? row.task->traced_most : kTracedMost; }

// The case without its kind of scan, which the caller sets.
check::Case case_of(const Row& row, const data::Extent& extent, check::InputKind input, uint64_t seed) {
  Row sized = row;
  take_sizes(sized, extent);
  check::Case c = sized.the_case(input, seed);
  c.inclusive = true;
  return c;
}

// The block size with which the row's stage runs at many_blocks_n(); 0: the task needs more elements.
unsigned small_block(const Plan& plan, const Row& row) {
  const auto suits = [&](unsigned block) { return row.task->several_blocks <= many_blocks_n(block); };
  if (plan.sparing && row.stage->min_block <= kSmallestBlock && suits(kSmallestBlock)) return kSmallestBlock;
  return suits(kSmallBlock) ? kSmallBlock : 0;
}

// Does the run at many_blocks_n() show what the large sizes would show?
bool many_blocks_suffice(const Plan& plan, const Row& row) {
  const unsigned block = small_block(plan, row);
  return block > 0 && row.task->also_full.empty() && !plan.whole && row.stage->min_block <= block &&
         block <= row.stage->max_block;
}

std::vector<check::Case> cases_of(const Plan& plan, const Row& row, bool stands_for_all) {
  if (is_briefly_checked(plan, row.result.block)) {
    const auto at = [&](const data::Extent& n) {
      return case_of(row, n, check::InputKind::random, plan.seed);
    };
    std::vector<check::Case> cases = {at(plan.ns.empty() ? data::Extent(kBriefN) : plan.ns.front())};
    if (plan.ns.empty() && row.result.block == small_block(plan, row))
      cases.push_back(at(many_blocks_n(row.result.block)));
    return cases;
  }
  const bool gpu = row.result.backend == Backend::cuda;
  const auto reach = gpu ? check::Reach::gpu : check::Reach::full;
  std::vector<check::Case> cases;
  std::vector<data::Extent> ns = plan.ns;
  if (ns.empty()) {
    if (row.task->sizes.size() > 1)
      for (const check::Sizes& sizes : row.task->checked) {
        data::Extent& extent = ns.emplace_back(check::elements(*row.task, sizes));
        extent.sizes.assign(sizes.of, sizes.of + row.task->sizes.size());
      }
    for (const size_t n : check::sizes(*row.task, row.result.block, reach)) ns.emplace_back(n);
  }
  // If there are too many elements to watch, a run with few elements shows the hazards.
  if (!gpu && std::none_of(ns.begin(), ns.end(), [&](size_t n) { return n > 0 && n <= traced_most(row); }))
    ns.insert(ns.begin(), watched_n(ns.back(), row.result.block));
  const size_t large = std::max(kLargeN, traced_most(row) + 1);
  const bool suffice = plan.sparing && many_blocks_suffice(plan, row);
  const unsigned small = plan.sparing ? small_block(plan, row) : 0;
  size_t most = stands_for_all && !suffice ? SIZE_MAX : large - 1;
  if (stands_for_all ? suffice && small == kSmallestBlock : small > 0) most = kSparingMost;
  size_t turn = 0;
  for (const data::Extent& n : ns) {
    if (plan.ns.empty() && n > most) continue;
    const bool in_part = plan.brisk && plan.ns.empty() && n >= large && !plan.whole;
    const data::Extent of_it = in_part ? data::Extent(n / slice_of(plan)) : n;
    std::vector<check::InputKind> inputs = inputs_of(plan, n);
    if (plan.sparing && plan.ns.empty()) inputs = {inputs[turn++ % inputs.size()]};
    for (const check::InputKind input : inputs) cases.push_back(case_of(row, of_it, input, plan.seed));
  }
  return cases;
}

// --- in the child ---

bool wants(const Row& row, const Tally& tally, const check::Case& c, const check::Task* task,
           bool inclusive) {
  const bool pitfall = !row.stage->expect.empty();
  if (row.task != task || row.inclusive != inclusive || c.n > row.stage->max_n) return false;
  if (pitfall) return c.n < kLargeN;
  // A declared race may make a sum wrong, but not in a traced run, because there the executor's lanes move in
  // lockstep.
  if (!row.stage->racy.empty()) return row.result.backend != Backend::simt || c.n <= traced_most(row);
  // On the executor, checking continues until a case shows the cause, or until a case with several blocks has
  // run.
  const size_t enough = task->enough ? check::elements(*task, *task->enough) : 0;
  const bool cause_missing =
      row.result.backend == Backend::simt && tally.hazards.empty() && c.n <= std::max(kEveryInput, enough);
  return tally.failures < kEnoughFailures || cause_missing;
}

struct Place {
  std::unique_ptr<device::Machine> machine;
  unsigned multiprocessors;    // the number of multiprocessors of a small GPU; 0: the GPU is not small
  unsigned schedule;           // see TraceOptions::schedule
  bool used = false;           // whether a correct run has used the machine's state since its initialisation
  size_t twice = kEveryInput;  // up to this n, two runs with random input
  bool one_input = false;  // every case has another size, so no case may find the state of the previous one
};

void attempt(const Engine& engine, SharedProblem& problem, Place& place, const Row& row, const check::Case& c,
             KernelRunner& runner, Tally& tally) {
  device::Machine& machine = *place.machine;
  const stage::Stage* traced = engine.backend == Backend::simt && c.n <= traced_most(row)
                                   ? stage::find_stage(stage::Build::simt_traced, row.result.id)
                                   : nullptr;
  const Solver its_solver =
      solver(traced != nullptr ? *traced : *row.stage, row.dtype, row.result.block, runner);
  const int runs = c.n <= place.twice && c.input == check::InputKind::random ? 2 : 1;
  // On the executor, each row has its own machine: each job finds the state left there by the previous job
  // with the same size, which had a different input.
  if (engine.backend != Backend::simt || c.input == check::kInputKinds.front() || place.one_input) {
    machine.reset();
    place.used = false;
  }
  check::Verdict verdict;
  try {
    verdict = problem.attempts(machine, its_solver, runs);
  } catch (Ended& ended) {
    ended.second_run |= place.used;
    throw;
  }
  std::vector<simt::Hazard> hazards;
  if (traced != nullptr) hazards = simt::take_observation().hazards;
  if (verdict.status == check::Status::crash && !hazards.empty() &&
      (place.used || verdict.evidence.is(findings::Cause::wrong_in_second_run)))
    hazards.front().evidence = in_a_later_run(hazards.front().evidence);
  place.used = verdict.passed();
  if (!verdict.passed()) {
    if (place.multiprocessors > 0)
      verdict.evidence = {
          findings::Cause::on_small_gpu,
          {{"what", std::move(verdict.evidence)}, {"multiprocessors", place.multiprocessors}}};
    if (!engine.failure_is_final) machine.reset();
  }
  tally.watched = tally.watched || traced != nullptr;
  tally.add(verdict, c.n, hazards);
}

void check_last_blocks(const Row& row, KernelRunner& runner, const os::Report& report, Tally& tally) {
  const stage::Stage* traced = stage::find_stage(stage::Build::simt_traced, row.result.id);
  if (traced == nullptr || tally.failures > 0 || !row.stage->expect.empty()) return;
  constexpr double kBusySeconds = 60;  // the slowest stages take three seconds
  const LastBlocks found =
      try_last_blocks(*traced, row.dtype, row.result.block, *row.task, row.inclusive, runner, [&](size_t n) {
        say(report, {row.name(), fmt::format("n = {}, only the last blocks", n)}, kBusySeconds);
      });
  if (found.n > 0) tally.add(found.verdict, found.n, found.hazards);
}

std::string check_group(const Engine& engine, const CheckGroup& group, const Plan& plan,
                        const os::Report& report) {
  const double timeout = plan.timeout;
  plan.runner->begin();
  std::vector<Tally> tallies(group.rows.size());
  const KnownHazards known([&tallies] {
    std::vector<simt::Hazard> all;
    for (const Tally& tally : tallies) all.insert(all.end(), tally.hazards.begin(), tally.hazards.end());
    return all;
  });
  std::set<std::pair<const check::Task*, bool>> problems;
  for (const Row& row : group.rows) problems.emplace(row.task, row.inclusive);
  std::vector<Place> places;
  const device::Placement placement =
      group.rows.front().placement();  // all rows of a group have the same placement
  places.push_back({engine.make_machine(placement), 0, 0});
  if (engine.backend == Backend::simt) {
    places.push_back({simt::make_small_machine(1, placement), 1, 1});
    places.push_back({simt::make_small_machine(2, placement), 2, 2});
  }
  const size_t slice = places.size();
  if (group.brisk) {
    const unsigned multiprocessors = places[0].machine->device().multiprocessors / slice_of(plan);
    places.push_back({simt::make_small_machine(multiprocessors, placement), multiprocessors, 0});
  }
  for (Place& place : places) {
    place.one_input = plan.sparing && plan.ns.empty();
    if (plan.sparing) place.twice = kSparingInput;
  }
  const size_t most = traced_most(group.rows.front());
  // The first kind of input runs on the first and the last of the three machines, the second on the two small
  // ones. A job on the last machine therefore finds the state left by a job with a different input.
  const auto goes_to = [&](const check::Case& c, size_t place) {
    if (c.n > most) return place == (group.brisk ? slice : 0);
    if (slice == 1 || c.n <= kEveryInput) return place == 0;
    if (place == slice || (group.brisk && !group.stands_for_all && place == 2)) return false;
    return place == 2 || (place == 0) == (plan.sparing || c.input == check::kInputKinds.front());
  };
  simt::take_observation();
  for (check::Case c : group.cases) {
    for (const auto& [task, inclusive] : problems) {
      c.inclusive = inclusive;
      std::unique_ptr<SharedProblem> problem;
      for (size_t i = 0; i < group.rows.size(); ++i) {
        const Row& row = group.rows[i];
        if (!wants(row, tallies[i], c, task, inclusive)) continue;
        const std::string doing = check::situation(*task, c);
        say(report, {row.name(), doing},
            engine.backend == Backend::simt && timeout == 0 ? busy_seconds(c.n) : 0);
        try {
          if (problem == nullptr) problem = std::make_unique<SharedProblem>(engine, *task, c, placement);
          for (size_t p = 0; p < places.size(); ++p) {
            if (!goes_to(c, p)) continue;
            simt::set_trace_options({.counters = false, .hazards = true, .schedule = places[p].schedule});
            attempt(engine, *problem, places[p], row, c, *plan.runner, tallies[i]);
          }
        } catch (const device::OutOfMemory& e) {
          tallies[i].could_not(c.n, e.what());
        } catch (const std::bad_alloc&) {
          if (mpi::processes() > 1) throw;  // the other processes continue with the same row
          tallies[i].could_not(c.n, "not enough memory");
        } catch (Ended& ended) {
          ended.doing = doing;
          ended.earlier.insert(ended.earlier.begin(), tallies[i].hazards.begin(), tallies[i].hazards.end());
          tallies[i].ended.push_back(std::move(ended));
          return data::packed(tallies);
        }
      }
    }
  }
  try {
    if (group.last_blocks) check_last_blocks(group.rows.front(), *plan.runner, report, tallies.front());
  } catch (Ended& ended) {
    ended.doing = "only the last blocks for more than 2^31 elements";
    tallies.front().ended.push_back(std::move(ended));
  }
  return data::packed(tallies);
}

// --- in the parent ---

std::vector<unsigned> blocks_of(const Plan& plan, bool gpu) {
  if (!plan.blocks.empty()) return plan.blocks;
  std::vector<unsigned> blocks(std::begin(kCheckedBlocks), std::end(kCheckedBlocks));
  if (!gpu) blocks.insert(blocks.end(), std::begin(kBrieflyCheckedBlocks), std::end(kBrieflyCheckedBlocks));
  return blocks;
}

// On the executor, a stage for several GPUs runs with each number of GPUs that the executor simulates.
std::vector<std::pair<unsigned, unsigned>> blocks_and_gpus(const stage::Stage& stage, const Plan& plan,
                                                           Backend backend) {
  std::vector<unsigned> gpus = gpus_for(stage, plan, backend);
  if (stage.on_several_gpus() && plan.gpus.empty() && backend == Backend::simt)
    gpus.assign(std::begin(kPresentedGpus), std::end(kPresentedGpus));
  std::vector<std::pair<unsigned, unsigned>> all;
  for (const unsigned block : blocks_of(plan, backend == Backend::cuda))
    for (const unsigned number : gpus) all.emplace_back(block, number);
  return all;
}

// Returns the reason why the task cannot have these sizes, or "" if it can.
Evidence misfit(const check::Task& task, const data::Extent& n) {
  try {
    if (!n.sizes.empty()) check::sizes_from(task, n.sizes);
    return {};
  } catch (const std::invalid_argument& error) {
    return findings::recorded(error.what());
  }
}

std::vector<Row> rows_of(const Plan& plan, Backend backend) {
  const bool gpu = backend == Backend::cuda;
  std::vector<Row> rows;
  for (const stage::Stage* stage : planned_stages(plan, gpu ? stage::Build::cuda : stage::Build::simt)) {
    std::vector<stage::DType> types = plan.dtypes;
    if (types.empty())
      for (const stage::Variant& v : stage->variants) types.push_back(v.dtype);
    for (const stage::DType type : types)
      for (const auto& [block, gpus] : blocks_and_gpus(*stage, plan, backend)) {
        const bool briefly = is_briefly_checked(plan, block);
        if (briefly && (type != types.front() || !stage->expect.empty())) continue;
        const bool other_block = plan.brisk && plan.blocks.empty() && block != kDefaultBlock;
        if (other_block && type != types.front()) continue;
        const bool more_gpus =
            plan.gpus.empty() && !gpu && gpus > kPresentedGpus[0];  // only at one block size and element type
        if (more_gpus && (type != types.front() || block != kDefaultBlock)) continue;
        Row row = make_row(*stage, backend, 0, type, block, gpus);
        row.result.sizes.clear();  // the row covers many sizes, and a failure names its size
        for (const data::Extent& n : plan.ns)
          if (row.result.skipped.empty()) row.result.skipped = misfit(*row.task, n);
        if (gpu && row.result.skipped.empty() && !stage->expect.empty() &&
            stage->expect != data::name(check::Status::wrong))
          row.result.skipped = {Cause::only_executor_shows, {{"expect", stage->expect}}};
        if (briefly && !row.result.skipped.empty()) continue;
        rows.push_back(row);
        if (briefly || stage->scan != stage::ScanKind::both) continue;
        row.inclusive = !row.inclusive;
        row.result.scan = scan_name(row.inclusive);
        rows.push_back(row);
      }
  }
  return rows;
}

std::vector<CheckGroup> groups_of(const Plan& plan, const std::vector<Row>& rows, bool shared) {
  std::vector<CheckGroup> groups;
  for (const Row& row : rows) {
    if (!row.result.skipped.empty()) continue;
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const CheckGroup& g) {
      const Row& first = g.rows.front();
      return shared && first.task->family == row.task->family && first.dtype == row.dtype &&
             first.result.block == row.result.block && first.placement() == row.placement();
    });
    if (same != groups.end()) {
      same->rows.push_back(row);
      continue;
    }
    const bool first_block = row.result.block == (plan.blocks.empty() ? kDefaultBlock : plan.blocks.front());
    const bool first_type = row.dtype == row.stage->variants.front().dtype;
    const bool stands_for_all = first_block && first_type;
    groups.push_back({.rows = {row},
                      .cases = cases_of(plan, row, stands_for_all),
                      .last_blocks = stands_for_all && !shared && plan.ns.empty(),
                      .brisk = plan.brisk && !shared && plan.ns.empty(),
                      .stands_for_all = stands_for_all});
  }
  return groups;
}

void conclude(Row& row, const Tally& tally) {
  Result& r = row.result;
  if (!tally.ended.empty()) {
    take_end(r, tally.ended.front());
    return;
  }
  tally.conclude(r);
  if (row.stage->expect.empty())
    judge_hazards(r, *row.stage);
  else
    judge_pitfall(r, *row.stage);
}

void conclude_failed(Row& row, const os::Outcome& outcome, const std::string& doing) {
  take_failure(row.result, outcome, doing);
  if (!row.stage->expect.empty()) judge_pitfall(row.result, *row.stage);
}

// A row that kills its process gets its verdict immediately, and is left out of the next process.
std::vector<Row> check_shared(const Engine& engine, CheckGroup group, const Plan& plan, Progress& progress,
                              size_t done, size_t total) {
  std::vector<Row> concluded;
  const os::Work work = [&](const os::Report& report) { return check_group(engine, group, plan, report); };
  const auto watch = [&](const Doing& doing) { progress.update(in_words(doing), done, total); };
  const auto leave_out = [&](const Doing& doing, const os::Outcome& outcome) {
    const auto failed = [&](const Row& row) { return doing.row.empty() || row.name() == doing.row; };
    for (Row& row : group.rows) {
      if (!failed(row)) continue;
      conclude_failed(row, outcome, doing.what.empty() ? "before the first case" : doing.what);
      concluded.push_back(row);
    }
    std::erase_if(group.rows, failed);
    return !group.rows.empty();
  };
  if (const auto result = run_until_through(work, gpu_limits(plan.timeout), watch, leave_out)) {
    const auto tallies = data::unpacked<std::vector<Tally>>(*result);
    for (size_t i = 0; i < group.rows.size(); ++i) {
      conclude(group.rows[i], tallies[i]);
      concluded.push_back(group.rows[i]);
    }
  }
  return concluded;
}

void check_on_gpu(const Plan& plan, std::vector<Row>& rows, Progress& progress) {
  std::vector<CheckGroup> groups = groups_of(plan, rows, true);
  std::erase_if(rows, [](const Row& row) { return row.result.skipped.empty(); });
  size_t done = 0, total = 0;
  for (const CheckGroup& group : groups) total += group.rows.size();
  const Engine engine = cuda_engine();
  for (const CheckGroup& group : groups) {
    for (Row& row : check_shared(engine, group, plan, progress, done, total)) rows.push_back(std::move(row));
    done += group.rows.size();
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.order < b.order; });
}

// The result of the last blocks counts only if nothing else is wrong.
void settle(Row& row, const os::Outcome& main, const os::Outcome* last) {
  if (!main.finished()) {
    const std::string doing = said(main.last_report).what;
    return conclude_failed(row, main, doing.empty() ? "at the start" : doing);
  }
  Tally tally = data::unpacked<std::vector<Tally>>(main.result)[0];
  if (last != nullptr && tally.failures == 0 && tally.ended.empty()) {
    if (!last->finished()) return take_failure(row.result, *last, "only the last blocks for many elements");
    const Tally of_last = data::unpacked<std::vector<Tally>>(last->result)[0];
    if (of_last.failures > 0) tally.add(of_last.worst, of_last.n, of_last.hazards);
    tally.ended = of_last.ended;
  }
  conclude(row, tally);
}

void check_on_executor(const Plan& plan, std::vector<Row>& rows, Progress& progress) {
  std::vector<CheckGroup> groups;
  std::vector<Row*> whose;
  auto row = rows.begin();
  for (CheckGroup& group : groups_of(plan, rows, false)) {
    row = std::find_if(row, rows.end(), [](const Row& r) { return r.result.skipped.empty(); });
    // This job is separate, because it takes as long as all the others together and should not wait for them.
    CheckGroup last = group;
    last.cases.clear();
    const bool apart = std::exchange(group.last_blocks, false);
    groups.push_back(std::move(group));
    whose.push_back(&*row);
    if (apart) {
      groups.push_back(std::move(last));
      whose.push_back(&*row);
    }
    ++row;
  }
  size_t most = kTracedMost;
  for (const Row* one : whose) most = std::max(most, traced_most(*one));
  const Engine engine = simt_engine();
  std::vector<os::Work> jobs;
  for (const CheckGroup& group : groups)
    jobs.emplace_back([&](const os::Report& report) { return check_group(engine, group, plan, report); });
  const auto total = static_cast<size_t>(
      std::ranges::count_if(groups, [](const CheckGroup& group) { return !group.last_blocks; }));
  size_t done = 0;
  Endless endless;
  std::vector<std::optional<os::Outcome>> outcomes(jobs.size());
  const auto finished = [&](size_t job, const os::Outcome& outcome) {
    outcomes[job] = outcome;
    const size_t main = groups[job].last_blocks ? job - 1 : job, last = main + 1;
    const bool has_last = last < jobs.size() && groups[last].last_blocks;
    if (!outcomes[main] || (has_last && !outcomes[last])) return;
    Row& its = *whose[job];
    using enum os::Outcome::Status;
    if (outcomes[main]->status == not_wanted) {
      endless.take(its);
    } else {
      const bool counts = has_last && outcomes[last]->status != not_wanted;
      settle(its, *outcomes[main], counts ? &*outcomes[last] : nullptr);
      endless.note(its);
    }
    progress.update(its.name(), ++done, total);
  };
  const unsigned at_once =
      plan.at_once > 0 ? plan.at_once : std::max(1u, std::thread::hardware_concurrency());
  run_kernels_isolated(
      jobs, executor_limits(plan.timeout, most, at_once),
      {.done = finished, .report = {}, .wanted = [&](size_t job) { return endless.wanted(*whose[job]); }});
}

}  // namespace

std::vector<Result> check(const Plan& plan, Progress& progress) {
  std::vector<Result> results;
  for (const Backend backend : plan.backends) {
    if (backend == Backend::cpu) continue;  // the references that stages are checked against
    std::vector<Row> rows = rows_of(plan, backend);
    for (size_t i = 0; i < rows.size(); ++i) rows[i].order = i;
    if (backend == Backend::cuda)
      check_on_gpu(plan, rows, progress);
    else
      check_on_executor(plan, rows, progress);
    const std::vector<Result> broken = broken_rows(plan, backend, {size_t{0}}, rows);
    for (Row& row : rows) results.push_back(std::move(row.result));
    results.insert(results.end(), broken.begin(), broken.end());
  }
  return results;
}

}  // namespace ladder::bench
