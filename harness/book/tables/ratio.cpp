#include "tables/ratio.h"

#include <fmt/format.h>

#include "text/units.h"

namespace report {

std::string ratio_text(const bench::Ratio& ratio) {
  const bool itself = ratio.low == 1 && ratio.high == 1;  // the first stage against the first
  std::string number = ratio.value < 10 ? fmt::format("{:.2f}", ratio.value) : significant(ratio.value);
  if (ratio.distinguishable() && !itself)  // more decimals where it would look like no difference
    for (int decimals = 3; decimals <= 6 && number == fmt::format("{:.{}f}", 1.0, decimals - 1); ++decimals)
      number = fmt::format("{:.{}f}", ratio.value, decimals);
  return fmt::format("{}{}×", ratio.distinguishable() || itself ? "" : "≈", number);
}

}  // namespace report
