// Why an answer is wrong, or does more than its rung: which sentences say so, and which of them comes first. What is wrong is
// found out elsewhere (judge.cpp; bench/why_wrong.h and the headers beside it).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "bench/observe.h"
#include "bench/result.h"
#include "practice/build.h"
#include "practice/exercise.h"
#include "practice/judge.h"

namespace practice {

// What is known of a file, and how it is run again where that tells more.
struct Attempt {
  const Exercise& exercise;
  const stage::Stage& stage;  // what the file is asked for
  const Built& built;
  uint64_t seed = 1;
  // A question about a run, in a process of its own; no answer where that does not come to an end.
  using Ask = std::function<std::vector<std::string>(const stage::Stage&, const bench::Conditions&)>;
  std::function<std::vector<std::string>(const Ask&, const bench::Conditions&)> asked;
  std::function<std::vector<bench::Result>(size_t n, unsigned block)> checked;
};

// "wrong", "out of bounds", "right by luck: a race"
std::string name_of(const bench::Result&);

// What a result that is not right says itself: its message, its hazards, and their lines.
std::vector<std::string> said_by(const Attempt&, const bench::Result&);
std::vector<std::string> lines_of(
    const simt::Hazard&);  // "  practice/reduce/v2.cu:18: read by block 0, thread 32"

// Puts the causes in front of what such a step has in its details; of a pitfall, where they are to be found out, behind it.
// How many of them are about the text, and stand in front of all else. `few`: at a few sizes alone, with blocks of `block`.
size_t tell_causes(const Attempt&, const std::vector<bench::Result>&, bool few, unsigned block, Step&);

// What may be wrong with an answer that is right: at sizes that were not tried, or on a GPU.
std::vector<std::string> doubts(const Built&);

// "30 % more", "3.2 times as much"
std::string more_work(double times);
// Of a right answer: by how much, and in which line, it misses its targets, and what would do. The steps are those of the judged
// counters; `goal_lines`: what each line of the rung takes.
void tell_missed(const Attempt&, const Change&, const simt::Counters& goal, const simt::Observation&,
                 const std::vector<simt::LineCost>& goal_lines, unsigned block, std::vector<Step>&);

}  // namespace practice
