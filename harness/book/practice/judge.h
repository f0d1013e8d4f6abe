// Judges a reader's file: does it build, is it right and free of hazards, do its counters meet their targets,
// and is it right at every size? The fastest steps come first.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "data/json_text.h"
#include "findings/text.h"
#include "practice/exercise.h"
#include "practice/build.h"
#include "practice/reference_run.h"

namespace ladder::practice {

struct Step {
  std::string
      what;  // refused, builds, stage, few_sizes, work, launches, counter, grid, close, every_size, changed, notices
  bool good = false;
  findings::Evidence said;          // one line
  findings::Findings details = {};  // why
  // counter: its name and values
  std::string counter = {};
  double value = 0, target = 0;
  bool better = false;
  bool right = false;  // few_sizes, every_size: no wrong result, with or without hazards

  std::string text() const { return text_of(said); }
  std::vector<std::string> lines() const;  // the details as text
};

struct Judgement {
  std::string id, file;
  std::vector<Step> steps;
  bool reached = false;
  bool given_up = false;  // the judging was stopped before it had a result
};
// For a pitfall: the step's effect without the cause or the place, because finding these is the exercise. For
// any other exercise: the unchanged step.
Step without_cause(const Exercise&, const Step&);
data::Json to_json(const Step&);
data::Json to_json(const Judgement&);
Judgement judgement_from(const data::Json&);  // throws os::Error

// The rules that a file must follow, in addition to its exercise, to earn points (grade/rules.h). Empty members
// forbid nothing.
struct Rules {
  using Floor = std::function<findings::Evidence(const Exercise&, const CountedRun&, const Yardstick&,
                                                 const std::string& at)>;
  // Given the file, returns why it is refused; empty: it is not.
  std::function<findings::Evidence(const std::string&)> text = {};
  // Given the output of nm -uP, returns the name of a call that is refused, or "".
  std::function<std::string(const std::string&)> calls = {};
  // Checks which threads do the work. The yardstick applies to the same conditions, or to fewer elements.
  Floor work = {};
  Floor payment = {};  // checks that no cost is moved to a counter that is not judged
};

struct Judging {
  std::function<void(const Step&)> told = {};    // called with each step as soon as it is known
  std::function<bool()> give_up = {};            // polled; if true, judging stops
  std::string ns = {};                           // "0,1,1000": instead of every size
  Wrap wrap = unconfined;                        // how the program is run
  Rules rules = {};                              // rules that apply in addition to the exercise's
  uint64_t seed = 1;                             // all random choices are derived from it
  const Yardstick* yardstick = nullptr;          // the solution's cost for this seed; nullptr: it is computed
  unsigned at_once = 0;                          // processes; 0: one per core
  std::string folder = "practice";               // below the program's folder, for build results
  double build_seconds = 60, run_seconds = 300;  // wall-clock limits for all builds and for all runs
  bool confined = false;   // judge_program: sandbox the program and its compiler (sandbox.h)
  bool all_parts = false;  // continue after a fault: judge every size and the counters, if the runs finish
  bool sparing = false;    // see bench::Plan
};

// `file`: relative to this folder; `text`: its contents.
Judgement judge(const Exercise&, const std::string& file, const std::string& text, const Judging& = {});
// Judges another person's text: all processes that use it are sandboxed (sandbox.h), unless it is `trusted`.
// `name`: its name in messages.
Judgement judge_text(const Exercise&, const std::string& text, bool trusted, Judging = {},
                     const std::string& name = "submission.cu");
// Judges a program that is already built. `Change`: is there any change to the
// starting file, and has most of what the exercise requires been changed?
struct Change {
  bool any = true, most = true;
  std::set<int> own_lines = {};                      // lines that are not in the solution; counted from 1
  findings::Evidence one_place = {};                 // see solution_diff.h
  std::function<bool()> compiles_to_the_start = {};  // called if the counters do not decide
};
Change change_of(const Exercise&, const std::string& text);  // compares only the texts
Judgement judge_built(const Exercise&, const Built&, const Change&, const Judging& = {});

}  // namespace ladder::practice
