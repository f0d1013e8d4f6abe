#include "practice/judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>
#include <thread>

#include "bench/defaults.h"
#include "bench/last_blocks.h"
#include "bench/observe.h"
#include "bench/plan.h"
#include "bench/result_json.h"
#include "bench/rows.h"
#include "diagnose/size_pattern.h"
#include "check/inputs.h"
#include "check/tasks.h"
#include "findings/rank.h"
#include "os/error.h"
#include "os/isolate.h"
#include "pages/counted.h"
#include "practice/cpp_lexer.h"
#include "practice/remote_runner.h"
#include "practice/idea.h"
#include "practice/targets.h"
#include "practice/diagnosis.h"
#include "practice/source_lints.h"
#include "simt/counters_json.h"
#include "simt/machine.h"
#include "text/units.h"

namespace ladder::practice {
namespace {

using findings::Cause;
using findings::Evidence;
using findings::Findings;

struct Said {  // the declarations in the file's STAGE lines
  std::vector<Registered> plain, traced;
  std::vector<bench::Ended> ended;
};
constexpr auto members_of(const Said*) {
  using data::Member;
  return std::tuple{Member{"plain", &Said::plain}, Member{"traced", &Said::traced},
                    Member{"ended", &Said::ended}};
}

using Rows = std::vector<bench::Result>;

struct Blocks {
  uint64_t largest = 0;
  std::vector<bench::Ended> ended;
};
constexpr auto members_of(const Blocks*) {
  using data::Member;
  return std::tuple{Member{"largest", &Blocks::largest}, Member{"ended", &Blocks::ended}};
}

struct Silent : bench::Progress {
  void update(const std::string&, size_t, size_t) override {}
};

class Judge {
 public:
  Judge(const Exercise& e, const Built& built, const Change& change, const Judging& how)
      : exercise_(e), built_(built), change_(change), how_(how), one_place_(change.one_place) {
    judgement_.id = e.id();
  }

  Judgement judged() try {
    judgement_.given_up = built_.given_up;
    if (built_.given_up) return judgement_;
    if (!built_.refused.empty()) return tell({"refused", false, built_.refused});
    if (built_.program.empty())
      return tell({"builds", false, {Cause::does_not_build}, compiler_said(built_.message)});
    tell({"builds", true, {Cause::builds}});
    runner_.emplace(built_.program, how_.wrap);
    started_ = std::chrono::steady_clock::now();
    judgement_.reached = good_registration() && (right_for_few() || goes_on()) && counted_and_right() &&
                         std::all_of(judgement_.steps.begin(), judgement_.steps.end(),
                                     [](const Step& step) { return step.good; });
    return judgement_;
  } catch (const os::GivenUp&) {
    judgement_.given_up = true;
    return judgement_;
  } catch (const Gone& gone) {
    return tell({"runs", false, {Cause::no_end_of_judging, {{"how", gone.how}}}});
  } catch (const TooSlow&) {
    return tell({"runs",
                 false,
                 {Cause::all_runs_time_limit, {{"seconds", fmt::format("{:.3g}", how_.run_seconds)}}}});
  }

 private:
  struct TooSlow {};
  struct Gone {
    std::string how;
  };

  Judgement& tell(Step step) {
    if (!step.good && runner_ && !one_place_.empty())  // reported only once
      findings::add_ranked(step.details, std::exchange(one_place_, {}));
    if (how_.told) how_.told(step);
    judgement_.steps.push_back(std::move(step));
    return judgement_;
  }
  bool bad(const std::string& what, Evidence why) {
    tell({what, false, std::move(why)});
    return false;
  }

  // Runs `work` in a separate process, which communicates with the process that contains the file.
  template <typename Work>
  auto apart(const Work& work) {
    const os::Work its_work = with_the_file(work);
    return answer_of<decltype(work())>(
        os::run_isolated(std::span(&its_work, 1),
                         {.at_once = 1, .silent_seconds = seconds_left(), .give_up = how_.give_up})
            .front());
  }

  // Runs `work` in a separate process, without the file.
  os::Outcome alone(const std::function<std::string()>& work) const {
    const os::Work its_work = [&](const auto&...) { return work(); };
    return os::run_isolated(std::span(&its_work, 1),
                            {.at_once = 1, .silent_seconds = bench::kSilentSeconds, .give_up = how_.give_up})
        .front();
  }

  double seconds_left() const {
    const double used = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    return std::max(1.0, how_.run_seconds - used);
  }

  template <typename Work>
  os::Work with_the_file(const Work& work) {
    return [this, work](const auto&...) { return data::packed(work()); };
  }

  template <typename Result>
  Result answer_of(const os::Outcome& outcome) const {
    if (outcome.status == os::Outcome::Status::timed_out) throw TooSlow{};
    if (outcome.status == os::Outcome::Status::crashed) throw Gone{outcome.error};
    if (!outcome.finished())
      throw os::Error(fmt::format("{} could not be judged: {}", exercise_.id(), outcome.error));
    return data::unpacked<Result>(outcome.result);
  }

  bool good_registration() {
    const Said said = apart([&] {
      Said all;
      try {
        all.plain = runner_->stages(false);
        all.traced = runner_->stages(true);
      } catch (const bench::Ended& ended) {
        all.ended.push_back(ended);
      }
      return all;
    });
    if (!said.ended.empty()) return bad("runs", {Cause::ended_before_kernels});
    for (const std::vector<Registered>& stages : {said.plain, said.traced}) {
      if (stages.empty()) return bad("stage", {Cause::no_stage_line, {{"id", exercise_.id()}}});
      if (stages.size() > 1) {
        std::vector<std::string> ids;
        for (const Registered& r : stages) ids.push_back(r.id);
        return bad("stage", {Cause::several_stage_lines,
                             {{"count", ids.size()},
                              {"ids", fmt::format("{}", fmt::join(ids, ", "))},
                              {"id", exercise_.id()}}});
      }
      if (stages[0].id != exercise_.id())
        return bad("stage", {Cause::other_stage_line, {{"says", stages[0].id}, {"id", exercise_.id()}}});
      const Evidence broken = promise_broken(stages[0], registered(*exercise_.rung));
      if (!broken.empty()) return bad("stage", broken);
    }
    // The file must do what the stage promises; its own declarations do not matter, except that it must not
    // promise less.
    stage_ = *exercise_.rung;
    stage_.expect.clear();
    stage_.racy = said.plain[0].racy;
    return true;
  }

  // The reason why this row proves nothing, even though the solution's row would prove something.
  Evidence not_tried(const bench::Result& row) const {
    if (!row.not_checked.empty()) return findings::recorded(row.not_checked);
    if (row.skipped.empty()) return {};
    for (const stage::Variant& v : stage_.variants)
      if (row.dtype == stage::dtype_name(v.dtype) &&
          bench::make_row(stage_, bench::Backend::simt, row.n, v.dtype, row.block).result.skipped ==
              row.skipped)
        return {};
    return row.skipped;
  }

  // ns: "1000,33"; "": the sizes of ./ladder check.
  bench::Plan plan_of(const std::string& ns, std::optional<unsigned> block, bool sparing) {
    bench::Plan plan;
    plan.held = &stage_;
    plan.runner = &*runner_;
    plan.ids = {stage_.id};
    plan.backends = {bench::Backend::simt};
    plan.companions = false;
    plan.seed = how_.seed;
    plan.at_once = how_.at_once;
    plan.brisk = true;
    plan.sparing = sparing;
    // A grid limited to 2048 blocks, whatever the device, needs a second round only with more than 2^22
    // elements.
    plan.whole = exercise_.grid_n > bench::kLargeN || exercise_.rung->track() == "reduce_op";
    if (!ns.empty()) plan.ns = data::parse_extents("--n", ns);
    if (block) plan.blocks = {std::clamp(*block, stage_.min_block, stage_.max_block)};
    return plan;
  }
  static Rows checked(const bench::Plan& plan) {
    Silent progress;
    return bench::check(plan, progress);
  }
  Rows checked(const std::string& ns, unsigned block, bool sparing = false) {
    return apart([plan = plan_of(ns, block, sparing)] { return checked(plan); });
  }

  bool right_for_few(unsigned block = bench::kDefaultBlock) {
    return are_right(checked(few_sizes(), block, how_.sparing), true, block);
  }

  // Should more be reported about an incorrect file? Not if a run did not end, because further runs would not
  // end either.
  bool goes_on() const { return how_.all_parts && ran_to_the_end_; }

  bool are_right(const Rows& rows, bool few, unsigned block = bench::kDefaultBlock) {
    Step step{few ? "few_sizes" : "every_size", true, {}};
    step.right = true;
    bool declared = false;
    size_t tried = 0;
    for (const bench::Result& row : rows) {
      if (const Evidence why = not_tried(row); !why.empty() && step.good) {
        step.good = step.right = false;
        step.said = {Cause::could_not_be_tried, {{"dtype", row.dtype}, {"block", row.block}}};
        step.details = {why};
      }
      if (!row.skipped.empty()) continue;
      ++tried;
      step.right = step.right && (row.verdict.passed() || row.verdict.status == check::Status::racy);
      ran_to_the_end_ = ran_to_the_end_ && row.verdict.status <= check::Status::wrong;
      declared = declared || row.verdict.status == check::Status::declared_racy;
      if (row.verdict.passed() || !step.good) continue;
      step.good = false;
      step.said = around(what_is(row), Cause::of_case, {{"dtype", row.dtype}, {"block", row.block}});
      if (const std::string at = case_that_did_not_end(row); !at.empty()) step.said.add({"at", at});
      if (!told_wrong_) step.details = said_by(attempt(), row);
    }
    if (tried == 0 && step.good) {
      step.good = step.right = false;
      step.said = {Cause::nothing_could_be_tried};
    }
    step.right = step.right && (few || counted_right_);
    if (step.good) {
      step.said = {Cause::right};
      if (declared) step.said.add({"declared", 1});
      if (few)
        step.said.add({"few", 1});
      else if (!how_.ns.empty())
        step.said.add({"ns", how_.ns});
    }
    if (!step.good && !told_wrong_) {
      add_causes(attempt(), rows, few, block, step);
    } else if (step.good && !few) {
      step.details = doubts(built_);
      step.details.insert(step.details.end(), surplus_.begin(), surplus_.end());
    }
    told_wrong_ = told_wrong_ || !step.good;
    const bool good = step.good, again = few && block != bench::kDefaultBlock;
    if (!good || !again) tell(std::move(step));
    return good;
  }

  // The data needed for an explanation.
  Attempt attempt() {
    return {exercise_,
            stage_,
            built_,
            how_.seed,
            [this](const Attempt::Ask& ask, const bench::Conditions& c) { return asked(ask, c); },
            [this](size_t n, unsigned block) { return checked(std::to_string(n), block); }};
  }
  Findings asked(const Attempt::Ask& ask, const bench::Conditions& c) {
    try {
      return apart([&] {
        Findings found;
        try {
          found = ask(stage_, of_the_file(c));
        } catch (const bench::Ended&) {
        } catch (const std::exception&) {
        }
        return found;
      });
    } catch (const TooSlow&) {  // the findings so far are still used
    } catch (const Gone&) {
    } catch (const os::Error&) {
    }
    return {};
  }

  // These sizes give an answer within a second. The first has several blocks with a tail, for which faults are
  // easiest to understand. Then come one element more than a warp, random sizes, one element, and none.
  std::string few_sizes() const {
    const check::Task& task = check::task_of(stage_);
    std::string enough;
    for (size_t i = 0; task.enough && i < task.sizes.size(); ++i)
      enough += fmt::format("{}{}", i ? "x" : ",", (*task.enough)[i]);
    return fmt::format("1000{},33,{},4099,{},1,0", enough, 2 + check::hash(how_.seed, 1) % 998,
                       task.several_blocks + check::hash(how_.seed, 2) % 9000);
  }

  bench::Conditions of_the_file(bench::Conditions c) {
    c.runner = &*runner_;
    return c;
  }

  CountedRun one_run(const bench::Conditions& c, bool hazards) {
    CountedRun run;
    try {
      const auto& judged = exercise_.judged;
      const bool barriers = std::find(judged.begin(), judged.end(), "barriers") != judged.end();
      run.observed = bench::observe(stage_, of_the_file(c),
                                    {.counters = true, .hazards = hazards, .barriers = barriers});
    } catch (const bench::Ended& ended) {
      run.ended.push_back(ended);
    }
    run.longest = runner_->longest;
    run.longest_bytes = runner_->longest_bytes;
    run.host_steps = runner_->host_steps;
    run.float_divisions = runner_->float_divisions;
    run.rounds = rounds_of(run.observed.observation, c);
    run.read_by_host = runner_->read_by_host;
    return run;
  }

  // Makes the counted runs and checks every size at the same time, because each alone leaves cores idle. The
  // counters are reported as soon as they are known.
  bool counted_and_right() {
    const bool yard_is_known = how_.yardstick != nullptr;
    const bench::Conditions drawn_at =
        yard_is_known ? how_.yardstick->conditions : drawn_conditions(exercise_, how_.seed);
    const bench::Conditions known_at = conditions_of_the_goal();
    // The conditions are random, so a file cannot treat them specially.
    const std::vector<os::Work> works = {
        with_the_file([&] { return one_run(drawn_at, true); }),
        [&](const auto&...) {
          return data::packed(yard_is_known ? CountedRun() : run_of_goal(exercise_, drawn_at));
        },
        with_the_file([&] { return one_run(known_at, false); }),
        with_the_file(
            [plan = plan_of(how_.ns, {}, how_.sparing && how_.ns.empty())] { return checked(plan); })};
    std::optional<CountedRun> drawn, known;
    std::optional<Yardstick> yard;
    std::optional<Rows> rows;
    bool good = true, shared = false;
    const auto take = [&](size_t job, const os::Outcome& outcome) {
      if (job == 0) drawn = answer_of<CountedRun>(outcome);
      if (job == 1) yard = yard_is_known ? *how_.yardstick : yardstick_of(exercise_, drawn_at, outcome);
      if (job == 2) known = answer_of<CountedRun>(outcome);
      if (job == 3) rows = answer_of<Rows>(outcome);
      if (good && !shared && drawn && yard) {
        good = shared_out(*drawn, *yard);
        shared = comparable_;
      }
      if (shared && known) {
        good = counted(*known, known_at) && good;
        known.reset();
      }
    };
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    try {
      os::run_isolated(works,
                       {.at_once = std::min(2u, how_.at_once > 0 ? how_.at_once : cores),
                        .silent_seconds = seconds_left(),
                        .give_up = [&] { return (!good && !goes_on()) || (how_.give_up && how_.give_up()); }},
                       {.done = take});
    } catch (const os::GivenUp&) {
      if (good || goes_on()) throw;
    }
    return (good || goes_on()) && are_right(*rows, false) && good;
  }

  // The counted run must be right, like any other run.
  bool came_through(const CountedRun& run, const std::string& at, const bench::Conditions& c) {
    Evidence why = run.observed.stopped.empty() ? Evidence() : findings::recorded(run.observed.stopped);
    if (!run.ended.empty())
      why = run.ended[0].last.empty() ? findings::recorded(run.ended[0].error)
                                      : bench::with_lines(run.ended[0].last[0]);
    if (!run.observed.no_memory.empty()) why = findings::recorded(run.observed.no_memory);
    if (why.empty() && !run.observed.verdict.passed()) why = run.observed.verdict.evidence;
    if (why.empty()) return true;
    const bool right = run.ended.empty() && run.observed.stopped.empty() && run.observed.no_memory.empty() &&
                       run.observed.verdict.status == check::Status::racy;
    counted_right_ = counted_right_ && right;
    if (told_wrong_) return false;
    // The results at the few sizes were right, with a different block size.
    if (c.block != bench::kDefaultBlock && !run.observed.verdict.passed() && !right_for_few(c.block))
      return false;
    told_wrong_ = true;
    Step step{"few_sizes", false, {Cause::wrong_at, {{"at", at}}}};
    step.right = right;
    if (run.observed.verdict.status == check::Status::wrong && !exercise_.is_repair())
      step.details = asked(
          [](const auto& stage, const auto& at) {
            return diagnose::breaking_size({stage, at});
          },
          c);
    step.details.push_back(why);
    tell(std::move(step));
    return false;
  }

  // The result may be wrong, but the cost is judged anyway.
  bool counts_all_the_same(const CountedRun& run) const {
    return goes_on() && run.ended.empty() && run.observed.stopped.empty() && run.observed.no_memory.empty();
  }

  // Under random conditions: which threads do the work, and is the cost as low as at the known size?
  bool shared_out(const CountedRun& run, const Yardstick& yard) {
    const std::string at = text_of(yard.conditions);
    const bool through = came_through(run, at, yard.conditions);
    if (!through && !counts_all_the_same(run)) return false;
    std::vector<simt::Hazard> hazards = run.observed.observation.hazards;
    std::erase_if(hazards, [](const simt::Hazard& h) { return simt::is_remark(h.kind); });
    const bool clean = hazards.empty() || !stage_.racy.empty();
    if (!clean && !told_wrong_) {
      bench::Result row;
      row.verdict.status = check::Status::racy;
      row.hazards = hazards;
      Step step{"few_sizes", false, around(what_is(row), Cause::at_case, {{"at", at}}), lines_of(hazards[0])};
      step.details.insert(step.details.begin(), hazards[0].evidence);
      step.right = true;
      tell(std::move(step));
      told_wrong_ = true;
    }
    if (!clean && !goes_on()) return false;
    const simt::Counters& c = run.observed.observation.counters;
    if (c.launches == 0) return bad("launches", {Cause::no_kernel_launched});
    yard_ = yard;
    if (Evidence why = broken(how_.rules.work, run, yard, at); !why.empty())
      return bad("work", std::move(why));
    short_of_ = broken(how_.rules.payment, run, yard, at);
    idea_ = idea_missing(exercise_, run, yard, block_is_known(built_.text), how_.give_up);
    for (const Judged& one : weighed(c, yard.counters, true))
      if (!one.good()) {
        const auto more = [&](Cause cause) {
          return counted_more(cause, exercise_, one.counter, one.value, one.target, at);
        };
        short_of_ = more(Cause::right_but_counts_more);
        more_when_drawn_[one.counter] = around(more(Cause::counts_more), Cause::said_at, {{"at", at}});
      }
    const uint32_t threads = run.observed.observation.threads, asked = yard.conditions.block;
    if (threads != asked && yard.threads == asked)
      other_threads_ = {threads,
                        {Cause::block_size_ignored, {{"threads", threads}, {"block", asked}, {"at", at}}}};
    comparable_ = true;
    return through && clean;
  }

  Evidence broken(const Rules::Floor& floor, const CountedRun& run, const Yardstick& rung,
                  const std::string& at) const {
    return floor ? floor(exercise_, run, rung, at) : Evidence();
  }

  // The judged counters. `drawn`: at a random size.
  std::vector<Judged> weighed(const simt::Counters& c, const simt::Counters& goal, bool drawn,
                              double slack = kSlack) const {
    std::vector<Judged> all;
    for (const std::string& name : exercise_.judged) {
      const bool of_sectors = drawn && name.find("_sectors") != std::string::npos;
      all.push_back({name, value_of(c, name), value_of(goal, name),
                     of_sectors ? std::max(slack, kSlackOfDrawnSectors) : slack});
    }
    weigh(all);
    return all;
  }
  // If the solution gains so little that the preceding stage would also pass, half of the solution's gain is required.
  double slack() const {
    const stage::Stage& from = *exercise_.from;
    if (from.id == exercise_.solution->id || exercise_.judged.empty()) return kSlack;
    const std::vector<Judged> start =
        weighed(*recorded(from.id, exercise_.sizes).counters,
                *recorded(goal_of(exercise_).id, exercise_.sizes).counters, false);
    if (!all_good(start)) return kSlack;
    double most = 1;
    for (const Judged& one : start) most = std::max(most, one.work());
    return (most - 1) / 2;
  }

  // For a stage whose gain is visible in no counter: is the file closer to the solution than to the starting
  // file?
  bool has_moved(const simt::Counters& c) const {
    const auto distance = [&](const stage::Stage& from) {
      double sum = 0;
      for (const simt::Counter& counter : simt::kCounters) {
        const double a = 1.0 + static_cast<double>(c.*counter.value),
                     b = 1.0 +
                         static_cast<double>((*recorded(from.id, exercise_.sizes).counters).*counter.value);
        sum += std::abs(std::log(a / b));
      }
      return sum;
    };
    return distance(*exercise_.solution) < distance(*exercise_.from);
  }

  bench::Conditions conditions_of_the_goal() const {
    const bench::Result& goal = recorded(goal_of(exercise_).id, exercise_.sizes);
    bench::Conditions conditions;
    conditions.n = goal.n;
    if (!exercise_.sizes.empty()) conditions.sizes.emplace();
    for (size_t i = 0; conditions.sizes && i < goal.sizes.size(); ++i)
      conditions.sizes->of[i] = goal.sizes[i].size;
    conditions.block = goal.block;
    for (const stage::Variant& v : stage_.variants)
      if (goal.dtype == stage::dtype_name(v.dtype)) conditions.dtype = v.dtype;
    conditions.inclusive =
        bench::make_row(stage_, bench::Backend::simt, goal.n, conditions.dtype, goal.block).inclusive;
    return conditions;
  }

  bool counted(const CountedRun& run, const bench::Conditions& conditions) {
    const bench::Result& goal = recorded(goal_of(exercise_).id, exercise_.sizes);
    const std::string at =
        fmt::format("n = {}", exercise_.sizes.empty() ? text::n_text(goal.n) : exercise_.sizes);
    const bool through = came_through(run, at, conditions);
    if (!through && !counts_all_the_same(run)) return false;
    const simt::Counters& c = run.observed.observation.counters;
    if (c.launches == 0) return bad("launches", {Cause::no_kernel_launched});
    // Also checks the known size, because a file could test for it. At that size, the solution's counts are at
    // least those at the smaller, random size; only a file that exceeds these counts is compared with the
    // solution itself.
    Yardstick known = yard_;
    known.counters = *goal.counters;
    known.conditions = conditions;
    Evidence why = broken(how_.rules.work, run, known, at);
    if (!why.empty()) {
      known = yardstick_at(exercise_, conditions, how_.give_up);
      why = broken(how_.rules.work, run, known, at);
    }
    if (!why.empty()) return bad("work", std::move(why));
    const uint64_t moved = 32 * c.global_sectors();
    if (moved < run.observed.algorithm_bytes)
      return bad("launches", {Cause::moved_too_little,
                              {{"bytes", moved}, {"at", at}, {"job_bytes", run.observed.algorithm_bytes}}});
    const bool good = exercise_.is_repair()
                          ? close_to(*goal.counters, c, conditions)
                          : reaches(*goal.counters, run.observed.observation, conditions, through);
    // (If a file is judged in parts, each counter's message says that the counter is higher at the random
    // size.)
    const bool in_part = goes_on() && (!good || !through);
    if (in_part && short_of_.is(Cause::right_but_counts_more)) short_of_ = {};
    if (!good && !in_part) return false;
    if (short_of_.empty()) short_of_ = broken(how_.rules.payment, run, known, at);
    if (!short_of_.empty()) return bad("counter", short_of_);
    if (c.total_blocks > kMoreBlocks * goal.counters->total_blocks)  // blocks without work affect no counter
      surplus_ = {{Cause::launcher_starts_more_blocks,
                   {{"blocks", c.total_blocks},
                    {"id", goal_of(exercise_).id},
                    {"right", goal.counters->total_blocks}}}};
    if (in_part) return false;
    if (other_threads_.first == run.observed.observation.threads)
      return bad("launches", other_threads_.second);
    if (!grid_limited(conditions.inclusive)) return false;
    if (!change_.any) return bad("changed", {Cause::not_changed});
    if (const int line = line_with(exercise_.without); line > 0)
      return bad("changed", {Cause::word_is_left,
                             {{"place", fmt::format("line {}", line)}, {"word", exercise_.without}}});
    if (!exercise_.with.empty() && !has_word_with(exercise_.with))
      return bad("changed", {Cause::word_is_missing, {{"word", exercise_.with}}});
    if (exercise_.same_bits && !has_bits_of_the_goal(conditions))
      return bad("changed", {Cause::adds_in_another_order, {{"id", exercise_.solution->id}}});
    if (!idea_.empty()) return bad("changed", idea_);
    const bool told_by_counters = !exercise_.judged.empty() || exercise_.is_repair() || has_moved(c);
    if (!told_by_counters && change_.compiles_to_the_start && change_.compiles_to_the_start())
      return bad("changed", {Cause::compiles_to_start});
    if (!told_by_counters && exercise_.from != exercise_.rung && !change_.most)
      return bad("changed",
                 {Cause::nearer_to_start, {{"start", exercise_.from->id}, {"id", exercise_.id()}}});
    return true;
  }

  bool reaches(const simt::Counters& goal, const simt::Observation& seen, const bench::Conditions& conditions,
               bool through) {
    std::vector<Step> steps;
    const std::vector<Judged> judged = weighed(seen.counters, goal, false, slack());
    const bool all = all_good(judged);
    for (const Judged& one : judged) {
      const bool whole = pages::counted(goal, one.counter).whole;
      const bool worse = one.work() > 1 && one.standing != Standing::better;
      steps.push_back({"counter",
                       one.good(),
                       {Cause::counter_and_target,
                        {{"counter", pages::title_of(one.counter)},
                         {"value", pages::text_of({one.value, whole})},
                         {"target", pages::text_of({one.target, whole})}}},
                       {},
                       one.counter,
                       one.value,
                       one.target,
                       all && one.standing == Standing::better});  // an incomplete file is not praised
      Evidence& said = steps.back().said;
      if (one.standing == Standing::outweighed)
        said.add({"outweighed", more_work(one)});
      else if (one.good() && worse)
        said.add({"near", more_work(one)});
      else if (steps.back().better)
        said.add({"better", 1});
      else if (one.standing == Standing::better)
        said.add({"target_is", more_is_better(one.counter) ? "least" : "most"});
    }
    if (!all)
      add_why_missed(attempt(), change_, goal, seen, lines_of_goal(conditions), conditions.block, steps);
    if (goes_on() && (!all || !through))
      for (Step& step : steps)
        if (const auto more = more_when_drawn_.find(step.counter);
            step.good && more != more_when_drawn_.end())
          step.good = step.better = false, step.said = more->second;
    for (Step& step : steps) tell(std::move(step));
    return all;
  }

  // The first line of the reader's code with this word; 0: none.
  int line_with(const std::string& word) const {
    if (word.empty()) return 0;
    for (const Token& token : tokens_of(built_.text))
      if (token.text == word) return token.line;
    return 0;
  }

  bool has_word_with(const std::string& part) const {
    const std::vector<Token> all = tokens_of(built_.text);
    return std::any_of(all.begin(), all.end(),
                       [&](const Token& token) { return token.text.find(part) != std::string::npos; });
  }

  // The sum of one input may happen to be the same in another order, but the sums of several inputs will not.
  bool has_bits_of_the_goal(bench::Conditions c) {
    c.n = kFewElements;
    c.dtype = stage::DType::f32;
    const auto bits = [c](const stage::Stage& stage, bench::KernelRunner& runner) {
      bench::Conditions here = c;
      here.runner = &runner;
      std::vector<uint64_t> all;
      for (here.seed = 1; here.seed <= kInputsForBits; ++here.seed)
        all.push_back(bench::observe(stage, here, {.counters = false, .hazards = false}).fingerprint);
      return all;
    };
    const os::Outcome goal =
        alone([&] { return data::packed(bits(goal_of(exercise_), bench::local_runner())); });
    if (!goal.finished())
      throw os::Error(fmt::format("{} could not be run: {}", goal_of(exercise_).id, goal.error));
    return apart([&] { return bits(stage_, *runner_); }) ==
           data::unpacked<std::vector<uint64_t>>(goal.result);
  }

  // The cost of each line of the solution, under these conditions.
  std::vector<simt::LineCost> lines_of_goal(const bench::Conditions& c) const {
    const os::Outcome outcome =
        alone([&] { return data::packed(run_of_goal(exercise_, c).observed.observation.lines); });
    return outcome.finished() ? data::unpacked<std::vector<simt::LineCost>>(outcome.result)
                              : std::vector<simt::LineCost>();
  }

  // Is the grid limited as in the solution? The counters at the counted n would not show this, and a limit that
  // is right for one GPU may be too high for a smaller one.
  bool grid_limited(bool inclusive) {
    if (exercise_.grid_n == 0) return true;
    return grid_limited(inclusive, simt::make_machine()->device().multiprocessors) &&
           grid_limited(inclusive, kFewMultiprocessors);
  }
  bool grid_limited(bool inclusive, unsigned multiprocessors) {
    const stage::Stage& traced = *stage::find_stage(stage::Build::simt_traced, stage_.id);
    const stage::DType type = stage_.variants[0].dtype;
    const auto blocks = [&](bench::KernelRunner& runner) {
      Blocks found;
      try {
        found.largest = bench::largest_launch(traced, type, bench::kDefaultBlock, inclusive, exercise_.grid_n,
                                              multiprocessors, runner);
      } catch (const bench::Ended& ended) {
        found.ended.push_back(ended);
      }
      return found;
    };
    const os::Outcome rung = alone([&] { return data::packed(blocks(bench::local_runner())); });
    if (!rung.finished()) throw os::Error(fmt::format("{} could not be launched: {}", stage_.id, rung.error));
    const bool few = multiprocessors == kFewMultiprocessors;
    const std::string at = fmt::format("n = {}{}", text::n_text(exercise_.grid_n),
                                       few ? fmt::format(" on {} multiprocessors", multiprocessors) : "");
    const Blocks here = apart([&] { return blocks(*runner_); });
    if (!here.ended.empty())
      return bad("grid", around(here.ended[0].last.empty() ? findings::recorded(here.ended[0].error)
                                                           : bench::with_lines(here.ended[0].last[0]),
                                Cause::said_at, {{"at", at}}));
    const uint64_t most = data::unpacked<Blocks>(rung.result).largest, its = here.largest;
    if (most == 0) return true;  // there was not enough memory for the solution's run
    if (its == 0) return bad("grid", {Cause::more_memory_than_goal, {{"at", at}, {"goal", stage_.id}}});
    if (its > most)
      return bad("grid", {Cause::grid_not_limited,
                          {{"blocks", its}, {"at", at}, {"goal", stage_.id}, {"goal_blocks", most}}});
    if (!few) tell({"grid", true, {Cause::grid_limited, {{"blocks", most}, {"at", at}}}});
    return true;
  }

  // The cost of the pitfall itself; empty if its mistake prevents it from finishing.
  std::optional<simt::Counters> counters_of_pitfall(const bench::Conditions& c) const {
    const os::Outcome outcome = alone([&] { return data::packed(run_of_stage(*exercise_.rung, c)); });
    if (!outcome.finished()) return {};
    const auto run = data::unpacked<CountedRun>(outcome.result);
    if (!run.observed.stopped.empty()) return {};
    return run.observed.observation.counters;
  }

  // The fix of a pitfall may be a synchronisation within the warp, and may cost a little more than the stage (an
  // eighth: a store by the threads past the end, or one barrier left over); anything else is work that the stage
  // does not need.
  bool close_to(const simt::Counters& stage, const simt::Counters& c, const bench::Conditions& conditions) {
    Step step{"close", true, {Cause::close_to_goal, {{"goal", exercise_.rung->spoils}}}};
    const std::optional<simt::Counters> pitfall = counters_of_pitfall(conditions);
    std::string goal = exercise_.rung->spoils;
    const auto compare = [&](const simt::Counter& counter, const simt::Counters& with,
                             const std::string& id) {
      const auto value = static_cast<double>(c.*counter.value),
                 most = static_cast<double>(with.*counter.value);
      if (value <= most + most / 8) return;
      if (step.good) goal = id;
      step.good = false;
      step.details.push_back({Cause::counts_more,
                              {{"counter", counter.title ? counter.title : counter.name},
                               {"value", text::count_text(value)},
                               {"goal", id},
                               {"goal_value", text::count_text(most)}}});
    };
    for (const simt::Counter& counter : simt::kCounters) {
      const bool free = counter.value == &simt::Counters::warp_syncs ||
                        counter.value == &simt::Counters::shuffles || counter.value == &simt::Counters::votes;
      if (!counter.cost || free) continue;
      // The pitfall may do more work than the stage, and the fix may keep that work.
      if (pitfall && *pitfall.*counter.value > stage.*counter.value)
        compare(counter, *pitfall, exercise_.rung->id);
      else
        compare(counter, stage, exercise_.rung->spoils);
    }
    if (!step.good) step.said = {Cause::does_more_than_goal, {{"goal", goal}}};
    const bool good = step.good;
    tell(std::move(step));
    return good;
  }

  static constexpr uint64_t kMoreBlocks = 4, kInputsForBits = 16;
  static constexpr size_t kFewElements = 4099;
  static constexpr unsigned kFewMultiprocessors = 2;

  const Exercise& exercise_;
  const Built& built_;
  const Change& change_;
  const Judging& how_;
  std::optional<RemoteRunner> runner_;
  std::chrono::steady_clock::time_point started_;
  stage::Stage stage_;          // the stage that the file must implement
  Evidence one_place_;          // from Change; empty once it has been reported
  bool told_wrong_ = false;     // a wrong result or a hazard was reported
  bool counted_right_ = true;   // the counted runs were right, with or without hazards
  bool ran_to_the_end_ = true;  // every run finished, whether right or wrong
  // The file distributes the work like the solution, so their counters can be compared.
  bool comparable_ = false;
  Evidence short_of_;  // a target missed under the random conditions
  std::map<std::string, Evidence>
      more_when_drawn_;  // for each counter: a target missed under these conditions
  Evidence idea_;        // the improvement that is missing under these conditions
  Findings surplus_;     // blocks that the solution does not launch
  // Set if the blocks did not have the requested number of threads: their number, and the finding to report
  // if it is the same at the known size.
  std::pair<uint32_t, Evidence> other_threads_ = {0, {}};
  Yardstick yard_;  // the solution's cost under the same conditions
  Judgement judgement_;
};

}  // namespace

Judgement judge_built(const Exercise& e, const Built& built, const Change& change, const Judging& how) {
  return Judge(e, built, change, how).judged();
}

}  // namespace ladder::practice
