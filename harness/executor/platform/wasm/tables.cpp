#include "platform/tables.h"

extern "C" char __start_simt_shared __attribute__((weak)), __stop_simt_shared __attribute__((weak));

namespace simt {

// All of them as one: the linker knows where the section lies, and no names.
std::vector<SharedArrayEntry> shared_array_entries() {
  const auto begin = reinterpret_cast<std::ptrdiff_t>(&__start_simt_shared),
             end = reinterpret_cast<std::ptrdiff_t>(&__stop_simt_shared);
  if (begin == end) return {};
  return {{"shared memory", begin, static_cast<size_t>(end - begin)}};
}

std::vector<VariableEntry> variable_entries() { return {}; }
std::span<const KernelEntry> launch_bound_entries() { return {}; }
std::span<const KernelEntry> static_shared_entries() { return {}; }

}  // namespace simt
