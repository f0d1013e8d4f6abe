// What a reader's file is worth: it builds; it is right and free of hazards; its counters reach those of the rung; it
// is right at every size. In this order, from what is known at once to what takes longest.
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

namespace practice {

struct Step {
  std::string
      what;  // refused, builds, stage, few_sizes, work, launches, counter, grid, close, every_size, changed, notices
  bool good = false;
  ladder::Evidence said;          // in a line
  ladder::Findings details = {};  // why
  // counter: its name and figures
  std::string counter = {};
  double value = 0, target = 0;
  bool better = false;
  bool right = false;  // few_sizes, every_size: no wrong result, with hazards or without

  std::string text() const { return text_of(said); }
  std::vector<std::string> lines() const;  // of the details
};

struct Judgement {
  std::string id, file;
  std::vector<Step> steps;
  bool reached = false;
  bool given_up = false;  // it was stopped, and says nothing
};
// Of a pitfall, what it does, and neither why nor where: that is to be found out. Of another exercise: the step as it is.
Step without_cause(const Exercise&, const Step&);
data::Json to_json(const Step&);
data::Json to_json(const Judgement&);
Judgement judgement_from(const data::Json&);  // throws os::Error

// What a file has to keep to, beside its exercise, for a mark (grade/rules.h). What is empty forbids nothing.
struct Rules {
  using Refusal = std::function<std::string(const std::string&)>;
  using Floor = std::function<ladder::Evidence(const Exercise&, const CountedRun&, const Yardstick&,
                                               const std::string& at)>;
  Refusal text = {};   // of the file: why it is refused; ""
  Refusal calls = {};  // of nm -uP's list: what of it is refused; ""
  Floor work = {};     // who does the work; the rung's run is at the same conditions, or is the shorter one
  Floor payment = {};  // what is not judged, and pays for what is
};

struct Judging {
  std::function<void(const Step&)> told = {};    // of each step, when it is known
  std::function<bool()> give_up = {};            // asked all the time; true stops
  std::string ns = {};                           // "0,1,1000": in place of every size
  Wrap wrap = unconfined;                        // how the program is run
  Rules rules = {};                              // beside the exercise's
  uint64_t seed = 1;                             // what is drawn comes of it
  const Yardstick* yardstick = nullptr;          // of this seed; nullptr: it is made
  unsigned at_once = 0;                          // processes; 0: one for each core
  std::string folder = "practice";               // below the program's, for what is built
  double build_seconds = 60, run_seconds = 300;  // by the clock, all together
  bool confined = false;                         // judge_program: the program and its compiler (sandbox.h)
  bool all_parts = false;  // judge on behind a fault: every size, and counters, where the runs come to an end
};

// `file`: relative to this folder; `text`: what it holds.
Judgement judge(const Exercise&, const std::string& file, const std::string& text, const Judging& = {});
// The same for a text that nobody has read: all of its processes are confined (sandbox.h), unless it is trusted.
// `name`: as messages call it.
Judgement judge_text(const Exercise&, const std::string& text, bool trusted, Judging = {},
                     const std::string& name = "submission.cu");
// The same for a program that is built already. What was done to the starting file: anything; and most of what it is about.
struct Change {
  bool any = true, most = true;
  double adopted = 1;               // of what the rung's text has, and the start's has not: how much
  std::set<int> own_lines = {};     // of the text, that the rung does not have; from 1
  ladder::Evidence one_place = {};  // solution_diff.h
  std::function<bool()> compiles_to_the_start = {};  // asked where no counter tells
};
Change change_of(const Exercise&, const std::string& text);  // by the texts alone
Judgement judge_built(const Exercise&, const Built&, const Change&, const Judging& = {});

}  // namespace practice
