#include "simt/crash.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "platform/crash.h"
#include "platform/fiber.h"
#include "platform/image.h"
#include "platform/source.h"
#include "simt/executor.h"
#include "simt/memory.h"

namespace ladder::simt {
namespace {

constexpr char kMagic[16] = "warp-ladder-die";
constexpr int kMaxPlaces = 96, kMaxWaiting = 8;
constexpr unsigned kSecondsForTheRest = 5;  // the limit for work that usually takes milliseconds

struct Report {
  char magic[16];
  Fault fault;
  int32_t thread;  // linear id of the running CUDA thread; -1: none
  uint64_t block;
  uint64_t image;  // the program's load address, which may differ in the process that reads this
  uint64_t fault_address;
  uint64_t launches, blocks, ended, threads;  // see Progress
  int64_t first, last, last_end;
  int64_t now;
  bool out_of_stack;
  char touched_by_host[48];              // the array in device memory that host code touched
  uint64_t touched_byte, touched_bytes;  // the first one, and the size of the array
  bool touched_is_freed, host_could_use_it;
  uint64_t instruction;        // the address at which the signal interrupted the process
  uint64_t stack[kMaxPlaces];  // candidate return addresses, innermost first
  int32_t stack_count, waiting_count;
  struct {
    uint64_t pc;
    int32_t thread;
    int32_t state;
  } waiting[kMaxWaiting];  // where other threads in the block are waiting
};
static_assert(sizeof(Report) < 4096);

// A job that has made more launches than this, and is stopped soon after the latest one, did not hang in a
// kernel.
constexpr uint64_t kManyLaunches = 12;
Progress own_progress{};

bool launches_for_ever(const Progress& p, int64_t now) {
  return p.launches > kManyLaunches && now - p.last < (now - p.first) / static_cast<int64_t>(kManyLaunches);
}

int report_fd = -1;
void (*take_report)(int signal, std::string_view) = nullptr;
std::string (*what_then)() = nullptr;

// The threads that run kernels. The time-limit signal may reach any thread of the process, but only a thread
// that is executing a block can report its position.
struct KernelThread {
  std::atomic<int> process, id;
  Worker** worker;  // the thread's current_worker
};
std::array<KernelThread, 256> kernel_threads;
std::atomic<unsigned> kernel_thread_count;

bool pass_on_to_a_busy_thread() {
  static std::atomic<bool> passed;
  if (passed.exchange(true)) return false;
  for (unsigned i = 0; i < std::min<unsigned>(kernel_thread_count, kernel_threads.size()); ++i)
    if (const int id = kernel_threads[i].id;
        kernel_threads[i].process == this_process() && id && *kernel_threads[i].worker)
      return pass_on_time_limit(id);
  return false;
}

// How far the interrupted stack can be read: to the end of the fiber's stack, of the thread's stack, or of the
// page.
uintptr_t end_of_stack(const Worker* w, uintptr_t sp) {
  if (w)
    for (const Fiber* fiber : w->fibers)
      if (fiber->on_stack(reinterpret_cast<const void*>(sp)))
        return reinterpret_cast<uintptr_t>(fiber->stack) + fiber->stack_bytes;
  return end_of_own_stack(sp);
}

// If the address is in a fiber's guard page, the start of the stack above it; otherwise 0.
uintptr_t stack_above(const Worker& w, uintptr_t address) {
  const uintptr_t guard = page_bytes();
  for (const Fiber* fiber : w.fibers)
    if (const auto begin = reinterpret_cast<uintptr_t>(fiber->stack); begin - 1 - address < guard)
      return begin;
  return 0;
}

// May use only system calls and memory that already exists: the heap and the locks are in an unknown state.
// Reads whole stacks.
__attribute__((no_sanitize_address)) void report_and_exit(const Stop& stop) {
  static volatile int told = 0;  // the signal that was reported
  if (told != 0)
    std::_Exit(128 +
               told);  // what_then() failed because the heap was inconsistent, or it is waiting for a lock
                       // that was held when the signal arrived; the first report counts
  if (stop.fault == Fault::time_limit && !current_worker && pass_on_to_a_busy_thread()) {
    limit_rest_of_report(kSecondsForTheRest);  // that thread may end before the signal reaches it
    return;
  }
  static Report r;
  std::memcpy(r.magic, kMagic, sizeof r.magic);
  r.fault = stop.fault;
  r.image = program_begin();
  r.thread = -1;
  r.launches = progress->launches;
  r.first = progress->first;
  r.last = progress->last;
  r.blocks = progress->blocks;
  r.ended = progress->ended;
  r.threads = progress->threads;
  r.last_end = progress->last_end;
  r.now = processor_milliseconds();
  r.fault_address = stop.address;
  r.out_of_stack =
      stop.fault == Fault::memory && current_worker && stack_above(*current_worker, r.fault_address) != 0;
  if (const auto* p = reinterpret_cast<const char*>(r.fault_address);
      stop.fault == Fault::memory && !current_worker && in_device_memory(p))
    if (const Allocation* a = find_allocation(p)) {
      std::strncpy(r.touched_by_host, a->name.c_str(), sizeof r.touched_by_host - 1);
      r.touched_byte = static_cast<uint64_t>(p - a->begin);
      r.touched_bytes = a->bytes;
      r.touched_is_freed = !a->live;
      r.host_could_use_it = a->host_may_use;
    }
  const Interrupted& at = stop.at;
  r.instruction = at.instruction;

  const Worker* w = current_worker;
  auto sp = at.stack & ~uintptr_t{7};
  if (w)
    if (const uintptr_t begin = stack_above(*w, sp)) sp = begin;  // the guard page cannot be read
  const uintptr_t end = end_of_stack(w, sp);
  if (is_code(at.caller)) r.stack[r.stack_count++] = at.caller;
  for (uintptr_t p = sp; p + 8 <= end && r.stack_count < kMaxPlaces; p += 8) {
    const uint64_t value = *reinterpret_cast<const uint64_t*>(p);
    if (is_after_a_call(value)) r.stack[r.stack_count++] = value;
  }
  if (w) {
    r.thread = static_cast<int32_t>(w->current);
    r.block = w->block_index;
    for (unsigned t = 0; t < w->threads && r.waiting_count < kMaxWaiting; ++t) {
      const Lane& lane = w->lane[t];
      if (lane.state != LaneState::barrier && lane.state != LaneState::warp_operation &&
          lane.state != LaneState::spinning && lane.state != LaneState::ready)
        continue;
      const auto pc = reinterpret_cast<uint64_t>(lane.pc);
      const bool known =
          std::any_of(r.waiting, r.waiting + r.waiting_count, [&](auto& x) { return x.pc == pc; });
      if (pc && !known)
        r.waiting[r.waiting_count++] = {pc, static_cast<int32_t>(t), static_cast<int32_t>(lane.state)};
    }
  }
  if (take_report != nullptr) {
    told = stop.signal;
    take_report(stop.signal, {reinterpret_cast<const char*>(&r), sizeof r});
    std::_Exit(128 + stop.signal);
  }
  write_to(report_fd, &r, sizeof r);
  told = stop.signal;
  if (what_then) {
    limit_rest_of_report(kSecondsForTheRest);
    constexpr size_t kRoom = 60'000 - sizeof r;  // capacity of a pipe, which is read only after this process
                                                 // has ended
    const std::string more = what_then();
    if (more.size() < kRoom) write_to(report_fd, more.data(), more.size());
  }
  std::_Exit(128 + stop.signal);
}

Evidence what_happened(const Report& r) {
  if (r.out_of_stack) return {Cause::out_of_local_memory};
  char address[24];
  snprintf(address, sizeof address, "0x%lx", static_cast<unsigned long>(r.fault_address));
  const char* who = r.thread < 0 ? "host code" : "the kernel";
  switch (r.fault) {
    case Fault::memory:
    case Fault::memory_gone:
      return {Cause::crash_memory, {{"who", who}, {"address", address}}};
    case Fault::division:
      return {Cause::crash_division, {{"who", who}}};
    case Fault::instruction:
      return {Cause::crash_instruction, {{"who", who}}};
    default:
      return {Cause::crash_abort, {{"who", who}}};
  }
}

Access access_at(const SourceLine& line, const Report& r, int thread, const char* what) {
  return {line.file, line.line,
          thread < 0 ? ThreadId{} : ThreadId{static_cast<int64_t>(r.block), std::to_string(thread)}, what};
}

// Is this the start of a running function rather than a return address? A callee may have saved it on the stack
// with other registers. (The call before this address ends the preceding function and does not return.)
bool is_start_of_caller(const Report& r, int i) {
  const auto function = [](uint64_t a) { return function_name(reinterpret_cast<const void*>(a)); };
  const std::string here = function(r.stack[i]);
  if (here.empty() || function(r.stack[i] - 1) == here) return false;
  return std::any_of(r.stack + i + 1, r.stack + r.stack_count,
                     [&](uint64_t a) { return function(a - 1) == here; });
}

// The innermost line in a kernel file: the line of the instruction itself or, failing that, of a call on the
// stack.
Access innermost(const Report& r) {
  const void* at = reinterpret_cast<const void*>(r.instruction);
  if (const SourceLine& line = source_line_at(at); line.kernel)
    return access_at(line, r, r.thread, "running");
  for (int i = 0; i < r.stack_count; ++i)
    if (const SourceLine& line = source_line(reinterpret_cast<const void*>(r.stack[i]));
        line.kernel && !is_start_of_caller(r, i))
      return access_at(line, r, r.thread, "running");
  return {};
}

const char* state_name(int state) {
  switch (static_cast<LaneState>(state)) {
    case LaneState::barrier:
      return "barrier";
    case LaneState::warp_operation:
      return "warp operation";
    default:
      return "waiting";
  }
}

}  // namespace

Progress* progress = &own_progress;

void install_crash_reporter(int fd, std::string (*then)()) {
  report_fd = fd;
  what_then = then;
  on_fault(report_and_exit);
}
void install_crash_reporter(void (*take)(int signal, std::string_view report)) {
  take_report = take;
  on_fault(report_and_exit);
}

void note_launch_begun(uint64_t blocks, uint64_t threads) {
  Progress& p = *progress;
  p.last = p.last_end = processor_milliseconds();
  if (p.launches++ == 0) p.first = p.last.load();
  p.ended = 0, p.threads = threads, p.blocks = blocks;
}
void note_block_ended() {
  // Reading the clock takes a system call, so if there are many short blocks, only some of them read it.
  const uint64_t ended = progress->ended.fetch_add(1, std::memory_order_relaxed) + 1;
  if (ended < 64 || ended % 16 == 0) progress->last_end = processor_milliseconds();
}
void note_launch_ended() { progress->blocks = 0; }
void forget_launches() { progress->launches = 0; }

bool is_getting_on(const Progress& p, int64_t now) {
  constexpr int64_t kPart = 4;  // a quarter of the launch's time
  return p.blocks > 0 && p.ended > 0 && now - p.last_end <= (now - p.last) / kPart;
}

Evidence time_limit_met(const Progress& p, int64_t now, double after_seconds, bool place_known) {
  Evidence met(launches_for_ever(p, now) ? Cause::launches_without_end
               : is_getting_on(p, now)   ? Cause::launch_too_large_for_limit
                                         : Cause::kernel_time_limit,
               {{"launches", p.launches.load()}, {"ended", p.ended.load()}, {"blocks", p.blocks.load()}});
  char limit[24];
  snprintf(limit, sizeof limit, "%g", after_seconds);
  if (after_seconds > 0) met.add({"seconds", limit});
  if (place_known) met.add({"at_line", 1});
  if (p.blocks * p.threads == 1) met.add({"one_thread", 1});
  return met;
}

namespace {

// Takes the observations for the last time, once per launch: later events are not recorded.
void take_look() {
  static std::atomic<bool> taken;
  const Worker* w = current_worker;
  if (taken.exchange(true) || !w) return;
  if (w->launch->traced) trace::launch_cut_short();
  look.take();
}

void look_when_interrupted(uintptr_t at) {
  if (current_worker && is_kernel_code(at) && look.wanted()) take_look();
}

}  // namespace

Look look = {[] { return false; }, [] {}};

void look_between_blocks() {
  if (look.wanted()) take_look();
}

void interrupt_for_a_look() {
  [[maybe_unused]] static const bool ready = (on_interrupt(Interrupt::look, look_when_interrupted), true);
  for (unsigned i = 0; i < std::min<unsigned>(kernel_thread_count, kernel_threads.size()); ++i)
    if (const int id = kernel_threads[i].id;
        kernel_threads[i].process == this_process() && id && *kernel_threads[i].worker)
      interrupt_thread(id, Interrupt::look);
}

void register_kernel_thread() {
  const unsigned i = kernel_thread_count++;
  if (i < kernel_threads.size()) {
    kernel_threads[i].worker = &current_worker;
    kernel_threads[i].process = this_process();
    kernel_threads[i].id = this_thread();
  }
  prepare_for_faults();
}

std::string_view after_the_report(std::string_view bytes) {
  const size_t at = bytes.rfind(std::string_view(kMagic, sizeof kMagic));
  if (at == std::string_view::npos || bytes.size() - at < sizeof(Report)) return {};
  return bytes.substr(at + sizeof(Report));
}

std::optional<Hazard> crash_hazard(std::string_view bytes, double after_seconds) {
  const size_t at = bytes.rfind(std::string_view(kMagic, sizeof kMagic));
  Report r;
  if (at == std::string_view::npos || bytes.size() - at < sizeof r) return std::nullopt;
  std::memcpy(&r, bytes.data() + at, sizeof r);
  const uint64_t moved = program_begin() - r.image;
  r.stack_count = std::clamp(r.stack_count, 0, kMaxPlaces);
  r.waiting_count = std::clamp(r.waiting_count, 0, kMaxWaiting);
  r.touched_by_host[sizeof r.touched_by_host - 1] = '\0';
  r.instruction += moved;
  for (int i = 0; i < r.stack_count; ++i) r.stack[i] += moved;
  for (int i = 0; i < r.waiting_count; ++i)
    if (r.waiting[i].pc != 0) r.waiting[i].pc += moved;

  Hazard h;
  h.kind = r.fault == Fault::time_limit ? HazardKind::timeout : HazardKind::crash;
  if (Access a = innermost(r); a.line) h.where.push_back(std::move(a));
  if (r.fault == Fault::time_limit)
    for (int i = 0; i < r.waiting_count; ++i) {
      const SourceLine& line = source_line(reinterpret_cast<const void*>(r.waiting[i].pc));
      if (line.kernel)
        h.where.push_back(access_at(line, r, r.waiting[i].thread, state_name(r.waiting[i].state)));
    }

  if (r.touched_by_host[0]) {
    h.kind = HazardKind::invalid_address;
    h.space = "global";
    h.object = {.name = r.touched_by_host};
    h.evidence = {!r.host_could_use_it                ? Cause::launcher_touches_device_memory
                  : r.touched_is_freed                ? Cause::host_touches_freed_memory
                  : r.touched_byte >= r.touched_bytes ? Cause::host_touches_past_end
                                                      : Cause::launcher_touches_device_memory,
                  {{"object", h.object}, {"byte", r.touched_byte}, {"bytes", r.touched_bytes}}};
    for (Access& a : h.where) a.access = "host code";
  } else if (r.fault == Fault::time_limit) {
    Progress p{};
    p.launches = r.launches, p.first = r.first, p.last = r.last;
    p.blocks = r.blocks, p.ended = r.ended, p.threads = r.threads, p.last_end = r.last_end;
    if (launches_for_ever(p, r.now) || is_getting_on(p, r.now)) h.where.clear();  // no line is to blame
    h.evidence = time_limit_met(p, r.now, after_seconds, !h.where.empty());
  } else {
    h.evidence = what_happened(r);
  }
  return h;
}

}  // namespace ladder::simt
