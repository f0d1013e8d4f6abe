#include "tables/run_file.h"

#include <cmath>
#include <ctime>

#include <fmt/format.h>

#include "bench/result_json.h"
#include "os/files.h"
#include "os/repository.h"
#include "text/printable.h"

namespace ladder::report {

using namespace data;

namespace {

// Removes values that a file cannot hold: times and speedups that are not finite numbers.
bench::Result writable(bench::Result row) {
  for (std::optional<bench::Time>* time : {&row.time, &row.first_pass}) {
    if (*time && !std::isfinite((*time)->median)) time->reset();
    if (*time) std::erase_if((*time)->samples, [](double sample) { return !std::isfinite(sample); });
  }
  std::erase_if(row.speedup, [](const auto& one) { return !std::isfinite(one.second.value); });
  return row;
}

bench::Result row_from(const Field& field) {
  if (whole_or(field, "block") > 1024) wrong(at(field, "block"), "a block size of at most 1024");
  if (const auto scan = maybe(field, "scan")) one_of(*scan, {"inclusive", "exclusive"});
  return data::from_json<bench::Result>(field);
}

// Much of it is printed, and the file may come from another person.
void make_printable(Json& json) {
  if (json.is_string()) json = text::printable(json.get_ref<const std::string&>());
  if (json.is_structured())
    for (Json& inside : json) make_printable(inside);
}

}  // namespace

Json to_json(const RunFile& file) {
  Json results = Json::array();
  for (const bench::Result& result : file.results) results.push_back(data::to_json(writable(result)));
  return compacted({{"$schema", os::schema("schema.json")},
                    {"schema_version", file.schema_version},
                    {"context", data::to_json(file.context)},
                    {"results", std::move(results)}});
}

RunFile parse_run_file(std::string_view text, const std::string& name) {
  Json json = parse_json(text, name);
  make_printable(json);
  try {
    const Field root{&json, ""};
    if (!json.is_object() || !json.contains("schema_version"))
      throw os::Error("not a results file: it has no schema_version (see results/schema.json)");
    const uint64_t version = whole(at(root, "schema_version"));
    if (version > kSchemaVersion)
      throw os::Error(fmt::format(
          "made by a newer version (schema {}); this program reads schemas up to {}: update it (git pull)",
          version, kSchemaVersion));
    if (version == 0) wrong(at(root, "schema_version"), fmt::format("1 to {}", kSchemaVersion));
    RunFile file;
    file.schema_version = static_cast<int>(version);
    file.context = data::from_json<Context>(at(root, "context"));
    for (const Field& entry : items(at(root, "results"))) file.results.push_back(row_from(entry));
    return file;
  } catch (const os::Error& error) {
    throw os::Error(fmt::format("{}: {}", name, error.what()));
  }
}

RunFile read_file(const std::string& path) {
  RunFile file = parse_run_file(os::read_text(path), path);
  file.path = path;
  return file;
}

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

}  // namespace ladder::report
