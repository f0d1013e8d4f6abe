#include "report/docs_tables.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "os/files.h"
#include "report/gpus_table.h"
#include "report/picture.h"
#include "report/tables.h"

namespace report {
namespace {

namespace fs = std::filesystem;

using Pictures = std::map<std::string, std::string>;  // file in the repository → SVG

constexpr std::string_view kBegin = "<!-- table: ", kEnd = "<!-- /table -->", kClose = " -->";

uint64_t whole_number(const std::string& text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw os::Error(fmt::format("\"{}\" is not a whole number", text));
  return value;
}

uint64_t n_from(const std::string& text) {  // 2^20, 10*2^20, 1000003
  const size_t star = text.find('*');
  if (star != std::string::npos) return whole_number(text.substr(0, star)) * n_from(text.substr(star + 1));
  if (!text.starts_with("2^")) return whole_number(text);
  const uint64_t power = whole_number(text.substr(2));
  if (power > 62) throw os::Error(fmt::format("n = {} is too large", text));
  return uint64_t{1} << power;
}

struct Marker {
  std::string file, recorded, picture;
  bool published = false, published_only = false;
  TableOptions options;
};

Marker parse_marker(const std::string& line) {
  std::istringstream words(line.substr(kBegin.size(), line.size() - kBegin.size() - kClose.size()));
  Marker marker;
  std::string word;
  if (!(words >> marker.file >> marker.options.track))
    throw os::Error("a table marker needs a results file and a track (or \"all\")");
  if (marker.options.track == "all") marker.options.track.clear();
  marker.options.format = Format::markdown;
  while (words >> word) {
    const size_t equals = word.find('=');
    const std::string key = word.substr(0, equals),
                      value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (key == "n")
      marker.options.n = n_from(value);
    else if (key == "block")
      marker.options.block = static_cast<unsigned>(whole_number(value));
    else if (key == "backend" && data::named<bench::Backend>(value))
      marker.options.backend = data::named<bench::Backend>(value);
    else if (key == "dtype")
      marker.options.dtype = value;
    else if (key == "recorded")
      marker.recorded = value;
    else if (key == "picture" && value.ends_with(".svg"))
      marker.picture = value;
    else if (key == "layout" && value == "sweep")
      marker.options.layout = Layout::sweep;
    else if (key == "layout" && value == "per_n")
      marker.options.layout = Layout::one_per_n;
    else if (key == "published" && value == "yes")
      marker.published = true;
    else if (key == "published" && value == "only")
      marker.published = marker.published_only = true;
    else
      throw os::Error(fmt::format(
          "\"{}\" is not known in a table marker; known are n=, block=, backend=, dtype=, recorded=, "
          "layout=sweep|per_n, published=yes|only, picture=FILE.svg",
          word));
  }
  return marker;
}

bool exists(const std::string& root, const std::string& file) {
  std::error_code none;
  return fs::exists(fs::path(root) / file, none);
}

// The link to the picture; the picture itself goes to `pictures`.
std::string picture_of(const Marker& marker, const RunFile& file, const std::string& page,
                       Pictures& pictures) {
  const std::vector<Group> found = groups(file, marker.options);
  if (found.size() != 1)
    throw os::Error(
        fmt::format("a picture shows one table; this marker has {}: say n=, block= or dtype=", found.size()));
  pictures[marker.picture] = ladder_svg(found.front(), file);
  const fs::path from_page = fs::path(marker.picture).lexically_relative(fs::path(page).parent_path());
  return fmt::format("![{}: GB/s of each stage]({})\n\n", found.front().track, from_page.string());
}

// results/*/ladder.json: such a file in each folder of results/, by name.
std::string side_by_side(const Marker& marker, const std::string& root) {
  const size_t star = marker.file.find('*');
  const fs::path folders = fs::path(root) / marker.file.substr(0, star);
  std::vector<fs::path> paths;
  std::error_code none;
  if (fs::is_directory(folders, none))
    for (const auto& entry : fs::directory_iterator(folders))
      if (const fs::path path = entry.path().string() + marker.file.substr(star + 1); fs::exists(path, none))
        paths.push_back(path);
  std::sort(paths.begin(), paths.end());
  std::vector<RunFile> files;
  for (const fs::path& path : paths) files.push_back(read_file(path.string()));
  const auto table = gpus_table(files, marker.options);
  if (!table) throw os::Error(fmt::format("there are no such rows in {}", marker.file));
  return as_markdown(*table);
}

std::string rendered(Marker marker, const std::string& root, const std::string& page, Pictures& pictures) {
  const auto in_root = [&](const std::string& file) { return (fs::path(root) / file).string(); };
  if (marker.file.find('*') != std::string::npos) return side_by_side(marker, root);
  RunFile file, recorded;
  const bool there = exists(root, marker.file);
  if (there) file = read_file(in_root(marker.file));
  if (!marker.recorded.empty()) {
    recorded = read_file(in_root(marker.recorded));
    marker.options.recorded = &recorded;
    marker.options.recorded_from = marker.recorded;
  }
  if (marker.published) marker.options.published = read_published(in_root("results/published"));
  std::string text;
  if (marker.published_only) {
    if (const auto table = published_table(marker.options.published, marker.options.track,
                                           there ? &file : nullptr, marker.file))
      text = as_markdown(*table);
  } else if (there) {
    text = tables(file, marker.options);
  }
  if (text.empty())
    throw os::Error(there ? fmt::format("there are no such rows in {}", marker.file)
                          : fmt::format("there is no {}", marker.file));
  return marker.picture.empty() ? text : picture_of(marker, file, page, pictures) + text;
}

std::vector<fs::path> pages(const std::string& root) {
  std::vector<fs::path> found;
  std::error_code none;
  if (fs::exists(fs::path(root) / "README.md", none)) found.push_back(fs::path(root) / "README.md");
  if (fs::is_directory(fs::path(root) / "docs", none))
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(root) / "docs"))
      if (entry.path().extension() == ".md") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

// The text of one page with its tables replaced.
std::string with_tables(const std::string& text, const std::string& page, const std::string& root,
                        size_t& count, Pictures& pictures) {
  std::istringstream in(text);
  std::string out, line;
  size_t number = 0, opened_at = 0;
  bool in_code = false;
  while (std::getline(in, line)) {
    ++number;
    if (opened_at == 0 && line.starts_with("```")) in_code = !in_code;
    try {
      if (!in_code && opened_at != 0 && line.starts_with(kBegin))
        throw os::Error(fmt::format("the table of line {} is not closed: no {}", opened_at, kEnd));
      if (!in_code && line == kEnd) {
        if (opened_at == 0) throw os::Error(fmt::format("{} without a table before it", kEnd));
        opened_at = 0;
      }
      if (opened_at == 0) out += line + '\n';
      if (!in_code && line.starts_with(kBegin)) {
        if (!line.ends_with(kClose)) throw os::Error("a table marker must be one whole line");
        opened_at = number;
        out += '\n' + rendered(parse_marker(line), root, page, pictures) + '\n';
        ++count;
      }
    } catch (const os::Error& error) {
      throw os::Error(fmt::format("{}, line {}: {}", page, number, error.what()));
    }
  }
  if (opened_at != 0)
    throw os::Error(fmt::format("{}, line {}: the table is not closed: no {}", page, opened_at, kEnd));
  return out;
}

}  // namespace

DocsTables update_docs(const std::string& root, bool check_only) {
  DocsTables outcome;
  std::vector<std::pair<std::string, std::string>> changes;
  Pictures pictures;
  for (const fs::path& page : pages(root)) {
    const std::string before = os::read_text(page.string());
    const std::string after =
        with_tables(before, fs::relative(page, root).string(), root, outcome.tables, pictures);
    if (after != before) changes.push_back({page.string(), after});
  }
  for (const auto& [picture, svg] : pictures) {
    const std::string path = (fs::path(root) / picture).string();
    if (!exists(root, picture) || os::read_text(path) != svg) changes.push_back({path, svg});
  }
  for (const auto& [path, text] : changes) {
    if (!check_only) os::write_text(path, text);
    outcome.changed.push_back(fs::relative(path, root).string());
  }
  return outcome;
}

}  // namespace report
