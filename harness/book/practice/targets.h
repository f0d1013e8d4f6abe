// What a rung's counters are, from results/counters.json: the targets of its exercise.
#pragma once
#include <string>
#include <vector>

#include "bench/result.h"
#include "pages/counted.h"

namespace practice {

// The recorded row of a stage: how it was counted, and what. Throws os::Error if there is none.
const bench::Result& recorded(const std::string& id);
// The same of a stage that is not in the repository, for as long as this program runs.
void record(bench::Result);

// Counters that are better when they are higher; of all others, less is better.
bool more_is_better(const std::string& counter);

// 0 where there is nothing to divide by.
double value_of(const simt::Counters&, const std::string& counter);

// Of instructions of a warp: shuffles, votes, warp_syncs.
bool is_of_warps(const std::string& counter);

// -1: `value` falls short of `target`; 0: as good; 1: better.
int against(const std::string& counter, double value, double target);

// A judged counter of a file, and how good it is among the others.
enum class Standing { missed, outweighed, as_good, better };
struct Judged {
  std::string counter;
  double value, target;
  double slack;  // that it may be worse by: 0.05 is a twentieth of the target
  Standing standing = Standing::as_good;
  // How many times the target's work this is; below 1 it is less.
  double work() const;
  bool good() const { return standing != Standing::missed; }
};
// One that is worse by more than its slack is outweighed where it is at most twice its target, and where all judged counters
// together, as a product, are no worse: a fill with a third of the requests may touch a few sectors more.
void weigh(std::vector<Judged>&);
bool all_good(const std::vector<Judged>&);

// What may be more than in the rung: a twentieth. At sizes that were drawn, a piece of the data may begin in the middle of a
// sector: then 128 bytes touch five sectors in place of four.
inline constexpr double kSlack = 0.05, kSlackOfDrawnSectors = 0.25;

}  // namespace practice
