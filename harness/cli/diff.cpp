// ./ladder diff A B: the two kernel files, then the counters that changed.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/commands.h"
#include "cli/counter_text.h"
#include "cli/exit.h"
#include "cli/look.h"
#include "cli/select.h"
#include "cli/terminal.h"
#include "cli/text_diff.h"
#include "os/files.h"
#include "os/repository.h"

namespace cli {
namespace {

std::vector<std::string> source_of(const stage::Stage& s) {
  return lines_of(os::read_text(os::in_repository(s.file)));
}

// Under the usual conditions, where both stages offer them.
void print_counters(const Options& o, const stage::Stage& a, const stage::Stage& b) {
  Options same = o;
  for (const stage::Variant& v : a.variants)
    if (same.dtypes.empty() && b.variant(v.dtype) != nullptr) same.dtypes = {v.dtype};
  same.blocks = {std::clamp(bench::kDefaultBlock, std::max(a.min_block, b.min_block),
                            std::min(a.max_block, b.max_block))};
  std::vector<Look> looks;
  try {
    looks = {{&a, case_for(same, a)}, {&b, case_for(same, b)}};
  } catch (const Failure& no) {
    fmt::print("\nNo counters to compare: {}\n", no.what());
    return;
  }
  const std::vector<Seen> seen = look(looks, {.counters = true, .hazards = false}, o.quiet);
  for (size_t i = 0; i < 2; ++i) {
    const std::string& why = seen[i].failed.empty() ? seen[i].observed.stopped : seen[i].failed;
    if (why.empty()) continue;
    fmt::print("\nNo counters to compare: {}: {}\n", looks[i].stage->id, why);
    return;
  }
  const simt::Counters& after = seen[1].observed.observation.counters;
  fmt::print("\n{} in all ({}; {}):\n{}", b.id, in_words(looks[1].the_case), sampling(after),
             totals_text(after));
  print_changes(a.id, seen[0].observed.observation.counters, after);
}

}  // namespace

int diff(const Options& o) {
  const stage::Stage &a = one_stage(o.ids[0]), &b = one_stage(o.ids[1]);
  if (&a == &b) throw Failure(fmt::format("diff {} {}: the same stage twice", o.ids[0], o.ids[1]));
  const std::string text =
      unified(diff_lines(source_of(a), source_of(b)), a.file, b.file, colour_wanted(o.no_color));
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
  print_counters(o, a, b);
  return good;
}

}  // namespace cli
