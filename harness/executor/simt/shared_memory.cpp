#include "simt/shared_memory.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "platform/pages.h"
#include "platform/tables.h"
#include "platform/workers.h"
#include "simt/executor.h"
#include "simt/undefined.h"

using namespace ladder;

// The block's dynamic shared memory: instrument/ makes every `extern __shared__` array an alias of it.
extern "C" {
alignas(1024) SIMT_DYNAMIC_SHARED char simt_dynamic_shared[simt::kMaxDynamicShared + 1024];
}

namespace ladder::simt {

std::string plain_name(const char* mangled) {
  int status = 0;
  if (strncmp(mangled, "_Z", 2) != 0) return mangled;  // "c" is a name here, not the type char
  char* text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = status == 0 ? text : mangled;
  free(text);
  const size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

namespace {

struct Table {
  std::vector<SharedArray> arrays;  // static arrays by offset; the dynamic one is last
  std::ptrdiff_t begin = 0, end = 0;

  Table() {
    std::string dynamic_name = "dynamic shared memory";
    for (const SharedArrayEntry& e : shared_array_entries())
      arrays.push_back({plain_name(e.name), e.offset, e.bytes, false});
    const std::ptrdiff_t dynamic = simt_dynamic_shared - thread_pointer();
    begin = end = dynamic;
    arrays.push_back({dynamic_name, dynamic, kMaxDynamicShared, true});
    std::sort(arrays.begin(), arrays.end(), [](auto& a, auto& b) { return a.offset < b.offset; });
    constexpr std::ptrdiff_t kRedZone = 256;
    begin = arrays.front().offset;
    end = arrays.back().offset + static_cast<std::ptrdiff_t>(arrays.back().bytes) + kRedZone;
  }
};

const Table& table() {
  static const Table t;
  return t;
}

}  // namespace

char* shared_begin() { return thread_pointer() + table().begin; }
size_t shared_bytes() { return static_cast<size_t>(table().end - table().begin); }

void release_shared() {
  if (!kThreadsHaveOwnVariables) return;
  const uintptr_t page = page_bytes(), begin = reinterpret_cast<uintptr_t>(shared_begin());
  const uintptr_t first = (begin + page - 1) / page * page, end = (begin + shared_bytes()) / page * page;
  if (end > first) forget_pages(reinterpret_cast<void*>(first), end - first, false);
}

void fill_shared_undefined(size_t dynamic_bytes) {
  for (const SharedArray& array : table().arrays) {
    char* begin = thread_pointer() + array.offset;
    const size_t skipped = -reinterpret_cast<uintptr_t>(begin) % 4;
    const size_t bytes = array.dynamic ? dynamic_bytes : array.bytes;
    if (bytes > skipped) fill_undefined(begin + skipped, bytes - skipped);
  }
}

const SharedArray* find_shared(const void* address) {
  const std::ptrdiff_t offset = static_cast<const char*>(address) - thread_pointer();
  const Table& t = table();
  if (offset < t.begin || offset >= t.end) return nullptr;
  const auto above = std::upper_bound(t.arrays.begin(), t.arrays.end(), offset,
                                      [](std::ptrdiff_t o, const SharedArray& a) { return o < a.offset; });
  return above == t.arrays.begin() ? nullptr : &*std::prev(above);
}

}  // namespace ladder::simt
