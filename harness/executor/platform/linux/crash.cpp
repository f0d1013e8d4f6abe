#include "platform/crash.h"

#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

#include "platform/linux/interrupted.h"
#include "platform/pages.h"

namespace ladder::simt {
namespace {

void (*report_fault)(const Stop&) = nullptr;
void (*then_turn)(uintptr_t instruction) = nullptr;
void (*then_look)(uintptr_t instruction) = nullptr;
const int kTurn = SIGURG, kLook = SIGRTMAX - 3;

thread_local uintptr_t own_stack_begin, own_stack_end;  // this OS thread's stack; 0: unknown

void find_own_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* lowest = nullptr;
  size_t bytes = 0;
  if (pthread_attr_getstack(&attributes, &lowest, &bytes) == 0) {
    own_stack_begin = reinterpret_cast<uintptr_t>(lowest);
    own_stack_end = own_stack_begin + bytes;
  }
  pthread_attr_destroy(&attributes);
}

Interrupted place_in(void* context) {
  return interrupted_at(static_cast<const ucontext_t*>(context)->uc_mcontext);
}

Fault fault_of(int signal) {
  switch (signal) {
    case SIGSEGV:
      return Fault::memory;
    case SIGBUS:
      return Fault::memory_gone;
    case SIGFPE:
      return Fault::division;
    case SIGILL:
      return Fault::instruction;
    case SIGALRM:
      return Fault::time_limit;
    default:
      return Fault::abort;
  }
}

void report(int signal, siginfo_t* info, void* context) {
  if (signal == SIGPROF) signal = SIGALRM;  // the signal of a CPU-time limit
  const bool somewhere = signal != SIGALRM && signal != SIGABRT;
  report_fault({signal, fault_of(signal), somewhere ? reinterpret_cast<uintptr_t>(info->si_addr) : 0,
                place_in(context)});
}

void pass(int signal, siginfo_t*, void* context) {
  const int saved = errno;
  (signal == kTurn ? then_turn : then_look)(place_in(context).instruction);
  errno = saved;
}

bool send(int thread, int signal) { return syscall(SYS_tgkill, getpid(), thread, signal) == 0; }

}  // namespace

void on_fault(void (*report_it)(const Stop&)) {
  report_fault = report_it;
  find_own_stack();  // this is the thread that runs host code
  struct sigaction action {};
  action.sa_sigaction = report;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGPROF})
    sigaction(signal, &action, nullptr);
}

void prepare_for_faults() {
  find_own_stack();
  constexpr size_t kStack = 1024 * 1024;
  void* memory = reserve_pages(kStack);
  if (memory == nullptr) return;
  const stack_t stack{memory, 0, kStack};
  sigaltstack(&stack, nullptr);
}

uintptr_t end_of_own_stack(uintptr_t address) {
  return address >= own_stack_begin && address < own_stack_end ? own_stack_end : (address | 4095) + 1;
}

void write_to(int descriptor, const void* bytes, size_t count) {
  [[maybe_unused]] const ssize_t written = write(descriptor, bytes, count);
}

void limit_rest_of_report(unsigned seconds) {
  alarm(seconds);
  sigset_t time_limit;
  sigemptyset(&time_limit);
  sigaddset(&time_limit, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &time_limit, nullptr);
}

int64_t processor_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return int64_t{1000} * now.tv_sec + now.tv_nsec / 1'000'000;
}

void on_interrupt(Interrupt what, void (*then)(uintptr_t instruction)) {
  const bool turn = what == Interrupt::turn;
  (turn ? then_turn : then_look) = then;
  struct sigaction action {};
  action.sa_sigaction = pass;
  action.sa_flags = SA_SIGINFO | SA_RESTART | (turn ? SA_NODEFER : SA_ONSTACK);
  sigaction(turn ? kTurn : kLook, &action, nullptr);
}

int this_process() { return getpid(); }
int this_thread() { return static_cast<int>(syscall(SYS_gettid)); }

bool interrupt_thread(int thread, Interrupt what) {
  return send(thread, what == Interrupt::turn ? kTurn : kLook);
}
void raise_division_fault() { raise(SIGFPE); }

bool pass_on_time_limit(int thread) { return send(thread, SIGALRM); }

}  // namespace ladder::simt
