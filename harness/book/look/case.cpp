#include "look/case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "bench/rows.h"
#include "os/error.h"
#include "text/units.h"

namespace ladder::look {

bench::Conditions case_of(const stage::Stage& s, const Asked& asked) {
  bench::Conditions c;
  c.dtype = asked.dtype.value_or(s.variants.front().dtype);
  const data::Extent extent = asked.n.value_or(data::Extent(bench::shown_n(s)));
  c.block = asked.block.value_or(std::clamp(bench::kDefaultBlock, s.min_block, s.max_block));
  c.seed = asked.seed;
  c.input = asked.input;
  c.gpus = asked.gpus.value_or(0);
  const bench::Row row = bench::make_row(s, bench::Backend::simt, extent, c.dtype, c.block, c.gpus);
  if (!row.result.skipped.empty()) throw os::Error(fmt::format("{}: {}", s.id, text_of(row.result.skipped)));
  c.inclusive = row.inclusive;
  c.n = row.result.n;
  c.sizes = row.sizes;
  return c;
}

check::InputKind input_of(const std::string& name) {
  std::vector<std::string> names;
  for (const auto kind : {check::InputKind::iota, check::InputKind::random, check::InputKind::index_coded,
                          check::InputKind::alternating, check::InputKind::all_equal}) {
    if (name == check::name(kind)) return kind;
    names.push_back(check::name(kind));
  }
  throw os::Error(fmt::format("--input {}: must be one of {}", name, fmt::join(names, " ")));
}

std::string in_words(const stage::Stage& stage, const bench::Conditions& c) {
  const check::Task* task = bench::known_task(stage);
  std::string sizes;
  if (task != nullptr)
    for (const auto& [name, size] : check::named_sizes(*task, check::sizes_of(*task, c)))
      sizes += fmt::format("{}{} = {}", sizes.empty() ? "" : ", ", name, size);
  if (sizes.empty()) sizes = "n = " + text::n_text(c.n);
  return fmt::format("{}, block {}, {}", sizes, c.block, stage::dtype_name(c.dtype));
}

}  // namespace ladder::look
