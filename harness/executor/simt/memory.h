// The executor's device memory: named allocations in one reserved range of addresses, each between two wide
// gaps, so that every address in the range belongs to one allocation or is out of bounds.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "platform/pages.h"

namespace simt {

struct Allocation {
  std::string name;
  char* begin;
  size_t bytes;
  bool live;         // false: freed; kept so that a late access can be named, until all addresses are used up
  size_t pitch = 0;  // of cudaMallocPitch(): the bytes from one row to the next
  bool unmapped = false;  // freed with all others, by cudaDeviceReset(): a GPU stops who uses it
  bool contains(const void* p, size_t size) const {
    const char* a = static_cast<const char*>(p);
    return a >= begin && a + size <= begin + bytes;
  }
};

// 256-byte aligned, zeroed and open. Throws device::OutOfMemory. bytes may be 0.
// `reserved_only`: it may be more than the computer has, as most of it will never be touched.
void* device_allocate(const std::string& name, size_t bytes, bool reserved_only = false);
// Makes it zero again. Whole pages are given back to the system.
void device_forget(void*, size_t bytes);
void note_pitch(const void* begin, size_t pitch);
size_t device_free(void*, bool unmapped = false);  // its bytes; 0: no live allocation begins there
size_t device_free_bytes();

// What a launcher has zeroed or copied to, so that a read just behind it can be told: `call` is "zero" or "copy". Of each
// place the last one is kept.
struct Filled {
  const char* begin;
  size_t bytes;
  const char* call;
};
void note_filled(const void* begin, size_t bytes, const char* call);
// One that ends before this place, and that would end with its allocation if its size were one of elements. nullptr: none.
const Filled* filled_too_little(const void* place, size_t element_bytes);

// While a launcher runs, device memory is closed to the host's code: what touches it there ends with a signal, as
// the answer must come from a kernel. Kernels, and what the harness does for a launcher, open it.
void close_device_memory();
void open_device_memory();
struct DeviceMemoryOpen {  // until the end of the scope; then as before
  DeviceMemoryOpen();
  ~DeviceMemoryOpen();
  DeviceMemoryOpen(const DeviceMemoryOpen&) = delete;
  bool was_closed;
};

// One device memory for two processes, of which one makes inputs and looks at outputs, and the other runs the kernels.
// Both take the same addresses: the first half of them is the memory behind `file`, and what is allocated in the process
// that has no `is_runner` lies there; what the runner allocates is its own. Before the first allocation.
void share_device_memory(int file, bool is_runner);
// The runner: what the other process has allocated by now. The names and places, so that a late access can be told.
void adopt_allocations(const std::vector<Allocation>&);
std::vector<Allocation> all_allocations();

// Memory of a program's host code: from its malloc() or new, or "" where that is not known (then it may be anybody's).
// "heap", "stack". The first asks the program's runtime, if it has one.
extern bool (*is_of_host_allocation)(const void*);
HostMemory host_memory(const void*);

bool in_device_memory(const void* p);  // in the reserved range (not necessarily in an allocation)
const char* device_memory_begin();     // of the reserved range; offsets into it are stable within a process
size_t device_memory_reserved();
// The allocation that holds p, else the nearest one below it; nullptr if there is
// none. The pointer stays valid.
const Allocation* find_allocation(const void* p);
// Names of allocations whose gaps (256 bytes on each side are checked) were written to.
std::vector<std::string> damaged_gaps();

}  // namespace simt
