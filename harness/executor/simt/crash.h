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
#include <atomic>
#include <cstdint>
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
// The same, where the report goes to `take`, which may end the process itself. (A program may close a descriptor.)
void install_crash_reporter(void (*take)(int signal, std::string_view report));

// How far this process has come: what a time limit has met. Times are milliseconds of the process's CPU time, as the
// limits are.
struct Progress {
  std::atomic<uint64_t> launches;    // since the last take_observation()
  std::atomic<int64_t> first, last;  // when the first of them began, and the last one
  std::atomic<uint64_t> blocks,
      ended;                      // of the launch that runs, and those that have ended; 0 blocks: none runs
  std::atomic<uint64_t> threads;  // of a block
  std::atomic<int64_t> last_end;  // when a block last ended
};
extern Progress* progress;  // may lie where another process can see it

void note_launch_begun(uint64_t blocks, uint64_t threads);
void note_block_ended();
void note_launch_ended();
void forget_launches();  // where a time limit meets a launcher that launches for ever, no kernel is to blame

// Blocks of the launch that runs have ended, the last one not long ago: it may be too large, and does not hang.
bool is_getting_on(const Progress&, int64_t now);
// What a time limit has met. `place_known`: the line stands beside it.
Evidence time_limit_met(const Progress&, int64_t now, double after_seconds, bool place_known);

// Called once by each OS thread that is going to run kernels.
void register_kernel_thread();

// A process that must end in the middle of a launch can first say what was seen of it. `wanted` is asked at the end of
// each block, and every few milliseconds; where it says yes, `take` is called once, in a place where no block is in the
// middle of what the trace does: between two blocks, or by who interrupts a kernel's own code.
struct Look {
  bool (*wanted)();
  void (*take)();
};
extern Look look;
void look_between_blocks();
void interrupt_for_a_look();  // by any thread

// The hazard in the last report of `bytes`; nothing if there is no report in it. `kind` is timeout for
// SIGALRM, else crash. `after_seconds`: the time limit, for the message; 0: not said.
std::optional<Hazard> crash_hazard(std::string_view bytes, double after_seconds = 0);

// What stands behind the last report of `bytes`.
std::string_view after_the_report(std::string_view bytes);

}  // namespace simt
