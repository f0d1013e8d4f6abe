#include "simt/trace/launches.h"

#include <algorithm>
#include <bit>

#include "simt/memory.h"
#include "simt/trace/context.h"
#include "simt/trace/variables.h"

namespace ladder::simt::trace {
namespace {

void note(const Met& m) {
  auto& met = session.met;
  if (std::none_of(met.begin(), met.end(), [&](const Met& known) { return known.with == m.with; }))
    met.push_back(m);
}

}  // namespace

void set_concurrent(Concurrent c) {
  session.beside = std::move(c);
  session.met.clear();
  const Concurrent& beside = session.beside;
  session.oldest_concurrent = beside.launches.empty() ? UINT32_MAX : beside.launches.front().first_epoch;
  session.concurrent_ranges = !beside.ranges.empty();
}

std::vector<Met> take_met() {
  std::vector<Met> all = std::exchange(session.met, {});
  set_concurrent({});
  return all;
}

std::pair<uint32_t, uint32_t> epochs_of_last_launch() { return {session.first_epoch, session.next_epoch}; }

void meets_other_launch(const Touch& before, bool before_wrote, uintptr_t address, unsigned bytes,
                        const MemoryUse& use, const void* pc) {
  for (const auto& launch : session.beside.launches)
    if (before.epoch >= launch.first_epoch && before.epoch < launch.end_epoch)
      note({launch.who, reinterpret_cast<const char*>(address), bytes, before_wrote, use.write,
            pc_of(before.pc), pc});
}

void meets_ranges(uintptr_t address, unsigned bytes, const MemoryUse& use, const void* pc) {
  const auto* p = reinterpret_cast<const char*>(address);
  for (const auto& r : session.beside.ranges)
    if (p < r.begin + r.bytes && p + bytes > r.begin && (r.write || use.write))
      note({r.who, std::max(p, r.begin), bytes, r.write, use.write, nullptr, pc});
}

Touched touched_by(const char* begin, size_t bytes, uint32_t first_epoch, uint32_t end_epoch,
                   bool only_writes) {
  const auto first = reinterpret_cast<uintptr_t>(begin), end = first + bytes;
  const bool of_the_device = in_device_memory(begin);
  if (const Variable* v = of_the_device ? nullptr : find_variable(first); v && v->constant) {
    if (only_writes || v->read_in < first_epoch || v->read_in >= end_epoch || v->read_end <= first) return {};
    return {begin, 4, false, pc_of(v->read_at)};
  }
  for (uintptr_t word = first & ~uintptr_t{3}; word < end; word += 4) {
    const Cell* cell = of_the_device ? known_cell(word - session.device.begin) : known_cell_of_data(word);
    if (!cell) continue;
    unsigned in_range = 0;  // a mask of the bytes of this word that are in the range
    for (unsigned b = 0; b < 4; ++b) in_range |= word + b >= first && word + b < end ? 1u << b : 0;
    const auto touched = [&](const Touch& t, bool write) -> Touched {
      const unsigned both = t.bytes & in_range;
      if (t.epoch < first_epoch || t.epoch >= end_epoch || both == 0) return {};
      return {reinterpret_cast<const char*>(word) + std::countr_zero(both),
              static_cast<unsigned>(std::popcount(t.bytes & unsigned{kAllBytes})), write, pc_of(t.pc)};
    };
    Touched found = touched(cell->write, true);
    if (!only_writes)
      for (const Touch* t : {&cell->read[0], &cell->read[1], &cell->read_elsewhere})
        if (!found.address) found = touched(*t, false);
    if (found.address) return found;
  }
  return {};
}

}  // namespace ladder::simt::trace
