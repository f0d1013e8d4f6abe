// Makes sure that the observations of a program are not lost: before one of its processes ends, for whatever
// reason, it publishes them in its channel slot.
#pragma once
#include <cstdint>

#include "runtime/channel.h"
#include "runtime/seen.h"

namespace simt_runtime {

extern int exit_status;        // the exit status of this process
void watch_endings();          // for this process and its forked children
bool is_forked();              // true if this process is a child of the program
void publish_what_was_seen();  // one last time, from wherever a signal interrupted this process

void publish_seen(bool at_end);

struct Limit {
  double seconds;
  bool met;
  bool of_children;  // the process has ended, and only its children are left
};
// Adds how the process ended: the signal, its report in the slot, or the time limit. `cpu`: CPU time in milliseconds.
void take_crash(Seen&, const Slot&, int signal, const Limit&, int64_t cpu);
Seen seen_at_end(int status);    // where the program reports its own end (wasm/ending.cpp)
constexpr int kCannotWatch = 2;  // the exit status if the program cannot even start

}  // namespace simt_runtime
