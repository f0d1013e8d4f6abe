// Controls access to memory. Host code cannot access device memory between runtime calls. Nor can host code
// access managed or pinned memory from the moment the GPU starts to fill it until the host has waited for the
// GPU.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <utility>

#include "platform/pages.h"
#include "platform/source.h"
#include "runtime/protection.h"
#include "runtime/state.h"
#include "simt/executor.h"
#include "simt/memory.h"
#include "simt/trace/launches.h"

namespace ladder::simt_runtime {
namespace {

int depth = 0;                          // nested MemoryOpen objects of all threads, under the lock
thread_local bool in_runtime = false;   // inside a MemoryOpen of this thread
std::atomic<bool> kernel_runs = false;  // while true, managed memory is watched

// An access to memory that the GPU may still be filling, recorded at the access and reported later.
struct Touch {
  std::array<const void*, 24> stack;
  const void* since;
  bool by_kernel, write;
  char name[64];
};
std::array<Touch, 64> touches;
std::atomic<unsigned> touch_count = 0;

using simt::page_bytes;

uintptr_t page_of(uintptr_t address) { return address & ~(page_bytes() - 1); }
uintptr_t page_behind(uintptr_t address) { return page_of(address + page_bytes() - 1); }

// The pages that may be protected: those that contain nothing but the allocation.
struct Pages {
  uintptr_t first, last;
};
Pages pages_of(const Block& b) {
  const auto begin = reinterpret_cast<uintptr_t>(b.begin), end = begin + std::max<size_t>(b.bytes, 1);
  if (b.where == Where::registered && !protection_is_exact && !has_own_pages(b.begin))
    return {page_behind(begin), page_of(end)};
  return {page_of(begin), page_behind(end)};
}
void protect(const Block& b, Rights rights) {
  const Pages pages = pages_of(b);
  protect_pages(pages.first, pages.last, rights);
}
bool is_of(const InFlight& f, const Block& b) { return f.begin >= b.begin && f.begin < b.begin + b.bytes; }
// Pages that also contain other bytes of the allocation stay open, because the host may be using those bytes.
void protect(const InFlight& f, Rights rights) {
  const Block* b = find_block(f.begin);
  if (!b) return;
  const Pages may = pages_of(*b);
  Pages now{0, 0};
  for (size_t row = 0; row < f.rows; ++row) {
    const auto begin = reinterpret_cast<uintptr_t>(f.begin) + row * f.pitch;
    const uintptr_t first = std::max(page_of(begin), may.first),
                    last = std::min(page_behind(begin + f.bytes), may.last);
    if (first > now.last) {
      protect_pages(now.first, now.last, rights);
      now = {first, last};
    }
    now.last = std::max(now.last, last);
  }
  protect_pages(now.first, now.last, rights);
}
// If several operations use a page, the host may make only those accesses that all of these operations allow.
void protect_in_flight(const Block* of = nullptr) {
  for (const bool host_may_read : {true, false})
    for (const InFlight& f : state().in_flight)
      if (!f.told && f.host_may_read == host_may_read && (!of || is_of(f, *of)))
        protect(f, host_may_read ? Rights::read : Rights::none);
}
bool has_touched(const InFlight& kernel, uintptr_t first, uintptr_t last, bool only_writes) {
  if (kernel.first_epoch == kernel.end_epoch) return true;  // unknown, so possibly
  const auto begin = reinterpret_cast<uintptr_t>(kernel.begin);
  first = std::max(first, begin), last = std::min(last, begin + kernel.bytes);
  return simt::trace::touched_by(kernel.device + (first - begin), last - first, kernel.first_epoch,
                                 kernel.end_epoch, only_writes)
             .address != nullptr;
}
bool lies_in(const InFlight& f, uintptr_t first, uintptr_t last) {
  for (size_t row = 0; row < f.rows; ++row) {
    const auto begin = reinterpret_cast<uintptr_t>(f.begin) + row * f.pitch;
    if (begin < last && begin + f.bytes > first) return true;
  }
  return false;
}

// The allocation to which this page belongs, if the page contains nothing else.
Block* block_of_page(const char* p) {
  const auto address = reinterpret_cast<uintptr_t>(p);
  auto above = state().blocks.upper_bound(reinterpret_cast<const char*>(address | (page_bytes() - 1)));
  if (above == state().blocks.begin()) return nullptr;
  Block& b = std::prev(above)->second;
  const Pages pages = pages_of(b);
  return address >= pages.first && address < pages.last ? &b : nullptr;
}

bool is_allocation(const Block& b) { return simt::in_device_memory(b.begin); }

void open(const Block& b) {
  if (is_allocation(b)) return protect(b, Rights::all);
  for (const InFlight& f : state().in_flight)
    if (is_of(f, b)) protect(f, Rights::all);
}
// Restores the protection of those pages of the block that the host must not use.
void close(const Block& b) {
  if (is_allocation(b)) protect(b, b.where == Where::device ? Rights::none : Rights::all);
  protect_in_flight(&b);
}
void close_all() {
  if (state().any_allocated) {
    simt::close_device_memory();
    for (auto& [address, b] : state().blocks)
      if (is_allocation(b) && (b.where != Where::device || b.opened > 0)) protect(b, Rights::all);
  }
  protect_in_flight();
}

void note_touch(const InFlight& f, const Block& b, bool write, const simt::Interrupted& at) {
  const unsigned index = touch_count.load();
  if (index >= touches.size()) return;
  Touch& t = touches[index];
  t = {{}, f.site, f.by_kernel, write, {}};
  std::strncpy(t.name, b.name.c_str(), sizeof t.name - 1);
  places_of_code(at, t.stack);
  touch_count = index + 1;
}

// Called when the host accesses protected memory. Reports each operation in flight on that memory; returns
// false if there is none.
bool tell_touches(const char* p, size_t bytes, bool write, const simt::Interrupted& at) {
  bool told = false;
  for (InFlight& f : state().in_flight) {
    const auto first = reinterpret_cast<uintptr_t>(p);
    const Block* b = find_block(f.begin);
    if (!b || f.told || (f.host_may_read && !write) || !lies_in(f, first, first + bytes) ||
        (f.by_kernel && !has_touched(f, first, first + bytes, !write)))
      continue;
    note_touch(f, *b, write, at);
    f.told = told = true;
    protect(f, Rights::all);
  }
  if (told && depth == 0) protect_in_flight();
  return told;
}

}  // namespace

Block* find_block(const void* p) {
  auto& blocks = state().blocks;
  const auto* a = static_cast<const char*>(p);
  auto above = blocks.upper_bound(a);
  if (above == blocks.begin()) return nullptr;
  Block& b = std::prev(above)->second;
  return a < b.begin + b.bytes || a == b.begin ? &b : nullptr;
}

Answer protected_access(const char* p, size_t bytes, bool write, const simt::Interrupted& at) {
  Block* b = block_of_page(p);
  if (!b || b->where == Where::device) return Answer::fault;
  // An access by a kernel. Any other host thread that accesses the block waits for the end of the kernel.
  if (b->where != Where::registered && (simt::current_worker || kernel_runs)) {
    if (!simt::current_worker) {
      if (!in_runtime) return Answer::wait;
      protect(*b, Rights::all);
      return Answer::again;
    }
    b->touched = true;
    b->written |= write;
    protect(*b, b->written ? Rights::all : Rights::read);
    return Answer::again;
  }
  const uintptr_t page = page_of(reinterpret_cast<uintptr_t>(p));
  const auto& all = state().in_flight;
  if (tell_touches(p, bytes, write, at)) return Answer::again;
  if (std::any_of(all.begin(), all.end(),
                  [&](auto& f) { return !f.told && lies_in(f, page, page + page_bytes()); }))
    return Answer::only_this;
  return Answer::wait;  // a call in another thread protects the page for a moment
}
void protect_again() {
  if (depth == 0) protect_in_flight();
}

MemoryOpen::MemoryOpen() : all_(true) {
  if (depth++ != 0) return;
  in_runtime = true;
  simt::open_device_memory();
  for (const InFlight& f : state().in_flight) protect(f, Rights::all);
}
MemoryOpen::MemoryOpen(std::vector<Block*> blocks) : all_(false) {
  if (depth != 0) return;
  std::erase(blocks, nullptr);
  blocks_ = std::move(blocks);
  for (Block* b : blocks_)
    if (b->opened++ == 0) open(*b);
}
MemoryOpen::~MemoryOpen() {
  for (Block* b : blocks_)
    if (--b->opened == 0) close(*b);
  if (!all_ || --depth != 0) return;
  close_all();
  in_runtime = false;
}

void close_freed(const Block& b) {
  if (depth == 0 && state().any_allocated) protect(b, Rights::none);
}
void close_new(Block& b) {
  const bool first = !std::exchange(state().any_allocated, true);
  if (depth != 0) return;
  if (first) return close_all();
  close_freed(b);
  close(b);
}

void protect_managed_for_kernel() {
  for (auto& [address, b] : state().blocks) {
    if (b.where == Where::device || b.where == Where::registered) continue;
    b.touched = b.written = false;
    protect(b, Rights::none);
    kernel_runs = true;
  }
}

void note_kernel_touches() {
  if (protection_sees_kernels || !kernel_runs) return;
  const auto [first, end] = simt::trace::epochs_of_last_launch();
  for (auto& [address, b] : state().blocks) {
    if (b.where == Where::device || b.where == Where::registered) continue;
    const auto any = [&](bool only_writes) {  // true if no block was watched, because an access is possible
      return first == end ||
             simt::trace::touched_by(b.begin, b.bytes, first, end, only_writes).address != nullptr;
    };
    b.touched = any(false);
    b.written = any(true);
  }
}

// Until the host waits, it must not access what the kernel wrote or overwrite what the kernel only read.
void end_of_kernel(Turn turn, const void* launch_site, bool all_watched) {
  if (!kernel_runs.exchange(false)) return;
  const auto [first, end] =
      all_watched ? simt::trace::epochs_of_last_launch() : std::pair<uint32_t, uint32_t>{};
  for (auto& [address, b] : state().blocks) {
    if (b.where == Where::device || b.where == Where::registered) continue;
    protect(b, Rights::all);
    if (!b.touched) continue;
    in_flight({turn, b.begin, b.bytes, !b.written, launch_site, true, false, {}, 1, 0, first, end, b.begin});
    if (const Block* own = registered_of_twin(b))
      in_flight({turn,
                 own->begin,
                 own->bytes,
                 !b.written,
                 launch_site,
                 true,
                 false,
                 {},
                 1,
                 0,
                 first,
                 end,
                 b.begin});
  }
}

// Called while memory is open; the memory is closed when the runtime call ends.
void in_flight(InFlight&& f) {
  auto& all = state().in_flight;
  if (f.by_kernel)  // launches in sequence share one entry per stream
    std::erase_if(all, [&](const InFlight& old) {
      if (!old.by_kernel || old.begin != f.begin || old.turn.stream != f.turn.stream) return false;
      f.host_may_read &= old.host_may_read;
      if (f.first_epoch == f.end_epoch || old.first_epoch == old.end_epoch)
        f.first_epoch = f.end_epoch = 0;
      else
        f.first_epoch = old.first_epoch;
      if (!old.host_may_read) f.site = old.site;
      return true;
    });
  all.push_back(std::move(f));
}

void one_area(size_t first) {
  auto& all = state().in_flight;
  for (size_t i = first; i < all.size(); ++i) {
    for (size_t k = i + 1; k < all.size();) {
      InFlight &f = all[i], &row = all[k];
      if (row.host_may_read != f.host_may_read || row.bytes != f.bytes ||
          find_block(row.begin) != find_block(f.begin)) {
        ++k;
        continue;
      }
      if (f.rows == 1) f.pitch = static_cast<size_t>(row.begin - f.begin);
      if (row.begin != f.begin + f.rows * f.pitch) {
        ++k;
        continue;
      }
      ++f.rows;
      f.turn = row.turn;
      f.data.insert(f.data.end(), row.data.begin(), row.data.end());
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
}

void system_touches(const void* p, size_t bytes, bool write, const void* pc, const void* frame) {
  if (simt::current_worker || bytes == 0) return;
  const std::unique_lock lock(state().mutex,
                              std::try_to_lock);  // if already locked, this may be the runtime's own call
  if (!lock || depth != 0 || state().in_flight.empty() || !block_of_page(static_cast<const char*>(p))) return;
  tell_touches(static_cast<const char*>(p), bytes, write,
               {reinterpret_cast<uintptr_t>(pc) - 1, reinterpret_cast<uintptr_t>(frame), 0});
  const auto begin = reinterpret_cast<uintptr_t>(p);
  protect_pages(page_of(begin), page_behind(begin + bytes), Rights::all);
}

void forget_touches() { touch_count = 0; }
void forget_kernel_touches() {
  for (auto& [address, b] : state().blocks) b.touched = b.written = false;
}

void touches_into(std::vector<HostHazard>& to) {
  for (unsigned i = 0; i < touch_count; ++i) {
    const Touch& t = touches[i];
    const simt::SourceLine* at = nullptr;
    for (const void* pc : t.stack)
      if (pc && simt::source_line(pc).kernel) {
        at = &simt::source_line(pc);
        break;
      }
    const simt::SourceLine& since = simt::source_line(t.since);
    HostHazard h{HostHazardKind::not_waited_for, {}, t.name, 1, {}};
    if (at) h.where.push_back({at->file, at->line, {}, t.write ? "write by the host" : "read by the host"});
    h.where.push_back({since.file, since.line, {}, t.by_kernel ? "launch" : "copy"});
    h.evidence = {Cause::host_does_not_wait,
                  {{"access", t.write ? "write" : "read"},
                   {"object", t.name},
                   {"at_work", t.by_kernel ? "kernel" : "copy"}}};
    const auto same = [&](const HostHazard& k) {
      return k.kind == h.kind && k.where.size() == h.where.size() &&
             std::equal(k.where.begin(), k.where.end(), h.where.begin(),
                        [](auto& x, auto& y) { return x.line == y.line; });
    };
    if (std::none_of(to.begin(), to.end(), same)) to.push_back(std::move(h));
  }
}

}  // namespace ladder::simt_runtime
