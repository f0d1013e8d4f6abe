// Memory shared by a program and its supervisor. This memory is mapped before the program starts. The program
// therefore cannot close the memory, whatever it does to its file descriptors, and the contents survive
// however the program ends.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "simt/crash.h"

namespace ladder::simt_runtime {

// One process: the program's own, or one forked by it.
struct Slot {
  std::atomic<pid_t> process;      // 0: unused
  std::atomic<int> kernel;         // the running kernel as an index into Seen::kernels; -1: none
  std::atomic<double> since;       // when that kernel began
  std::atomic<uint64_t> launches;  // launches begun so far
  std::atomic<bool> asked;         // the supervisor is about to end the process and needs a last report
  std::atomic<bool> answered;
  std::atomic<bool> replaced;  // the process now runs another program, through exec()
  std::atomic<int> signal;     // the signal that is ending the process
  simt::Progress progress;
  std::atomic<unsigned> newest;  // which of the two texts is the newer one, 1 or 2; 0: none yet
  std::atomic<size_t> bytes[2];
  std::atomic<size_t> report_bytes;
  char report[4096];  // simt/crash.h
  char failure[256];  // an error of the executor itself; empty: none
};

constexpr size_t kMostProcesses = 256;

bool make_channel();                // call this before anything else; false: not enough memory
Slot& slot_at(size_t);              // < kMostProcesses
std::string newest_text(size_t);    // the last text that its process published; "": nothing
uint64_t processes_without_slot();  // the number of processes beyond kMostProcesses
double seconds_now();

// The following functions act on the calling process.
void take_slot();   // the process has started
void leave_slot();  // it ends, or becomes another program, without having published anything
bool owns_slot();   // false for a child of vfork() or clone(), for example
Slot& own_slot();   // a slot that is never read, for a process without a slot
bool publish(std::string_view text);  // false: the text is too long

}  // namespace ladder::simt_runtime
