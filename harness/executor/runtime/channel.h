// What a program and its supervisor both have in memory. It is mapped before the program begins, so that nothing that the
// program does to its descriptors can close it, and what lies in it stays when the program ends in whatever way.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "simt/crash.h"

namespace simt_runtime {

// Of one process: the program's, and each that it forks.
struct Slot {
  std::atomic<pid_t> process;      // 0: nobody's
  std::atomic<int> kernel;         // that runs, among Seen::kernels; -1: none
  std::atomic<double> since;       // when it began
  std::atomic<uint64_t> launches;  // begun so far
  std::atomic<bool> asked;         // the supervisor will end it, and needs to know what was seen so far
  std::atomic<bool> answered;
  std::atomic<bool> replaced;  // by another program, with exec()
  std::atomic<int> signal;     // of which it is dying
  simt::Progress progress;
  std::atomic<unsigned> newest;  // of the two texts, 1 or 2; 0: none yet
  std::atomic<size_t> bytes[2];
  std::atomic<size_t> report_bytes;
  char report[4096];  // simt/crash.h
};

constexpr size_t kMostProcesses = 256;

bool make_channel();                // before anything else; false: the system has no room for it
Slot& slot_at(size_t);              // < kMostProcesses
std::string newest_text(size_t);    // what its process published last; "": nothing
uint64_t processes_without_slot();  // there were more than kMostProcesses
double seconds_now();

// The process that calls.
void take_slot();                     // it has begun
void leave_slot();                    // it ends, or becomes another program, and has published nothing
bool owns_slot();                     // false: a child of vfork() or clone(), say
Slot& own_slot();                     // where there is none: one that nobody reads
bool publish(std::string_view text);  // false: it is too long

}  // namespace simt_runtime
