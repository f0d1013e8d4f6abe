// The process of a program is the WebAssembly instance. The instance ends with proc_exit() or a trap, and the
// host then asks for the report.
#include "runtime/ending.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

#include "platform/here.h"
#include "platform/source.h"
#include "platform/wasm/stop.h"
#include "runtime/protection.h"
#include "runtime/state.h"
#include "simt/crash.h"
#include "simt/executor.h"
#include "simt/memory.h"
#include "simt/trace/share.h"
#include "simt/undefined.h"

extern "C" int __main_void();  // the user's main(), with the arguments that the host passes
extern "C" void simt_volatile(const volatile void* address);  // runtime/lockstep.cpp

namespace ladder::simt_runtime {

int exit_status = 0;

namespace {

bool is_user_file(const std::string& path) {
  return !path.empty() && path[0] != '/' && path[0] != '<' && !path.starts_with("harness/") &&
         !path.starts_with("lib/");
}

// Receives the crash reporter's report before the process ends.
void take_report(int signal, std::string_view report) {
  Slot& slot = own_slot();
  std::memcpy(slot.report, report.data(), std::min(report.size(), sizeof slot.report));
  slot.report_bytes = report.size();
  slot.signal = signal;
  slot.asked = true;
  simt::look_between_blocks();  // if a launch has been cut short, this ends its observation
}

bool host_answers(const void* word, const void* pc) {
  return is_shared_with_host(word) && tell_not_possible(pc, "waiting", {Cause::kernel_waits_for_host});
}

double limit() {
  static const double seconds = [] {
    const char* text = std::getenv(kTimeout);
    return text ? std::atof(text) : 60;
  }();
  return seconds;
}

constexpr uint64_t kMostMemory = uint64_t{2} << 30,
                   kAlmost = uint64_t{256} << 20;  // kMostMemory: as in host/flags.js

Seen seen_now() {
  const Slot& slot = own_slot();
  const int signal = slot.signal;
  const Limit limit_met{limit(), signal == SIGALRM, false};
  Seen seen = seen_so_far(signal == 0);
  // (The C library's malloc() ends the program when the memory cannot grow.)
  if (signal == SIGABRT && __builtin_wasm_memory_size(0) * uint64_t{65536} > kMostMemory - kAlmost)
    seen.host_hazards.push_back({HostHazardKind::too_much_memory,
                                 {},
                                 "",
                                 1,
                                 {Cause::program_out_of_memory, {{"megabytes", kMostMemory >> 20}}}});
  if (signal != 0) take_crash(seen, slot, signal, limit_met, simt::processor_milliseconds());
  seen.timed_out = limit_met.met;
  seen.exit_status = static_cast<uint64_t>(limit_met.met ? 124 : exit_status);
  return seen;
}

// Runs after the destructors of the program's objects, and before those of the executor's objects.
const Seen* at_its_exit = nullptr;
void at_exit() { at_its_exit = new Seen(seen_now()); }

// Called for an uncaught exception. If memory ran out, the report names that as the cause.
[[noreturn]] void at_terminate() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    report_host_hazard(HostHazardKind::too_much_memory, nullptr, "", nullptr, "", "",
                       {Cause::host_out_of_memory});
  } catch (const std::exception& error) {
    if (simt::current_worker) note_own_failure(error.what());  // a kernel cannot throw
  } catch (...) {
  }
  simt::stop_at(simt::Fault::abort, 0);
}

// Runs before the program's own objects are constructed and after the executor's (harness/browser/build.js).
[[gnu::constructor(65534)]] void begin() {
  simt::is_own_file = is_user_file;
  limit();
  take_slot();
  simt::undefined_bits = simt::kLargeNumbers;
  if (const char* bits = std::getenv(kUndefined)) {
    simt::undefined_bits = static_cast<uint32_t>(std::strtoul(bits, nullptr, 16));
    simt::fills_shared = true;
  }
  for (const char* name : {kReportFile, kTimeout, kUndefined}) unsetenv(name);
  // Objects initialised now are destroyed after the last snapshot of the observations.
  simt::source_line(nullptr);
  simt::take_observation();
  std::atexit(at_exit);
  simt::register_kernel_thread();
  simt::look = {[] { return own_slot().asked && !own_slot().answered; }, [] { own_slot().answered = true; }};
  simt::host_may_write = host_answers;
  simt::host_acquires = host_acquires;
  simt::install_crash_reporter(take_report);
  install_fault_handler();
  simt::trace::before_volatile = simt_volatile;
  std::set_terminate(at_terminate);
  simt::divisions_go_on = true;
  simt::TraceOptions options;
  options.go_on_without_thread = options.same_value_is_remark = true;
  options.barriers = std::getenv(kBarriers) != nullptr;
  simt::set_trace_options(options);
}

}  // namespace

bool is_forked() { return false; }
void begin_where_forked() {}
void freed() {}  // the last snapshot is taken after everything has been freed
// Nothing is lost when the program ends, but explaining the observations requires the memory that exists now.
void send_snapshot(Snapshot which) {
  if (which == Snapshot::now) seen_so_far(false);
}

Seen seen_at_end(int status) {
  if (at_its_exit != nullptr) return *at_its_exit;
  exit_status = status;
  return seen_now();
}

extern "C" [[noreturn]] void simt_exit_with(int status) {  // the program calls it instead of exit()
  exit_status = status;
  std::exit(status);
}

extern "C" __attribute__((export_name("simt_run_program"))) void simt_run_program() {
  try {
    simt_exit_with(__main_void());
  } catch (...) {  // nothing else would detect an uncaught exception
    std::terminate();
  }
}

}  // namespace ladder::simt_runtime
