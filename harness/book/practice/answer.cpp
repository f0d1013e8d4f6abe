#include "practice/answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace practice {
namespace {

std::string scan_kind(stage::ScanKind kind) {
  constexpr std::array names = {"none", "inclusive", "exclusive", "inclusive_or_exclusive"};
  return names[static_cast<size_t>(kind)];
}

}  // namespace

Registered registered(const stage::Stage& s) {
  Registered r;
  r.id = s.id;
  r.problem = s.problem;
  r.scan = scan_kind(s.scan);
  r.racy = s.racy;
  r.expect = s.expect;
  for (const stage::Variant& v : s.variants) r.dtypes.emplace_back(stage::dtype_name(v.dtype));
  r.min_block = s.min_block;
  r.max_block = s.max_block;
  r.max_n = s.max_n;
  r.serial = s.serial;
  return r;
}

std::string promise_broken(const Registered& file, const Registered& rung) {
  if (file.problem != rung.problem)
    return fmt::format("its run() takes a job of {}, and {} takes one of {}", file.problem, rung.id,
                       rung.problem);
  for (const std::string& type : rung.dtypes)
    if (std::find(file.dtypes.begin(), file.dtypes.end(), type) == file.dtypes.end())
      return fmt::format("the STAGE line offers {}; {} offers {}, in this order",
                         fmt::join(file.dtypes, ", "), rung.id, fmt::join(rung.dtypes, ", "));
  if (file.scan != rung.scan)
    return fmt::format("the STAGE line says .{}(), and {} is .{}()", file.scan, rung.id, rung.scan);
  if (!file.racy.empty() && rung.racy.empty())
    return fmt::format("the STAGE line declares a race; {} has none: take .racy(…) out", rung.id);
  if (!file.expect.empty()) return "the STAGE line expects a verdict: take .expect(…) out";
  if (file.serial && !rung.serial)
    return fmt::format("the STAGE line says .serial(), and {} does not: take it out", rung.id);
  if (file.max_n < rung.max_n)
    return fmt::format("the STAGE line has a limit, .max_n({}), that {} does not have", file.max_n, rung.id);
  if (file.min_block > rung.min_block || file.max_block < rung.max_block)
    return fmt::format("the STAGE line takes blocks of {} to {} threads; {} takes {} to {}", file.min_block,
                       file.max_block, rung.id, rung.min_block, rung.max_block);
  return "";
}

}  // namespace practice
