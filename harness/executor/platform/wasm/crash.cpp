// A trap ends the instance; the host catches the trap and reads simt_pc. Nothing can interrupt running code, so
// the host's time limit ends the instance too.
#include "platform/crash.h"

#include <time.h>
#include <unistd.h>

#include "platform/language.h"

extern "C" {
int simt_pc = 0;
}

namespace simt {

long long nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1'000'000'000ll * now.tv_sec + now.tv_nsec;
}

void on_fault(void (*)(const Stop&)) {}
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
void raise_division_fault() { __builtin_trap(); }

}  // namespace simt
