// ./ladder practice --html FILE: the progress as one self-contained page, light or dark, and printable.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "charts/svg.h"
#include "cli/practice.h"

namespace ladder::cli {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1f2328; --soft: #59636e; --rule: #d1d9e0; --done: #00684a; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0d1117; --ink: #e6edf3; --soft: #9198a1; --rule: #3d444d; --done: #2e7d5b; }
}
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; background: var(--paper); color: var(--ink);
       font: 16px/1.5 system-ui, sans-serif; }
h1 { margin-bottom: 0; }
.sum { margin: 0; font-size: 2.5rem; font-weight: 700; }
h2 { margin: 1.5rem 0 0.4rem; font-size: 1.1rem; }
small, .soft { color: var(--soft); font-weight: 400; }
ul { display: flex; flex-wrap: wrap; gap: 6px; list-style: none; margin: 0; padding: 0; }
li { padding: 2px 10px; border: 1px solid var(--rule); border-radius: 6px; font-size: 0.875rem; color: var(--soft); }
.reached { border-color: transparent; background: var(--done); color: #fff; }
.begun { border-style: dashed; color: var(--ink); }
@media print { .reached { border-color: #000; background: none; color: #000; font-weight: 600; } }
)";

size_t reached(const data::Json& exercises) {
  return static_cast<size_t>(std::count_if(exercises.begin(), exercises.end(),
                                           [](const data::Json& e) { return e["state"] == "reached"; }));
}

}  // namespace

std::string progress_html(const data::Json& list) {
  std::vector<std::string> tracks;  // in the order of the list
  std::map<std::string, data::Json> of_track;
  for (const data::Json& e : list["exercises"]) {
    const auto id = e["id"].get<std::string>(), track = id.substr(0, id.find('/'));
    if (!of_track.contains(track)) tracks.push_back(track);
    of_track[track].push_back(e);
  }
  std::string body = fmt::format(
      "<h1>Warp Ladder</h1>\n<p class=\"sum\">{} of {}</p>\n<p class=\"soft\">exercises solved: kernels "
      "written, correct at every size, free of races, with counters as good as those of the solution.</p>\n",
      reached(list["exercises"]), list["exercises"].size());
  for (const std::string& track : tracks) {
    const data::Json& all = of_track[track];
    body += fmt::format("<h2>{} <small>{} of {}</small></h2>\n<ul>\n", track, reached(all), all.size());
    for (const data::Json& e : all) {
      const auto id = e["id"].get<std::string>(), state = e["state"].get<std::string>();
      body +=
          fmt::format("<li class=\"{}\" title=\"{}: {}\">{}{}</li>\n", state == "not begun" ? "open" : state,
                      report::svg::escaped(e["idea"].get<std::string>()), state,
                      state == "reached" ? "✓ "
                      : state == "begun" ? "… "
                                         : "",
                      report::svg::escaped(id.substr(id.find('/') + 1)));
    }
    body += "</ul>\n";
  }
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width,initial-scale=1\">\n<title>Warp Ladder: exercises "
      "solved</title>\n<style>{}</style>\n"
      "</head>\n<body>\n{}</body>\n</html>\n",
      kStyle, body);
}

}  // namespace ladder::cli
