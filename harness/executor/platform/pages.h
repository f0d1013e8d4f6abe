// Page-granular memory from the operating system.
#pragma once
#include <cstddef>
#include <cstdint>

namespace simt {

// The address bits reserved for device memory: 1 TiB, of which few pages are ever used. (WebAssembly: 256 MiB.)
constexpr unsigned kReservedBits = sizeof(void*) > 4 ? 40 : 28;

size_t page_bytes();
// Zero-initialised, and backed by pages only once touched; nullptr if the process may not reserve that much
// address space.
void* reserve_pages(size_t bytes);
// Memory shared by two processes at the same addresses: the first `shared` bytes are backed by `file`, and as
// many more after them are private to this process. nullptr: the addresses are taken.
void* reserve_shared_pages(int file, size_t shared);
void release_pages(void*, size_t bytes);
// Returns whole pages to the system; they read as zero afterwards. `shared`: file-backed memory from
// reserve_shared_pages().
void forget_pages(void*, size_t bytes, bool shared);
// Allows or forbids access to every page that the range touches.
void open_pages(void*, size_t bytes, bool open);
// Free memory, not counting what the system could reclaim, such as its file cache.
size_t unused_bytes();

// The kind of memory in this process that holds the address.
enum class HostMemory { none, heap, stack, unknown };
HostMemory mapped_as(const void*);

}  // namespace simt
