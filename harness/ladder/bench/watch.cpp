#include "bench/watch.h"

#include <algorithm>

#include "bench/run_parts.h"

namespace ladder::bench {

size_t watched_n(size_t n, unsigned block) {
  constexpr size_t kFew = size_t{1} << 14;
  return n <= kFew ? n : std::min<size_t>(n, 21 * block + 5);
}

check::Case watched(const check::Task* its_task, check::Case c, unsigned block) {
  const size_t few = watched_n(c.n, block);
  if (its_task == nullptr || its_task->sizes.size() == 1 || few == c.n) {
    c.n = few;
    return c;
  }
  const check::Task& task = *its_task;
  const size_t named = task.sizes.size();
  check::Sizes sizes = check::sizes_of(task, c);
  if (task.enough) {
    for (size_t i = 0; i < named; ++i) sizes.of[i] = std::min(sizes[i], (*task.enough)[i]);
    c.sizes = sizes;
    c.n = check::elements(task, sizes);
    return c;
  }
  const auto halved = [](size_t size) { return size / 2 | 1; };
  while (check::elements(task, sizes) > few) {
    // The largest dimension on which the number of elements depends.
    size_t largest = named;
    for (size_t i = 0; i < named; ++i) {
      check::Sizes fewer = sizes;
      fewer.of[i] = halved(sizes[i]);
      const bool counts = check::elements(task, fewer) < check::elements(task, sizes);
      if (counts && (largest == named || sizes[i] > sizes[largest])) largest = i;
    }
    if (largest == named) break;
    sizes.of[largest] = halved(sizes[largest]);
  }
  c.sizes = sizes;
  c.n = check::elements(task, sizes);
  return c;
}

void take_watched(Result& row, const stage::Stage& stage, const Observed& watched) {
  if (!watched.no_memory.empty()) {
    row.skipped = findings::recorded(watched.no_memory);
    return;
  }
  row.hazards = watched.observation.hazards;
  row.verdict = watched.verdict;
  judge_hazards(row, stage);
}

}  // namespace ladder::bench
