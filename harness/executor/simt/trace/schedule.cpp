#include "simt/trace/schedule.h"

#include <algorithm>
#include <array>
#include <climits>
#include <utility>

#include "simt/trace/context.h"

namespace ladder::simt::trace {
namespace {

constexpr unsigned kFewBlocks = 4;  // resident blocks of a small GPU

uint32_t next_random() {  // xorshift
  uint32_t& state = session.schedule.random;
  state ^= state << 13;
  state ^= state >> 17;
  return state ^= state << 5;
}

}  // namespace

void schedule_launch_begin(bool resident) {
  const unsigned seed = session.options.schedule;
  session.schedule.all_resident = resident;
  session.schedule.random = seed * 0x9e3779b9u | 1;
  auto& order = session.schedule.order;
  for (unsigned i = 0; i < kGroup; ++i) order[i] = static_cast<uint8_t>(i);
  if (seed % 2 == 0)
    for (unsigned i = kGroup - 1; i > 0; --i) std::swap(order[i], order[next_random() % (i + 1)]);
}

uint64_t take_largest_launch() { return std::exchange(session.schedule.largest_launch, 0); }

void note_launch(uint64_t blocks) {
  session.schedule.largest_launch = std::max(session.schedule.largest_launch, blocks);
}

uint64_t turns(uint64_t blocks) {
  note_launch(blocks);
  // A launch with only a few blocks is run in full: any of them may depend on results from the previous
  // launch's last blocks.
  constexpr uint64_t kFew = 64;
  const uint64_t last = session.options.last_blocks;
  return last == 0 || blocks <= kFew ? blocks : last + 1;
}

uint64_t block_to_start(uint64_t turn, uint64_t blocks) {  // one block for each turn
  if (session.options.last_blocks > 0) return turn == 0 ? 0 : session.total_blocks - (blocks - turn);
  if (session.options.schedule == 0) return turn;
  const uint64_t group = turn / kGroup * kGroup, size = std::min(kGroup, blocks - group);
  uint64_t place = turn % kGroup;  // in the last group, numbers that are too large are skipped
  for (const uint8_t i : session.schedule.order)
    if (i < size && place-- == 0) return group + i;
  return turn;
}

unsigned most_begun() {
  const bool few = session.options.schedule % 2 == 1 && !session.schedule.all_resident;
  return few ? kFewBlocks : UINT_MAX;
}

bool warps_start_backwards() {
  const unsigned seed = session.options.schedule;
  return seed != 0 && seed % 2 == 0;
}

bool steps_aside(unsigned one_in) { return session.options.schedule != 0 && next_random() % one_in == 0; }

}  // namespace ladder::simt::trace
