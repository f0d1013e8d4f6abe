// A stage's counters from results/counters.json: the targets of its exercise.
#pragma once
#include <string>
#include <vector>

#include "bench/result.h"
#include "pages/counted.h"

namespace ladder::practice {

// A stage's recorded row: its conditions and counts. Throws os::Error if there is none.
const bench::Result& recorded(const std::string& id, const std::string& sizes = "");
// Adds a row for a stage outside the repository while this program runs.
void record(bench::Result);

// Counters for which higher is better; for all others, lower is.
bool more_is_better(const std::string& counter);

// 0 if the divisor is 0.
double value_of(const simt::Counters&, const std::string& counter);

// Warp instructions: shuffles, votes, warp_syncs.
bool is_of_warps(const std::string& counter);

// -1: `value` misses `target`; 0: it equals the target; 1: it is better.
int against(const std::string& counter, double value, double target);

// A judged counter of a file, and whether it meets its target.
enum class Standing { missed, outweighed, as_good, better };
struct Judged {
  std::string counter;
  double value, target;
  double slack;  // permitted excess: 0.05 is a twentieth of the target
  Standing standing = Standing::as_good;
  // The work as a multiple of the work at the target; a value below 1 means less work.
  double work() const;
  bool good() const { return standing != Standing::missed; }
};
// A counter that exceeds its target by more than the slack is outweighed if it is at most twice the target and
// the product of all judged counters is no worse: a fill with a third of the requests may touch a few more
// sectors.
void weigh(std::vector<Judged>&);
bool all_good(const std::vector<Judged>&);

// The permitted excess over the solution: a twentieth. At random sizes, data may begin in the middle of a
// sector, so that 128 bytes touch five sectors instead of four.
inline constexpr double kSlack = 0.05, kSlackOfDrawnSectors = 0.25;

}  // namespace ladder::practice
