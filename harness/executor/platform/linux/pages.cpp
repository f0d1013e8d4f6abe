#include "platform/pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace ladder::simt {

size_t page_bytes() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

void* reserve_pages(size_t bytes) {
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? nullptr : p;
}

void* reserve_shared_pages(int file, size_t shared) {
  // An address range that two processes can both use, far from where Linux puts programs, libraries and stacks.
  constexpr uintptr_t kSharedAt = 0x200000000000;
  constexpr int kFlags = MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void* const at = reinterpret_cast<void*>(kSharedAt);
  void* const behind = reinterpret_cast<void*>(kSharedAt + shared);
  if (mmap(at, shared, PROT_READ | PROT_WRITE, MAP_SHARED | kFlags, file, 0) != at ||
      mmap(behind, shared, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | kFlags, -1, 0) != behind)
    return nullptr;
  return at;
}

void release_pages(void* p, size_t bytes) { munmap(p, bytes); }

void forget_pages(void* p, size_t bytes, bool shared) {
  madvise(p, bytes, shared ? MADV_REMOVE : MADV_DONTNEED);
}

void open_pages(void* p, size_t bytes, bool open) {
  const size_t page = page_bytes();
  auto* const first = static_cast<char*>(p) - reinterpret_cast<uintptr_t>(p) % page;
  const size_t all = static_cast<size_t>(static_cast<char*>(p) + bytes - first);
  mprotect(first, (all + page - 1) / page * page, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

size_t unused_bytes() { return static_cast<size_t>(sysconf(_SC_AVPHYS_PAGES)) * page_bytes(); }

uint64_t physical_bytes() { return uint64_t(sysconf(_SC_PHYS_PAGES)) * page_bytes(); }

HostMemory mapped_as(const void* p) {
  HostMemory found = HostMemory::none;
  if (FILE* maps = fopen("/proc/self/maps", "r")) {
    char line[512];
    while (found == HostMemory::none && fgets(line, sizeof line, maps)) {
      unsigned long begin = 0, end = 0;
      const auto address = reinterpret_cast<uintptr_t>(p);
      if (sscanf(line, "%lx-%lx", &begin, &end) != 2 || address < begin || address >= end) continue;
      found = strstr(line, "[heap]")    ? HostMemory::heap
              : strstr(line, "[stack]") ? HostMemory::stack
                                        : HostMemory::unknown;
    }
    fclose(maps);
  }
  return found;
}

}  // namespace ladder::simt
