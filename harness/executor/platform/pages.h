// Memory by the page, from the operating system.
#pragma once
#include <cstddef>
#include <cstdint>

namespace simt {

// So many bits of addresses are reserved for device memory: 1 TiB, of which few pages are used.
constexpr unsigned kReservedBits = sizeof(void*) > 4 ? 40 : 26;

size_t page_bytes();
// Zero, and not there until they are touched; nullptr: the process may not have so many addresses.
void* reserve_pages(size_t bytes);
// The same in two processes, at the same addresses: the first `shared` bytes are the memory behind `file`, as many more
// behind them are this process's own. nullptr: the addresses are taken.
void* reserve_shared_pages(int file, size_t shared);
void release_pages(void*, size_t bytes);
// Gives whole pages back to the system; they are zero then. `shared`: of reserve_shared_pages(), behind the file.
void forget_pages(void*, size_t bytes, bool shared);
// Of every page that the range touches: may the process read and write it?
void open_pages(void*, size_t bytes, bool open);
// Memory that nobody uses now, without what the system would give up for it, as the copies that it keeps of files.
size_t unused_bytes();

// What memory of this process holds the address.
enum class HostMemory { none, heap, stack, unknown };
HostMemory mapped_as(const void*);

}  // namespace simt
