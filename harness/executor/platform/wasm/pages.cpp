// A wasm instance's memory only grows, and all of it can be read and written. Access rights are only recorded
// for each page, and the hooks in a program's host code check them (runtime/wasm/protection.cpp).
#include "platform/wasm/pages.h"

#include <cstring>
#include <map>
#include <vector>

namespace ladder::simt {
namespace {

constexpr size_t kGrows = 65536;  // bytes by which a memory grows

std::map<size_t, std::vector<void*>> released;  // keyed by size in bytes

}  // namespace

PageRights page_rights[kPages];

size_t page_bytes() { return kPage; }

void* reserve_pages(size_t bytes) {
  if (auto& same = released[bytes]; !same.empty()) {
    void* p = same.back();
    same.pop_back();
    return std::memset(p, 0, bytes);
  }
  const size_t before = __builtin_wasm_memory_grow(0, (bytes + kGrows - 1) / kGrows);
  return before == SIZE_MAX ? nullptr : reinterpret_cast<void*>(before * kGrows);
}

// The address is the same in every instance, because the host copies the memory that two instances share.
void* reserve_shared_pages(int, size_t) {
  constexpr size_t kAt = size_t{96} << 20, kEnd = kAt + (size_t{1} << kReservedBits);
  const size_t before = __builtin_wasm_memory_size(0) * kGrows;
  if (before > kAt || __builtin_wasm_memory_grow(0, (kEnd - before) / kGrows) == SIZE_MAX) return nullptr;
  return reinterpret_cast<void*>(kAt);
}
void release_pages(void* p, size_t bytes) { released[bytes].push_back(p); }
void forget_pages(void* p, size_t bytes, bool) { std::memset(p, 0, bytes); }
void open_pages(void* p, size_t bytes, bool open) {
  const auto first = reinterpret_cast<uintptr_t>(p);
  for (uintptr_t page = first / kPage; page <= (first + bytes - 1) / kPage && bytes > 0; ++page)
    page_rights[page] = open ? PageRights::all : PageRights::none;
}
size_t unused_bytes() { return kPages * kPage - __builtin_wasm_memory_size(0) * kGrows; }
uint64_t physical_bytes() { return uint64_t{kPages} * kPage; }

HostMemory mapped_as(const void* p) {
  return reinterpret_cast<uintptr_t>(p) / kGrows < __builtin_wasm_memory_size(0) ? HostMemory::unknown
                                                                                 : HostMemory::none;
}

}  // namespace ladder::simt
