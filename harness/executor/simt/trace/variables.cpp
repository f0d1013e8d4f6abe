#include "simt/trace/variables.h"

#include <algorithm>
#include <vector>

#include "simt/shared_memory.h"

extern "C" {
struct SimtVariableEntry {  // as shared_memory.awk writes it
  int64_t name_from_here, bytes;
  uintptr_t begin;
  int64_t kind;  // 1: __constant__, 2: it may be __managed__
};
extern const SimtVariableEntry __start_simt_variables[] __attribute__((weak));
extern const SimtVariableEntry __stop_simt_variables[] __attribute__((weak));
}

namespace simt::trace {
namespace {

constexpr size_t kRedZone = 256;

const std::vector<Variable>& table() {
  static const std::vector<Variable> all = [] {
    std::vector<Variable> variables;
    for (const auto* e = __start_simt_variables; e != __stop_simt_variables; ++e)
      variables.push_back({plain_name(reinterpret_cast<const char*>(&e->name_from_here) + e->name_from_here),
                           e->begin, static_cast<size_t>(e->bytes), e->kind == 1, e->kind == 2, false});
    std::sort(variables.begin(), variables.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
    return variables;
  }();
  return all;
}

}  // namespace

const Variable* find_variable(uintptr_t address) {
  const auto above = std::upper_bound(table().begin(), table().end(), address,
                                      [](uintptr_t a, const Variable& v) { return a < v.begin; });
  if (above == table().begin()) return nullptr;
  const Variable& below = *std::prev(above);
  return address < below.begin + below.bytes + kRedZone ? &below : nullptr;
}

bool is_variable(const void* begin) {
  const Variable* v = find_variable(reinterpret_cast<uintptr_t>(begin));
  return v != nullptr && v->begin == reinterpret_cast<uintptr_t>(begin);
}

}  // namespace simt::trace
