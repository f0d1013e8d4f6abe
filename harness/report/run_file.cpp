#include "report/run_file.h"

#include <ctime>

#include <fmt/format.h>

#include "report/json.h"
#include "os/files.h"

namespace report {
namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json to_json(const Clocks& clocks) {
  Json json = Json::object();
  const auto put = [&](const char* key, const std::optional<double>& value) {
    if (value) json[key] = compact_number(*value);
  };
  put("sm", clocks.sm);
  put("sm_max", clocks.sm_max);
  put("memory", clocks.memory);
  put("memory_max", clocks.memory_max);
  return json;
}

Json to_json(const Context& context) {
  return {
      {"device", text_or_null(context.device)},
      {"compute_capability", text_or_null(context.compute_capability)},
      {"executor_presents", text_or_null(context.executor_presents)},
      {"driver", text_or_null(context.driver)},
      {"toolkit", text_or_null(context.toolkit)},
      {"compiler", context.compiler},
      {"git_commit", text_or_null(context.git_commit)},
      {"git_dirty", context.git_dirty},
      {"clocks", to_json(context.clocks)},
      {"peak_bandwidth", context.peak_bandwidth ? compact_number(*context.peak_bandwidth) : Json(nullptr)},
      {"date", context.date},
      {"command_line", context.command_line},
      {"host_cpu", context.host_cpu},
      {"host_threads", context.host_threads}};
}

Context context_from(const Field& field) {
  Context context;
  context.device = text_or(field, "device");
  context.compute_capability = text_or(field, "compute_capability");
  context.executor_presents = text_or(field, "executor_presents");
  context.driver = text_or(field, "driver");
  context.toolkit = text_or(field, "toolkit");
  context.compiler = text_or(field, "compiler");
  context.git_commit = text_or(field, "git_commit");
  if (const auto dirty = maybe(field, "git_dirty")) context.git_dirty = flag(*dirty);
  if (const auto clocks = maybe(field, "clocks")) {
    context.clocks.sm = number_if(*clocks, "sm");
    context.clocks.sm_max = number_if(*clocks, "sm_max");
    context.clocks.memory = number_if(*clocks, "memory");
    context.clocks.memory_max = number_if(*clocks, "memory_max");
  }
  context.peak_bandwidth = number_if(field, "peak_bandwidth");
  context.date = text_or(field, "date");
  context.command_line = text_or(field, "command_line");
  context.host_cpu = text_or(field, "host_cpu");
  context.host_threads = static_cast<unsigned>(whole_or(field, "host_threads"));
  return context;
}

}  // namespace

Json to_json(const RunFile& file) {
  Json results = Json::array();
  for (const bench::Result& result : file.results) results.push_back(to_json(result));
  return {{"schema_version", file.schema_version},
          {"context", to_json(file.context)},
          {"results", std::move(results)}};
}

RunFile run_file_from_json(const Json& json, const std::string& name) {
  try {
    const Field root{&json, ""};
    if (!json.is_object() || !json.contains("schema_version"))
      throw os::Error("not a results file: it has no schema_version (see results/schema.json)");
    const uint64_t version = whole(at(root, "schema_version"));
    if (version > kSchemaVersion)
      throw os::Error(
          fmt::format("made by a newer version: schema {}, this program reads up to {}; update it (git pull)",
                      version, kSchemaVersion));
    if (version == 0) wrong(at(root, "schema_version"), fmt::format("1 to {}", kSchemaVersion));
    RunFile file;
    file.schema_version = static_cast<int>(version);
    file.context = context_from(object(at(root, "context")));
    for (const Field& entry : items(at(root, "results"))) file.results.push_back(result_from(entry));
    return file;
  } catch (const os::Error& error) {
    throw os::Error(fmt::format("{}: {}", name, error.what()));
  }
}

RunFile parse_run_file(std::string_view text, const std::string& name) {
  return run_file_from_json(parse_json(text, name), name);
}

RunFile read_file(const std::string& path) { return parse_run_file(os::read_text(path), path); }

void write_file(const std::string& path, const RunFile& file) {
  os::write_text(path, dump_json(to_json(file)));
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace report
