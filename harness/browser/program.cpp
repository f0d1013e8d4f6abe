// The interface through which a page or node uses a whole program, linked with the runtime of ./ladder try.
// run_program() is the program's main(). However it ends, the host then calls report(request).
//   {"status": 0, "file": "histogram.cu", "launches": […], "kernels": […], "host_uses": …}  how it ended, and what the rewriter
//   found in the file; "came_to_nothing" means that runs with other undefined values had the same output
#include <fmt/format.h>

#include "data/json_members.h"
#include "os/files.h"
#include "runtime/ending.h"
#include "simt/counters_json.h"
#include "try/report.h"

using namespace ladder;

namespace {
std::string recorded;
}

// The one file that a program's runtime writes: the trace of a block (runtime/record.cpp).
namespace ladder::os {
void write_text(const std::string&, std::string_view text) { recorded = text; }
}  // namespace ladder::os

namespace {

using data::Json;
using simt_runtime::Seen;

try_program::Place place_of(const Json& at) { return {at.at("file"), at.at("line")}; }

try_program::Built built_of(const Json& request) {
  try_program::Built built;
  for (const Json& at : request.at("launches")) built.launches.push_back(place_of(at));
  for (const Json& kernel : request.at("kernels"))
    built.kernel_at.try_emplace(kernel.at("name"), place_of(kernel));
  built.kernels = request.at("kernels").size();
  return built;
}

Json answer(const std::string& text) {
  try {
    const Json request = Json::parse(text);
    static Seen seen;
    static bool taken = false;
    if (!std::exchange(taken, true)) seen = simt_runtime::seen_at_end(request.at("status"));
    Seen now = seen;
    if (request.value("came_to_nothing", false)) try_program::undefined_came_to_nothing(now);
    try_program::name_places(now, built_of(request));
    Json json = try_program::json_of({request.at("file")}, now);
    json["only_undefined"] = try_program::only_undefined(now);
    json["digest"] = fmt::format("{}", now.digest);
    if (!recorded.empty()) json["trace"] = Json::parse(recorded);
    json["text"] = try_program::hazards_text(now, false);
    return json;
  } catch (const std::exception& e) {
    return {{"error", e.what()}};
  }
}

std::string last;

}  // namespace

extern "C" __attribute__((export_name("simt_report"))) const char* simt_report(const char* request) {
  last = answer(request).dump(-1, ' ', false, Json::error_handler_t::replace);
  return last.c_str();
}
