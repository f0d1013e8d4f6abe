// How the work of a counted job was distributed: the work of the busiest thread of each launch, and that of the
// launcher (the kernel file's host code). Neither the result nor the number of requests reveals that a single
// thread does everything.
#pragma once
#include <cstddef>
#include <cstdint>

namespace ladder::simt::trace {

struct Share {
  uint64_t longest = 0;     // basic blocks and accesses of the busiest thread, summed over launches
  uint64_t host_steps = 0;  // basic blocks of host code and, with watch_host, its accesses
  // Only with watch_host: the bytes moved by the thread that moves the most, summed in the same way; and a
  // variable that a kernel wrote and the host then read (nullptr: none).
  uint64_t longest_bytes = 0;
  const char* read_by_host = nullptr;
  uint64_t float_divisions = 0;  // divisions by the threads of all observed blocks
};
Share take_share();

// Whether to record the bytes that each thread moves and the accesses by host code. Only the judge requests
// this, because it is slow.
extern bool watch_host;
// For the judge: whether to refuse launches that the trace would not see, and launches whose parameters exceed
// CUDA's limit.
extern bool watched_alone;
// Records an access by host code.
void host_access(uintptr_t address, size_t bytes, bool reads);
// If set, called for each access by host code compiled with the hooks: for a program's runtime on a
// platform that cannot protect memory.
extern void (*see_host_access)(uintptr_t address, size_t bytes, bool reads);
// If set, called before each volatile access in code that does not call simt_volatile() itself
// (runtime/lockstep.cpp).
extern void (*before_volatile)(const volatile void* address);

}  // namespace ladder::simt::trace
