// ./ladder tables FILE…: the tables and charts of existing results files.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <map>

#include "charts/chart.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "data/names.h"
#include "os/files.h"
#include "os/process.h"
#include "os/repository.h"
#include "report/request.h"

namespace ladder::cli {

namespace {

// Converts an SVG file to another format with the best program available.
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
  report::refuse(request, {"picture"}, "is for marks in pages; here, --svg FILE writes a chart");
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
    report::refuse(request, {"form", "peers"}, "does not change CSV or JSON, which contain every row");
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
    loaded.request.theme = report::svg::Theme::light;  // a file is in no page whose theme it could follow
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

static void declare_tables(const Syntax& s) {
  s.help("Print the table of a results file, as Markdown by default", R"(
  ./ladder tables results/h200/ladder.json reduce --n 2^28
  ./ladder tables results/h200/ladder.json reduce n=2^28 columns=stage,us,GB/s --tex table.tex
  ./ladder tables results/h200/sweep.json scan --chart sweep --svg scan.svg
  ./ladder tables results/counters.json 'reduce/v[0-3]' --chart counters --svg -
  ./ladder tables results/*/ladder.json all n=2^28      GPUs side by side
  ./ladder tables mine.json results/h200/ladder.json reduce n=2^28 'stages=v[0-8]' form=slide --pdf slide.pdf
The arguments are those of a table mark (docs/tables.md).)");
  Options& o = s.options;
  s.option("FILE", o.words,
           "a results file, or several, side by side; then a track, a stage or a glob, and key=value: n=, "
           "backend=, dtype=, block=, gpus=, stages=, columns=, layout=, recorded=, published=, chart=, "
           "form=, peers=, theme=")
      .required()
      .expected(1, 1000);
  s.rows();
  s.word("--columns LIST", "The columns of the table, in this order: stage,us,GB/s");
  s.word("--layout NAME", "sweep: one table with a column for each n; per_n: a table for each n");
  s.word("--recorded FILE", "A results file from a GPU, to be shown beside the executor's counts");
  s.word("--published WORD", "yes: also show figures from articles; only: show only these figures");
  s.word("--chart NAME",
         fmt::format("For --svg, --pdf, --png: {}", fmt::join(names_of(report::Chart{}), ", ")));
  s.word("--form NAME", "slide: large type, little text, no peers; page: the usual form (default)");
  s.word("--peers WORD",
         "no: omit the peers, ceilings and references below the stages; yes: show them on a slide too");
  s.word("--theme NAME",
         "For a chart: light or dark (default: auto, which follows the theme of the reader's page)");
  s.json();
  s.tables();
  s.option("--svg FILE", o.svg, "Write a chart as SVG");
  s.option("--pdf FILE", o.pdf, "Write a chart as PDF, with rsvg-convert");
  s.option("--png FILE", o.png, "Write a chart as PNG, 1920 pixels wide, with rsvg-convert");
  s.option("--gbench FILE", o.gbench, "Write the rows as Google Benchmark JSON, for tools that read it");
}

static const Registered registered_tables{"tables", declare_tables, tables};

}  // namespace ladder::cli
