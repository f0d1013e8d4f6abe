#include "simt/trace/barriers.h"

#include <algorithm>
#include <utility>

#include "simt/trace/context.h"
#include "platform/source.h"

namespace ladder::simt::trace {
namespace {

constexpr size_t kMostPlaces = 63;
constexpr uint64_t kStays = uint64_t{1} << 63;  // a barrier that must stay

uint32_t place_of(const void* pc) {
  JobBarriers& job = session.job_barriers;
  const auto found = std::find(job.places.begin(), job.places.end(), pc);
  const auto index = static_cast<uint32_t>(found - job.places.begin());
  if (found != job.places.end()) return index;
  if (index == kMostPlaces) {
    job.complete = false;
    return kMostPlaces;
  }
  job.places.push_back(pc);
  job.rounds.push_back(0);
  return index;
}

uint64_t passed_since(BlockBarriers& b, uint32_t epoch) {
  if (b.known_epoch == epoch) return b.known;
  uint64_t places = 0;
  for (const BlockBarriers::Passed& p : b.passed) {
    if (p.epoch <= epoch) break;
    places |= uint64_t{1} << p.place;
  }
  b.known_epoch = epoch;
  return b.known = places;
}

void orders(uint64_t places) {
  JobBarriers& job = session.job_barriers;
  constexpr size_t kMost = 256;
  if (places & kStays || !job.one_of.insert(places).second) return;
  if (std::any_of(job.smallest.begin(), job.smallest.end(), [&](uint64_t s) { return (s & ~places) == 0; }))
    return;
  std::erase_if(job.smallest, [&](uint64_t s) { return (places & ~s) == 0; });
  if (job.smallest.size() == kMost)
    job.complete = false;
  else
    job.smallest.push_back(places);
}

// Records the barriers that order these two uses, if nothing else orders them.
void meet(const Context& c, BlockBarriers& b, const LastUse& before, const LastUse& now) {
  if (before.epoch < b.first_epoch || before.epoch == now.epoch || before.lane == now.lane) return;
  if (before.lane / kLanes == now.lane / kLanes && c.clock[now.lane][before.lane % kLanes] > before.clock)
    return;
  orders(passed_since(b, before.epoch));
}
void meet(const Context& c, BlockBarriers& b, const LastUses& before, const LastUse& now) {
  meet(c, b, before.near[0], now);
  meet(c, b, before.near[1], now);
  meet(c, b, before.far, now);
}

LastUse now_of(const Context& c) {
  const unsigned lane = c.worker->current;
  return {c.epoch, c.clock[lane][lane % kLanes], static_cast<uint16_t>(lane)};
}

}  // namespace

void LastUses::remember(const LastUse& now) {
  if (near[0].lane / kLanes != now.lane / kLanes) far = near[0];
  if (near[0].lane != now.lane) near[1] = near[0];
  near[0] = now;
}

void barriers_block_begin(Context& c) {
  BlockBarriers& b = c.barriers;
  b.on = session.options.barriers && c.worker->threads > 1;
  if (!b.on) return;
  b.first_epoch = c.epoch;
  b.known_epoch = 0;
  b.passed.clear();
  b.words.clear();
  b.global_uses = b.fences = {};
}

void barriers_block_end(Context& c) {
  if (!c.barriers.on) return;
  for (const BlockBarriers::Passed& p : c.barriers.passed)
    if (p.place < kMostPlaces) {
      uint64_t& rounds = session.job_barriers.rounds[p.place];
      rounds = std::max(rounds, p.rounds);
    }
}

void barriers_passed(Context& c, const void* pc, bool votes) {
  BlockBarriers& b = c.barriers;
  if (!b.on) return;
  const uint32_t place = votes ? kMostPlaces : place_of(pc);
  const auto known =
      std::find_if(b.passed.begin(), b.passed.end(), [&](const auto& p) { return p.place == place; });
  if (known == b.passed.end())
    b.passed.insert(b.passed.begin(), {place, c.epoch, 1});
  else {
    std::rotate(b.passed.begin(), known, known + 1);
    b.passed.front().epoch = c.epoch;
    ++b.passed.front().rounds;
  }
  b.known_epoch = 0;
}

void barriers_access(Context& c, uintptr_t address, unsigned bytes, const MemoryUse& use, bool shared) {
  BlockBarriers& b = c.barriers;
  const LastUse now = now_of(c);
  const bool atomic = use.atomic && !(use.atomic & kVolatile);
  const uintptr_t first = address / 4;
  for (uintptr_t word = first; word * 4 < address + bytes; ++word) {
    WordUses& uses = b.words[word];
    meet(c, b, uses.writes, now);
    if (!atomic) meet(c, b, uses.atomics, now);
    if (use.write) meet(c, b, uses.reads, now);
    (atomic ? uses.atomics : use.write ? uses.writes : uses.reads).remember(now);
  }
  if (shared || atomic) return;
  meet(c, b, b.fences, now);
  b.global_uses.remember(now);
}

void barriers_fence(Context& c) {
  BlockBarriers& b = c.barriers;
  if (!b.on) return;
  const LastUse now = now_of(c);
  meet(c, b, b.global_uses, now);
  b.fences.remember(now);
}

BarrierUses take_barrier_uses() {
  const JobBarriers job = std::exchange(session.job_barriers, {});
  BarrierUses uses;
  uses.complete = job.complete;
  const auto line_of = [](const void* pc) {
    const SourceLine& line = source_line(pc);
    return BarrierPlace{line.file, line.line, 0};
  };
  for (size_t i = 0; i < job.places.size(); ++i) {
    BarrierUses one;
    one.places = {line_of(job.places[i])};
    one.places[0].rounds = job.rounds[i];
    add_uses(uses, one);
  }
  for (const uint64_t places : job.smallest) {
    BarrierUses one;
    std::vector<uint32_t> all;
    for (size_t i = 0; i < job.places.size(); ++i) {
      if (!(places >> i & 1)) continue;
      all.push_back(static_cast<uint32_t>(one.places.size()));
      one.places.push_back(line_of(job.places[i]));
    }
    one.one_of = {all};
    add_uses(uses, one);
  }
  return uses;
}

}  // namespace ladder::simt::trace
