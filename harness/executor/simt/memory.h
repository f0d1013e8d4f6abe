// The executor's device memory: named allocations in one reserved address range, with a wide gap on each side,
// so that every address in the range belongs to one allocation or is out of bounds.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/pages.h"

namespace ladder::simt {

struct Allocation {
  std::string name;
  char* begin;
  size_t bytes;
  bool live;  // false: freed; kept so that a late access can be attributed, until the addresses run out
  size_t pitch = 0;      // from cudaMallocPitch(): from one row to the next, in bytes
  size_t row_bytes = 0;  // without the padding
  bool host_may_use = false;
  // Freed by cudaDeviceReset() with all other allocations: a GPU stops a kernel that uses this memory.
  bool unmapped = false;
  bool in_padding(const void* p) const {
    const auto offset = static_cast<size_t>(static_cast<const char*>(p) - begin);
    return pitch > 0 && offset < bytes && offset % pitch >= row_bytes;
  }
  bool contains(const void* p, size_t size) const {
    const char* a = static_cast<const char*>(p);
    return a >= begin && a + size <= begin + bytes;
  }
};

// The memory is 256-byte aligned, zeroed and accessible. Throws device::OutOfMemory. `bytes` may be 0.
// `reserved_only`: the size may exceed the computer's memory, because most of the allocation is never touched.
void* device_allocate(const std::string& name, size_t bytes, bool reserved_only = false);
// Zeroes the memory again. Whole pages are returned to the system.
void device_forget(void*, size_t bytes);
void note_host_may_use(const void* begin);  // managed or pinned memory
void note_rows(const void* begin, size_t pitch, size_t row_bytes);
std::optional<size_t> device_free(
    void*, bool unmapped = false);  // its size; nullopt: no live allocation begins there
std::optional<Allocation> allocation_around(const void*);  // live or freed; safe while others allocate
size_t device_free_bytes();

// A range that a launcher has zeroed or copied to, remembered to explain a read just past it: `call` is "zero"
// or "copy". Only the last of these ranges is remembered for each place.
struct Filled {
  const char* begin;
  size_t bytes;
  const char* call;
};
void note_filled(const void* begin, size_t bytes, const char* call);
// A range that ends before this place, and that would end where its allocation ends if its size counted
// elements instead of bytes. nullptr if there is none.
const Filled* filled_too_little(const void* place, size_t element_bytes);

// While a launcher runs, host code cannot access device memory (an access raises a signal), because a kernel
// must compute the result. Kernels open the memory, and so does the harness when it works for a launcher.
void close_device_memory();
void open_device_memory();
struct DeviceMemoryOpen {  // opens device memory until the end of the scope, then restores the previous state
  DeviceMemoryOpen();
  ~DeviceMemoryOpen();
  DeviceMemoryOpen(const DeviceMemoryOpen&) = delete;
  bool was_closed;
};

// One device memory for two processes: one process creates inputs and checks outputs, the other runs the
// kernels. Both processes reserve the same addresses. The first half is backed by `file` and holds the
// allocations of the process without `is_runner`; the runner's allocations are private to it. Call this
// before the first allocation.
void share_device_memory(int file, bool is_runner);
// In the runner: takes over the other process's allocations so far, with names and places, so that a late
// access can be reported.
void adopt_allocations(const std::vector<Allocation>&);
std::vector<Allocation> all_allocations();
// For the runner, by address: the live allocations, and the most recent of the freed ones. (A judgement makes
// thousands of allocations, and sends this list with each run.)
std::vector<Allocation> live_or_recent_allocations();

// The origin of host memory: the program's malloc() or new, "heap" or "stack"; "" if unknown (any code
// may then own the memory). The first of these functions asks the program's runtime, if there is one.
extern bool (*is_of_host_allocation)(const void*);
HostMemory host_memory(const void*);

bool in_device_memory(const void* p);  // in the reserved range, though not necessarily in an allocation
const char*
device_memory_begin();  // start of the reserved range; offsets from it do not change within a process
size_t device_memory_reserved();
// The allocation that holds p, or the nearest one below p; nullptr if there is none. The pointer stays valid.
const Allocation* find_allocation(const void* p);
// Names of allocations with a damaged gap (256 bytes on each side are checked).
std::vector<std::string> damaged_gaps();

}  // namespace ladder::simt
