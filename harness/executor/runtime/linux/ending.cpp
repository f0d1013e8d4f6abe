#include "runtime/ending.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <vector>

#include "runtime/channel.h"
#include "runtime/state.h"
#include "simt/crash.h"
#include "simt/executor.h"

namespace ladder::simt_runtime {
namespace {

bool forked = false;
bool is_over = false;
std::terminate_handler other_end = nullptr;

void end_of_program(int status) {
  if (!owns_slot()) return;  // a child of vfork(), which shares its parent's memory
  exit_status = status;
  is_over = true;
  send_snapshot(Snapshot::at_end);
}
void at_exit(int status, void*) { end_of_program(status); }
void at_quick_exit_too() { end_of_program(exit_status); }

// Called for an uncaught exception. If memory ran out, the report names that as the cause.
void at_terminate() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    report_host_hazard(HostHazardKind::too_much_memory, nullptr, "", nullptr, "", "",
                       {Cause::host_out_of_memory});
    send_snapshot(Snapshot::now);
  } catch (const std::exception& error) {
    if (simt::current_worker) note_own_failure(error.what());  // a kernel cannot throw
  } catch (...) {
  }
  other_end();
}

[[noreturn]] void die_of(int signal) {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  ::kill(getpid(), signal);
  _exit(128 + signal);
}

// Receives the crash reporter's report on the signal.
void take_report(int signal, std::string_view report) {
  if (!owns_slot()) die_of(signal);
  Slot& slot = own_slot();
  const bool own_alarm = (signal == SIGALRM) && !slot.asked;
  if (!own_alarm && !(forked && slot.launches == 0)) {  // a child without kernels is of no interest
    std::memcpy(slot.report, report.data(), std::min(report.size(), sizeof slot.report));
    slot.report_bytes = report.size();
  }
  slot.signal = signal;
  publish_what_was_seen();
  if (forked || own_alarm) die_of(signal);  // the waiting parent sees the signal
  _exit(128 + signal);                      // without a core dump
}

// Signals that end a program if it has no handler for them.
constexpr int kEndings[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTRAP, SIGUSR1,   SIGUSR2,
                            SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGSYS};
void on_ending_signal(int signal) {
  if (owns_slot()) {
    own_slot().signal = signal;
    publish_what_was_seen();
  }
  die_of(signal);
}

bool host_answers(const void* word, const void* pc) {
  return is_shared_with_host(word) && tell_not_possible(pc, "waiting", {Cause::kernel_waits_for_host});
}

void in_forked_child() {
  if (!owns_slot()) {
    forked = true;
    take_slot();
    forget_launched_kernels();
    forget_host_hazards();
    forget_touches();
  }
}

}  // namespace

int exit_status = 0;

bool is_forked() { return forked; }

void publish_what_was_seen() {
  constexpr int kPatience = 400;  // milliseconds
  Slot& slot = own_slot();
  if (!owns_slot() || slot.answered) return;
  if (simt::current_worker) return publish_seen(false);  // the host's thread is waiting for this one
  std::unique_lock lock(state().mutex, std::defer_lock);
  for (int i = 0; i < kPatience; ++i) {
    if (slot.kernel >= 0) {  // the thread that runs the launch publishes
      slot.asked = true;
      simt::interrupt_for_a_look();
      if (slot.answered) return;
    } else if (lock.try_lock()) {
      return publish_seen(false);
    }
    usleep(1000);
  }
}

void begin_where_forked() {
  if (!owns_slot()) in_forked_child();  // a child of clone()
}

void freed() {
  if (is_over) send_snapshot(Snapshot::at_end);
}

void watch_endings() {
  on_exit(at_exit, nullptr);
  std::at_quick_exit(at_quick_exit_too);
  pthread_atfork(nullptr, nullptr, in_forked_child);
  simt::look = {[] { return own_slot().asked && !own_slot().answered; },
                [] {
                  simt::waits_for_the_host(*simt::current_worker);
                  publish_seen(false);
                  own_slot().answered = true;
                }};
  simt::host_may_write = host_answers;
  simt::host_acquires = host_acquires;
  simt::install_crash_reporter(take_report);
  for (const int signal : kEndings) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_DFL) continue;
    action.sa_handler = on_ending_signal;
    action.sa_flags = SA_ONSTACK;
    sigfillset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
  }
  other_end = std::set_terminate(at_terminate);
}

namespace {

// Another program, which is not observed, replaces this one.
class Replaced {
 public:
  Replaced() {
    if (!owns_slot()) return;
    if (own_slot().launches > 0 || !forked) send_snapshot(Snapshot::now);
    own_slot().replaced = true;
    if (forked) leave_slot();
  }
  ~Replaced() {  // the other program could not be started
    if (!owns_slot()) return;
    const int error = errno;
    if (own_slot().process == 0) take_slot();
    own_slot().replaced = false;
    errno = error;
  }
};

std::vector<char*> list_of(const char* first, va_list* more) {
  std::vector<char*> all{const_cast<char*>(first)};
  while (all.back() != nullptr) all.push_back(va_arg(*more, char*));
  return all;
}

// A program cannot handle SIGKILL, so its observations are published before it sends this signal to itself.
void before_signal(pid_t to, int signal) {
  if (signal == SIGKILL && (to == getpid() || to == 0 || to == -getpgrp()) && owns_slot()) {
    own_slot().signal = signal;
    publish_what_was_seen();
  }
}

}  // namespace
}  // namespace ladder::simt_runtime

using namespace ladder::simt_runtime;

// The program's objects call these functions instead of the system's (harness/executor/try/build.cpp).
extern "C" {
[[noreturn]] void simt_exit(int status) {  // _exit()
  end_of_program(status);
  _exit(status);
}
[[noreturn]] void simt_Exit(int status) { simt_exit(status); }
[[noreturn]] void simt_quick_exit(int status) {
  if (owns_slot()) exit_status = status;
  std::quick_exit(status);
}
int simt_raise(int signal) {
  before_signal(getpid(), signal);
  return raise(signal);
}
int simt_kill(pid_t to, int signal) {
  before_signal(to, signal);
  return kill(to, signal);
}
int simt_execve(const char* file, char* const words[], char* const variables[]) {
  const Replaced replaced;
  return execve(file, words, variables);
}
int simt_execv(const char* file, char* const words[]) {
  const Replaced replaced;
  return execv(file, words);
}
int simt_execvp(const char* file, char* const words[]) {
  const Replaced replaced;
  return execvp(file, words);
}
int simt_execvpe(const char* file, char* const words[], char* const variables[]) {
  const Replaced replaced;
  return execvpe(file, words, variables);
}
int simt_fexecve(int file, char* const words[], char* const variables[]) {
  const Replaced replaced;
  return fexecve(file, words, variables);
}
int simt_execl(const char* file, const char* first, ...) {
  va_list more;
  va_start(more, first);
  const std::vector<char*> words = list_of(first, &more);
  va_end(more);
  return simt_execv(file, words.data());
}
int simt_execlp(const char* file, const char* first, ...) {
  va_list more;
  va_start(more, first);
  const std::vector<char*> words = list_of(first, &more);
  va_end(more);
  return simt_execvp(file, words.data());
}
int simt_execle(const char* file, const char* first, ...) {
  va_list more;
  va_start(more, first);
  const std::vector<char*> words = list_of(first, &more);
  char* const* variables = va_arg(more, char* const*);
  va_end(more);
  return simt_execve(file, words.data(), variables);
}
}
