// Makes sure that a program's observations are not lost: each of its processes publishes them in
// its channel slot before it ends, for whatever reason.
#pragma once
#include <cstdint>
#include <exception>
#include <new>

#include "runtime/channel.h"
#include "runtime/seen.h"

namespace ladder::simt_runtime {

extern int exit_status;        // the exit status of this process
void watch_endings();          // for this process and its forked children
bool is_forked();              // true if this process is a child of the program
void publish_what_was_seen();  // one last time, wherever a signal interrupted this process

void publish_seen(bool at_end);

// An error in the executor's own code: the process ends, and the error is not attributed to the program.
void note_own_failure(const char* what);
[[noreturn]] void fail(const char* what);
// Runs the executor's own work on behalf of the program, which could otherwise catch its exceptions.
template <typename Work>
void by_the_executor(const Work& work) noexcept {
  try {
    work();
  } catch (const std::bad_alloc&) {
    std::terminate();  // its handler reports that memory ran out
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

struct Limit {
  double seconds;
  bool met;
  bool of_children;  // the process has ended, and only its children are left
};
// Adds how the process ended: the signal, its report in the slot, or the time limit. `cpu`: CPU
// time in milliseconds.
void take_crash(Seen&, const Slot&, int signal, const Limit&, int64_t cpu);
Seen seen_at_end(int status);    // where the program reports its own end (wasm/ending.cpp)
constexpr int kCannotWatch = 2;  // the exit status if the program cannot even start

}  // namespace ladder::simt_runtime
