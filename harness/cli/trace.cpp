// ./ladder trace ID --json FILE: one thread block, every warp instruction in order.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/looking.h"
#include "cli/own_file.h"
#include "os/files.h"

namespace cli {

static int trace(const Options& o) {
  go_on_with_own_file(o);
  os::check_writable(o.json);
  Exit status = good;
  const data::Json trace = watched_trace(o, o.json == "-" ? stderr : stdout, status);
  os::write_text(o.json, data::dump_json(trace));
  if (o.quiet || o.json == "-") return status;
  size_t steps = 0;
  for (const data::Json& interval : trace["intervals"]) steps += interval["steps"].size();
  const size_t barriers = trace["intervals"].empty() ? 0 : trace["intervals"].size() - 1;
  fmt::print("{}, block {} of {} in launch {}: {} warp instructions, {} barrier{}. Written to {}\n",
             trace["id"].get<std::string>(), o.block_index, trace["blocks"].get<uint64_t>(), o.launch, steps,
             barriers, barriers == 1 ? "" : "s", o.json);
  if (trace["note"].is_string()) fmt::print("{}\n", trace["note"].get<std::string>());
  return status;
}

static const Registered registered_trace{"trace", trace};

}  // namespace cli
