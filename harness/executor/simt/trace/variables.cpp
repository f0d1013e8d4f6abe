#include "simt/trace/variables.h"

#include <algorithm>
#include <vector>

#include "platform/tables.h"
#include "simt/shared_memory.h"

namespace ladder::simt::trace {
namespace {

constexpr size_t kRedZone = 256;

const std::vector<Variable>& table() {
  static const std::vector<Variable> all = [] {
    std::vector<Variable> variables;
    for (const VariableEntry& e : variable_entries())
      variables.push_back({plain_name(e.name), e.begin, e.bytes, e.constant, e.managed, e.own_pages});
    std::sort(variables.begin(), variables.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
    return variables;
  }();
  return all;
}

}  // namespace

std::span<const Variable> all_variables() { return table(); }

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

}  // namespace ladder::simt::trace
