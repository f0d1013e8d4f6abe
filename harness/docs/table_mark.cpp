// A table: results/h200/ladder.json reduce n=2^28. After the file and the track (or "all") come key=value pairs:
// n, backend, dtype, block, layout=sweep|per_n, recorded=FILE (a GPU's results beside the executor's),
// published=yes|only (figures from results/published), picture=FILE.svg (the table as bars, in this file, and a
// link to it above the table). results/*/ladder.json sets the GPUs of these files side by side: % of its own
// ceiling, for each stage.
#include <fmt/format.h>

#include <filesystem>

#include "docs/writers.h"
#include "report/gpus_table.h"
#include "report/picture.h"
#include "report/tables.h"

namespace docs {
namespace {

namespace fs = std::filesystem;

report::TableOptions options_from(const Arguments& said) {
  report::TableOptions options;
  options.format = report::Format::markdown;
  if (said.words[1] != "all") options.track = said.words[1];
  if (said.has("n")) options.n = said.whole("n", 0);
  options.block = static_cast<unsigned>(said.whole("block", 0));
  options.dtype = said.text("dtype");
  const auto one_of = [&](const char* key, std::initializer_list<const char*> choices) {
    const std::string value = said.text(key);
    std::string all;
    for (const char* choice : choices) {
      if (value == choice) return value;
      all += (all.empty() ? "" : " or ") + std::string(choice);
    }
    if (said.has(key)) throw os::Error(fmt::format("{}={} is not known; there is {}", key, value, all));
    return value;
  };
  if (const std::string backend = one_of("backend", {"cuda", "simt", "cpu"}); !backend.empty())
    options.backend = data::named<bench::Backend>(backend);
  const std::string layout = one_of("layout", {"sweep", "per_n"});
  if (!layout.empty()) options.layout = layout == "sweep" ? report::Layout::sweep : report::Layout::one_per_n;
  one_of("published", {"yes", "only"});
  return options;
}

// The link to the picture; the picture itself goes to the desk.
std::string picture_of(Desk& desk, const std::string& picture, const report::RunFile& file,
                       const report::TableOptions& options) {
  if (!picture.ends_with(".svg")) throw os::Error(fmt::format("picture={} must end in .svg", picture));
  const std::vector<report::Group> found = groups(file, options);
  if (found.size() != 1)
    throw os::Error(
        fmt::format("a picture shows one table; this mark has {}: say n=, block= or dtype=", found.size()));
  desk.pictures[picture] = ladder_svg(found.front(), file);
  return fmt::format("![{}: GB/s of each stage]({})\n\n", found.front().track, desk.path_from_page(picture));
}

// results/*/ladder.json: such a file in each folder of results/, by name.
std::string side_by_side(Desk& desk, const std::string& pattern, const report::TableOptions& options) {
  const size_t star = pattern.find('*');
  const fs::path folders = desk.in_root(pattern.substr(0, star));
  std::vector<fs::path> paths;
  std::error_code none;
  if (fs::is_directory(folders, none))
    for (const auto& entry : fs::directory_iterator(folders))
      if (const fs::path path = entry.path().string() + pattern.substr(star + 1); fs::exists(path, none))
        paths.push_back(path);
  std::sort(paths.begin(), paths.end());
  std::vector<report::RunFile> files;
  for (const fs::path& path : paths) files.push_back(desk.results(fs::relative(path, desk.root()).string()));
  const auto table = gpus_table(files, options);
  if (!table) throw os::Error(fmt::format("there are no such rows in {}", pattern));
  return as_markdown(*table);
}

}  // namespace

std::string table_mark(Desk& desk, const Arguments& said) {
  if (said.words.size() != 2)
    throw os::Error("a table mark needs a results file and a track (or \"all\"), and then key=value pairs");
  said.allow("a table mark",
             {"n", "block", "backend", "dtype", "recorded", "layout", "published", "picture"});
  const std::string& name = said.words[0];
  report::TableOptions options = options_from(said);
  if (name.find('*') != std::string::npos) return side_by_side(desk, name, options);

  const std::string recorded = said.text("recorded"), published = said.text("published");
  if (!recorded.empty()) {
    options.recorded = &desk.results(recorded);
    options.recorded_from = recorded;
  }
  if (!published.empty()) options.published = report::read_published(desk.in_root("results/published"));
  const report::RunFile* file = desk.exists(name) ? &desk.results(name) : nullptr;
  std::string text;
  if (published == "only") {
    if (const auto table = published_table(options.published, options.track, file, name))
      text = as_markdown(*table);
  } else if (file != nullptr) {
    text = tables(*file, options);
  }
  if (text.empty())
    throw os::Error(file ? fmt::format("there are no such rows in {}", name)
                         : fmt::format("there is no {}", name));
  return said.has("picture") && file != nullptr
             ? picture_of(desk, said.text("picture"), *file, options) + text
             : text;
}

}  // namespace docs
