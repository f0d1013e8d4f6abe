// ./ladder trace ID --json FILE: one thread block, every warp instruction in order.
#include <fmt/format.h>

#include "bench/result_json.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/looking.h"
#include "cli/own_file.h"
#include "os/files.h"

namespace ladder::cli {

static int trace(const Options& o) {
  go_on_with_own_file(o);
  os::check_writable(o.json);
  const auto [trace, row, status] = watched_trace(o, o.json == "-" ? stderr : stdout);
  data::Json json = data::to_json(trace);
  json["hazards"] = data::to_json(row.hazards);
  os::write_text(o.json, data::dump_json(json));
  if (o.quiet || o.json == "-") return status;
  size_t steps = 0;
  for (const simt::TraceInterval& interval : trace.intervals) steps += interval.steps.size();
  const size_t barriers = trace.intervals.empty() ? 0 : trace.intervals.size() - 1;
  fmt::print("{}, block {} of {} in launch {}: {} warp instructions, {} barrier{}. Written to {}\n", trace.id,
             o.block_index, trace.blocks, o.launch, steps, barriers, barriers == 1 ? "" : "s", o.json);
  if (!trace.note.empty()) fmt::print("{}\n", trace.note);
  return status;
}

static void declare_trace(const Syntax& s) {
  s.help("Record every warp instruction of one thread block (docs/trace.md)", R"(
  ./ladder trace reduce/v2 --block-index 0 --json v2.json)");
  s.one_stage();
  s.block();
  s.json("The file for the trace (- is standard output)").required();
}

static const Registered registered_trace{"trace", declare_trace, trace};

}  // namespace ladder::cli
