// Page-granular memory from the operating system.
#pragma once
#include <cstddef>
#include <cstdint>

namespace ladder::simt {

// The number of address bits reserved for device memory: 1 TiB (WebAssembly: 256 MiB); few pages are ever used.
constexpr unsigned kReservedBits = sizeof(void*) > 4 ? 40 : 28;

size_t page_bytes();
// Returns zero-initialised pages, which the system provides only when they are touched; nullptr if the process
// may not reserve that much address space.
void* reserve_pages(size_t bytes);
// Reserves memory that two processes share at the same addresses. The first `shared` bytes are backed by
// `file`; the same number of bytes after them is private to this process. nullptr if the addresses are taken.
void* reserve_shared_pages(int file, size_t shared);
void release_pages(void*, size_t bytes);
// Returns whole pages to the system; they read as zero afterwards. `shared`: the memory is file-backed, from
// reserve_shared_pages().
void forget_pages(void*, size_t bytes, bool shared);
// Allows or forbids access to every page that the range touches.
void open_pages(void*, size_t bytes, bool open);
// The amount of free memory, not counting memory that the system could reclaim, such as its file cache.
size_t unused_bytes();
uint64_t physical_bytes();  // all of this machine's memory

// The kind of memory that holds this address in this process.
enum class HostMemory { none, heap, stack, unknown };
HostMemory mapped_as(const void*);

}  // namespace ladder::simt
