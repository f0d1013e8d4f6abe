// How a program ends, and that what was seen of it is known then: each process of it publishes that in its slot of the
// channel before it goes, whatever it goes by.
#pragma once

namespace simt_runtime {

extern int exit_status;        // of this process
void watch_endings();          // of this process, and of those that it forks
bool is_forked();              // it is a child of the program's
void publish_what_was_seen();  // a last time, from wherever a signal has met this process

void publish_seen(bool at_end);
constexpr int kCannotWatch = 2;  // the exit status where the program cannot even begin

}  // namespace simt_runtime
