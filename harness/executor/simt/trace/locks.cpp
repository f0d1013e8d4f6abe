#include "simt/trace/locks.h"

#include <algorithm>

#include "simt/trace/context.h"
#include "simt/trace/hazards.h"

namespace ladder::simt::trace {
namespace {

constexpr size_t kMostUses = 256;  // the limit for each critical section
constexpr size_t kMostGuardedWords = 64 * 1024, kMostSections = 16;

// Is there a lock that both sections hold, with the required fences?
bool well_guarded(const Section& a, const Section& b, Fenced needed) {
  for (const auto& x : a.use.under)
    for (const auto& y : b.use.under)
      if (x.lock && x.lock == y.lock && std::min(x.fenced, y.fenced) >= needed) return true;
  return false;
}

bool conflict(const Context& c, const Section& a, const Section& b) {
  if (a.lock != b.lock || !(a.use.write || b.use.write)) return false;
  if (a.block != b.block)  // each block has its own shared memory
    return !c.shared.holds(a.lock) && !well_guarded(a, b, Fenced::for_device);
  const bool may_meet = a.lane / kLanes != b.lane / kLanes && a.use.epoch == b.use.epoch;
  return may_meet && !well_guarded(a, b, Fenced::for_block);
}

void report(Context& c, const Section& a, const Section& b) {
  const bool a_lacks = a.use.fenced <= b.use.fenced;
  const Section &bad = a_lacks ? a : b, &other = a_lacks ? b : a;
  const auto access = [](const Section& s) { return s.use.write ? "write" : "read"; };
  const auto site = [](const Section& s) {
    return Site{s.use.pc, s.use.write ? "write" : "read", static_cast<int>(s.lane), s.block_index};
  };
  const Object object = object_at(c, bad.use.address, bad.use.bytes), lock = object_at(c, bad.lock, 4);
  Evidence evidence(
      bad.use.fenced == Fenced::no ? Cause::lock_taken_without_fence : Cause::lock_taken_with_block_fence,
      {{"thread", bad.lane},
       {"access", access(bad)},
       {"object", object},
       {"lock", lock},
       {"other_thread", other.lane},
       {"other_access", access(other)}});
  if (a.block != b.block) evidence.add({"block", bad.block_index}).add({"other_block", other.block_index});
  report_lock_race("global", site(bad), site(other), object, std::move(evidence));
}

void given_back(Context& c, unsigned lane, const HeldLock& held) {
  if (!held.in_a_loop && !is_waited_for(held.word)) return;
  for (const GuardedUse& use : held.uses) {
    if (session.sections.guarded.size() >= kMostGuardedWords && !session.sections.guarded.contains(use.word))
      continue;
    auto& sections = session.sections.guarded[use.word];
    const Section now{held.word, c.block_index, c.block, lane, use};
    bool known = false;
    for (const Section& s : sections) {
      if (conflict(c, now, s)) report(c, now, s);
      known |= s.lock == now.lock && s.block == now.block && s.lane == now.lane && s.use.write == use.write &&
               s.use.fenced == use.fenced && s.use.epoch == use.epoch;
    }
    if (!known && sections.size() < kMostSections) sections.push_back(now);
  }
}

}  // namespace

void locks_launch_begin() { session.sections = {}; }

bool is_given_back_plainly(uintptr_t word) { return session.sections.given_back_plainly.contains(word); }

void locks_forget(Context& c) {
  if (c.locks.held == 0) return;
  for (auto& held : c.locks.of_lane) held.clear();
  c.locks.held = 0;
}

void locks_changed(Context& c, uintptr_t word, uint64_t from, uint64_t to, bool may_take, const void* pc) {
  const unsigned lane = c.worker->current;
  auto& held = c.locks.of_lane[lane];
  const auto known = std::find_if(held.begin(), held.end(), [&](auto& h) { return h.word == word; });
  if (known != held.end()) {
    if (known->before == to) given_back(c, lane, *known);
    held.erase(known);
    --c.locks.held;
    return;
  }
  if (!may_take) return;
  if (held.size() >= kMostHeld) held.erase(held.begin()), --c.locks.held;
  held.push_back({word, from, tries_again_here(pc), c.atomic_acquires ? Fenced::for_device : Fenced::no});
  ++c.locks.held;
}

void locks_stored(Context& c, uintptr_t word) {
  const unsigned lane = c.worker->current;
  auto& held = c.locks.of_lane[lane];
  const auto known = std::find_if(held.begin(), held.end(), [&](auto& h) { return h.word == word; });
  if (known == held.end()) return;
  given_back(c, lane, *known);
  held.erase(known);
  --c.locks.held;
}

void locks_fence(Context& c, Fenced scope) {
  for (HeldLock& held : c.locks.of_lane[c.worker->current]) held.fenced = std::max(held.fenced, scope);
}

void locks_access(Context& c, uintptr_t address, unsigned bytes, MemoryUse use, const void* pc) {
  auto& all = c.locks.of_lane[c.worker->current];
  std::array<GuardedUse::Under, kMostHeld> under{};
  for (size_t i = 0; i < all.size(); ++i) under[i] = {all[i].word, all[i].fenced};
  const bool plain_store = use.write && use.atomic == 0;
  for (HeldLock& held : all)
    if (plain_store && held.word == address &&
        held.in_a_loop) {  // a plain store passes on what an earlier fence has released
      session.sections.given_back_plainly.insert(address);
      ordering_atomic(c, address, false, true, AtomicOrder::relaxed, pc);
      ordering_after_atomic(c, address);
      return locks_stored(c, address);
    }
  for (HeldLock& held : all)
    for (uintptr_t word = address & ~uintptr_t{3}; word < address + bytes; word += 4)
      if (held.word != word && held.uses.size() < kMostUses)
        held.uses.push_back(
            {word, address, pc, c.epoch, use.write, static_cast<uint8_t>(bytes), held.fenced, under});
}

bool holds_lock(const Context& c, uintptr_t word) {
  const auto& held = c.locks.of_lane[c.worker->current];
  return word == 0 ? !held.empty()
                   : std::any_of(held.begin(), held.end(), [&](auto& h) { return h.word == word; });
}

bool has_guarded(uintptr_t word, BlockId block, unsigned lane) {
  const auto known = session.sections.guarded.find(word);
  return known != session.sections.guarded.end() &&
         std::any_of(known->second.begin(), known->second.end(),
                     [&](const Section& s) { return s.block == block && s.lane == lane; });
}

std::optional<std::pair<uintptr_t, uintptr_t>> different_locks(const Context& c, uintptr_t word,
                                                               BlockId block, unsigned lane) {
  const auto& held = c.locks.of_lane[c.worker->current];
  const auto known = session.sections.guarded.find(word);
  if (held.empty() || known == session.sections.guarded.end()) return {};
  std::optional<std::pair<uintptr_t, uintptr_t>> different;
  for (const Section& s : known->second) {
    if (s.block != block || s.lane != lane) continue;
    for (const auto& under : s.use.under)
      if (under.lock && holds_lock(c, under.lock)) return {};
    different = {s.lock, held.back().word};
  }
  return different;
}

}  // namespace ladder::simt::trace
