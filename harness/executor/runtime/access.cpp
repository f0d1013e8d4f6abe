// Controls access to memory. Device memory is inaccessible to host code between runtime calls; managed and pinned
// memory is inaccessible from the moment the GPU starts to fill it until the host has waited for the GPU.
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <utility>

#include "runtime/state.h"
#include "simt/executor.h"
#include "platform/image.h"
#include "platform/linux/interrupted.h"
#include "simt/memory.h"
#include "simt/trace/launches.h"
#include "platform/source.h"

namespace simt_runtime {
namespace {

int depth = 0;                          // nested MemoryOpen objects of all threads, under the lock
thread_local bool in_runtime = false;   // inside a MemoryOpen of this thread
std::atomic<bool> kernel_runs = false;  // while true, managed memory is watched
struct sigaction before_fault;          // the crash reporter's action

// An access to memory that the GPU may still be filling, recorded by the handler and reported later.
struct Touch {
  std::array<const void*, 24> stack;
  const void* since;
  bool by_kernel, write;
  char name[64];
};
std::array<Touch, 64> touches;
std::atomic<unsigned> touch_count = 0;

using simt::page_bytes;

void protect_pages(uintptr_t first, uintptr_t last, int protection) {
  if (first < last) mprotect(reinterpret_cast<void*>(first), last - first, protection);
}
uintptr_t page_of(uintptr_t address) { return address & ~(page_bytes() - 1); }
uintptr_t page_behind(uintptr_t address) { return page_of(address + page_bytes() - 1); }

// The pages that may be protected: those that contain nothing but the allocation.
struct Pages {
  uintptr_t first, last;
};
Pages pages_of(const Block& b) {
  const auto begin = reinterpret_cast<uintptr_t>(b.begin), end = begin + std::max<size_t>(b.bytes, 1);
  if (b.where == Where::registered && !has_own_pages(b.begin)) return {page_behind(begin), page_of(end)};
  return {page_of(begin), page_behind(end)};
}
void protect(const Block& b, int protection) {
  const Pages pages = pages_of(b);
  protect_pages(pages.first, pages.last, protection);
}
bool is_of(const InFlight& f, const Block& b) { return f.begin >= b.begin && f.begin < b.begin + b.bytes; }
// Pages that also contain other bytes of the allocation stay open, because the host may be using those bytes.
void protect(const InFlight& f, int protection) {
  const Block* b = find_block(f.begin);
  if (!b) return;
  const Pages may = pages_of(*b);
  Pages now{0, 0};
  for (size_t row = 0; row < f.rows; ++row) {
    const auto begin = reinterpret_cast<uintptr_t>(f.begin) + row * f.pitch;
    const uintptr_t first = std::max(page_of(begin), may.first),
                    last = std::min(page_behind(begin + f.bytes), may.last);
    if (first > now.last) {
      protect_pages(now.first, now.last, protection);
      now = {first, last};
    }
    now.last = std::max(now.last, last);
  }
  protect_pages(now.first, now.last, protection);
}
// If a page contains bytes of several operations, the host may do only what all the operations allow.
void protect_in_flight(const Block* of = nullptr) {
  for (const bool host_may_read : {true, false})
    for (const InFlight& f : state().in_flight)
      if (!f.told && f.host_may_read == host_may_read && (!of || is_of(f, *of)))
        protect(f, host_may_read ? PROT_READ : PROT_NONE);
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

// The allocation that this page belongs to, if the page contains nothing else.
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
  if (is_allocation(b)) return protect(b, PROT_READ | PROT_WRITE);
  for (const InFlight& f : state().in_flight)
    if (is_of(f, b)) protect(f, PROT_READ | PROT_WRITE);
}
// Protects the block's pages again, to the extent that the host must not use them.
void close(const Block& b) {
  if (is_allocation(b)) protect(b, b.where == Where::device ? PROT_NONE : PROT_READ | PROT_WRITE);
  protect_in_flight(&b);
}
void close_all() {
  if (state().device_allocated) {
    simt::close_device_memory();
    for (auto& [address, b] : state().blocks)
      if (is_allocation(b) && (b.where != Where::device || b.opened > 0)) protect(b, PROT_READ | PROT_WRITE);
  }
  protect_in_flight();
}

// Reads the stack of the interrupted thread.
__attribute__((no_sanitize_address)) void note_touch(const InFlight& f, const Block& b, bool write,
                                                     const simt::Interrupted& at) {
  const unsigned index = touch_count.load();
  if (index >= touches.size()) return;
  Touch& t = touches[index];
  t = {{}, f.site, f.by_kernel, write, {}};
  std::strncpy(t.name, b.name.c_str(), sizeof t.name - 1);
  size_t n = 0;
  if (simt::is_code(at.instruction)) t.stack[n++] = reinterpret_cast<const void*>(at.instruction + 1);
  if (simt::is_code(at.caller)) t.stack[n++] = reinterpret_cast<const void*>(at.caller);
  const uintptr_t sp = at.stack & ~uintptr_t{7}, page = page_bytes();
  for (uintptr_t p = sp; p < ((sp | (page - 1)) + 1) && n < t.stack.size(); p += 8)
    if (const uintptr_t value = *reinterpret_cast<const uintptr_t*>(p); simt::is_code(value))
      t.stack[n++] = reinterpret_cast<const void*>(value);
  touch_count = index + 1;
}

// The host accesses protected memory: reports each operation in flight there. False: there is none.
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
    protect(f, PROT_READ | PROT_WRITE);
  }
  if (told && depth == 0) protect_in_flight();
  return told;
}

// A page that contains both memory that the host may access and memory that it may not is opened for one
// instruction. The number of such steps is limited, because each takes as long as 10,000 instructions.
constexpr unsigned kMostSteps = 20'000;
unsigned steps = 0;
struct sigaction before_step;
void on_step(int signal, siginfo_t* info, void* context) {
  if (info->si_code != TRAP_TRACE) {
    sigaction(SIGTRAP, &before_step, nullptr);
    raise(signal);
    return;
  }
  simt::single_step(static_cast<ucontext_t*>(context)->uc_mcontext, false);
  if (depth == 0) protect_in_flight();
}
void let_touch(uintptr_t page, mcontext_t& machine) {
  protect_pages(page, page + page_bytes(), PROT_READ | PROT_WRITE);
  if (steps >= kMostSteps || !simt::single_step(machine, true) || steps++ > 0) return;
  struct sigaction action {};
  action.sa_sigaction = on_step;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGTRAP, &action, &before_step);
}

void on_fault(int signal, siginfo_t* info, void* context) {
  mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  const simt::Interrupted at = simt::interrupted_at(machine);
  const auto* p = static_cast<const char*>(info->si_addr);
  const bool write = simt::was_a_store(machine);
  Block* b = block_of_page(p);
  if (b && b->where != Where::device) {
    // An access by a kernel. Any other host thread that accesses the block waits for the end of the kernel.
    if (b->where != Where::registered && (simt::current_worker || kernel_runs)) {
      if (!simt::current_worker) {
        if (in_runtime)
          protect(*b, PROT_READ | PROT_WRITE);
        else
          sched_yield();
        return;
      }
      b->touched = true;
      b->written |= write;
      protect(*b, b->written ? PROT_READ | PROT_WRITE : PROT_READ);
      return;
    }
    const uintptr_t page = page_of(reinterpret_cast<uintptr_t>(p));
    const auto& all = state().in_flight;
    if (tell_touches(p, 1, write, at)) return;
    if (std::any_of(all.begin(), all.end(),
                    [&](auto& f) { return !f.told && lies_in(f, page, page + page_bytes()); }))
      let_touch(page, machine);
    else
      sched_yield();  // a call in another thread protects the page for a moment
    return;
  }
  // If this happens in the program's own code (not inside malloc(), for example), observations can still be sent.
  if (!simt::current_worker && simt::is_code(at.instruction)) send_snapshot(Snapshot::now);
  before_fault.sa_sigaction(signal, info, context);
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

void install_fault_handler() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, &before_fault);
}

MemoryOpen::MemoryOpen() : all_(true) {
  if (depth++ != 0) return;
  in_runtime = true;
  simt::open_device_memory();
  for (const InFlight& f : state().in_flight) protect(f, PROT_READ | PROT_WRITE);
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
  if (depth == 0 && state().device_allocated) protect(b, PROT_NONE);
}
void close_new(Block& b) {
  const bool first = b.where == Where::device && !std::exchange(state().device_allocated, true);
  if (depth != 0 || !state().device_allocated) return;
  if (first) return close_all();
  close_freed(b);
  close(b);
}

void protect_managed_for_kernel() {
  for (auto& [address, b] : state().blocks) {
    if (b.where == Where::device || b.where == Where::registered) continue;
    b.touched = b.written = false;
    protect(b, PROT_NONE);
    kernel_runs = true;
  }
}

// Until the host waits, it must not access what the kernel wrote, nor write what the kernel only read.
void end_of_kernel(Turn turn, const void* launch_site, bool all_watched) {
  if (!kernel_runs.exchange(false)) return;
  const auto [first, end] =
      all_watched ? simt::trace::epochs_of_last_launch() : std::pair<uint32_t, uint32_t>{};
  for (auto& [address, b] : state().blocks) {
    if (b.where == Where::device || b.where == Where::registered) continue;
    protect(b, PROT_READ | PROT_WRITE);
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
  protect_pages(page_of(begin), page_behind(begin + bytes), PROT_READ | PROT_WRITE);
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
    if (at) h.where.push_back({at->file, at->line, "", t.write ? "write by the host" : "read by the host"});
    h.where.push_back({since.file, since.line, "", t.by_kernel ? "launch" : "copy"});
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

}  // namespace simt_runtime
