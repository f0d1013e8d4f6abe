// Finds unordered pairs of accesses to the same bytes, at least one of them a write; and reads of shared memory
// that the block has not written.
#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "platform/source.h"
#include "platform/tables.h"
#include "platform/workers.h"
#include "simt/exchange.h"
#include "simt/trace/context.h"
#include "simt/trace/hazards.h"

void __nanosleep(unsigned);  // simt/language.h
void __threadfence();
void __threadfence_block();
void __threadfence_system();

namespace ladder::simt::trace {
namespace {

constexpr bool kShared = true, kGlobal = false;

// Are these two accesses to one word by different threads unordered?
template <bool kIsShared>
bool concurrent(const Context& c, const Touch& before, unsigned lane) {
  if (before.epoch == c.epoch) {
    if (before.lane / kLanes == lane / kLanes && c.clock[lane][before.lane % kLanes] > before.clock)
      return false;
  } else {
    if (kIsShared || before.epoch < session.first_epoch)
      return false;                                       // another block's memory, or an earlier launch
    if (block_of(before.epoch) == c.block) return false;  // there is a barrier between them
    if (!session.across_blocks && !session.across_observed) return false;
  }
  return !ordered_by_release(c, before);
}

struct Now {
  Context& c;
  uintptr_t word;
  uintptr_t address;
  unsigned size;
  MemoryUse use;
  const void* pc;
  Touch touch;
  bool has_seen_last = false;     // this is a strong write by a thread that has read the current value
  const void* changed = nullptr;  // see Race
};

constexpr size_t kMostFirstLooks = 4096;

void defer_first_look(Context& c, const Race& race) {
  for (auto known = session.races.first_looks.rbegin();
       known != session.races.first_looks.rend() && known->context == &c; ++known) {
    if (known->race.lane != race.lane) continue;
    if (known->race.address == race.address) return;  // the other half of the same read, or the next read
    break;
  }
  if (session.races.first_looks.size() == kMostFirstLooks) return report_race(c, race);
  session.races.first_looks.push_back({&c, race});
}

constexpr size_t kMostDeferred = 4096;

void mark_same_value(Context& c, const Race& race) {
  Cell* cell = cell_of(c, race.address);
  for (unsigned word = 0; word * 4 < race.bytes; ++word)
    if (Touch& write = cell[word].write; write.lane == race.lane && write.pc == offset_of(race.pc))
      write.bytes |= kSameValue;
}

}  // namespace

void report_deferred_stores() {
  Context* c = std::exchange(session.races.stored.context, nullptr);
  if (!c) return;
  for (const DeferredStore& one : session.races.stored.all) {
    const Race& race = one.race;
    const bool same =
        std::memcmp(reinterpret_cast<const void*>(race.address), one.value.data(), race.bytes) == 0;
    if (same) mark_same_value(*c, race);
    // A thread that reads a value that it has stored itself gets this value whatever the order. The fact that
    // the two threads store the same value is reported for their stores.
    if (!same || race.before_wrote) report_race(*c, race, same);
  }
  session.races.stored.all.clear();
}

namespace {

void defer_store(Context& c, const Race& race) {
  for (auto known = session.races.stored.all.rbegin();
       known != session.races.stored.all.rend() && known->race.address == race.address; ++known)
    if (known->race.before_wrote == race.before_wrote) return;  // the other half of the same store
  if (race.bytes > DeferredStore{}.value.size() || session.races.stored.all.size() == kMostDeferred)
    return report_race(c, race);
  session.races.stored.context = &c;
  session.races.stored.structure = c.structures;
  session.races.stored.all.push_back({race, {}});
  std::memcpy(session.races.stored.all.back().value.data(), reinterpret_cast<const void*>(race.address),
              race.bytes);
}

extern "C" {
void __sanitizer_cov_trace_pc();  // g++ calls it in each basic block; the other hooks are in hooks.cpp
void __tsan_volatile_read1(void*);
void __tsan_volatile_read2(void*);
void __tsan_volatile_read4(void*);
void __tsan_volatile_read8(void*);
void simt_index_out_of_bounds() __asm__("__ubsan_handle_out_of_bounds");
}

// Is this read in the condition of a loop whose body is empty, as in while (!done[w - 1]) {}?
bool in_empty_loop(const void* pc) {
  bool found = false;
  on_a_large_stack([&] {
    const SourceText text = source_text(pc);
    const size_t at = text.line.rfind("while", text.column);
    size_t end = at == text.line.npos ? at : text.line.find_first_not_of(' ', at + 5);
    if (end == text.line.npos || text.line[end] != '(') return;
    for (int depth = 0; end < text.line.size(); ++end) {
      depth += text.line[end] == '(' ? 1 : text.line[end] == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    std::string body = text.line.substr(std::min(end + 1, text.line.size()));
    std::erase(body, ' ');
    found = end > text.column && (body.starts_with(';') || body.starts_with("{}"));
  });
  return found;
}

// Is this read part of a loop that does nothing but poll, apart from sleeping or executing a fence? Soon
// after the read, such a loop jumps back to a place shortly before it; if g++ has moved the first poll out of
// the loop, it jumps soon after the next poll. `through_blocks`: the loop may have several basic blocks, as
// when it sleeps.
bool looks_like_waiting(const void* pc, bool through_blocks) {
  constexpr int kFurthest = 160;  // bytes
  bool several_blocks = false, idles = false, looks_again = false;
  const auto may_call = [&](uintptr_t function) {
    const auto is = [&](auto*... f) { return ((function == reinterpret_cast<uintptr_t>(f)) || ...); };
    if (is(__sanitizer_cov_trace_pc)) return several_blocks = true;
    if (is(__nanosleep, __threadfence, __threadfence_block, __threadfence_system)) return idles = true;
    if (is(__tsan_volatile_read1, __tsan_volatile_read2, __tsan_volatile_read4, __tsan_volatile_read8))
      return looks_again = idles;
    if (is(simt_index_out_of_bounds)) return true;
    return through_blocks &&  // the loop uses an atomic's result
           is(simt::result_used<int>, simt::result_used<unsigned>, simt::result_used<unsigned long>,
              simt::result_used<unsigned long long>, simt::result_used<unsigned short>);
  };
  const auto is_loop = [&](intptr_t at, intptr_t target) {
    const bool near = at < 48 && target > -48;  // a check of the index makes a loop longer
    const intptr_t furthest = idles || (!through_blocks && !near && in_empty_loop(pc)) ? kFurthest
                              : through_blocks                                         ? 72
                                                                                       : 48;
    return at < furthest && target > -furthest && target < (looks_again ? at : 0) &&
           (through_blocks || idles || !several_blocks);
  };
  static const std::vector<LoopEntry> loops = [] {
    std::vector<LoopEntry> all = loop_entries();
    std::sort(all.begin(), all.end(),
              [](const LoopEntry& a, const LoopEntry& b) { return a.place < b.place; });
    return all;
  }();
  const auto here = reinterpret_cast<uintptr_t>(pc);
  const auto comes_before = [](uintptr_t place, const LoopEntry& e) { return place < e.place; };
  for (auto e = std::upper_bound(loops.begin(), loops.end(), here, comes_before);
       e != loops.end() && e->place < here + kFurthest; ++e)
    if (e->is_call ? !may_call(e->to)
                   : is_loop(static_cast<intptr_t>(e->place - here), static_cast<intptr_t>(e->to - here)))
      return !e->is_call;
  return false;
}

// A write that is plain or volatile, but not atomic.
bool is_store(uint8_t atomic) { return atomic == 0 || atomic & kVolatile; }

// Two accesses of the same size, each of them atomic or volatile.
bool both_strong(uint8_t a, uint8_t b) { return a && b && ((a ^ b) & kSize) == 0; }

// Two strong accesses to one word in global memory by two threads are a race only if one of these conditions
// holds. In addition, the later thread must not have encountered an announcement that the earlier one made
// after its access.
bool strong_and_yet_a_race(const Now& now, const Touch& before, bool before_wrote) {
  const Context& c = now.c;
  const bool volatile_before = before.atomic & kVolatile, volatile_now = now.touch.atomic & kVolatile;
  const auto found = [&] {
    if (!volatile_before && !volatile_now)
      return ((before.atomic | now.touch.atomic) & kOfBlock) && block_of(before.epoch) != c.block;
    // A volatile store that an atomic announces may become visible after this atomic, unless there is a fence
    // between the two.
    if (volatile_before && before_wrote && only_fence_missing(c, before)) return true;
    if (before_wrote && now.use.write) {
      // One of the two stores may be lost, unless the first is known to be complete. But threads that take
      // turns may use such stores.
      if (volatile_before && volatile_now)
        return !now.has_seen_last && !session.races.waited_for.contains(now.word);
      // If a store conflicts with an atomic, one of the two may be lost as well. However, such a store may
      // set a flag or a lock.
      const uint8_t store = volatile_before ? before.atomic : now.touch.atomic;
      return !(store & kAnnounces) && !session.races.waited_for.contains(now.word);
    }
    if (!(volatile_before && volatile_now)) return false;
    // Data accessed under a lock but written without it by a thread that takes the lock elsewhere.
    const uint8_t written = before_wrote ? before.atomic : now.touch.atomic;
    const uint8_t read = before_wrote ? now.touch.atomic : before.atomic;
    if (!(written & kUnderLock) && (read & kUnderLock) &&
        (before_wrote ? has_guarded(now.word, block_of(before.epoch), before.lane)
                      : has_guarded(now.word, c.block, now.touch.lane)))
      return true;
    // The earlier thread has read the word again after handing it over, and the receiver has not executed a
    // fence.
    return now.use.write && !has_fenced(c) && !waits_here(pc_of(before.pc)) &&
           met_what_came_before(c, before);
  };
  return found() && !only_acquire_missing(c, before);
}

// In shared memory, volatile words more often serve the lanes of a lockstep warp. Do the two threads use this
// word to communicate? If so, its writer has already executed a fence.
bool is_flag(const Now& now, const Touch& before, bool before_wrote) {
  return session.races.waited_for.contains(now.word) ||
         ((!now.use.write || has_fenced(now.c)) &&
          (!before_wrote || now.c.ordering.block_fence[before.lane].epoch != 0));
}

// Had the thread that wrote the word read it before, at the place where the other thread reads it?
bool is_after_look(const Context& c, const Race& r) {
  if (r.before_wrote == r.now.write) return false;
  const uint32_t epoch = r.now.write ? c.epoch : r.before.epoch,
                 place = r.now.write ? r.before.pc : offset_of(r.pc);
  const auto& looks = c.looks[r.now.write ? r.lane : r.before.lane];
  return std::any_of(looks.begin(), looks.end(), [&](const Context::Look& look) {
    return look.word == r.word && look.place == place && look.epoch == epoch;
  });
}

template <bool kIsShared>
[[gnu::always_inline]] inline void compare(const Now& now, const Touch& before, bool before_wrote) {
  if (!(before.bytes & now.touch.bytes & kAllBytes)) return;
  if (before.epoch == now.touch.epoch ? before.lane == now.touch.lane
                                      : kIsShared || before.epoch < session.first_epoch) {
    if constexpr (!kIsShared)
      if (before.epoch >= session.oldest_concurrent && before.epoch < session.first_epoch &&
          !(before.atomic && now.touch.atomic)) [[unlikely]]
        meets_other_launch(before, before_wrote, now.address, now.size, now.use, now.pc);
    return;
  }
  if (both_strong(before.atomic, now.touch.atomic)) {
    if (kIsShared && !((before.atomic | now.touch.atomic) & kVolatile)) return;
    if (!kIsShared || is_flag(now, before, before_wrote)) {
      if (!strong_and_yet_a_race(now, before, before_wrote)) return;
    } else {
      const void* const reader = now.use.write ? pc_of(before.pc) : now.pc;
      if (before_wrote != now.use.write && waits_here(reader)) return;
    }
  }
  if (!concurrent<kIsShared>(now.c, before, now.touch.lane)) return;
  // Both threads have stored the same value.
  if (before_wrote && before.bytes & kSameValue && now.touch.bytes & kOfOwnStore) return;
  Race race{now.word, now.address, now.size,     kIsShared,     now.use,
            now.pc,   before,      before_wrote, now.touch.lane};
  race.after_look = is_after_look(now.c, race);
  if (before_wrote) race.changed = now.changed;
  const bool atomic_before = before.atomic && !(before.atomic & kVolatile) && before_wrote;
  if (atomic_before && !now.use.atomic && !now.use.write) {
    defer_first_look(now.c, race);
  } else if (session.options.same_value_is_remark && now.use.write && is_store(now.touch.atomic) &&
             (before_wrote ? is_store(before.atomic) : before.bytes & kOfOwnStore)) {
    defer_store(now.c, race);
  } else
    report_race(now.c, race);
}

constexpr size_t kMostHidden = 8;

bool is_same_access(const Touch& a, const Touch& b) {
  return a.epoch == b.epoch && a.lane == b.lane && a.clock == b.clock && a.pc == b.pc && a.atomic == b.atomic;
}

// Can an access that follows `now` still race with `before`?
template <bool kIsShared>
bool may_race_later(const Touch& before, const Touch& now) {
  return kIsShared ? before.epoch == now.epoch
                   : before.epoch >= std::min(session.first_epoch, session.oldest_concurrent);
}

// If an access races with the write `before`, does it also race with the write `later`?
bool stands_for(const Touch& later, const Touch& before) {
  constexpr uint8_t kAlike = kSize | kVolatile | kOfBlock;
  if ((before.bytes & ~later.bytes & kAllBytes) || (before.atomic ^ later.atomic) & kAlike ||
      (before.atomic & ~later.atomic & kObserves))
    return false;
  return before.epoch == later.epoch
             ? before.lane == later.lane
             : before.epoch >= session.first_epoch && block_of(before.epoch) == block_of(later.epoch);
}

template <bool kIsShared>
void compare_hidden(const Now& now, const Cell& cell) {
  const auto found = session.races.hidden.find(&cell);
  if (found == session.races.hidden.end()) return;
  // Has the running thread (or, for it, another thread of its block) read the value with an atomic, as when
  // taking a ticket? If so, the thread is ordered after that write. (For a word that several threads in a block
  // update, a barrier does not pass on such knowledge.)
  const auto is_another = [&](const Touch& t, const Touch& other) {
    return other.lane != t.lane && other.epoch >= session.first_epoch &&
           block_of(other.epoch) == block_of(t.epoch);
  };
  const auto observes = [&](const Touch& t) {
    if (!(t.atomic & kObserves) || t.epoch < session.first_epoch) return false;
    if (t.epoch == now.touch.epoch && t.lane == now.touch.lane) return true;
    return !concurrent<kIsShared>(now.c, t, now.touch.lane) && !is_another(t, cell.write) &&
           std::none_of(found->second.begin(), found->second.end(),
                        [&](const Touch& other) { return is_another(t, other); });
  };
  bool observed = now.has_seen_last || observes(cell.write);
  unsigned bytes =
      now.touch.bytes & kAllBytes & ~cell.write.bytes;  // the bytes whose last write has not been found yet
  for (auto before = found->second.rbegin(); before != found->second.rend(); ++before) {
    const bool is_last = before->bytes & bytes;
    bytes &= ~before->bytes;
    const bool is_done = is_store(now.touch.atomic)
                             ? observed || before->atomic & now.touch.atomic & kVolatile
                             : !is_store(before->atomic);
    if (is_last || !before->atomic || !is_done) compare<kIsShared>(now, *before, true);
    observed |= observes(*before);
  }
}

template <bool kIsShared>
[[gnu::noinline]] void hide(Cell& cell, Touch before) {
  const Touch& now = cell.write;
  const bool hides = before.bytes & kHides;
  if (!may_race_later<kIsShared>(before, now) || (!hides && stands_for(now, before))) return;
  auto& list = session.races.hidden[&cell];
  if (!hides) list.clear();
  std::erase_if(list, [&](const Touch& t) {
    return !may_race_later<kIsShared>(t, now) || (before.atomic && stands_for(before, t));
  });
  before.bytes &= kAllBytes;
  list.push_back(before);
  if (now.atomic == 0) {
    for (Touch& t : list) t.bytes &= static_cast<uint8_t>(~now.bytes);
    std::erase_if(list, [](const Touch& t) { return t.bytes == 0; });
  }
  if (list.size() > kMostHidden)  // drops an atomic from the middle of the list
    list.erase(
        std::find_if(list.begin() + kMostHidden / 2, list.end(), [](const Touch& t) { return t.atomic; }));
  if (!list.empty()) cell.write.bytes |= kHides;
}

template <bool kIsShared>
void remember_writer(Cell& cell, const Touch& touch) {
  const Touch before = std::exchange(cell.write, touch);
  if (touch.atomic == 0) {
    if (touch.bytes == kAllBytes) [[likely]]
      return;
    if (!(before.bytes & kAllBytes & ~touch.bytes) && !(before.bytes & kHides)) return;
    if (is_same_access(before, touch)) {  // both are pieces of one structure
      cell.write.bytes |= before.bytes;
      return;
    }
  }
  hide<kIsShared>(cell, before);
}

// Keeps two unordered readers if there are two: a writer must be ordered after both. A plain read conflicts
// with everything that an atomic read conflicts with, and with other accesses too.
template <bool kIsShared>
void remember_reader(const Context& c, Cell& cell, const Touch& touch) {
  Touch *a = &cell.read[0], *b = &cell.read[1];
  const auto covered = [&](const Touch& r) { return (r.bytes & ~touch.bytes & kAllBytes) == 0; };
  const auto is_plainer = [&](const Touch& r) {
    return r.atomic == 0 && touch.atomic && may_race_later<kIsShared>(r, touch);
  };
  const auto continues = [&](const Touch& r) {  // does this read continue an earlier one by this lane?
    return r.epoch == touch.epoch && r.lane == touch.lane && !is_plainer(r) &&
           (covered(r) || (r.clock == touch.clock && r.atomic == touch.atomic));
  };
  if (continues(*b)) std::swap(a, b);
  if (continues(*a)) {
    const uint8_t both = a->bytes & touch.bytes & kOfOwnStore;
    const uint8_t bytes = ((a->bytes | touch.bytes) & kAllBytes) | both;
    const bool again = touch.atomic && a->atomic && (a->pc != touch.pc || a->atomic & kReadBefore);
    *a = touch;
    a->bytes = bytes;
    if (again) a->atomic |= kReadBefore;
    return;
  }
  const auto superseded = [&](const Touch& r) {
    return !is_plainer(r) &&
           (r.epoch != touch.epoch || (covered(r) && r.lane / kLanes == touch.lane / kLanes &&
                                       c.clock[touch.lane][r.lane % kLanes] > r.clock));
  };
  if (superseded(cell.read[0])) {
    cell.read[0] = touch;
    if (superseded(cell.read[1])) cell.read[1].epoch = 0, cell.read[1].bytes = 0;
  } else if (superseded(cell.read[1])) {
    cell.read[1] = touch;
  } else if (!is_plainer(cell.read[1]) && cell.read[0].lane / kLanes == cell.read[1].lane / kLanes &&
             cell.read[0].lane / kLanes != touch.lane / kLanes) {
    cell.read[1] = touch;  // two readers from different warps are more useful
  } else if (touch.atomic == 0) {
    if (Touch& r = cell.read[cell.read[0].atomic ? 0 : 1]; r.atomic) r = touch;
  } else if (cell.read[1].epoch != touch.epoch) {
    cell.read[1] = touch;
  }
}

// Has the running lane, or its block before the last barrier, read the word since the word's last strong write?
// A single read just before the write does not count: it is half of *sum = *sum + x, and another thread may write
// the word in between. A thread whose turn it is has tested the word before.
bool has_read(Now& now, const Cell& cell) {
  return std::any_of(std::begin(cell.read), std::end(cell.read), [&](const Touch& r) {
    if (!r.atomic || r.epoch < session.first_epoch || block_of(r.epoch) != now.c.block) return false;
    if (r.epoch != now.touch.epoch) return true;
    if (r.lane != now.touch.lane) return false;
    if (r.atomic & now.touch.atomic & kVolatile && !(r.atomic & kReadBefore) &&
        now.c.has_just_read(now.address))
      now.changed = pc_of(r.pc);
    return now.changed == nullptr;
  });
}

// Does the running thread read a value that it has stored itself, even if others have stored the same value
// since?
bool reads_own_store(const Now& now, const Cell& cell) {
  const Touch& touch = now.touch;
  const Touch& write = cell.write;
  if (write.epoch == touch.epoch && write.lane == touch.lane)
    return is_store(write.atomic) && (touch.bytes & ~write.bytes) == 0;
  if (!(write.bytes & kSameValue)) return false;
  const uintptr_t begin = std::max(now.word, now.address),
                  end = std::min(now.word + 4, now.address + now.size);
  const auto& own = now.c.own_stores[touch.lane];
  return std::any_of(own.begin(), own.end(), [&](const Context::OwnStore& s) {
    return s.epoch == touch.epoch && s.begin <= begin && end <= s.end;
  });
}

template <bool kIsShared>
[[gnu::always_inline]] inline void check_word(Now& now, Cell& cell) {
  Context& c = now.c;
  Touch& touch = now.touch;
  const Touch as_it_was = touch;
  now.changed = nullptr;
  if (touch.atomic) {
    if (now.use.write && (now.has_seen_last = has_read(now, cell))) touch.atomic |= kObserves;
  } else if (!now.use.write && reads_own_store(now, cell)) {
    touch.bytes |= kOfOwnStore;
  }
  compare<kIsShared>(now, cell.write, true);
  if (cell.write.bytes & kHides) [[unlikely]]
    compare_hidden<kIsShared>(now, cell);
  if (now.use.write) {
    compare<kIsShared>(now, cell.read[0], false);
    compare<kIsShared>(now, cell.read[1], false);
    if constexpr (!kIsShared) compare<kIsShared>(now, cell.read_elsewhere, false);
    remember_writer<kIsShared>(cell, touch);
    if (touch.atomic && (!kIsShared || has_fenced(c))) [[unlikely]]
      for (Touch& read : cell.read)
        if (read.atomic) read = {};
  } else {
    if constexpr (!kIsShared)
      for (const Touch& read : cell.read)
        if (read.epoch != c.epoch &&
            (read.epoch >= session.first_epoch ? block_of(read.epoch) != c.block
                                               : read.epoch >= session.oldest_concurrent) &&
            (read.atomic == 0 || cell.read_elsewhere.atomic ||
             !may_race_later<kIsShared>(cell.read_elsewhere, touch)))
          cell.read_elsewhere = read;
    remember_reader<kIsShared>(c, cell, touch);
  }
  touch = as_it_was;
}

// How a word is accessed, in the encoding of Touch::atomic.
uint8_t how(const Context& c, MemoryUse use) {
  if (use.atomic == 0) return 0;
  const uint8_t size = strong_size(use.atomic & ~kVolatile);
  if (!(use.atomic & kVolatile))
    return size | (c.atomic_of_block ? kOfBlock : 0) |
           (use.read && use.write && c.atomic_observes ? kObserves : 0);
  const bool announces = use.write && (has_fenced(c) || c.gives_back);
  return size | kVolatile | (announces ? kAnnounces : 0) |
         (c.locks.held && holds_lock(c, 0) ? kUnderLock : 0);
}

// For a structure copy, g++ reports all accesses before it performs any: the stores may not have happened yet.
bool may_be_of_deferred(const Context& c, unsigned lane, MemoryUse use) {
  return session.races.stored.context == &c && session.races.stored.all.front().race.lane == lane &&
         (!use.write || (c.in_structure && session.races.stored.structure == c.structures));
}

void note_own_store(Context& c, unsigned lane, uintptr_t address, unsigned bytes) {
  auto& own = c.own_stores[lane];
  Context::OwnStore& last = own[c.own_store[lane] % own.size()];
  if (last.epoch == c.epoch && last.end == address)
    last.end += bytes;
  else
    own[++c.own_store[lane] % own.size()] = {address, address + bytes, c.epoch};
}

Now now_of(Context& c, uintptr_t address, unsigned bytes, MemoryUse use, const void* pc) {
  const unsigned lane = c.worker->current;
  if (session.races.stored.context && !may_be_of_deferred(c, lane, use)) [[unlikely]]
    report_deferred_stores();
  Context::FirstAt& first = c.entry_of(offset_of(pc));
  if (first.pc != offset_of(pc) || first.block != c.block) first = {offset_of(pc), c.epoch, c.block};
  if (first.last_epoch != c.epoch) {
    first.last_epoch = c.epoch;
    first.order = ++c.firsts;
    first.lane = static_cast<uint16_t>(lane);
  }
  if (use.read && use.atomic == 0) {
    auto& looks = c.looks[lane];
    looks[++c.last_look[lane] % looks.size()] = {address & ~uintptr_t{3}, offset_of(pc), c.epoch};
  }
  if (use.write) {
    if (c.wrote_at[lane] == offset_of(pc) && c.wrote_in[lane] == c.epoch) c.wrote_again_in[lane] = c.epoch;
    c.wrote_at[lane] = offset_of(pc);
    c.wrote_in[lane] = c.epoch;
    if (use.atomic == 0) note_own_store(c, lane, address, bytes);
    if (use.atomic && !(use.atomic & kVolatile))
      c.last_atomic[lane] = address & ~uintptr_t{3};
    else if (c.last_atomic[lane] == (address & ~uintptr_t{3}))
      session.stored_back = offset_of(pc);
  }
  if (c.locks.held && (use.atomic == 0 || use.atomic & kVolatile)) [[unlikely]]
    if (!c.shared.holds(address)) locks_access(c, address, bytes, use, pc);
  return {c,
          address & ~uintptr_t{3},
          address,
          bytes,
          use,
          pc,
          {c.epoch, offset_of(pc), c.clock[lane][lane % kLanes], static_cast<uint16_t>(lane),
           static_cast<uint8_t>(bytes >= 4 ? 15 : ((1u << bytes) - 1) << address % 4), how(c, use)}};
}

void note_visit(Context& c, const void* pc) { c.visits[c.worker->current].note(c.epoch, offset_of(pc)); }

// Padding in structures is copied too: it may be the second or last word of a 16-byte copy or of an 8-byte
// piece.
bool may_be_padding(const Context& c, unsigned bytes, unsigned word) {
  return c.may_be_hole || ((bytes == 16 || (bytes == 8 && c.in_structure)) && (word == 1 || word == 3));
}

}  // namespace

bool waits_here(const void* pc) {
  static std::unordered_map<const void*, bool> known;
  const auto [entry, is_new] = known.try_emplace(pc);
  if (is_new) entry->second = looks_like_waiting(pc, false);
  return entry->second;
}

bool tries_again_here(const void* pc) {
  static std::unordered_map<const void*, bool> known;
  const auto [entry, is_new] = known.try_emplace(pc);
  if (is_new) entry->second = looks_like_waiting(pc, true);
  return entry->second;
}

void check_shared(Context& c, uintptr_t address, unsigned bytes, MemoryUse use, const void* pc) {
  Now now = now_of(c, address, bytes, use, pc);
  note_visit(c, pc);
  Cell* cell = &c.shared_cells[(address - c.shared.begin) / 4];
  const bool only_writes = use.write && (!use.read || use.exchange);
  uintptr_t unset = 0;  // the first byte read that has no value
  for (unsigned word = 0; word * 4 < bytes; ++word, ++cell, now.word += 4) {
    const auto touched = static_cast<uint8_t>(now.touch.bytes & kAllBytes);
    check_word<kShared>(now, *cell);
    auto& initialised = cell->initialised;
    if (initialised.block != c.block) initialised = {c.block, 0};
    if (use.read && unset == 0 && !(initialised.bytes & touched) && !may_be_padding(c, bytes, word))
      unset = std::max(now.word, address);
    if (!use.write) continue;
    if (only_writes && use.atomic && !(use.atomic & kVolatile) && initialised.bytes == 0)
      c.set_by_atomic[now.word] = now.touch;
    if (only_writes && c.read_early) [[unlikely]]
      note_late_write(c, std::max(now.word, address), std::min(now.word + 4, address + bytes), pc);
    initialised.bytes |= touched;
  }
  if (unset != 0) report_uninitialised(c, {address, bytes, unset}, use, pc);
}

void check_initial_value(Context& c, uintptr_t address, unsigned bytes, const void* pc) {
  const auto found = c.set_by_atomic.find(address & ~uintptr_t{3});
  if (found == c.set_by_atomic.end()) return;
  const Touch& set = found->second;
  const unsigned lane = c.worker->current;
  if (set.epoch != c.epoch || set.lane == lane || !concurrent<kShared>(c, set, lane)) return;
  report_race(c, {found->first, address, bytes, true, {true, true, strong_size(bytes)}, pc, set, true, lane});
}

void races_launch_begin() {
  session.races.waited_for.clear();
  if (session.oldest_concurrent >= session.first_epoch) session.races.hidden.clear();
}
void note_waited_for(Context& c, uintptr_t address, bool acquires) {
  session.races.waited_for.insert(address & ~uintptr_t{3});
  c.waited[c.worker->current] = {c.epoch, address & ~uintptr_t{3}, acquires};
}

bool is_waited_for(uintptr_t address) { return session.races.waited_for.contains(address & ~uintptr_t{3}); }

void note_result_used(Context& c, uintptr_t address, unsigned bytes) {
  Cell* cell = cell_of(c, address);
  for (unsigned word = 0; cell && word * 4 < bytes; ++word)
    if (Touch& write = cell[word].write;
        write.epoch == c.epoch && write.lane == c.worker->current && write.atomic)
      write.atomic |= kObserves;
}

namespace {
template <typename Which>
void report_looks(Context& c, const Which& which) {
  const unsigned running = c.worker->current;
  std::erase_if(session.races.first_looks, [&](const FirstLook& look) {
    if (look.context != &c || !which(look)) return false;
    Race race = look.race;
    race.unused_swap = look.compared;
    c.worker->current = race.lane;
    report_race(c, race);
    return true;
  });
  c.worker->current = running;
}
}  // namespace

void report_first_looks(Context& c) {
  if (!session.races.first_looks.empty()) report_looks(c, [](const FirstLook&) { return true; });
}

void compare_first_look(Context& c, uintptr_t address, unsigned bytes) {
  const unsigned lane = c.worker->current;
  if (!session.races.first_looks.empty())
    report_looks(c, [&](const FirstLook& look) { return look.compared && look.race.lane == lane; });
  for (FirstLook& look : session.races.first_looks)
    look.compared |= look.context == &c && look.race.lane == lane && look.race.address == address;
  Cell* cell = cell_of(c, address);
  if (!cell) return;
  for (unsigned word = 0; word * 4 < bytes; ++word)
    for (Touch& read : cell[word].read)
      if (read.epoch == c.epoch && read.lane == lane) read.atomic = strong_size(bytes);
}

void forgive_first_look(Context& c, uintptr_t address) {
  const unsigned lane = c.worker->current;
  const Context::Compared& last = c.compared[lane];
  if (last.at != address || last.epoch != c.epoch || session.races.first_looks.empty()) return;
  std::erase_if(session.races.first_looks, [&](const FirstLook& look) {
    return look.compared && look.context == &c && look.race.lane == lane && look.race.address == address;
  });
}

void check_async_copy(Context& c, const AddressRange& shared, const void* pc) {
  Now now = now_of(c, shared.begin, static_cast<unsigned>(shared.bytes), {true, false, 0}, pc);
  now.use = {false, true, 0};
  const Cell* cell = &c.shared_cells[(shared.begin - c.shared.begin) / 4];
  for (size_t word = 0; word * 4 < shared.bytes; ++word, ++cell, now.word += 4)
    for (const Touch& read : cell->read) compare<kShared>(now, read, false);
}

void check_published_to_bulk(Context& c, const AddressRange& shared, const void* pc) {
  const Cell* cell = &c.shared_cells[(shared.begin - c.shared.begin) / 4];
  for (size_t word = 0; word * 4 < shared.bytes; ++word, ++cell) {
    const Touch& write = cell->write;
    const bool of_this_block = write.epoch >= session.first_epoch && block_of(write.epoch) == c.block;
    const auto& loads = c.bulk_load_sites;
    const bool by_the_engine = std::find(loads.begin(), loads.end(), write.pc) != loads.end();
    if (!of_this_block || by_the_engine || is_published_to_bulk(c, write)) continue;
    report_hazard(HazardKind::race, "shared",
                  {pc, "bulk store", static_cast<int>(c.worker->current), c.block_index},
                  {pc_of(write.pc), "write", write.lane, c.block_index}, {},
                  {Cause::not_published_to_bulk, {{"thread", write.lane}}});
    return;
  }
}

void set_initialised(Context& c, const AddressRange& range, bool yes) {
  Cell* cell = &c.shared_cells[(range.begin - c.shared.begin) / 4];
  for (size_t word = 0; word * 4 < range.bytes; ++word)
    cell[word].initialised = {c.block, static_cast<uint8_t>(yes ? 15 : 0)};
}

void check_global(Context& c, Cell* cell, uintptr_t address, unsigned bytes, MemoryUse use, const void* pc) {
  Now now = now_of(c, address, bytes, use, pc);
  if (use.write) note_visit(c, pc);
  if (session.concurrent_ranges) [[unlikely]]
    meets_ranges(address, bytes, use, pc);
  for (unsigned word = 0; word * 4 < bytes; ++word, ++cell, now.word += 4) check_word<kGlobal>(now, *cell);
}

}  // namespace ladder::simt::trace
