// Controls access to memory. Device memory is inaccessible to host code between runtime calls; managed and
// pinned memory is inaccessible from the moment the GPU starts to fill it until the host has waited.
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
#include "platform/source.h"

namespace simt_runtime {
namespace {

int depth = 0;                          // nested MemoryOpen objects of all threads, under the lock
thread_local bool in_runtime = false;   // inside a MemoryOpen of this thread
std::atomic<bool> kernel_runs = false;  // managed memory is watched
struct sigaction before_fault;          // that of the crash reporter

// An access to memory that the GPU may still be filling. Recorded by the handler, reported later.
struct Touch {
  std::array<const void*, 24> stack;
  const void* since;
  bool by_kernel, write;
  char name[64];
};
std::array<Touch, 64> touches;
std::atomic<unsigned> touch_count = 0;

uintptr_t page_bytes() { return static_cast<uintptr_t>(sysconf(_SC_PAGESIZE)); }

void protect_pages(uintptr_t first, uintptr_t last, int protection) {
  if (first < last) mprotect(reinterpret_cast<void*>(first), last - first, protection);
}
void protect(const Block& b, int protection) {
  const auto begin = reinterpret_cast<uintptr_t>(b.begin), page = page_bytes();
  protect_pages(begin & ~(page - 1), (begin + std::max<size_t>(b.bytes, 1) + page - 1) & ~(page - 1),
                protection);
}
bool is_of(const InFlight& f, const Block& b) { return f.begin >= b.begin && f.begin < b.begin + b.bytes; }
// Pages that also contain other bytes of the allocation stay open: the host may be using those.
void protect(const InFlight& f, int protection) {
  const Block* b = find_block(f.begin);
  const uintptr_t page = page_bytes();
  auto first = reinterpret_cast<uintptr_t>(f.begin), last = first + f.bytes;
  const bool from_the_start = b && f.begin == b->begin,
             to_the_end = b && f.begin + f.bytes == b->begin + b->bytes;
  first = (from_the_start ? first : first + page - 1) & ~(page - 1);
  last = (to_the_end ? last + page - 1 : last) & ~(page - 1);
  protect_pages(first, last, protection);
}
void protect(const InFlight& f) {
  if (!f.told) protect(f, f.host_may_read ? PROT_READ : PROT_NONE);
}

// The allocation of this page, which contains nothing else.
Block* block_of_page(const char* p) {
  const uintptr_t page = page_bytes();
  auto above =
      state().blocks.upper_bound(reinterpret_cast<const char*>(reinterpret_cast<uintptr_t>(p) | (page - 1)));
  if (above == state().blocks.begin()) return nullptr;
  Block& b = std::prev(above)->second;
  const auto end = reinterpret_cast<uintptr_t>(b.begin) + std::max<size_t>(b.bytes, 1);
  return reinterpret_cast<uintptr_t>(p) < ((end + page - 1) & ~(page - 1)) ? &b : nullptr;
}

// Restores the host's access rights.
void close(const Block& b) {
  protect(b, b.where == Where::device ? PROT_NONE : PROT_READ | PROT_WRITE);
  for (const InFlight& f : state().in_flight)
    if (is_of(f, b)) protect(f);
}
void close_all() {
  if (state().device_allocated) {
    simt::close_device_memory();
    for (auto& [address, b] : state().blocks)
      if (b.where != Where::device || b.opened > 0) protect(b, PROT_READ | PROT_WRITE);
  }
  for (const InFlight& f : state().in_flight) protect(f);
}

// It reads the stack of the interrupted thread.
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

void on_fault(int signal, siginfo_t* info, void* context) {
  const mcontext_t& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
  const simt::Interrupted at = simt::interrupted_at(machine);
  const auto* p = static_cast<const char*>(info->si_addr);
  const bool write = simt::was_a_store(machine);
  Block* b = simt::in_device_memory(p) ? block_of_page(p) : nullptr;
  if (b && b->where != Where::device) {
    if (simt::current_worker ||
        kernel_runs) {  // a kernel's access; another host thread's access waits for the end of the kernel
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
    bool any = false;
    const uintptr_t page = page_bytes();
    for (InFlight& f : state().in_flight) {
      const Block* of = find_block(f.begin);
      if (of != b || f.told || p < f.begin - page || p >= f.begin + f.bytes + page ||
          (f.host_may_read && !write))
        continue;
      note_touch(f, *b, write, at);
      f.told = any = true;
      protect(f, PROT_READ | PROT_WRITE);
    }
    if (!any) sched_yield();  // closed for a moment by another thread's call
    return;
  }
  // In the program's own code, not inside malloc(), for example: the observations can still be sent.
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
    if (b->opened++ == 0) protect(*b, PROT_READ | PROT_WRITE);
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
    if (b.where == Where::device) continue;
    b.touched = b.written = false;
    protect(b, PROT_NONE);
    kernel_runs = true;
  }
}

// What the kernel wrote is inaccessible to the host until it waits; what it only read can be read.
void end_of_kernel(Turn turn, const void* launch_site) {
  if (!kernel_runs.exchange(false)) return;
  for (auto& [address, b] : state().blocks) {
    if (b.where == Where::device) continue;
    protect(b, PROT_READ | PROT_WRITE);
    if (b.touched) in_flight({turn, b.begin, b.bytes, !b.written, launch_site, true, false, {}});
  }
}

// Called while memory is open; closed when the runtime call ends.
void in_flight(InFlight&& f) {
  auto& all = state().in_flight;
  if (f.by_kernel)  // launches in sequence: one entry for each stream
    std::erase_if(all, [&](const InFlight& old) {
      if (!old.by_kernel || old.begin != f.begin || old.turn.stream != f.turn.stream) return false;
      f.host_may_read &= old.host_may_read;
      if (!old.host_may_read) f.site = old.site;
      return true;
    });
  all.push_back(std::move(f));
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
