#include "check/sizes.h"

#include <algorithm>
#include <set>

namespace ladder::check {

std::vector<size_t> sizes(const Task& task, unsigned block, Reach reach) {
  constexpr size_t kPrime = 10007;
  std::set<size_t> all = {0, 1, 2, 31, 32, 33, 255, 256, 257, 1023, 1024, 1025, kPrime};

  for (const size_t edge : {size_t{block}, 2 * size_t{block}, 4 * size_t{block}, size_t{4096}}) {
    if (edge > 0) all.insert(edge - 1);
    all.insert({edge, edge + 1});
  }

  // At these two sizes, there are just too many block sums for a single block to add with one or two elements
  // per thread, so another level is needed. If the first size is already large, many blocks and a tail suffice.
  // The sizes are used only for a task in which so many elements need several blocks.
  constexpr size_t kMany = 70001;
  const size_t blocks_of_blocks = size_t{block} * block + 1, of_two = 4 * size_t{block} * block + 1;
  if (task.several_blocks <= kMany) {
    all.insert(std::min(blocks_of_blocks, kMany));
    if (of_two <= kMany) all.insert(of_two);
  }

  if (task.sizes.size() == 1)
    for (const Sizes& sizes : task.checked) all.insert(sizes[0]);
  // More elements than an H200 processes at once: 132 × 2048 threads with 16 elements each, or 132 × 1024
  // with 32.
  if (reach != Reach::small) all.insert(5 << 20);
  if (reach == Reach::full) all.insert(task.also_full.begin(), task.also_full.end());
  if (reach == Reach::gpu) all.insert(10 << 20);
  if (reach == Reach::gpu) all.insert((size_t{1} << 31) + 1);
  return {all.begin(), all.end()};
}

}  // namespace ladder::check
