#include "bench/watch.h"

#include <algorithm>

#include "bench/run_parts.h"

namespace bench {

size_t watched_n(size_t n, unsigned block) {
  constexpr size_t kFew = size_t{1} << 14;
  return n <= kFew ? n : std::min<size_t>(n, 21 * block + 5);
}

void take_watched(Result& row, const stage::Stage& stage, const Observed& watched) {
  if (!watched.no_memory.empty()) {
    row.skipped = watched.no_memory;
    return;
  }
  row.hazards = watched.observation.hazards;
  row.verdict = watched.verdict;
  judge_hazards(row, stage);
}

}  // namespace bench
