#include "practice/idea.h"

#include <fmt/format.h>

#include <vector>

#include "bench/defaults.h"
#include "text/units.h"

namespace ladder::practice {
namespace {

constexpr double kSame = 1.05;  // factor within which two counts are considered equal

// Countable properties of a run, in addition to those that an exercise names.
struct Amount {
  std::string what;  // "42 floating-point divisions"
  double file, rung, start;

  bool rung_gains() const { return start > kSame * rung + kFew; }
  // Does the file achieve at least half of the gain or, if the solution's count is 0, nearly all of
  // it?
  bool file_gains() const { return file <= (rung == 0 ? start / 20 : (start + rung) / 2) + kFew; }
  static constexpr double kFew = 256;
};

std::vector<Amount> amounts(const CountedRun& file, const Yardstick& rung, const CountedRun& start) {
  const auto number = [](uint64_t n) { return static_cast<double>(n); };
  std::vector<Amount> all = {
      {"floating-point divisions", number(file.float_divisions), number(rung.float_divisions),
       number(start.float_divisions)},
      {"loop iterations, over all warps", number(file.rounds), number(rung.rounds), number(start.rounds)}};
  for (const simt::Counter& c : simt::kCounters)
    if (c.cost)
      all.push_back({c.title != nullptr ? c.title : c.name,
                     number(file.observed.observation.counters.*c.value), number(rung.counters.*c.value),
                     number(start.observed.observation.counters.*c.value)});
  return all;
}

}  // namespace

findings::Evidence idea_missing(const Exercise& e, const CountedRun& file, const Yardstick& rung,
                                bool block_is_known, const std::function<bool()>& give_up) {
  constexpr uint64_t kForEach = 128;  // one division is allowed per this many elements (a small block)
  const bool divides = file.float_divisions > kSame * static_cast<double>(rung.float_divisions) +
                                                  Amount::kFew +
                                                  static_cast<double>(rung.conditions.n / kForEach);
  if (e.is_repair() || e.from == e.rung || (!divides && !e.judged.empty())) return {};
  const os::Work work = [&](const auto&...) { return data::packed(run_of_stage(*e.from, rung.conditions)); };
  const os::Outcome outcome =
      os::run_isolated(std::span(&work, 1),
                       {.at_once = 1, .silent_seconds = bench::kSilentSeconds, .give_up = give_up})
          .front();
  if (!outcome.finished()) return {};  // the stage has no version for these conditions
  const auto start = data::unpacked<CountedRun>(outcome.result);
  findings::Evidence missing;
  const auto tell = [&](const Amount& a) {
    findings::Evidence evidence(findings::Cause::does_what_start_does,
                                {{"start", e.from->id},
                                 {"count", text::count_text(a.file)},
                                 {"what", a.what},
                                 {"at", text_of(rung.conditions)},
                                 {"start_count", text::count_text(a.start)},
                                 {"solution", e.solution->id}});
    if (a.rung != 0) evidence.add({"solution_count", text::count_text(a.rung)});
    return evidence;
  };
  bool rounds_alone = true;
  const std::vector<Amount> all = amounts(file, rung, start);
  for (const Amount& a : all) {
    if (!a.rung_gains()) continue;
    if (&a == &all[0] && divides) return tell(a);
    if (!e.judged.empty() || a.file_gains()) return {};
    rounds_alone = rounds_alone && &a == &all[1];
    if (missing.empty()) missing = tell(a);
  }
  // These counts do not show how nvcc would unroll a loop with a known trip count.
  if (!missing.empty()) return rounds_alone && block_is_known ? findings::Evidence() : missing;
  // The remaining criterion is the number of instructions, but that number also varies a little if a loop
  // is merely rephrased.
  const auto blocks_of = [](const simt::Counters& c) { return static_cast<double>(c.issued_blocks); };
  const Amount blocks{"pieces of code without a jump, executed by warps",
                      blocks_of(file.observed.observation.counters), blocks_of(rung.counters),
                      blocks_of(start.observed.observation.counters)};
  return e.judged.empty() && blocks.rung_gains() && !blocks.file_gains() ? tell(blocks)
                                                                         : findings::Evidence();
}

}  // namespace ladder::practice
