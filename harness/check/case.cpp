#include "check/case.h"

#include <algorithm>
#include <cmath>

namespace check {

const char* name(InputKind kind) {
  constexpr std::array names = {"random", "index-coded", "alternating", "all-equal", "iota"};
  return names[static_cast<size_t>(kind)];
}

size_t stencil_width(size_t n) {
  auto root = static_cast<size_t>(std::sqrt(static_cast<double>(n)));
  while (root > 0 && root > n / root) --root;  // floor, whatever sqrt rounded to
  return n < 1024 ? std::max<size_t>(1, root) : root / 32 * 32;
}

}  // namespace check
