#include "simt/launch_bounds.h"

#include <cstdint>
#include <unordered_map>

extern "C" {
struct SimtBoundEntry {  // as shared_memory.awk writes it
  const void* kernel;
  int64_t threads;
};
extern const SimtBoundEntry __start_simt_bounds[] __attribute__((weak));
extern const SimtBoundEntry __stop_simt_bounds[] __attribute__((weak));
}

namespace simt {

unsigned threads_allowed(const void* kernel) {
  static const std::unordered_map<const void*, unsigned> table = [] {
    std::unordered_map<const void*, unsigned> bounds;
    for (const auto* e = __start_simt_bounds; e != __stop_simt_bounds; ++e)
      bounds[e->kernel] = static_cast<unsigned>(e->threads);
    return bounds;
  }();
  const auto found = table.find(kernel);
  return found == table.end() ? 0 : found->second;
}

}  // namespace simt
