// What a crashed or stopped process can still say. For a child process that runs kernels and must not take
// the program with it: the child installs the reporter with the write end of a pipe; the parent reads what
// came through that pipe, and turns it into a hazard. Works with plain and with traced kernels.
//
//   child:   simt::install_crash_reporter(pipe_write_end);  // alarm(seconds) after it sets a time limit
//   parent:  std::string bytes = …;                          // everything that the child wrote to the pipe
//            if (auto hazard = simt::crash_hazard(bytes)) …  // a crash or a timeout, with the kernel's line
//
// The child must have been forked from the parent with no exec in between: places are addresses, looked up by
// the parent, so that the dying child needs neither memory nor locks.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "simt/observation.h"

namespace simt {

// On SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT and SIGALRM: writes a report to `fd` and ends the process with
// _exit(128 + signal). Calls again replace the descriptor. The report is one write of at most 4096 bytes,
// after whatever the child wrote before it. What `then` returns is written behind it, as far as a pipe holds it: it may
// use memory and locks, which may be in a bad state, and then it is lost.
void install_crash_reporter(int fd, std::string (*then)() = nullptr);

// A kernel is launched. How many, and when the last one, is counted since the last take_observation(): where a time limit
// meets a launcher that launches for ever, no kernel is to blame.
void note_launch_begun();
void forget_launches();

// Called once by each OS thread that is going to run kernels.
void register_kernel_thread();

// The hazard in the last report of `bytes`; nothing if there is no report in it. `kind` is timeout for
// SIGALRM, else crash. `after_seconds`: the time limit, for the message; 0: not said.
std::optional<Hazard> crash_hazard(std::string_view bytes, double after_seconds = 0);

// What stands behind the last report of `bytes`.
std::string_view after_the_report(std::string_view bytes);

}  // namespace simt
