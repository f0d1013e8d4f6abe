#include "report/request.h"

#include <algorithm>
#include <climits>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "data/counts.h"
#include "tables/groups.h"
#include "text/nearest.h"
#include "stage/registry.h"

namespace ladder::report {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKeys[] = {"n",      "backend", "dtype",  "block",    "gpus",
                                 "stages", "columns", "layout", "recorded", "published",
                                 "chart",  "picture", "form",   "peers",    "theme"};

std::string one_of(const std::string& key, const std::string& value, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), value) == known.end())
    throw os::Error(fmt::format("{}={}: must be one of {}", key, value, fmt::join(known, " ")));
  return value;
}

template <typename Enum>
Enum named(const std::string& key, const std::string& value) {
  constexpr auto kNames = names_of(Enum{});
  one_of(key, value, {kNames.begin(), kNames.end()});
  return *data::named<Enum>(value);
}

std::string column_key(const std::string& word) {  // a time may be requested by the name of its unit
  return word == "us" || word == "ms" || word == "s" ? "time" : word;
}

void understand(Request& request, const std::string& word) {
  const size_t equals = word.find('=');
  const std::string key = word.substr(0, equals), value = word.substr(equals + 1);
  TableOptions& options = request.options;
  if (value.empty()) throw os::Error(fmt::format("{}: the value is empty", word));
  request.keys.push_back(key);
  if (key == "n") {
    for (const data::Extent& extent : data::parse_extents("n", value)) options.ns.push_back(extent.n);
  } else if (key == "backend") {
    if (value != "all") options.backend = named<bench::Backend>(key, value);
  } else if (key == "dtype") {
    options.dtype = stage::dtype_name(named<stage::DType>(key, value));
  } else if (key == "block") {
    const std::vector<unsigned> blocks = data::parse_blocks("block", value);
    if (blocks.size() > 1)
      throw os::Error(fmt::format("{}: expected one block size, not {}", word, blocks.size()));
    options.block = blocks[0];
  } else if (key == "gpus") {
    const std::vector<size_t> gpus = data::parse_counts("gpus", value);
    if (gpus.size() > 1 || gpus[0] == 0 || gpus[0] > UINT_MAX)
      throw os::Error(fmt::format("{}: expected one number of GPUs, such as gpus=2", word));
    options.gpus = static_cast<unsigned>(gpus[0]);
  } else if (key == "stages") {
    options.stages = data::split(value, ',');
  } else if (key == "columns") {
    for (const std::string& column : data::split(value, ',')) options.columns.push_back(column_key(column));
    if (options.columns.size() > kPageColumns)
      throw os::Error(
          fmt::format("columns= lists {}; a table has at most {}", options.columns.size(), kPageColumns));
  } else if (key == "layout") {
    request.only_chart = one_of(key, value, {"sweep", "per_n", "none"}) == "none";
    if (!request.only_chart) options.layout = value == "sweep" ? Layout::sweep : Layout::one_per_n;
  } else if (key == "recorded") {
    options.recorded_from = value;
  } else if (key == "published") {
    request.published = true;
    request.published_only = one_of(key, value, {"yes", "only"}) == "only";
  } else if (key == "chart") {
    request.chart = named<Chart>(key, value);
  } else if (key == "form") {
    options.slide = one_of(key, value, {"page", "slide"}) == "slide";
  } else if (key == "peers") {
    options.peers = one_of(key, value, {"yes", "no"}) == "yes";
  } else if (key == "theme") {
    request.theme = named<svg::Theme>(key, value);
  } else if (key == "picture") {
    if (!value.ends_with(".svg"))
      throw os::Error(fmt::format("{}: the file name of a picture must end in .svg", word));
    request.picture = value;
  } else {
    throw os::Error(fmt::format("\"{}\" is unknown{}; valid keys are {}=", word,
                                text::did_you_mean(key, {std::begin(kKeys), std::end(kKeys)}),
                                fmt::join(kKeys, "= ")));
  }
}

// results/*/ladder.json: the file with that name in each folder of results/, ordered by name.
std::vector<std::string> matching(const std::string& pattern, const std::string& root) {
  const size_t star = pattern.find('*');
  if (star == std::string::npos) return {pattern};
  std::vector<std::string> found;
  std::error_code none;
  const std::string before = pattern.substr(0, star), after = pattern.substr(star + 1);
  const fs::path folders = fs::path(root) / before;
  if (fs::is_directory(folders, none))
    for (const auto& entry : fs::directory_iterator(folders))
      if (fs::exists(entry.path().string() + after, none))
        found.push_back(before + entry.path().filename().string() + after);
  std::sort(found.begin(), found.end());
  if (found.empty()) throw os::Error(fmt::format("there is no {}", pattern));
  return found;
}

// Throws an error that names the filter that removes the last row, and the values in the file.
[[noreturn]] void no_rows(const RunFile& file, const std::string& name, const TableOptions& asked) {
  TableOptions passed;
  std::vector<const bench::Result*> left;
  for (const bench::Result& row : file.results)
    if (is_stage(row)) left.push_back(&row);
  const auto narrow = [&](const std::string& what, const std::string& typed, auto change, auto value_of) {
    std::vector<std::string> values;
    for (const bench::Result* row : left)
      if (const std::string value = value_of(*row);
          std::find(values.begin(), values.end(), value) == values.end())
        values.push_back(value);
    change(passed);
    std::erase_if(left, [&](const bench::Result* row) { return !wanted(*row, passed); });
    if (!left.empty()) return;
    if (values.empty()) values = {"nothing"};
    throw os::Error(fmt::format("there are no such rows in {}: no {} {}; it has {}{}", name, what, typed,
                                fmt::join(values, ", "), text::did_you_mean(typed, values)));
  };
  narrow(
      "track", asked.track, [&](TableOptions& o) { o.track = asked.track; },
      [](const bench::Result& row) { return row.track; });
  narrow(
      "stage", fmt::format("{}", fmt::join(asked.stages, ",")),
      [&](TableOptions& o) { o.stages = asked.stages; }, [](const bench::Result& row) { return row.stage; });
  narrow(
      "backend", asked.backend ? data::name(*asked.backend) : "",
      [&](TableOptions& o) { o.backend = asked.backend; },
      [](const bench::Result& row) { return std::string(data::name(row.backend)); });
  narrow(
      "dtype", asked.dtype, [&](TableOptions& o) { o.dtype = asked.dtype; },
      [](const bench::Result& row) { return row.dtype; });
  narrow(
      "block", std::to_string(asked.block), [&](TableOptions& o) { o.block = asked.block; },
      [](const bench::Result& row) { return std::to_string(row.block); });
  narrow(
      "number of GPUs", std::to_string(asked.gpus), [&](TableOptions& o) { o.gpus = asked.gpus; },
      [](const bench::Result& row) { return row.gpus ? std::to_string(*row.gpus) : "nothing"; });
  std::vector<std::string> ns;
  for (const uint64_t n : asked.ns) ns.push_back(text::n_text(n));
  narrow(
      "n =", fmt::format("{}", fmt::join(ns, ", ")), [&](TableOptions& o) { o.ns = asked.ns; },
      [](const bench::Result& row) { return text::n_text(row.n); });
  throw os::Error(fmt::format("there are no such rows in {}", name));
}

std::string no_figures(const TableOptions& o) {
  std::vector<std::string> tracks;
  for (const Published& one : o.published)
    if (std::find(tracks.begin(), tracks.end(), one.track) == tracks.end()) tracks.push_back(one.track);
  return fmt::format("results/published has no figures for {}{}{}; it has stages of {}",
                     o.track.empty() ? "these tracks" : o.track, o.stages.empty() ? "" : "/",
                     fmt::join(o.stages, ","), fmt::join(tracks, ", "));
}

}  // namespace

Request request_from(const std::vector<std::string>& words, size_t files) {
  Request request;
  bool track = false;
  for (const std::string& word : words) {
    if (word.find('=') != std::string::npos) {
      understand(request, word);
    } else if (request.files.size() < files || (!track && word.ends_with(".json"))) {
      request.files.push_back(word);
    } else if (!track) {
      track = true;
      const size_t slash = word.find('/');
      if (word != "all") request.options.track = word.substr(0, slash);
      if (slash != std::string::npos) request.options.stages = {word.substr(slash + 1)};
    } else {
      throw os::Error(fmt::format(
          "{}: expected one track or stage, not two; stages=v0,v1 selects several stages of one track",
          word));
    }
  }
  if (request.files.empty()) throw os::Error("no results file is named");
  if (request.options.slide && !request.says("peers")) request.options.peers = false;
  return request;
}

void refuse(const Request& request, const std::vector<std::string>& keys, const std::string& why) {
  for (const std::string& key : keys)
    if (request.says(key)) throw os::Error(fmt::format("{}= {}", key, why));
}

void only_rows(const Request& request, const std::string& command) {
  refuse(
      request, {"columns", "layout", "recorded", "published", "chart", "picture", "form", "peers", "theme"},
      fmt::format("works only in ./ladder tables; {} takes n=, backend=, dtype=, block=, gpus= and stages=",
                  command));
}

RunFile rows_of(const RunFile& file, const Request& request, const std::string& name) {
  const TableOptions& o = request.options;
  if (request.keys.empty() && o.track.empty() && o.stages.empty()) return file;
  RunFile few = narrowed(file, o);
  if (few.results.empty()) no_rows(file, name, o);
  return few;
}

namespace {

bool side_by_side(const Request& request) {
  return request.files.size() > 1 ||
         (!request.files.empty() && request.files[0].find('*') != std::string::npos);
}

bool measured_on_a_gpu(const RunFile& file) {
  return std::any_of(file.results.begin(), file.results.end(), [](const bench::Result& row) {
    return is_stage(row) && row.backend == bench::Backend::cuda;
  });
}

// Throws os::Error for options that would have no effect.
void check_together(const Request& request) {
  if (side_by_side(request)) {
    refuse(request, {"recorded", "published"}, "needs a single results file");
    if (!request.only_chart)
      refuse(request, {"layout"},
             "needs a single results file; for several, the table has columns for each GPU");
    if (request.options.backend.value_or(bench::Backend::cuda) != bench::Backend::cuda)
      throw os::Error(
          "several results files can be shown side by side only if they were measured on GPUs: backend=cuda");
  }
  if (request.published_only)
    refuse(request,
           {"backend", "dtype", "block", "gpus", "columns", "layout", "recorded", "chart", "picture", "peers",
            "theme"},
           "has no effect with published=only, which shows figures from articles: only stages= and n= select "
           "them");
  if (request.published && request.options.ns.size() > 1)
    throw os::Error(
        "published= shows our figures at one n beside those from articles: select that n with n=");
}

}  // namespace

Loaded load(const Request& request, const std::string& root, const std::string& published,
            const Reader& read) {
  check_together(request);
  Loaded loaded{request, {}};
  std::error_code none;
  for (const std::string& pattern : request.files) {
    if (request.published_only && !fs::exists(fs::path(root) / pattern, none))
      continue;  // only published figures are shown
    for (const std::string& file : matching(pattern, root)) {
      loaded.files.push_back({file, &read(file)});
      if (side_by_side(request) && !measured_on_a_gpu(*loaded.files.back().file))
        throw os::Error(fmt::format(
            "{} has no stage that was measured on a GPU: only GPUs are shown side by side", file));
    }
  }
  TableOptions& options = loaded.request.options;
  if (!options.recorded_from.empty()) options.recorded = &read(options.recorded_from);
  if (request.published) options.published = read_published(published);
  return loaded;
}

namespace {

Files pointers(const Loaded& loaded) {
  Files files;
  for (const NamedFile& one : loaded.files) files.push_back(one.file);
  return files;
}

void refuse_files_without_rows(const Loaded& loaded) {
  if (loaded.request.published_only)
    throw os::Error("published=only shows a table of figures from articles, without a chart or rows");
  TableOptions options = loaded.request.options;
  if (side_by_side(loaded.request)) options.backend = bench::Backend::cuda;
  for (const NamedFile& one : loaded.files)
    if (groups(*one.file, options).empty()) no_rows(*one.file, one.name, options);
}

}  // namespace

std::string text_of(const Loaded& loaded, Format format) {
  const Request& request = loaded.request;
  TableOptions options = request.options;
  options.format = format;
  if (request.published_only) {
    const RunFile* ours = loaded.files.empty() ? nullptr : loaded.files[0].file;
    if (ours && !options.ns.empty() && groups(*ours, options).empty())
      no_rows(*ours, request.files[0], options);
    const auto table = published_table(options.published, options.track, ours, request.files[0], options);
    if (!table) throw os::Error(no_figures(options));
    return printed(std::vector{*table}, options);
  }
  refuse_files_without_rows(loaded);
  if (format == Format::csv) return csv(loaded.files, options);
  if (side_by_side(request) && format == Format::google_benchmark)
    throw os::Error("Google Benchmark JSON can be written from only one results file");
  if (side_by_side(request)) return printed(std::vector{*gpus_table(pointers(loaded), options)}, options);
  const RunFile& file = *loaded.files[0].file;
  const std::vector<Group> found = groups(file, options);
  if (format == Format::google_benchmark) return tables(file, options);
  const auto any_of = [&](auto has) { return std::any_of(found.begin(), found.end(), has); };
  if (options.recorded && !any_of([](const Group& group) { return group.backend == bench::Backend::simt; }))
    throw os::Error(
        "recorded= shows a GPU's times beside the executor's rows, but there are no such rows here");
  if (request.published && !any_of([&](const Group& group) {
        return std::any_of(options.published.begin(), options.published.end(),
                           [&](const Published& one) { return one.track == group.track; });
      }))
    throw os::Error(no_figures(options));
  return printed(build_tables(file, options), options);
}

data::Json json_of(const Loaded& loaded) {
  refuse_files_without_rows(loaded);
  data::Json all = data::Json::array();
  for (const NamedFile& one : loaded.files)
    all.push_back(to_json(narrowed(*one.file, loaded.request.options)));
  return all.size() == 1 ? all[0] : all;
}

std::string chart_of(const Loaded& loaded) {
  refuse_files_without_rows(loaded);
  const Request& request = loaded.request;
  return svg::written(chart(request.chart.value_or(Chart::bars), pointers(loaded), request.options),
                      request.theme);
}

std::string chart_alt(const Loaded& loaded) {
  const std::string& track = loaded.request.options.track;
  return fmt::format("{}: {}", track.empty() ? "all tracks" : track,
                     says(loaded.request.chart.value_or(Chart::bars)));
}

}  // namespace ladder::report
