// On WebAssembly, nothing can interrupt running code. When a trap ends the code, the host calls
// simt_trapped(), with the memory as the trap left it. simt_pc holds the last address from which the executor
// was called. Each basic block of instrumented code checks the time limit (here.h).
#include "platform/crash.h"

#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

#include "platform/here.h"
#include "platform/language.h"
#include "platform/wasm/stop.h"

extern "C" {
int simt_pc = 0;
int simt_steps_left = 0;
// Ends the running code in the same way as a trap.
[[noreturn]] __attribute__((import_module("simt"), import_name("stop"))) void simt_stop();
}

namespace ladder::simt {
namespace {

constexpr int kStepsPerLook = 1 << 18;
long long time_limit = 0;  // 0: none
void (*report)(const Stop&) = nullptr;
Stop stopping{};  // why simt_stop() was called; signal 0: it was not called

// The signal that this fault raises on other platforms, where processes run the kernels.
int signal_of(Fault fault) {
  switch (fault) {
    case Fault::memory:
      return 11;
    case Fault::memory_gone:
      return 7;
    case Fault::division:
      return 8;
    case Fault::instruction:
      return 4;
    case Fault::abort:
      return 6;
    case Fault::time_limit:
      return 14;
  }
  return 6;
}

}  // namespace

long long nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1'000'000'000ll * now.tv_sec + now.tv_nsec;
}

void on_fault(void (*then)(const Stop&)) { report = then; }
void stop_at(Fault fault, uintptr_t address) {
  stopping = {signal_of(fault), fault, address, {static_cast<uintptr_t>(simt_pc), 0, 0}};
  simt_stop();
}

extern "C" {
void simt_look_at_time() {
  simt_steps_left = kStepsPerLook;
  if (time_limit != 0 && nanoseconds() > time_limit) {
    time_limit = 0;
    stop_at(Fault::time_limit, 0);
  }
}
__attribute__((export_name("simt_limit_time"))) void simt_limit_time(double seconds) {
  time_limit = seconds > 0 ? nanoseconds() + static_cast<long long>(seconds * 1e9) : 0;
  simt_steps_left = 0;
}
// Called after a trap of this kind. The report ends the process, so this function does not return.
__attribute__((export_name("simt_trapped"))) void simt_trapped(Fault fault) {
  const Stop trap{signal_of(fault), fault, 0, {static_cast<uintptr_t>(simt_pc), 0, 0}};
  if (report != nullptr) report(stopping.signal != 0 ? std::exchange(stopping, {}) : trap);
}
}

void prepare_for_faults() {}
uintptr_t end_of_own_stack(uintptr_t address) { return address; }
void write_to(int descriptor, const void* bytes, size_t count) {
  [[maybe_unused]] const ssize_t written = write(descriptor, bytes, count);
}
void limit_rest_of_report(unsigned) {}
int64_t processor_milliseconds() { return nanoseconds() / 1'000'000; }

void on_interrupt(Interrupt, void (*)(uintptr_t instruction)) {}
int this_process() { return 1; }
int this_thread() { return 1; }
bool interrupt_thread(int, Interrupt) { return false; }
bool pass_on_time_limit(int) { return false; }
void raise_division_fault() { stop_at(Fault::division, 0); }

}  // namespace ladder::simt
