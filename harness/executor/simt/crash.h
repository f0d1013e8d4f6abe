// Reports from a crashed or stopped process. For a child process that runs kernels and must not take the
// program down with it: the child installs the reporter with the write end of a pipe; the parent reads the pipe
// and turns its content into a hazard. Works with plain and with traced kernels.
//
//   child:   simt::install_crash_reporter(pipe_write_end);  // alarm(seconds) after it sets a time limit
//   parent:  std::string bytes = …;                          // everything that the child wrote to the pipe
//            if (auto hazard = simt::crash_hazard(bytes)) …  // a crash or a timeout, with the kernel's line
//
// The child must have been forked from the parent with no exec in between: places are addresses that the parent
// looks up, so that the dying child needs neither memory nor locks.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "simt/observation.h"

namespace simt {

// On SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT and SIGALRM: writes a report to `fd` and ends the process with
// _exit(128 + signal). Calling it again replaces the descriptor. The report is one write of at most 4096 bytes,
// after whatever the child wrote before it. The result of `then` is written after it, as far as it fits into a
// pipe. `then` may use memory and locks; these may be in a bad state, and its text is lost in that case.
void install_crash_reporter(int fd, std::string (*then)() = nullptr);
// The same, but the report goes to `take`, which may end the process itself. (A program may close a
// descriptor.)
void install_crash_reporter(void (*take)(int signal, std::string_view report));

// The process's progress, to describe what a time limit interrupted. Times are milliseconds of the process's
// CPU time, as the limits are.
struct Progress {
  std::atomic<uint64_t> launches;    // since the last take_observation()
  std::atomic<int64_t> first, last;  // when the first of them began, and the last one
  std::atomic<uint64_t> blocks,
      ended;  // blocks of the running launch, and those that have ended; 0 blocks: nothing
              // runs
  std::atomic<uint64_t> threads;  // per block
  std::atomic<int64_t> last_end;  // when a block last ended
};
extern Progress* progress;  // may be in memory that another process can see

void note_launch_begun(uint64_t blocks, uint64_t threads);
void note_block_ended();
void note_launch_ended();
void forget_launches();  // if a time limit interrupts a launcher that launches endlessly, no kernel is at fault

// Blocks of the running launch have ended, the last one recently: the launch may be too large, but it does not
// hang.
bool is_getting_on(const Progress&, int64_t now);
// What a time limit interrupted. `place_known`: the line is shown beside it.
Evidence time_limit_met(const Progress&, int64_t now, double after_seconds, bool place_known);

// Called once by each OS thread before it runs kernels.
void register_kernel_thread();

// A process that must end in the middle of a launch can first report what was seen of it. `wanted` is called at
// the end of each block, and every few milliseconds. When it returns true, `take` is called once, at a point
// where no block is inside the trace code: between two blocks, or from a thread that interrupts the kernel's
// own code.
struct Look {
  bool (*wanted)();
  void (*take)();
};
extern Look look;
void look_between_blocks();
void interrupt_for_a_look();  // by any thread

// The hazard in the last report of `bytes`; nullopt if there is no report in it. `kind` is timeout for SIGALRM,
// otherwise crash. `after_seconds`: the time limit, for the message; 0: not shown.
std::optional<Hazard> crash_hazard(std::string_view bytes, double after_seconds = 0);

// The bytes after the last report in `bytes`.
std::string_view after_the_report(std::string_view bytes);

}  // namespace simt
