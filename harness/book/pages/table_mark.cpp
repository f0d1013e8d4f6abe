// A table, a chart, or both: results/h200/ladder.json reduce n=2^28 picture=docs/reduce.svg. The arguments are
// those of ./ladder tables (report/request.h), except that the track is required ("all" for all). The chart is
// written to a file, and a link to this file precedes the table.
#include <fmt/format.h>

#include "pages/writers.h"
#include "report/request.h"

namespace ladder::pages {

std::string table_mark(Desk& desk, const Arguments& said) {
  if (said.words.size() < 2)
    throw os::Error("a table mark needs a results file and a track (or \"all\"), and then key=value pairs");
  std::vector<std::string> words = said.words;
  for (const auto& [key, value] : said.values) words.push_back(key + "=" + value);
  const report::Request request = report::request_from(words);
  if (request.picture.empty() && (request.chart || request.only_chart))
    throw os::Error("a chart needs a file: picture=docs/NAME.svg");

  const report::Loaded loaded =
      report::load(request, desk.root(), desk.in_root("results/published"),
                   [&](const std::string& file) -> const report::RunFile& { return desk.results(file); });
  std::string text;
  if (!request.picture.empty() && !loaded.files.empty()) {
    desk.pictures[request.picture] = report::chart_of(loaded);
    text = fmt::format("![{}]({})\n", report::chart_alt(loaded), desk.path_from_page(request.picture));
  }
  if (request.only_chart) return text;
  return text + (text.empty() ? "" : "\n") + report::text_of(loaded, report::Format::markdown);
}

}  // namespace ladder::pages
