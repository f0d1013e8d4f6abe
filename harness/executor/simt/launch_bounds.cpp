#include "simt/launch_bounds.h"

#include <cstdint>
#include <unordered_map>

extern "C" {
struct SimtKernelEntry {  // as shared_memory.awk writes it
  const void* kernel;
  int64_t number;
};
extern const SimtKernelEntry __start_simt_bounds[] __attribute__((weak));
extern const SimtKernelEntry __stop_simt_bounds[] __attribute__((weak));
extern const SimtKernelEntry __start_simt_static[] __attribute__((weak));
extern const SimtKernelEntry __stop_simt_static[] __attribute__((weak));
}

namespace simt {
namespace {

using Table = std::unordered_map<const void*, int64_t>;
Table table(const SimtKernelEntry* begin, const SimtKernelEntry* end) {
  Table t;
  for (const auto* e = begin; e != end; ++e) t[e->kernel] = e->number;
  return t;
}
int64_t number_of(const Table& t, const void* kernel) {
  const auto found = t.find(kernel);
  return found == t.end() ? 0 : found->second;
}

}  // namespace

unsigned threads_allowed(const void* kernel) {
  static const Table bounds = table(__start_simt_bounds, __stop_simt_bounds);
  return static_cast<unsigned>(number_of(bounds, kernel));
}

size_t static_shared(const void* kernel) {
  static const Table bytes = table(__start_simt_static, __stop_simt_static);
  return static_cast<size_t>(number_of(bytes, kernel));
}

}  // namespace simt
