// Reports from a crashed or stopped process: a child process that runs kernels and whose crash must not end the
// program. The child installs the reporter with the write end of a pipe; the parent reads the pipe
// and turns its contents into a hazard. Works with both plain and traced kernels.
//
//   child:   simt::install_crash_reporter(pipe_write_end);  // alarm(seconds) after it sets a time limit
//   parent:  std::string bytes = …;                          // everything that the child wrote to the pipe
//            if (auto hazard = simt::crash_hazard(bytes)) …  // a crash or a timeout, with the kernel's line
//
// The child must have been forked from the parent with no exec in between, because the parent looks up the
// addresses in the report. The dying child therefore needs neither memory nor locks.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "simt/observation.h"

namespace ladder::simt {

// On SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT or SIGALRM, writes a report to `fd` and ends the process with
// _exit(128 + signal). Calling the function again replaces the descriptor. The report is one write of at most
// 4096 bytes, after everything that the child has already written. The result of `then` follows if it fits into
// the pipe. `then` may use the heap and locks; if the heap or a lock is in a bad state, the text of `then` is
// lost.
void install_crash_reporter(int fd, std::string (*then)() = nullptr);
// The same, but the report is passed to `take`, which may end the process itself. (The program may have closed
// the descriptor.)
void install_crash_reporter(void (*take)(int signal, std::string_view report));

// The progress of the process, used to describe what a time limit interrupted. Times are in milliseconds of the
// process's CPU time, like the limits.
struct Progress {
  std::atomic<uint64_t> launches;    // since the last take_observation()
  std::atomic<int64_t> first, last;  // when the first and the last launch began
  std::atomic<uint64_t> blocks,
      ended;  // blocks of the running launch, and how many of them have ended; 0 blocks: no launch
              // is running
  std::atomic<uint64_t> threads;  // per block
  std::atomic<int64_t> last_end;  // when a block last ended
};
extern Progress* progress;  // may be in memory that another process can see

void note_launch_begun(uint64_t blocks, uint64_t threads);
void note_block_ended();
void note_launch_ended();
void forget_launches();  // no kernel is at fault if a launcher never stops launching

// True if blocks of the running launch have ended, the last of them recently: the launch may be too large, but
// it is not hanging.
bool is_getting_on(const Progress&, int64_t now);
// Describes the work that a time limit interrupted. `place_known`: the line is shown next to this text.
Evidence time_limit_met(const Progress&, int64_t now, double after_seconds, bool place_known);

// Each OS thread calls this once before it runs kernels.
void register_kernel_thread();

// A process that must end in the middle of a launch can first report its observations of the launch. `wanted`
// is called at the end of each block, and every few milliseconds. When it returns true, `take` is called
// once, at a point where no block is inside the trace code: between two blocks, or in a thread interrupted in
// the kernel's own code.
struct Look {
  bool (*wanted)();
  void (*take)();
};
extern Look look;
void look_between_blocks();
void interrupt_for_a_look();  // may be called by any thread

// The hazard in the last report in `bytes`; nullopt if there is no report. `kind` is timeout for SIGALRM, and
// otherwise crash. `after_seconds`: the time limit, for the message; 0: not shown.
std::optional<Hazard> crash_hazard(std::string_view bytes, double after_seconds = 0);

// The bytes after the last report in `bytes`.
std::string_view after_the_report(std::string_view bytes);

}  // namespace ladder::simt
