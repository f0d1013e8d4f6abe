#include "simt/launch_bounds.h"

#include <cstdint>
#include <unordered_map>

#include "platform/tables.h"

namespace ladder::simt {
namespace {

using Table = std::unordered_map<const void*, int64_t>;
Table table(std::span<const KernelEntry> entries) {
  Table t;
  for (const auto& e : entries) t[e.kernel] = e.number;
  return t;
}
int64_t number_of(const Table& t, const void* kernel) {
  const auto found = t.find(kernel);
  return found == t.end() ? 0 : found->second;
}

}  // namespace

unsigned threads_allowed(const void* kernel) {
  static const Table bounds = table(launch_bound_entries());
  return static_cast<unsigned>(number_of(bounds, kernel));
}

size_t static_shared(const void* kernel) {
  static const Table bytes = table(static_shared_entries());
  return static_cast<size_t>(number_of(bytes, kernel));
}

}  // namespace ladder::simt
