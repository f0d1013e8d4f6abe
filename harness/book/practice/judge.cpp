#include "practice/judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

#include "bench/attempt.h"
#include "bench/defaults.h"
#include "bench/first_difference.h"
#include "bench/kernel_process.h"
#include "bench/last_blocks.h"
#include "bench/observe.h"
#include "bench/plan.h"
#include "bench/result_json.h"
#include "bench/rows.h"
#include "bench/when_wrong.h"
#include "bench/why_wrong.h"
#include "check/inputs.h"
#include "check/tasks.h"
#include "pages/counted.h"
#include "os/error.h"
#include "os/files.h"
#include "os/interrupt.h"
#include "os/isolate.h"
#include "os/repository.h"
#include "practice/held.h"
#include "practice/one_place.h"
#include "practice/targets.h"
#include "practice/tokens.h"
#include "practice/words.h"
#include "look/source.h"
#include "simt/costs.h"
#include "simt/counters_json.h"
#include "simt/machine.h"
#include "simt/trace/share.h"
#include "text/units.h"

namespace practice {
namespace {

// What one run at the conditions of a count came to.
struct CountedRun {
  bench::Observed observed;
  uint64_t longest = 0, longest_bytes = 0, host_steps = 0;  // as in simt::trace::Share
  std::string read_by_host;                                 // the same
  std::vector<bench::Ended> ended;
};
constexpr auto members_of(const CountedRun*) {
  using data::Member;
  return std::tuple{
      Member{"observed", &CountedRun::observed},           Member{"longest", &CountedRun::longest},
      Member{"longest_bytes", &CountedRun::longest_bytes}, Member{"host_steps", &CountedRun::host_steps},
      Member{"read_by_host", &CountedRun::read_by_host},   Member{"ended", &CountedRun::ended}};
}

struct Said {  // by the file's STAGE lines
  std::vector<Registered> plain, traced;
  std::vector<bench::Ended> ended;
};
constexpr auto members_of(const Said*) {
  using data::Member;
  return std::tuple{Member{"plain", &Said::plain}, Member{"traced", &Said::traced},
                    Member{"ended", &Said::ended}};
}

struct Rows {
  std::vector<bench::Result> all;
};
constexpr auto members_of(const Rows*) { return std::tuple{data::Member{"all", &Rows::all}}; }

struct Lines {
  std::vector<std::string> all;
};
constexpr auto members_of(const Lines*) { return std::tuple{data::Member{"all", &Lines::all}}; }

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

const stage::Stage& goal_of(const Exercise& e) {
  return e.is_repair() ? *stage::find_stage(stage::Build::simt, e.rung->spoils) : *e.solution;
}

std::string text_of(const bench::Conditions& c) {
  return fmt::format("n = {}, {}, block {}, seed {}", c.n, stage::dtype_name(c.dtype), c.block, c.seed);
}

// Of the rung, in a process of its own.
CountedRun run_of_goal(const Exercise& e, bench::Conditions conditions) {
  const stage::Stage& goal = goal_of(e);
  conditions.inclusive = bench::runs_inclusive(goal);  // which may scan the other way
  simt::trace::watch_host = true;                      // as the judge does
  simt::trace::take_share();
  CountedRun run;
  run.observed = bench::observe(goal, conditions, {.counters = true, .hazards = false});
  const simt::trace::Share share = simt::trace::take_share();
  run.longest = share.longest;
  run.longest_bytes = share.longest_bytes;
  run.host_steps = share.host_steps;
  return run;
}

// What run_of_goal() came to. Throws os::Error.
Yardstick yardstick_of(const Exercise& e, const bench::Conditions& conditions, const os::Outcome& outcome) {
  const stage::Stage& goal = goal_of(e);
  if (!outcome.finished())
    throw os::Error(fmt::format("{} could not be counted: {}", goal.id, outcome.error));
  const auto run = data::unpacked<CountedRun>(outcome.result);
  if (!run.observed.verdict.passed() && goal.racy.empty())
    throw os::Error(fmt::format("{} itself is wrong at {}: {}", goal.id, text_of(conditions),
                                run.observed.verdict.message));
  return {conditions, run.observed.observation.counters, run.longest, run.longest_bytes, run.host_steps};
}

bench::Conditions drawn_conditions(const Exercise& e, uint64_t seed) {
  constexpr size_t kFewest = 70'000,
                   kMore = 60'000;  // several blocks for each multiprocessor, and quickly traced
  const stage::Stage& goal = goal_of(e);
  bench::Conditions c;
  c.seed = seed;
  c.n = std::min<size_t>({kFewest + check::hash(seed, 3) % kMore, goal.max_n, e.rung->max_n});
  // Not those of the count that everybody knows, where there are others.
  const unsigned other = check::hash(seed, 4) % 2 == 0 ? bench::kDefaultBlock / 2 : 2 * bench::kDefaultBlock;
  c.block = std::clamp(other, std::max(goal.min_block, e.rung->min_block),
                       std::min(goal.max_block, e.rung->max_block));
  std::vector<stage::Variant> types;  // those of both: a pitfall may have fewer than the stage that it spoils
  for (const stage::Variant& v : goal.variants)
    if (e.rung->variant(v.dtype) != nullptr) types.push_back(v);
  const std::string known = recorded(goal.id).dtype;
  c.dtype = types[check::hash(seed, 5) % types.size()].dtype;
  if (known == stage::dtype_name(c.dtype)) c.dtype = types[(check::hash(seed, 5) + 1) % types.size()].dtype;
  c.inclusive = bench::runs_inclusive(*e.rung);
  return c;
}

class Judge {
 public:
  Judge(const Exercise& e, const Judging& how) : exercise_(e), how_(how) { judgement_.id = e.id(); }

  Judgement of(const Built& built, const Change& change) try {
    judgement_.given_up = built.given_up;
    own_lines_ = change.own_lines;
    one_place_ = change.one_place;
    if (built.given_up) return judgement_;
    if (!built.refused.empty()) return tell({"refused", false, built.refused});
    if (built.program.empty()) return tell({"builds", false, "does not build", compiler_said(built.message)});
    tell({"builds", true, "builds"});
    held_.emplace(built.program, how_.wrap);
    warning_ = built.warning;
    short_index_ = built.short_index;
    whole_division_ = built.whole_division;
    product_of_32_bits_ = built.product_of_32_bits;
    copied_element_ = built.copied_element;
    assigned_sign_ = built.assigned_sign;
    late_condition_ = built.late_condition;
    in_double_ = built.in_double;
    has_shared_ = built.has_shared;
    in_an_int_ = built.in_an_int;
    started_ = std::chrono::steady_clock::now();
    if (good_registration() && right(true) && counted_and_right(change)) judgement_.reached = true;
    return judgement_;
  } catch (const os::GivenUp&) {
    judgement_.given_up = true;
    return judgement_;
  } catch (const Gone& gone) {
    return tell({"runs", false, "looking at what it answered did not come to an end: " + gone.how});
  } catch (const TooSlow&) {
    return tell({"runs", false,
                 fmt::format("it had not ended after {:.3g} seconds, all runs together", how_.run_seconds)});
  }

 private:
  struct TooSlow {};
  struct Gone {
    std::string how;
  };

  Judgement& tell(Step step) {
    if (!step.good && held_) add_one_place(step.details);
    if (how_.told) how_.told(step);
    judgement_.steps.push_back(std::move(step));
    return judgement_;
  }
  // Once, in front: behind nothing but what a mistake means that stands in the text. Of several lines it says less than what
  // was found.
  void add_one_place(std::vector<std::string>& details) {
    if (one_place_.empty()) return;
    const size_t behind = named_in_text_ + (one_place_.starts_with("lines ") ? 1 : 0);
    details.insert(details.begin() + static_cast<std::ptrdiff_t>(std::min(behind, details.size())),
                   std::exchange(one_place_, ""));
  }
  bool bad(const std::string& what, const std::string& why) {
    tell({what, false, why});
    return false;
  }

  // In a process of its own, that talks to the one that holds the file.
  template <typename Work>
  auto apart(const Work& work) {
    const os::Work its_work = with_the_file(work);
    return answer_of<decltype(work())>(
        os::run_isolated(std::span(&its_work, 1),
                         {.at_once = 1, .silent_seconds = seconds_left(), .give_up = how_.give_up})
            .front());
  }

  double seconds_left() const {
    const double used = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    return std::max(1.0, how_.run_seconds - used);
  }

  template <typename Work>
  os::Work with_the_file(const Work& work) {
    return [this, work](const auto&...) {
      bench::set_elsewhere(&*held_);
      return data::packed(work());
    };
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
        all.plain = held_->stages(false);
        all.traced = held_->stages(true);
      } catch (const bench::Ended& ended) {
        all.ended.push_back(ended);
      }
      return all;
    });
    if (!said.ended.empty())
      return bad("runs", "the program took too long, or crashed, before any kernel ran");
    for (const std::vector<Registered>& stages : {said.plain, said.traced}) {
      if (stages.empty())
        return bad("stage",
                   fmt::format("has no STAGE line: its last line must be STAGE(\"{}\", …)", exercise_.id()));
      if (stages.size() > 1) {
        std::vector<std::string> ids;
        for (const Registered& r : stages) ids.push_back(r.id);
        return bad("stage", fmt::format("has {} STAGE lines ({}): keep the one of {}", ids.size(),
                                        fmt::join(ids, ", "), exercise_.id()));
      }
      if (stages[0].id != exercise_.id())
        return bad("stage", fmt::format("its STAGE line says {}: write {}", stages[0].id, exercise_.id()));
      const std::string broken = promise_broken(stages[0], registered(*exercise_.rung));
      if (!broken.empty()) return bad("stage", broken);
    }
    // It is asked for what the rung promises, and for nothing that it says itself: but that it is no better.
    stage_ = *exercise_.rung;
    stage_.expect.clear();
    stage_.racy = said.plain[0].racy;
    return true;
  }

  static constexpr const char* kOfABlock =
      "where is the size of a block, or how many warps it has, taken to be another?";

  // "it is right with blocks of 128 threads, and wrong with blocks of 256: …"; "": it is not so. Some blocks are tried at one
  // small n alone (bench/check.cpp): they count only where that n shows what is wrong.
  static std::string wrong_blocks(const std::vector<bench::Result>& rows) {
    std::set<unsigned> right, wrong;
    bool small = true;
    // Where the wrong ones have more blocks than all right ones, that may be the cause as well.
    const auto blocks = [](const bench::Result& row) { return (row.n + row.block - 1) / row.block; };
    size_t most_right = 0, fewest_wrong = std::numeric_limits<size_t>::max();
    for (const bench::Result& row : rows) {
      if (!row.skipped.empty()) continue;
      if (!row.verdict.passed() && row.n >= bench::kLargeN) return "";
      small = small && (row.verdict.passed() || row.n <= bench::kBriefN);
      if (row.verdict.passed())
        most_right = std::max(most_right, blocks(row));
      else
        fewest_wrong = std::min(fewest_wrong, blocks(row));
      (row.verdict.passed() ? right : wrong).insert(row.block);
    }
    for (const unsigned block : wrong) right.erase(block);
    if (!small)
      for (const unsigned block : bench::kBrieflyCheckedBlocks) right.erase(block);
    const bool known = std::any_of(std::begin(bench::kCheckedBlocks), std::end(bench::kCheckedBlocks),
                                   [&](unsigned block) { return right.contains(block); });
    if (!known || wrong.empty() || most_right < fewest_wrong) return "";
    return fmt::format("it is right with blocks of {} threads, and wrong with blocks of {}: {}",
                       fmt::join(right, ", "), fmt::join(wrong, ", "), kOfABlock);
  }

  // "thread 232 reads …: … (practice/first/stride.cu:12)" with its line in front, where it is about one line. The place stays
  // where it is, for editors.
  static std::string line_first(std::string message, const bench::Result& row) {
    if (!row.hazards || row.hazards->empty() || !message.starts_with("thread ")) return message;
    const std::vector<simt::Access>& where = row.hazards->front().where;
    if (where.size() != 1 || where[0].line == 0 ||
        !message.starts_with(row.hazards->front().message.substr(0, 20)))
      return message;
    const std::string block = where[0].thread.substr(0, where[0].thread.find(','));  // "block 3"
    const size_t verb =
        std::min({message.find(" reads "), message.find(" writes "), message.find(" updates ")});
    if (block != "block 0" && verb < sizeof "thread (31, 31, 31)") message.insert(verb, " of " + block);
    return fmt::format("in line {}, {}", where[0].line, message);
  }

  // In a kernel file, memory is freed where scratch() is asked for a larger one of the same name.
  static std::string of_scratch(std::string message) {
    constexpr std::string_view freed = " was freed: use it before, or free it later";
    if (const size_t at = message.find(freed); at != std::string::npos)
      message.replace(at, freed.size(),
                      " had been asked for again: scratch() gives one memory for each name and level, and "
                      "the old one is gone. Does each call have its own name, or its own level?");
    return message;
  }

  // Wrong with blocks of this size, and right at a few sizes with others: is it the size, or that there are more blocks?
  std::string of_this_block(const std::vector<bench::Result>& rows, unsigned block) {
    const auto wrong = std::find_if(rows.begin(), rows.end(), [](const bench::Result& row) {
      return row.skipped.empty() && !row.verdict.passed();
    });
    if (wrong != rows.end() && block < bench::kDefaultBlock) {
      const size_t n = wrong->n * bench::kDefaultBlock / block;  // as many blocks
      const std::vector<bench::Result> again = checked(fmt::format("{}", n), bench::kDefaultBlock);
      if (std::any_of(again.begin(), again.end(), [](const bench::Result& row) {
            return row.skipped.empty() && row.verdict.status == check::Status::wrong;
          }))
        return fmt::format(
            "it is wrong with n = {} and blocks of {} threads, and with n = {} and blocks of {}: right with "
            "few blocks, "
            "and wrong with more. What does a block need of all blocks before it?",
            wrong->n, block, n, bench::kDefaultBlock);
    }
    return fmt::format("it is right with blocks of {} threads, and wrong with blocks of {}: {}",
                       bench::kDefaultBlock, block, kOfABlock);
  }

  static std::string meaning_of(const std::string& warning) {
    const auto in = [&](const char* sign) {
      return warning.find(std::string("suggest parentheses around comparison in operand of ‘") + sign +
                          "’") != std::string::npos;
    };
    for (const char* sign : {"&", "|", "^"})
      if (in(sign))
        return fmt::format(
            "{}: C++ compares before it calculates with {}: a {} b == c means a {} (b == c). Is (a {} b) == "
            "c meant?",
            warning.substr(0, warning.find(": ")), sign, sign, sign, sign);
    if (warning.find("in ‘>= 0’ is always true") != std::string::npos)
      return fmt::format(
          "{}: an unsigned number is never below 0, so >= 0 is always true: a loop with this condition never "
          "ends. Is > 0 meant?",
          warning.substr(0, warning.find(": ")));
    return warning.empty() ? "" : "the compiler warns: " + warning;
  }

  // Why this row says nothing, where the rung's would say something.
  std::string not_tried(const bench::Result& row) const {
    if (row.note.find("was not checked") != std::string::npos) return row.note;
    if (row.skipped.empty()) return "";
    for (const stage::Variant& v : stage_.variants)
      if (row.dtype == stage::dtype_name(v.dtype) &&
          bench::make_row(stage_, bench::Backend::simt, row.n, v.dtype, row.block).result.skipped ==
              row.skipped)
        return "";
    return row.skipped;
  }

  // ns: "1000,33"; "": as ./ladder check takes them.
  bench::Plan plan_of(const std::string& ns, std::optional<unsigned> block) const {
    bench::Plan plan;
    plan.held = &stage_;
    plan.ids = {stage_.id};
    plan.backends = {bench::Backend::simt};
    plan.companions = false;
    plan.seed = how_.seed;
    plan.at_once = how_.at_once;
    plan.brisk = true;
    // A grid that ends at 2048 blocks, whatever the device is, goes a second round with more than 2^22 elements alone.
    plan.whole = exercise_.grid_n > bench::kLargeN || exercise_.rung->track() == "reduce_op";
    std::istringstream list(ns);
    for (std::string n; std::getline(list, n, ',');) plan.ns.push_back(std::stoull(n));
    if (block) plan.blocks = {std::clamp(*block, stage_.min_block, stage_.max_block)};
    return plan;
  }
  static Rows checked(const bench::Plan& plan) {
    Silent progress;
    return {bench::check(plan, progress)};
  }
  std::vector<bench::Result> checked(const std::string& ns, std::optional<unsigned> block) {
    return apart([plan = plan_of(ns, block)] { return checked(plan); }).all;
  }

  bool right(bool few, unsigned block = bench::kDefaultBlock) {
    return are_right(few ? checked(few_sizes(), block) : checked(how_.ns, {}), few, block);
  }

  bool are_right(const std::vector<bench::Result>& rows, bool few, unsigned block = bench::kDefaultBlock) {
    Step step{few ? "few_sizes" : "every_size", true, ""};
    step.right = true;
    bool declared = false;
    size_t tried = 0;
    for (const bench::Result& row : rows) {
      if (const std::string why = not_tried(row); !why.empty() && step.good) {
        step.good = step.right = false;
        step.text = fmt::format("could not be tried ({}, block {})", row.dtype, row.block);
        step.details = {why};
      }
      if (!row.skipped.empty()) continue;
      ++tried;
      step.right = step.right && (row.verdict.passed() || row.verdict.status == check::Status::racy);
      declared = declared || row.verdict.status == check::Status::declared_racy;
      if (row.verdict.passed() || !step.good) continue;
      step.good = false;
      step.text = fmt::format("{} ({}, block {})", name_of(row), row.dtype, row.block);
      step.details.push_back(line_first(of_scratch(row.verdict.message), row));
      for (const simt::Hazard& hazard : row.hazards.value_or(std::vector<simt::Hazard>())) {
        if (row.verdict.message.find(hazard.message) == std::string::npos)
          step.details.push_back(fmt::format("{}: {}", data::name(hazard.kind), of_scratch(hazard.message)));
        for (const simt::Access& a : hazard.where) step.details.push_back("  " + report::text_of(a));
        if (step.details.size() > 6) break;
      }
    }
    if (tried == 0 && step.good) {
      step.good = step.right = false;
      step.text = "nothing could be tried";
    }
    if (step.good) {
      const std::string clean = declared ? "only with the race that it declares" : "free of hazards";
      step.text = few               ? fmt::format("right, and {}, at a few sizes", clean)
                  : how_.ns.empty() ? fmt::format("right, and {}, at every size", clean)
                                    : fmt::format("right, and {}, at n = {}", clean, how_.ns);
    }
    if (!step.good) {
      std::vector<std::string> causes = retell(rows, step.details);
      if (has_shared_)
        std::erase_if(causes, [](const std::string& cause) {
          return cause.find("an array without __shared__ in front of it") != std::string::npos;
        });
      const std::string& said = step.details.empty() ? step.text : step.details[0];
      if (causes.empty() && said.find(", on a GPU of ") != std::string::npos)
        causes = {
            "a GPU with few multiprocessors has few blocks at once, and each does more rounds. Look at the "
            "loop "
            "over the grid: its end, its step, and what is kept from one round to the next"};
      if (causes.empty() && said.starts_with("the host had launched ") &&
          check::row_of(check::task_of(stage_)).answer == check::Answer::sum)
        causes = {
            "each launch leaves one value for each of its blocks, and launches go on until one is left. Does "
            "the "
            "grid have fewer blocks than there are values, each time?"};
      if (causes.empty() && said.find("expected its first index") != std::string::npos)
        causes = {
            "of equal values the one with the smallest index counts: are the indices compared where two "
            "values "
            "are equal?"};
      for (const std::string& told :
           {said.find(" past the end of ") == std::string::npos ? "" : late_condition_, whole_division_,
            copied_element_, assigned_sign_, with_many_elements(rows) ? product_of_32_bits_ : "",
            cut_float(rows), meaning_of(warning_)})
        if (!told.empty()) causes.insert(causes.begin(), told), ++named_in_text_;
      // A pattern of sizes says where it shows; a line that does something else says what it is.
      const bool named =
          !causes.empty() && names_what_is_done(causes[0]) && causes[0].find(". Then, ") == std::string::npos;
      const auto place =
          causes.begin() + static_cast<std::ptrdiff_t>(std::max<size_t>(named ? 1 : 0, named_in_text_));
      if (few && block != bench::kDefaultBlock)
        causes.insert(place, of_this_block(rows, block));
      else if (const std::string of = wrong_blocks(rows); !of.empty())
        causes.insert(place, of);
      // The cause of a pitfall is to be found out: what it does stands first.
      step.details.insert(exercise_.is_repair() ? step.details.end() : step.details.begin(), causes.begin(),
                          causes.end());
    }
    if (step.good && !few && !short_index_.empty())
      step.details.push_back(fmt::format(
          "But {} compares an int with a size_t. If that int counts elements, the kernel is wrong with more "
          "than 2147483647 of them, where an int ends: use size_t",
          short_index_));
    if (step.good && !few && !in_double_.empty())
      step.details.push_back(fmt::format(
          "But {} calculates with a double: a number with a point is one, and what it meets becomes one. "
          "Most GPUs have few units for double, and are many times slower with it: write 0.5f, with an f",
          in_double_));
    const bool good = step.good, again = few && block != bench::kDefaultBlock;
    if (!good || !again) tell(std::move(step));
    return good;
  }

  static bool with_many_elements(const std::vector<bench::Result>& rows) {
    return std::any_of(rows.begin(), rows.end(), [](const bench::Result& row) {
      return !row.verdict.passed() &&
             row.verdict.message.find("the last blocks alone ran") != std::string::npos;
    });
  }

  // Whole numbers cannot be the cause where those are right, or wrong, that have no other type.
  std::string cut_float(const std::vector<bench::Result>& rows) const {
    const auto of_floats = [](const bench::Result& row) { return row.dtype == "f32" || row.dtype == "f64"; };
    const auto is_wrong = [](const bench::Result& row) {
      return row.skipped.empty() && row.verdict.status == check::Status::wrong;
    };
    if (in_an_int_.empty() || !std::any_of(rows.begin(), rows.end(), is_wrong) ||
        !std::all_of(rows.begin(), rows.end(),
                     [&](const bench::Result& row) { return of_floats(row) || !is_wrong(row); }))
      return "";
    return fmt::format(
        "{} puts a float into a whole number (an int, unsigned, …), and what stands behind the point is "
        "lost: is that meant?",
        in_an_int_);
  }

  // "a race", "out of bounds", "wrong"
  static std::string name_of(const bench::Result& row) {
    if (row.verdict.status != check::Status::racy || !row.hazards || row.hazards->empty())
      return data::name(row.verdict.status);
    if (row.hazards->front().kind == simt::HazardKind::early_exit)
      return "a GPU may wait for ever: not all threads come to the barrier";
    std::string name = data::name(row.hazards->front().kind);
    std::replace(name.begin(), name.end(), '_', ' ');
    return (row.hazards->front().kind == simt::HazardKind::race ? "right by luck: a " : "right by luck: ") +
           name;
  }

  // The causes, in words: what the smallest wrong result says where no hazard tells. Arrays that show it go to the details.
  std::vector<std::string> retell(const std::vector<bench::Result>& rows, std::vector<std::string>& details) {
    const bench::Result *smallest = nullptr, *only_small = nullptr;
    bool first_is_wrong =
        false;  // without a hazard: that is what is shown, and what the hazards of others say is not
    for (const bench::Result& row : rows) {
      const bool wrong = row.skipped.empty() && row.verdict.status == check::Status::wrong;
      const bool has_hazards = row.hazards && !row.hazards->empty();
      if (has_hazards && first_is_wrong) continue;
      if (has_hazards) {
        std::vector<std::string> told = wrong ? before_hazards(row) : std::vector<std::string>();
        if (row.hazards->front().kind == simt::HazardKind::undefined_arithmetic) return told;
        if (told.empty() && stage_.racy.empty() && !row.verdict.passed())
          told = before_hazard(other_place(row, row.n, *row.hazards), row.hazards->front());
        else if (wrong && counts_places())
          for (const std::string& place : other_place(row, row.n))
            told.insert(is_of_the_way(place) ? told.begin() : told.end(), place);
        // A race says which barrier is missing; where threads do each other's work, that is no mistake.
        if (row.hazards->front().kind == simt::HazardKind::race)
          std::erase_if(told, [](const std::string& place) {
            return place.find(bench::kLookAtAll) != std::string::npos;
          });
        // The rung has a declared race too, and is right: its lines would tell of something else.
        if (const size_t at = row.verdict.message.find(bench::kInThisRun);
            !told.empty() && !stage_.racy.empty() && at != std::string::npos)
          details = {row.verdict.message.substr(at + bench::kInThisRun.size())};
        return told;
      }
      first_is_wrong = first_is_wrong || wrong;
      if (wrong && row.n <= 1 && only_small == nullptr) only_small = &row;
      if (wrong && row.n > 1 && (smallest == nullptr || row.n < smallest->n)) smallest = &row;
    }
    if (smallest == nullptr)
      return only_small == nullptr ? std::vector<std::string>() : other_place(*only_small, only_small->n);
    if (!exercise_.is_repair() && smallest->verdict.message.starts_with(bench::kSecondRun))
      if (std::vector<std::string> again = why_wrong(*smallest, smallest->n, bench::wrong_again);
          !again.empty())
        return again;
    const std::vector<std::string> told = why_wrong(*smallest, smallest->n, bench::why_wrong);
    const auto table = std::find_if(told.begin(), told.end(),
                                    [](const std::string& line) { return line.starts_with(bench::kTable); });
    details.insert(details.end(), table, told.end());
    std::vector<std::string> causes(told.begin(), table);
    if (!exercise_.is_repair() && causes.empty() && smallest->n > kEasilyLookedAt)
      causes = why_wrong(*smallest, smallest->n, bench::wrong_from);
    else if (!exercise_.is_repair()) {
      std::vector<std::string> difference = why_wrong(*smallest, smallest->n, bench::first_difference);
      // Where the first that differs is a value, a place before it may be the cause.
      const auto has = [&](const char* what) { return difference.back().find(what) != std::string::npos; };
      const bool several =
          !difference.empty() && difference.front().find(bench::kOneAlone) != std::string::npos;
      if (difference.empty() || (!several && !has("; in the solution it reads ") &&
                                 (has("; in the solution it is ") || counts_places())))
        if (const std::vector<std::string> place = other_place(*smallest, smallest->n);
            !place.empty() && (difference.empty() || !tells(difference.back(), place[0])))
          difference.insert(difference.begin(), place.begin(), place.end());
      // Before numbers, and behind a question that may be the answer.
      const bool nothing = !causes.empty() && causes[0].find(bench::kWritesNothing) != std::string::npos;
      if (nothing)
        std::erase_if(difference, [](const std::string& d) {
          return d.find("stores nothing at all") != std::string::npos;
        });
      if (!difference.empty() && !causes.empty() && has("in the solution it is another value"))
        difference.pop_back();  // it says less than what is there
      // Of what is packed, another place that is read is a cause of a wrong count.
      const bool reads = counts_places() && !difference.empty() &&
                         (has("; in the solution it reads ") || is_of_the_way(difference.front()));
      // What the last line of a sum stores is what came before: which elements are in it says more.
      const bool is_the_sum = check::row_of(check::task_of(stage_)).answer == check::Answer::sum &&
                              !difference.empty() && has(" in output[0]; in the solution it is ");
      const bool no_more =
          is_the_sum || (!difference.empty() && has("in the solution nothing more is stored"));
      const auto numbers = std::find_if(causes.begin(), causes.end(), [&](const std::string& cause) {
        return reads || (!nothing && !no_more && cause.starts_with("with "));
      });
      causes.insert(numbers, difference.begin(), difference.end());
      const bool of_sizes = !causes.empty() && (causes[0].starts_with("it is right with ") ||
                                                causes[0].starts_with("all elements that are kept ") ||
                                                causes[0].find(" never moved, ") != std::string::npos);
      const auto named = std::find_if(causes.begin(), causes.end(), names_what_is_done);
      if (of_sizes && named != causes.end()) std::rotate(causes.begin(), named, named + 1);
    }
    return causes;
  }

  // Another place, another thread, another number of blocks: and not just another value.
  static bool names_what_is_done(const std::string& cause) {
    const auto has = [&](const char* what) { return cause.find(what) != std::string::npos; };
    return has("; in the solution it reads ") || has("; in the solution thread ") ||
           has("; in the solution it does not") || has("; in the solution they have ") ||
           has("times; in the solution ") || has("stores nothing more; in the solution it ") ||
           has(bench::kOneAlone) || has(": how many does ") || has(": which number belongs to x, ");
  }

  // Does the difference say already what the place says before its n, or say who does it in the solution?
  static bool tells(const std::string& difference, const std::string& place) {
    const std::string here = place.substr(0, place.find("; in the solution "));
    return difference.find(place.substr(0, place.rfind(" (n = "))) != std::string::npos ||
           difference.starts_with(here + "; in the solution thread ");
  }

  // Where it touches another place than the rung does; of a pitfall, where that is to be found out, nothing.
  std::vector<std::string> other_place(const bench::Result& row, size_t n,
                                       const std::vector<simt::Hazard>& hazards = {}) {
    if (exercise_.is_repair()) return {};
    return why_wrong(row, n, [&](const stage::Stage& stage, const bench::Conditions& c) {
      return bench::first_place(stage, c, hazards);
    });
  }

  bool counts_places() const {
    const check::Task task = check::task_of(stage_);
    return task == check::Task::pack || task == check::Task::unpack;
  }

  // Of how the places are found, and not of what comes of it?
  static bool is_of_the_way(const std::string& place) {
    return place.find(" reads ") != std::string::npos ||
           place.find("the lanes of a warp ") != std::string::npos;
  }

  // Without a sentence that the hazard itself says: that this element is touched here, and not there.
  static std::vector<std::string> before_hazard(std::vector<std::string> places, const simt::Hazard& hazard) {
    if (hazard.kind == simt::HazardKind::out_of_bounds || hazard.kind == simt::HazardKind::uninitialised)
      std::erase_if(places, [&](const std::string& place) {
        return place.find(hazard.object + "; in the solution it does not") != std::string::npos;
      });
    return places;
  }

  // What tells more than the hazards that came of it.
  std::vector<std::string> before_hazards(const bench::Result& row) {
    constexpr size_t kWholeTiles = 1024;  // where the tile at the edge lacks nothing
    const simt::Hazard& first = row.hazards->front();
    const check::Task task = check::task_of(stage_);
    if (!stage_.racy.empty() && std::all_of(row.hazards->begin(), row.hazards->end(),
                                            [](const auto& h) { return h.kind == simt::HazardKind::race; }))
      return why_wrong(row, row.n, bench::why_wrong);
    if (task == check::Task::transpose && first.kind == simt::HazardKind::uninitialised)
      return why_wrong(row, kWholeTiles, bench::in_common);
    if (first.space != "global" ||
        (first.kind != simt::HazardKind::race && first.kind != simt::HazardKind::out_of_bounds))
      return {};
    std::vector<std::string> told = why_wrong(row, row.n, bench::in_common);
    if (told.empty()) told = why_wrong(row, row.n, bench::other_number_of_blocks);
    if (told.empty() && task == check::Task::transpose && first.kind == simt::HazardKind::out_of_bounds)
      told = {bench::as_row_and_column(first.object, row.n)};
    std::erase(told, "");
    return told;
  }

  using Ask = std::function<std::vector<std::string>(const stage::Stage&, const bench::Conditions&)>;
  std::vector<std::string> why_wrong(const bench::Result& row, size_t n, const Ask& ask) {
    bench::Conditions c;
    c.n = n;
    c.seed = how_.seed;
    c.block = row.block;
    for (const stage::Variant& v : stage_.variants)
      if (row.dtype == stage::dtype_name(v.dtype)) c.dtype = v.dtype;
    c.inclusive = row.scan.empty()
                      ? bench::make_row(stage_, bench::Backend::simt, c.n, c.dtype, c.block).inclusive
                      : row.scan == bench::scan_name(true);
    return asked(ask, c);
  }

  std::vector<std::string> asked(const Ask& ask, const bench::Conditions& c) {
    try {
      return apart([&] {
               Lines lines;
               try {
                 lines.all = ask(stage_, c);
               } catch (const bench::Ended&) {
               } catch (const std::exception&) {
               }
               return lines;
             })
          .all;
    } catch (const TooSlow&) {  // what was found before stays
    } catch (const Gone&) {
    } catch (const os::Error&) {
    }
    return {};
  }

  // For an answer within a second: several blocks with a tail first, for what is wrong there is easily understood; then a
  // warp and one more, sizes that nobody knows beforehand, one element, and nothing. A grid of cells is as wide as several
  // blocks too.
  std::string few_sizes() const {
    const size_t large = check::task_of(stage_) == check::Task::stencil ? 70'000 : 4100;
    return fmt::format("1000,33,{},4099,{},1,0", 2 + check::hash(how_.seed, 1) % 998,
                       large + check::hash(how_.seed, 2) % 9000);
  }

  CountedRun one_run(const bench::Conditions& c, bool hazards) const {
    CountedRun run;
    try {
      const auto& judged = exercise_.judged;
      const bool barriers = std::find(judged.begin(), judged.end(), "barriers") != judged.end();
      run.observed = bench::observe(stage_, c, {.counters = true, .hazards = hazards, .barriers = barriers});
    } catch (const bench::Ended& ended) {
      run.ended.push_back(ended);
    }
    run.longest = held_->longest;
    run.longest_bytes = held_->longest_bytes;
    run.host_steps = held_->host_steps;
    run.read_by_host = held_->read_by_host;
    return run;
  }

  // The counted runs and every size at once: each alone leaves cores idle. The counters are told when they are known.
  bool counted_and_right(const Change& change) {
    const bool yard_is_known = how_.yardstick != nullptr;
    const bench::Conditions drawn_at =
        yard_is_known ? how_.yardstick->conditions : drawn_conditions(exercise_, how_.seed);
    const bench::Conditions known_at = conditions_of_the_goal();
    // Nobody knows the drawn conditions: so who is right by luck alone at those of the count has to be honest there.
    const std::vector<os::Work> works = {
        with_the_file([&] { return one_run(drawn_at, true); }),
        [&](const auto&...) {
          return data::packed(yard_is_known ? CountedRun() : run_of_goal(exercise_, drawn_at));
        },
        with_the_file([&] { return one_run(known_at, false); }),
        with_the_file([plan = plan_of(how_.ns, {})] { return checked(plan); })};
    std::optional<CountedRun> drawn, known;
    std::optional<Yardstick> yard;
    std::optional<Rows> rows;
    bool good = true, shared = false;
    const auto take = [&](size_t job, const os::Outcome& outcome) {
      if (job == 0) drawn = answer_of<CountedRun>(outcome);
      if (job == 1) yard = yard_is_known ? *how_.yardstick : yardstick_of(exercise_, drawn_at, outcome);
      if (job == 2) known = answer_of<CountedRun>(outcome);
      if (job == 3) rows = answer_of<Rows>(outcome);
      if (good && !shared && drawn && yard) good = shared = shared_out(*drawn, *yard);
      if (good && shared && known) {
        good = counted(*known, known_at, change);
        known.reset();
      }
    };
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    try {
      os::run_isolated(works,
                       {.at_once = std::min(2u, how_.at_once > 0 ? how_.at_once : cores),
                        .silent_seconds = seconds_left(),
                        .give_up = [&] { return !good || (how_.give_up && how_.give_up()); }},
                       {.done = take});
    } catch (const os::GivenUp&) {
      if (good) throw;
    }
    return good && are_right(rows->all, false);
  }

  // The counted run has to be right like any other.
  bool came_through(const CountedRun& run, const std::string& at, const bench::Conditions& c) {
    std::string why = run.observed.stopped;
    if (!run.ended.empty())
      why = run.ended[0].last.empty() ? run.ended[0].error : bench::text_of(run.ended[0].last[0]);
    if (!run.observed.no_memory.empty()) why = run.observed.no_memory;
    if (why.empty() && !run.observed.verdict.passed()) why = run.observed.verdict.message;
    if (why.empty()) return true;
    // The few sizes were right, with blocks of another size.
    if (c.block != bench::kDefaultBlock && !run.observed.verdict.passed() && !right(true, c.block))
      return false;
    Step step{"few_sizes", false, fmt::format("wrong at {}", at), {}};
    if (run.observed.verdict.status == check::Status::wrong && !exercise_.is_repair())
      step.details = asked(bench::wrong_from, c);
    step.details.push_back(why);
    tell(std::move(step));
    return false;
  }

  // At conditions that were drawn: who does the work, and is it as little there as at the size that everybody knows?
  bool shared_out(const CountedRun& run, const Yardstick& yard) {
    const std::string at = text_of(yard.conditions);
    if (!came_through(run, at, yard.conditions)) return false;
    std::vector<simt::Hazard> hazards = run.observed.observation.hazards;
    std::erase_if(hazards, [](const simt::Hazard& h) { return simt::is_remark(h.kind); });
    if (!hazards.empty() && stage_.racy.empty()) {
      bench::Result row;
      row.verdict.status = check::Status::racy;
      row.hazards = hazards;
      Step step{"few_sizes", false, fmt::format("{} at {}", name_of(row), at), {hazards[0].message}};
      step.right = true;
      for (const simt::Access& a : hazards[0].where) step.details.push_back("  " + report::text_of(a));
      tell(std::move(step));
      return false;
    }
    const simt::Counters& c = run.observed.observation.counters;
    if (c.launches == 0) return bad("launches", "no kernel was launched: the answer was made by the CPU");
    yard_ = yard;
    if (!many_work(run, yard, at)) return false;
    short_of_ = paid_for(c, yard.counters, yard.conditions.n, at);
    for (const std::string& name : exercise_.judged) {
      const double value = value_of(c, name), target = value_of(yard.counters, name);
      const double slack = kSlack * target;
      if (against(name, value, more_is_better(name) ? target - slack : target + slack) >= 0) continue;
      short_of_ = fmt::format("{} {} at {}, and {} has {}", pages::title_of(name), report::count_text(value),
                              at, goal_of(exercise_).id, report::count_text(target));
    }
    return true;
  }

  // Is the work shared out as the rung shares it out, and does the host none of it?
  bool many_work(const CountedRun& run, const Yardstick& yard, const std::string& at) {
    const std::string& goal = goal_of(exercise_).id;
    if (!run.read_by_host.empty())
      return bad("work",
                 fmt::format("the host's own code reads {}, which a kernel has written: a kernel must "
                             "do this work (and a GPU's memory is not the host's)",
                             run.read_by_host));
    if (run.longest > kLonger * yard.longest + kFewSteps || !run.observed.observation.complete)
      return bad("work", fmt::format("too few threads do the work: the busiest one takes {} steps at {}, and "
                                     "in {} it takes {}. Share the work among more threads",
                                     run.longest, at, goal, yard.longest));
    if (run.longest_bytes > kLonger * yard.longest_bytes + kFewBytes)
      return bad(
          "work",
          fmt::format("too few threads do the work: the busiest one reads and writes {} bytes at {}, and "
                      "in {} it does {}. Share the work among more threads",
                      run.longest_bytes, at, goal, yard.longest_bytes));
    const uint64_t blocks = run.observed.observation.counters.total_blocks, its = yard.counters.total_blocks;
    const uint64_t fill = std::min<uint64_t>(its, simt::make_machine()->device().multiprocessors);
    if (kFewerBlocks * blocks < fill)
      return bad("work", fmt::format("too few blocks do the work: {} are started at {}, and {} starts {}. A "
                                     "multiprocessor without a block has nothing to do",
                                     blocks, at, goal, its));
    if (run.host_steps > kMoreOfTheHost * yard.host_steps + kFewSteps)
      return bad(
          "work",
          fmt::format("the host's own code takes {} steps (basic blocks and accesses) at {}, and in {} "
                      "it takes {}: a kernel must do this work",
                      run.host_steps, at, goal, yard.host_steps));
    return true;
  }

  // No counter that is not judged may pay for those that are: not by one lane that works for its warp, not by atomics, not by
  // global memory. `elements`: an atomic for each 128 of them, a small block, may be. "": nothing pays.
  std::string paid_for(const simt::Counters& c, const simt::Counters& its, size_t elements,
                       const std::string& at) const {
    const std::string& goal = goal_of(exercise_).id;
    if (kFewerLanes * c.active_lanes_per_request() < its.active_lanes_per_request())
      return fmt::format(
          "too few lanes do the work: {:.1f} of a warp take part in a request to memory at {}, "
          "and in {} it is {:.1f}. Share the work among the lanes",
          c.active_lanes_per_request(), at, goal, its.active_lanes_per_request());
    for (const simt::Counter& counter : simt::kCounters) {
      const bool looked_at = counter.value == &simt::Counters::global_load_sectors ||
                             counter.value == &simt::Counters::global_store_sectors ||
                             counter.value == &simt::Counters::atomics;
      const bool judged = std::any_of(exercise_.judged.begin(), exercise_.judged.end(),
                                      [&](const auto& name) { return name.starts_with(counter.name); });
      const uint64_t here = c.*counter.value, there = its.*counter.value;
      if (!looked_at || judged || here <= kMoreOfAnother * there + elements / kSmallBlock + kFewSteps)
        continue;
      return fmt::format(
          "{} {} at {}, and {} has {}: what the exercise asks for must not be paid for with that",
          counter.title, report::count_text(static_cast<double>(here)), at, goal,
          report::count_text(static_cast<double>(there)));
    }
    return "";
  }

  static double value_of(const simt::Counters& c, const std::string& name) {
    try {
      return pages::counted(c, name).value;
    } catch (const os::Error&) {  // nothing to divide by: there are no such requests
      return 0;
    }
  }

  // For a rung whose gain no counter shows: is what it does nearer to the rung than to the start?
  bool has_moved(const simt::Counters& c) const {
    const auto distance = [&](const stage::Stage& from) {
      double sum = 0;
      for (const simt::Counter& counter : simt::kCounters) {
        const double a = 1.0 + static_cast<double>(c.*counter.value),
                     b = 1.0 + static_cast<double>((*recorded(from.id).counters).*counter.value);
        sum += std::abs(std::log(a / b));
      }
      return sum;
    };
    return distance(*exercise_.solution) < distance(*exercise_.from);
  }

  bench::Conditions conditions_of_the_goal() const {
    const bench::Result& goal = recorded(goal_of(exercise_).id);
    bench::Conditions conditions;
    conditions.n = goal.n;
    conditions.block = goal.block;
    for (const stage::Variant& v : stage_.variants)
      if (goal.dtype == stage::dtype_name(v.dtype)) conditions.dtype = v.dtype;
    conditions.inclusive =
        bench::make_row(stage_, bench::Backend::simt, goal.n, conditions.dtype, goal.block).inclusive;
    return conditions;
  }

  bool counted(const CountedRun& run, const bench::Conditions& conditions, const Change& change) {
    const bench::Result& goal = recorded(goal_of(exercise_).id);
    const std::string at = fmt::format("n = {}", report::n_text(goal.n));
    if (!came_through(run, at, conditions)) return false;
    const simt::Counters& c = run.observed.observation.counters;
    if (c.launches == 0) return bad("launches", "no kernel was launched: the answer was made by the CPU");
    // At the size that everybody knows, too: a file could look which one it is. The rung takes there at least what it takes
    // at the smaller, drawn one; only who takes more is held against the rung itself.
    Yardstick known = yard_;
    known.counters = *goal.counters;
    if (run.longest > kLonger * yard_.longest + kFewSteps ||
        run.longest_bytes > kLonger * yard_.longest_bytes + kFewBytes ||
        run.host_steps > kMoreOfTheHost * yard_.host_steps + kFewSteps) {
      known = yardstick_at(exercise_, conditions, how_.give_up);
    }
    if (!many_work(run, known, at)) return false;
    const uint64_t moved = 32 * c.global_sectors();
    if (moved < run.observed.algorithm_bytes)
      return bad("launches",
                 fmt::format("the kernels moved {} bytes at {}, and the job has {}: what did the rest?",
                             moved, at, run.observed.algorithm_bytes));
    const bool good = exercise_.is_repair()
                          ? close_to(*goal.counters, c)
                          : reaches(*goal.counters, run.observed.observation, change, goal.block);
    if (!good) return false;
    if (short_of_.empty()) short_of_ = paid_for(c, known.counters, conditions.n, at);
    if (!short_of_.empty()) return bad("counter", short_of_);
    if (!grid_limited(conditions.inclusive)) return false;
    if (!change.any) return bad("changed", "is still the program that it was at the start");
    const bool told_by_counters = !exercise_.judged.empty() || exercise_.is_repair() || has_moved(c);
    if (!told_by_counters && change.compiles_to_the_start && change.compiles_to_the_start())
      return bad("changed",
                 "is still the program that it was at the start, in other words: it compiles to the same");
    if (!told_by_counters && exercise_.from != exercise_.rung && !change.most)
      return bad(
          "changed",
          fmt::format("does what {} does: its counters are nearer to those than to {}'s, and most of what "
                      "was to be changed still stands there",
                      exercise_.from->id, exercise_.id()));
    return true;
  }

  bool reaches(const simt::Counters& goal, const simt::Observation& seen, const Change& change,
               unsigned block) {
    std::vector<Step> steps;
    for (const std::string& name : exercise_.judged) {
      const pages::Counted target = pages::counted(goal, name);
      pages::Counted value;
      try {
        value = pages::counted(seen.counters, name);
      } catch (const os::Error&) {  // nothing to divide by: there are no such requests any more
        value = {0, target.whole};
      }
      const int how = against(name, value.value, target.value);
      steps.push_back({"counter",
                       how >= 0,
                       fmt::format("{} {}, target {}", pages::title_of(name), pages::text_of(value),
                                   pages::text_of(target)),
                       {},
                       name,
                       value.value,
                       target.value,
                       how > 0});
      if (how < 0) steps.back().details = line_with_most(seen, name, value.value - target.value);
    }
    const auto is_missed = [](const Step& s) { return !s.good; };
    const auto missed = std::find_if(steps.rbegin(), steps.rend(), is_missed);
    const bool all = missed == steps.rend();
    for (Step& step : steps) {  // that less is done is no praise where something is missing
      step.better = all && step.better;
      if (step.good && !step.better && step.value != step.target)
        step.text += more_is_better(step.counter) ? " at least" : " at most";
      if (step.better) step.text += ": better than the rung";
    }
    const bool more_blocks =
        seen.counters.launches == goal.launches && seen.counters.total_blocks > goal.total_blocks;
    if (!all && change.any && more_blocks) {
      // The cause of all counters that are missed: with the first of them.
      std::vector<std::string>& first = std::find_if(steps.begin(), steps.end(), is_missed)->details;
      first.insert(first.begin(),
                   fmt::format("the launcher starts {} blocks, and {} starts {}: is the grid made for what a "
                               "block does now?",
                               seen.counters.total_blocks, exercise_.id(), goal.total_blocks));
    }
    for (Step& step : steps)
      if (change.any && !more_blocks && is_missed(step) && step.details.size() == 1)
        step.details[0] += in_a_loop(step);
    for (Step& step : steps)
      if (is_missed(step) && step.details.size() == 1 && step.counter == "atomics" && block > 32 &&
          step.target == static_cast<double>(goal.total_blocks) &&
          step.value == static_cast<double>((block + 31) / 32 * seen.counters.total_blocks))
        step.details[0] =
            step.details[0].substr(0, step.details[0].find(" has ")) +
            " makes one for each warp, and one for each block would do. Can the warps of a block first "
            "put together what they have, and one thread of the block do this?";
    const simt::KernelCosts kernel{"", &seen, seen.counters.launches, seen.counters.total_blocks};
    if (!all) {
      std::vector<std::string> why;
      if (missed->counter == "barriers")
        why = simt::in_words(simt::surplus_barriers(seen.barriers, os::repository()));
      if (why.empty()) why = simt::costs({&kernel, 1}, exercise_.page, missed->counter);
      if (why.empty() && missed->counter == "global_load_sectors" && missed->value > 1.2 * missed->target)
        why = {
            "more is read than the rung reads: is something read by several threads, or several times, that "
            "one could read once and pass on?"};
      // Of one counter alone, what it costs tells the line, and what would do.
      const bool alone = std::count_if(steps.begin(), steps.end(), is_missed) == 1;
      if (alone && !why.empty() && missed->details.size() == 1 && why[0].starts_with("line "))
        missed->details.clear();
      missed->details.insert(missed->details.end(), why.begin(), why.end());
      // Of a text that is still the start, it would tell the answer.
      if (change.any && change.most && !more_blocks) {
        bench::Result row;
        row.n = 1000;
        row.block = bench::kDefaultBlock;
        row.dtype = stage::dtype_name(stage_.variants[0].dtype);
        const std::vector<std::string> place = other_place(row, row.n);
        std::vector<std::string>& first = std::find_if(steps.begin(), steps.end(), is_missed)->details;
        const bool rows = !place.empty() && place[0].find("the rows of ") != std::string::npos;
        const bool told =
            !rows && !first.empty() &&
            (first[0].starts_with("line ") || first[0].find(" for each warp") != std::string::npos ||
             std::find_if(steps.begin(), steps.end(), is_missed)->counter == "barriers");
        first.insert(first.begin() + (told ? 1 : 0), place.begin(), place.end());
      }
    }
    for (Step& step : steps) tell(std::move(step));
    return all;
  }

  // Of what a warp does for all its lanes at once: so often that a loop around it may be the cause.
  static std::string in_a_loop(const Step& step) {
    if (step.counter != "shuffles" && step.counter != "atomics" && step.counter != "votes") return "";
    const double times = step.target > 0 ? std::round(step.value / step.target) : 0;
    if (times < 2 || std::fabs(step.value - times * step.target) > kSlack * step.target) return "";
    return fmt::format(": {} times the target. Does this line stand in a loop, and would once behind it do?",
                       times);
  }

  // Where a counter comes from. First a line that the rung does not have, if it has most of what is too much.
  std::vector<std::string> line_with_most(const simt::Observation& seen, const std::string& name,
                                          double too_much) const {
    if (const std::optional<Most> own = worst_line(seen, name, true);
        own && own->value.whole && 2 * own->value.value >= too_much)
      return {fmt::format("{}:{} has {} of them, and no line of the solution is like it", own->line->file,
                          own->line->line, pages::text_of(own->value))};
    if (const std::optional<Most> worst = worst_line(seen, name, false))
      return {fmt::format("{}:{} has {}{}", worst->line->file, worst->line->line,
                          pages::text_of(worst->value), worst->value.whole ? " of them" : "")};
    return {};
  }

  struct Most {
    const simt::LineCost* line;
    pages::Counted value;
  };
  // The line that has most of it; of what is per request, the line that is worst. own: of those that the rung has not.
  std::optional<Most> worst_line(const simt::Observation& seen, const std::string& name, bool own) const {
    const simt::LineCost* worst = nullptr;
    pages::Counted most;
    for (const simt::LineCost& line : seen.lines) {
      if (own && (line.file.starts_with("harness/") || !own_lines_.contains(line.line))) continue;
      try {
        const pages::Counted here = pages::counted(line.counters, name);
        if (here.value == 0 || (worst != nullptr && against(name, here.value, most.value) >= 0)) continue;
        worst = &line;
        most = here;
      } catch (const os::Error&) {  // no such requests in this line
      }
    }
    return worst == nullptr ? std::nullopt : std::optional(Most{worst, most});
  }

  // Has the grid the limit that the rung's has? At the n of the count it would not show.
  bool grid_limited(bool inclusive) {
    if (exercise_.grid_n == 0) return true;
    const stage::Stage& traced = *stage::find_stage(stage::Build::simt_traced, stage_.id);
    const stage::DType type = stage_.variants[0].dtype;
    const auto blocks = [&] {
      Blocks found;
      try {
        found.largest =
            bench::largest_launch(traced, type, bench::kDefaultBlock, inclusive, exercise_.grid_n);
      } catch (const bench::Ended& ended) {
        found.ended.push_back(ended);
      }
      return found;
    };
    const os::Work of_the_rung = [&](const auto&...) { return data::packed(blocks()); };
    const os::Outcome rung =
        os::run_isolated(std::span(&of_the_rung, 1),
                         {.at_once = 1, .silent_seconds = bench::kSilentSeconds, .give_up = how_.give_up})
            .front();
    if (!rung.finished()) throw os::Error(fmt::format("{} could not be launched: {}", stage_.id, rung.error));
    const std::string at = "n = " + report::n_text(exercise_.grid_n);
    const Blocks here = apart(blocks);
    if (!here.ended.empty())
      return bad("grid", fmt::format("at {}: {}", at,
                                     here.ended[0].last.empty() ? here.ended[0].error
                                                                : bench::text_of(here.ended[0].last[0])));
    const uint64_t most = data::unpacked<Blocks>(rung.result).largest, its = here.largest;
    if (most == 0) return true;  // no memory for it
    if (its == 0)
      return bad("grid",
                 fmt::format("at {}, it asks for more memory than there is, and {} does not", at, stage_.id));
    if (its > most)
      return bad("grid",
                 fmt::format("a launch of {} blocks at {}, and {} starts {}: does each block go on until "
                             "nothing is left?",
                             its, at, stage_.id, most));
    tell({"grid", true, fmt::format("at most {} blocks at {}", most, at)});
    return true;
  }

  // What repairs a pitfall may be a synchronisation within the warp; all else is work that the stage has not.
  bool close_to(const simt::Counters& stage, const simt::Counters& c) {
    Step step{"close", true, fmt::format("close to {}: no counter is above its own", exercise_.rung->spoils)};
    for (const simt::Counter& counter : simt::kCounters) {
      const bool free = counter.value == &simt::Counters::warp_syncs ||
                        counter.value == &simt::Counters::shuffles || counter.value == &simt::Counters::votes;
      if (!counter.cost || free || c.*counter.value <= stage.*counter.value) continue;
      step.good = false;
      step.details.push_back(fmt::format("{} {}, and {} has {}", counter.title ? counter.title : counter.name,
                                         report::count_text(static_cast<double>(c.*counter.value)),
                                         exercise_.rung->spoils,
                                         report::count_text(static_cast<double>(stage.*counter.value))));
    }
    if (!step.good) step.text = fmt::format("does more than {}: repair it with less", exercise_.rung->spoils);
    const bool good = step.good;
    tell(std::move(step));
    return good;
  }

  // Elements: up to here, what is wrong shows with inputs that people can read.
  static constexpr size_t kEasilyLookedAt = 5000;
  static constexpr uint64_t kLonger = 4, kMoreOfTheHost = 16, kFewSteps = 256, kFewBytes = 256,
                            kFewerBlocks = 4, kMoreOfAnother = 4, kSmallBlock = 128;
  static constexpr double kFewerLanes = 4;
  static constexpr double kSlack = 0.05;  // at a drawn size: what a tail may cost

  const Exercise& exercise_;
  const Judging& how_;
  std::optional<Held> held_;
  std::chrono::steady_clock::time_point started_;
  stage::Stage stage_;        // what the file is asked for
  std::set<int> own_lines_;   // as in Change
  std::string one_place_;     // the same, until it is told
  size_t named_in_text_ = 0;  // sentences about the text, in front of what is told next
  std::string warning_;       // the compiler's first
  std::string short_index_, whole_division_, product_of_32_bits_, copied_element_, assigned_sign_,
      late_condition_, in_double_,
      in_an_int_;  // as in Built
  bool has_shared_ = false;
  std::string short_of_;  // of a target, at the drawn conditions
  Yardstick yard_;        // at the same
  Judgement judgement_;
};

}  // namespace

Yardstick yardstick(const Exercise& e, uint64_t seed, const std::function<bool()>& give_up) {
  return yardstick_at(e, drawn_conditions(e, seed), give_up);
}

Yardstick yardstick_at(const Exercise& e, const bench::Conditions& conditions,
                       const std::function<bool()>& give_up) {
  const os::Work work = [&](const auto&...) { return data::packed(run_of_goal(e, conditions)); };
  return yardstick_of(
      e, conditions,
      os::run_isolated(std::span(&work, 1),
                       {.at_once = 1, .silent_seconds = bench::kSilentSeconds, .give_up = give_up})
          .front());
}

Judgement judge_built(const Exercise& e, const Built& built, const Change& change, const Judging& how) {
  return Judge(e, how).of(built, change);
}

namespace {

// Puts the file into a folder of its own, for how.wrap to build it there.
void put(const toolchain::BuildFolder& folder, const std::string& name, const std::string& text, bool trusted,
         Judging& how) {
  const std::string path = folder.path() + "/" + name;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  os::write_text(path, text);
  if (!trusted) give_to_builder(folder.path());
  how.wrap = trusted ? in_folder(folder.path()) : confined_to(folder.path());
}

// Is it still the program of the start, in other words? Brackets and macros are gone where it is compiled.
// `name`: of the file, as its compiler called it, for it is a part of the code.
bool compiles_to_the_start(const Exercise& e, const std::string& name, const std::string& code, Judging how) {
  const toolchain::BuildFolder folder;
  const std::string start = starting_text(e, "");
  const std::filesystem::path path(name);
  const std::string its_name = path.is_absolute() ? path.filename().string() : name;
  put(folder, its_name, start, true, how);
  const Built built = build(its_name, start, folder, how);
  return !built.program.empty() && code_of(compiled(folder)) == code;
}

// `object`: what the text was compiled to; it need not be there.
Change change_of(const Exercise& e, const std::string& name, const std::string& text,
                 const std::string& object, const Judging& how) {
  constexpr double kMost = 0.5;
  const std::string start = starting_text(e, ""), answer = answered_text(e, *e.solution, "");
  const auto words_by_line = [](const std::string& of) {
    std::map<int, std::string> lines;
    for (const Token& t : tokens_of(of)) lines[t.line] += t.text + " ";
    return lines;
  };
  std::set<std::string> known;
  for (const auto& [line, words] : words_by_line(answer)) known.insert(words);
  Change change{!same_program(text, start), gone(text, start, answer) >= kMost};
  // Of a text that is still the start, it would say of each line that it is not the solution's.
  for (const auto& [line, words] : words_by_line(text))
    if (change.most && !known.contains(words)) change.own_lines.insert(line);
  if (change.any && !e.is_repair()) change.one_place = one_place(text, answer);
  change.compiles_to_the_start = [&e, name, object, how] {
    return std::filesystem::exists(object) && compiles_to_the_start(e, name, code_of(object), how);
  };
  return change;
}

}  // namespace

Judgement judge(const Exercise& e, const std::string& file, const std::string& text, const Judging& how) {
  const os::CatchInterrupts interrupts;  // the folder goes, whenever Ctrl-C comes
  const toolchain::BuildFolder folder;
  const Built built = build(file, text, folder, how);
  if (built.message.starts_with(kCannotRun)) throw os::Error(built.message);
  Judgement judgement = judge_built(e, built, change_of(e, file, text, compiled(folder), how), how);
  judgement.file = file;
  return judgement;
}

namespace {

// What does not build where not even the start does is no student's mistake. Throws os::Error.
void start_builds(const Exercise& e, const std::string& name, bool trusted, Judging how) {
  const toolchain::BuildFolder folder(how.folder);
  const std::string text = starting_text(e, "");
  put(folder, name, text, trusted, how);
  const Built built = build(name, text, folder, how);
  if (!built.message.empty() && !built.given_up)
    throw os::Error(fmt::format("the compiler does not work here, not even for the starting file of {} ({})",
                                e.id(), os::first_line(built.message)));
}

}  // namespace

Judgement judge_text(const Exercise& e, const std::string& text, bool trusted, Judging how,
                     const std::string& name) {
  const toolchain::BuildFolder folder(how.folder);
  put(folder, name, text, trusted, how);
  const Built built = build(name, text, folder, how);
  if (!built.message.empty() && !built.given_up) start_builds(e, name, trusted, how);
  Judgement judgement = judge_built(e, built, change_of(e, name, text, compiled(folder), how), how);
  judgement.file = name;
  return judgement;
}

data::Json to_json(const Step& s) {
  data::Json one = {{"what", s.what}, {"good", s.good}, {"text", s.text}};
  if (!s.details.empty()) one["details"] = s.details;
  if (s.what == "few_sizes" || s.what == "every_size") one["right"] = s.right;
  if (!s.counter.empty()) {
    one["counter"] = s.counter;
    one["value"] = data::compact_number(s.value);
    one["target"] = data::compact_number(s.target);
    one["better"] = s.better;
  }
  return one;
}

data::Json to_json(const Judgement& j) {
  data::Json steps = data::Json::array();
  for (const Step& s : j.steps) steps.push_back(to_json(s));
  return {{"practice_version", 1}, {"id", j.id}, {"file", j.file}, {"reached", j.reached}, {"steps", steps}};
}

Judgement judgement_from(const data::Json& json) try {
  Judgement j;
  j.id = json.at("id");
  j.file = json.at("file");
  j.reached = json.at("reached");
  for (const data::Json& one : json.at("steps")) {
    Step step{one.at("what"), one.at("good"), one.at("text")};
    j.steps.push_back(std::move(step));
  }
  return j;
} catch (const data::Json::exception& error) {
  throw os::Error(error.what());
}

}  // namespace practice
