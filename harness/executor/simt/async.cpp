// Messages, bulk copies, and the barriers that signal their completion. A bulk load or a box takes effect when
// a thread waits for it, and a bulk store reads shared memory when its thread waits for that read. The wait
// is the latest time that CUDA allows for a load, a box or a store.
#include "simt/async.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "simt/executor.h"
#include "simt/memory.h"
#include "simt/workers.h"

#define HERE SIMT_CALLER

namespace ladder::simt {
namespace {

constexpr unsigned kPollsPerTurn = 4;  // after this many polls in a row, other threads get a turn
constexpr unsigned kIsBarrier = 0xBA551;

// 16-byte words have no portable atomic access, so all accesses to them go through post and peek, under one of
// these locks.
std::atomic_flag& lock_of(const void* box) {
  static std::array<std::atomic_flag, 64> locks;
  return locks[reinterpret_cast<uintptr_t>(box) / 16 % locks.size()];
}

struct Locked {
  std::atomic_flag& flag;
  explicit Locked(const void* box) : flag(lock_of(box)) {
    while (flag.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  ~Locked() { flag.clear(std::memory_order_release); }
};

Site here(const void* pc, const char* access) {
  return {pc, access, static_cast<int>(current_worker->current), current_worker->block_index};
}

// The GPU that posted each message, for a watched launch on several GPUs.
struct Posted {
  uint32_t epoch;
  unsigned gpu;
  bool across_gpus;
  Site site;
};
std::mutex posted_mutex;
std::unordered_map<const void*, Posted> posted;

bool watches_gpus(const Worker& w) { return w.traced && w.launch->gpus > 1; }

void note_posted(const void* box, uint32_t epoch, bool across_gpus, const void* pc) {
  const std::lock_guard lock(posted_mutex);
  posted[box] = {epoch, current_worker->gpu, across_gpus, here(pc, "post")};
}

// Checks a read of a message that another GPU has posted with this epoch, because the message might never
// become visible unless both sides use system scope.
void require_same_reach(const void* box, uint32_t epoch, bool across_gpus, const void* pc) {
  const std::lock_guard lock(posted_mutex);
  const auto found = posted.find(box);
  if (found == posted.end() || found->second.epoch != epoch) return;
  const Posted& message = found->second;
  if (message.gpu == current_worker->gpu || (message.across_gpus && across_gpus)) return;
  const Allocation* object = find_allocation(box);
  report_hazard(HazardKind::race, "global", here(pc, "read"), message.site,
                {.name = object != nullptr ? object->name : ""},
                {Cause::message_of_one_gpu, {{"from", message.gpu}, {"to", current_worker->gpu}}});
}

void require_aligned(const void* a, const void* b, unsigned bytes, const char* what, const void* pc) {
  if ((reinterpret_cast<uintptr_t>(a) | reinterpret_cast<uintptr_t>(b) | bytes) % 16 == 0) return;
  report_hazard(HazardKind::misaligned, "", here(pc, what), {}, {},
                {Cause::bulk_copy_misaligned, {{"copy", what}}});
  abandon_block();
}

void require_barrier(const Barrier* barrier, const void* pc) {
  if (barrier->is_barrier == kIsBarrier) return;
  report_hazard(HazardKind::uninitialised, "shared", here(pc, "barrier"), {}, {},
                {Cause::barrier_not_initialised});
  abandon_block();
}

bool overlap(const void* a, unsigned a_bytes, const void* b, unsigned b_bytes) {
  const auto x = reinterpret_cast<uintptr_t>(a), y = reinterpret_cast<uintptr_t>(b);
  return x < y + b_bytes && y < x + a_bytes;
}

// Ends the phase if no arrivals or bytes are pending.
void end_phase(Barrier* barrier) {
  if (barrier->missing != 0 || barrier->bytes != 0) return;
  barrier->missing = barrier->arrivals;
  ++barrier->phase;
  workers_saw_a_change();
}

void arrive(Barrier* barrier, unsigned bytes, const void* pc) {
  Worker& w = *current_worker;
  require_barrier(barrier, pc);
  if (w.traced) {
    trace::message_barrier(w, barrier, false);
    trace::barrier_arrived(w, barrier);
  }
  barrier->bytes += bytes;
  --barrier->missing;
  end_phase(barrier);
}

// Makes the loads that signal this barrier take effect now.
void land(Worker& w, Barrier* barrier) {
  unsigned bytes = 0;
  std::erase_if(w.bulk_loads, [&](const BulkLoad& load) {
    if (load.barrier != barrier) return false;
    if (load.from)
      std::memcpy(load.to, load.from, load.bytes);
    else
      std::memset(load.to, 0, load.bytes);
    bytes += load.bytes;
    return true;
  });
  if (bytes == 0) return;
  barrier->bytes -= bytes;
  end_phase(barrier);
}

void load_part(void* to, const void* from, unsigned bytes, Barrier* barrier, const void* pc) {
  Worker& w = *current_worker;
  if (w.traced) trace::bulk_part(w, to, from, bytes, barrier, pc);
  for (const BulkStore& s : w.bulk_stores) {
    if (!overlap(to, bytes, s.from, s.bytes)) continue;
    report_hazard(HazardKind::race, "shared", here(pc, "bulk load"),
                  {s.pc, "bulk store", static_cast<int>(s.thread), w.block_index}, {},
                  {Cause::bulk_load_over_store});
  }
  w.bulk_loads.push_back({to, from, bytes, barrier});
}

void store_now(const BulkStore& s) { std::memcpy(s.to, s.from, s.bytes); }

}  // namespace

void post(void* box, unsigned value_bytes, uint64_t value, uint32_t epoch, bool across_gpus) {
  Worker& w = *current_worker;
  if (watches_gpus(w)) note_posted(box, epoch, across_gpus, HERE);
  if (w.traced) {
    trace::atomic(w, box, 2 * value_bytes, trace::AtomicUse::store, trace::AtomicOrder::relaxed, HERE);
    workers_saw_a_change();
  }
  if (value_bytes == 4) {
    std::atomic_ref(*static_cast<uint64_t*>(box)).store(uint64_t{epoch} << 32 | static_cast<uint32_t>(value));
  } else {
    Locked lock(box);
    static_cast<uint64_t*>(box)[0] = value;
    static_cast<uint64_t*>(box)[1] = epoch;
  }
}

namespace {

Word read_word(const void* box, unsigned value_bytes) {
  if (value_bytes == 4) {
    auto* word = static_cast<uint64_t*>(const_cast<void*>(box));
    const uint64_t bits = std::atomic_ref(*word).load();
    return {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
  }
  Locked lock(box);
  const auto* words = static_cast<const uint64_t*>(box);
  return {words[0], static_cast<uint32_t>(words[1])};
}

}  // namespace

Word peek(const void* box, unsigned value_bytes, bool across_gpus) {
  Worker& w = *current_worker;
  if (++w.lane[w.current].polls % kPollsPerTurn == 0) spin_wait(HERE);
  if (w.traced)
    trace::atomic(w, box, 2 * value_bytes, trace::AtomicUse::load, trace::AtomicOrder::relaxed, HERE);
  const Word word = read_word(box, value_bytes);
  if (watches_gpus(w)) require_same_reach(box, word.epoch, across_gpus, HERE);
  return word;
}

void barrier_init(Barrier* barrier, unsigned arrivals) {
  *barrier = {kIsBarrier, 0, arrivals, arrivals, 0};
  if (current_worker->traced) trace::message_barrier(*current_worker, barrier, true);
}

void barrier_wait(Barrier* barrier, unsigned phase) {
  Worker& w = *current_worker;
  require_barrier(barrier, HERE);
  if (w.traced) trace::message_barrier(w, barrier, false);
  // If the phase is complete, the thread does not wait, so loads for the next phase may not have arrived yet.
  while (barrier->phase == (phase & 1)) {
    land(w, barrier);
    if (barrier->phase == (phase & 1)) spin_wait(HERE);
  }
  if (w.traced) trace::barrier_waited(w, barrier);
}

void barrier_arrive(Barrier* barrier) { arrive(barrier, 0, HERE); }

void barrier_expect(Barrier* barrier, unsigned bytes) { arrive(barrier, bytes, HERE); }

void bulk_load(void* to_shared, const void* from_global, unsigned bytes, Barrier* barrier) {
  Worker& w = *current_worker;
  arrive(barrier, bytes, HERE);
  require_aligned(to_shared, from_global, bytes, "bulk load", HERE);
  if (bytes == 0) return;
  load_part(to_shared, from_global, bytes, barrier, HERE);
  if (w.traced) trace::bulk_copy(w, bytes, barrier, HERE);
}

// A box is stored row by row. In each group of rows that together hold 1024 bytes (64 columns) or 512 (32
// columns), the 16-byte parts of each row are permuted, as CU_TENSOR_MAP_SWIZZLE_128B and _64B define.
void tensor_load(void* to_shared, const TensorMap& map, size_t row, size_t column, Barrier* barrier) {
  Worker& w = *current_worker;
  require_barrier(barrier, HERE);
  if (w.traced) trace::message_barrier(w, barrier, false);
  constexpr unsigned kPart = 16, kElement = 2;
  const unsigned parts = map.box_columns * kElement / kPart, rows_alike = 8 / parts;
  const unsigned alike = map.box_columns * kElement * 8;  // bytes after which the order of the parts repeats
  if (reinterpret_cast<uintptr_t>(to_shared) % alike != 0 ||
      (reinterpret_cast<uintptr_t>(map.matrix) | map.columns * kElement) % kPart != 0) {
    report_hazard(HazardKind::misaligned, "", here(HERE, "tensor load"), {}, {},
                  {Cause::tensor_load_misaligned, {{"bytes", alike}}});
    abandon_block();
  }
  unsigned bytes = 0;
  for (unsigned r = 0; r < map.box_rows; ++r)
    for (unsigned p = 0; p < parts; ++p) {
      const size_t i = row + r, j = column + p * (kPart / kElement);
      char* const to = static_cast<char*>(to_shared) + (r * parts + (p ^ r / rows_alike % parts)) * kPart;
      const bool inside = i < map.rows && j < map.columns;
      const void* const from =
          inside ? static_cast<const char*>(map.matrix) + (i * map.columns + j) * kElement : nullptr;
      load_part(to, from, kPart, barrier, HERE);
      if (inside) bytes += kPart;
    }
  if (w.traced) trace::bulk_copy(w, bytes, barrier, HERE);
}

void publish_shared_to_bulk() {
  Worker& w = *current_worker;
  if (w.traced) trace::published_to_bulk(w);
}

void bulk_store(void* to_global, const void* from_shared, unsigned bytes) {
  Worker& w = *current_worker;
  require_aligned(to_global, from_shared, bytes, "bulk store", HERE);
  if (w.traced && bytes) {
    trace::bulk_part(w, from_shared, to_global, bytes, nullptr, HERE);
    trace::bulk_copy(w, bytes, nullptr, HERE);
  }
  w.bulk_stores.push_back({to_global, from_shared, bytes, w.current, HERE});
}

void bulk_stores_read(int pending) {
  Worker& w = *current_worker;
  auto mine = std::count_if(w.bulk_stores.begin(), w.bulk_stores.end(),
                            [&](const BulkStore& s) { return s.thread == w.current; });
  std::erase_if(w.bulk_stores, [&](const BulkStore& s) {
    if (s.thread != w.current || mine <= pending) return false;
    store_now(s);
    --mine;
    return true;
  });
}

void finish_bulk_copies(Worker& w) {
  for (const BulkStore& s : w.bulk_stores) {
    report_hazard(HazardKind::race, "shared", {s.pc, "bulk store", static_cast<int>(s.thread), w.block_index},
                  {}, {}, {Cause::bulk_store_unread});
    store_now(s);
  }
  w.bulk_stores.clear();
  w.bulk_loads.clear();
  for (unsigned t = 0; t < w.threads; ++t) w.async_copies[t].clear(), w.warpgroup_products[t].clear();
}

}  // namespace ladder::simt
