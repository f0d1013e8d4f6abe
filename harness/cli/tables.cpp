// ./ladder tables FILE…: the tables and charts of existing results files.
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <map>

#include "cli/commands.h"
#include "cli/exit.h"
#include "os/files.h"
#include "os/process.h"
#include "os/repository.h"
#include "report/request.h"

namespace cli {

namespace {

// Converts an SVG to another format, with the best program available.
std::string converted(const std::string& svg, const std::string& format) {
  std::string folder = (std::filesystem::temp_directory_path() / "ladder_chart.XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw Failure("cannot create a temporary folder: " + folder);
  os::write_text(folder + "/chart.svg", svg);
  std::vector<std::string> words = {"rsvg-convert", "-f", format, folder + "/chart.svg"};
  if (format == "png") words.insert(words.end(), {"-w", "1920", "-a"});
  const std::optional<std::string> out = os::output_of(words);
  os::remove_folder(folder);
  if (out) return *out;
  if (os::output_of({"rsvg-convert", "--version"}))
    throw Failure("rsvg-convert cannot convert the chart to " + format);
  throw Failure("--" + format +
                " needs rsvg-convert, which is missing (Debian: apt-get install librsvg2-bin); "
                "--svg needs no other program");
}

}  // namespace

static int tables(const Options& o) {
  using report::Format;
  report::Request request = report::request_from(o.words);
  report::refuse(request, {"picture"}, "belongs in the mark of a page; here, --svg FILE writes a chart");
  const bool picture = !(o.svg.empty() && o.pdf.empty() && o.png.empty());
  const bool rows = !(o.csv.empty() && o.json.empty() && o.gbench.empty()),
             text = !(o.md.empty() && o.tex.empty());
  const bool table = text || !(picture || rows);
  if (!table)
    report::refuse(request, {"columns", "recorded", "published"},
                   "changes a table, but none is requested: add --md FILE or --tex FILE");
  if (request.only_chart && (!picture || text || rows))
    throw Failure("layout=none makes only a chart: it needs --svg FILE, and no other format");
  if (!table && !request.only_chart)
    report::refuse(request, {"layout"},
                   "changes a table, but none is requested: add --md FILE or --tex FILE");
  if (!picture) {
    if (request.chart) throw Failure("a chart needs a file: --svg FILE (- is standard output)");
    report::refuse(request, {"theme"}, "applies to a chart, but none is requested: add --svg FILE");
  }
  if (!table && !picture)
    report::refuse(request, {"form", "peers"}, "does not change CSV and JSON, which contain every row");
  for (const std::string& file : {o.json, o.csv, o.md, o.tex, o.svg, o.pdf, o.png, o.gbench})
    if (!file.empty()) os::check_writable(file);

  std::map<std::string, report::RunFile> read;
  report::Loaded loaded =
      report::load(request, "", os::in_repository("results/published"),
                   [&](const std::string& file) -> const report::RunFile& {
                     const auto known = read.find(file);
                     return known != read.end() ? known->second
                                                : read.emplace(file, report::read_file(file)).first->second;
                   });
  if (!o.svg.empty()) os::write_text(o.svg, report::chart_of(loaded));
  if (!request.says("theme"))
    loaded.request.theme = report::svg::Theme::light;  // a file has no page to follow
  for (const auto& [path, format] : {std::pair{o.pdf, "pdf"}, {o.png, "png"}})
    if (!path.empty()) os::write_text(path, converted(report::chart_of(loaded), format));
  if (!o.json.empty()) os::write_text(o.json, data::dump_json(report::json_of(loaded)));
  for (const auto& [path, format] : {std::pair{o.csv, Format::csv},
                                     {o.md, Format::markdown},
                                     {o.tex, Format::latex},
                                     {o.gbench, Format::google_benchmark}})
    if (!path.empty()) os::write_text(path, report::text_of(loaded, format));
  if (!picture && !rows && !text) std::fputs(report::text_of(loaded, Format::markdown).c_str(), stdout);
  return good;
}

static const Registered registered_tables{"tables", tables};

}  // namespace cli
