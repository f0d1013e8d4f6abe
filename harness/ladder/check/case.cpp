#include "check/case.h"

#include <algorithm>
#include <cmath>

namespace ladder::check {

const char* name(InputKind kind) {
  constexpr std::array names = {"random", "index-coded", "alternating", "all-equal", "iota", "ones-in-part"};
  return names[static_cast<size_t>(kind)];
}

namespace {

size_t root_of(size_t n) {
  auto root = static_cast<size_t>(std::sqrt(static_cast<double>(n)));
  while (root > 0 && root > n / root) --root;  // rounds down, even if sqrt was rounded up
  return root;
}

}  // namespace

size_t part_width(size_t n) {
  constexpr size_t kParts = 32, kWarp = 32;
  return n <= 2 * kParts ? 1 : (n + kParts * kWarp - 1) / (kParts * kWarp) * kWarp;
}

size_t stencil_width(size_t n) {
  const size_t root = root_of(n);
  return n < 1024 ? std::max<size_t>(1, root) : root / 32 * 32;
}

size_t matrix_columns(size_t n) {
  size_t rows = std::max<size_t>(1, root_of(n));
  while (n % rows != 0) --rows;
  return std::max<size_t>(1, n / rows);
}

}  // namespace ladder::check
