#include "practice/judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "bench/defaults.h"
#include "pages/counted.h"
#include "os/error.h"
#include "os/files.h"
#include "os/process.h"
#include "practice/answer.h"
#include "practice/targets.h"
#include "look/source.h"
#include "text/units.h"
#include "text/lines.h"

namespace practice {
namespace {

// For an answer within a second: nothing, one element, a warp and one more, several blocks with a tail.
constexpr const char* kFewSizes = "0,1,33,1000,4099";

class Judge {
 public:
  Judge(const Exercise& e, const Judging& how) : exercise_(e), how_(how) { judgement_.id = e.id(); }

  Judgement of(const Built& built, bool changed) {
    judgement_.given_up = built.given_up;
    if (built.given_up) return judgement_;
    if (built.program.empty())
      return tell({"builds", false, "does not build", text::lines_of(built.message)});
    program_ = built.program;
    tell({"builds", true, "builds"});
    if (!good_registration() || !right(true)) return judgement_;
    const bool cheap_enough = counted();
    if (judgement_.given_up) return judgement_;
    if (cheap_enough && !changed) tell({"changed", false, "is still the program that it was at the start"});
    if (!cheap_enough || !changed || !right(false)) return judgement_;
    judgement_.reached = true;
    return judgement_;
  }

 private:
  Judgement& tell(Step step) {
    if (how_.told) how_.told(step);
    judgement_.steps.push_back(std::move(step));
    return judgement_;
  }

  bool ask(std::vector<std::string> words, unsigned cpu_seconds, Answer& answer) {
    std::string command = "exec";
    words.insert(words.begin(), program_);
    for (const std::string& word : words) command += " '" + word + "'";
    const os::Ended ended =
        os::run_programs({how_.wrap(command, cpu_seconds)},
                         {.folder = {}, .give_up = how_.give_up, .most_memory = kMostMemory})
            .front();
    judgement_.given_up = ended.given_up;
    if (ended.given_up) return false;
    const size_t begin = ended.output.rfind("{\"stages\"");
    if (ended.too_large) {
      tell({"runs", false, fmt::format("the program took more than {} GiB of memory", kMostMemory >> 30)});
      return false;
    }
    if (ended.status > 128) {
      tell({"runs", false,
            words[1] == "stage" ? "the program took too long, or crashed, before any kernel ran"
                                : "the program took too long, or crashed, outside of its kernels"});
      return false;
    }
    if (ended.status != 0 || begin == std::string::npos)
      throw os::Error(fmt::format("{} could not be judged (status {}): {}", exercise_.id(), ended.status,
                                  ended.output.substr(0, 500)));
    const data::Json json = data::parse_json(ended.output.substr(begin), "the judge's answer");
    answer = data::from_json<Answer>({&json, ""});
    return true;
  }

  bool good_registration() {
    Answer answer;
    if (!ask({"stage"}, 10, answer)) return false;
    const auto bad = [&](const std::string& why) {
      tell({"stage", false, why});
      return false;
    };
    if (answer.stages.empty())
      return bad(fmt::format("has no STAGE line: its last line must be STAGE(\"{}\", …)", exercise_.id()));
    if (answer.stages.size() > 1) {
      std::vector<std::string> ids;
      for (const Registered& r : answer.stages) ids.push_back(r.id);
      return bad(fmt::format("has {} STAGE lines ({}): keep the one of {}", ids.size(), fmt::join(ids, ", "),
                             exercise_.id()));
    }
    if (answer.stages[0].id != exercise_.id())
      return bad(fmt::format("its STAGE line says {}: write {}", answer.stages[0].id, exercise_.id()));
    const std::string broken = promise_broken(answer.stages[0], registered(*exercise_.rung));
    return broken.empty() || bad(broken);
  }

  bool right(bool few) {
    Answer answer;
    const std::string block = std::to_string(
        std::clamp(bench::kDefaultBlock, exercise_.rung->min_block, exercise_.rung->max_block));
    const std::vector<std::string> all = how_.ns.empty()
                                             ? std::vector<std::string>{"check", exercise_.id()}
                                             : std::vector<std::string>{"check", exercise_.id(), how_.ns};
    if (!ask(few ? std::vector<std::string>{"check", exercise_.id(), kFewSizes, block} : all, few ? 20 : 120,
             answer))
      return false;
    Step step{few ? "few_sizes" : "every_size", true, ""};
    step.right = true;
    bool declared = false;
    for (const bench::Result& row : answer.rows) {
      if (!row.skipped.empty()) continue;
      step.right = step.right && (row.verdict.passed() || row.verdict.status == check::Status::racy);
      declared = declared || row.verdict.status == check::Status::declared_racy;
      if (row.verdict.passed() || !step.good) continue;
      step.good = false;
      step.text =
          fmt::format("{} ({}, block {})",
                      row.verdict.status == check::Status::racy ? "a hazard" : data::name(row.verdict.status),
                      row.dtype, row.block);
      step.details.push_back(row.verdict.message);
      for (const simt::Hazard& hazard : row.hazards.value_or(std::vector<simt::Hazard>())) {
        if (row.verdict.message.find(hazard.message) == std::string::npos)
          step.details.push_back(fmt::format("{}: {}", data::name(hazard.kind), hazard.message));
        for (const simt::Access& a : hazard.where) step.details.push_back("  " + report::text_of(a));
        if (step.details.size() > 6) break;
      }
    }
    if (step.good) {
      const std::string clean = declared ? "only with the race that it declares" : "free of hazards";
      step.text = few               ? fmt::format("right, and {}, at a few sizes", clean)
                  : how_.ns.empty() ? fmt::format("right, and {}, at every size", clean)
                                    : fmt::format("right, and {}, at n = {}", clean, how_.ns);
    }
    const bool good = step.good;
    tell(std::move(step));
    return good;
  }

  bool counted() {
    const bench::Result& goal =
        recorded(exercise_.is_repair() ? exercise_.rung->spoils : exercise_.solution->id);
    Answer answer;
    if (!ask({"count", exercise_.id(), std::to_string(goal.n), std::to_string(goal.block), goal.dtype}, 60,
             answer))
      return false;
    const auto bad = [&](const std::string& what, const std::string& why) {
      tell({what, false, why});
      return false;
    };
    const std::string at = fmt::format("n = {}", report::n_text(goal.n));
    if (!answer.stopped.empty() || !answer.counters)
      return bad("few_sizes", fmt::format("stopped at {}: {}", at, answer.stopped));
    const simt::Counters& c = *answer.counters;
    if (c.launches == 0) return bad("launches", "no kernel was launched: the answer was made by the CPU");
    const uint64_t moved = 32 * (c.global_load_sectors + c.global_store_sectors);
    if (moved < answer.algorithm_bytes)
      return bad(
          "launches",
          fmt::format("the kernels moved {} bytes at {}, and the job has {}: the rest was done by the CPU",
                      moved, at, answer.algorithm_bytes));
    return exercise_.is_repair() ? close_to(*goal.counters, c) : reaches(*goal.counters, c);
  }

  bool reaches(const simt::Counters& goal, const simt::Counters& c) {
    bool all = true;
    for (const std::string& name : exercise_.judged) {
      const pages::Counted target = pages::counted(goal, name);
      pages::Counted value;
      try {
        value = pages::counted(c, name);
      } catch (const os::Error&) {  // nothing to divide by: there are no such requests any more
        value = {0, target.whole};
      }
      const int how = against(name, value.value, target.value);
      all = all && how >= 0;
      tell({"counter",
            how >= 0,
            fmt::format("{} {}, target {}{}", pages::title_of(name), pages::text_of(value),
                        pages::text_of(target), how > 0 ? ": better than the rung" : ""),
            {},
            name,
            value.value,
            target.value,
            how > 0});
    }
    return all;
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

  const Exercise& exercise_;
  const Judging& how_;
  std::string program_;
  Judgement judgement_;
};

}  // namespace

Judgement judge_built(const Exercise& e, const Built& built, bool changed, const Judging& how) {
  return Judge(e, how).of(built, changed);
}

Judgement judge(const Exercise& e, const std::string& file, const std::string& text, const Judging& how) {
  const toolchain::BuildFolder folder;
  const bool changed = !same_program(text, starting_text(e, file));
  Judgement judgement = judge_built(e, build(file, folder, how.give_up), changed, how);
  judgement.file = file;
  return judgement;
}

Judgement judge_text(const Exercise& e, const std::string& text, bool trusted) {
  const toolchain::BuildFolder folder;
  const std::string name = "submission.cu";
  os::write_text(folder.path() + "/" + name, text);
  Judging how;
  how.wrap = trusted ? in_folder(folder.path()) : confined_to(folder.path());
  const Built built =
      build(name, folder, {}, how.wrap, trusted ? Objects::as_they_are : Objects::looked_into);
  Judgement judgement = judge_built(e, built, !same_program(text, starting_text(e, name)), how);
  judgement.file = name;
  return judgement;
}

data::Json to_json(const Judgement& j) {
  data::Json steps = data::Json::array();
  for (const Step& s : j.steps) {
    data::Json one = {{"what", s.what}, {"good", s.good}, {"text", s.text}};
    if (!s.details.empty()) one["details"] = s.details;
    if (s.what == "few_sizes" || s.what == "every_size") one["right"] = s.right;
    if (!s.counter.empty()) {
      one["counter"] = s.counter;
      one["value"] = data::compact_number(s.value);
      one["target"] = data::compact_number(s.target);
      one["better"] = s.better;
    }
    steps.push_back(one);
  }
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
