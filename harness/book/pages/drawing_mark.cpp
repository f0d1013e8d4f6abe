// A drawing made from traces of real runs, written to its own file; the page gets a link to the
// image.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "pages/writers.h"
#include "os/error.h"
#include "drawings/drawings.h"

namespace ladder::pages {
namespace {

const std::vector<std::string> kEveryDrawing = {"file",   "alt",         "n",     "block",
                                                "launch", "block_index", "input", "dtype"};

// The sources of a drawing: traces of one block each, traces of a launch, or JSON files in results/.
template <typename From>
using Draws = std::string (*)(const std::vector<From>&, const report::DrawingOptions&);

struct Kind {
  std::vector<std::string> keys;             // keys in addition to those that every drawing accepts
  Draws<simt::BlockTrace> blocks = nullptr;  // one of the following is set
  Draws<simt::LaunchTrace> launches = nullptr;
  Draws<data::Json> files = nullptr;
};
const std::map<std::string, Kind>& kinds() {
  static const std::map<std::string, Kind> all = {
      {"levels", {.keys = {"moves"}, .blocks = report::levels_drawing}},
      {"banks", {.keys = {"step", "kind"}, .blocks = report::banks_drawing}},
      {"sectors", {.keys = {"step", "kind"}, .blocks = report::sectors_drawing}},
      {"memory", {.keys = {"object", "line"}, .blocks = report::memory_drawing}},
      {"turns", {.keys = {"object", "line"}, .blocks = report::turns_drawing}},
      {"warps", {.keys = {"object", "line"}, .blocks = report::warps_drawing}},
      {"timeline", {.keys = {}, .launches = report::timeline_drawing}},
      {"in_flight", {.keys = {}, .files = report::in_flight_drawing}},
      {"shuffles", {.keys = {"step", "count"}, .blocks = report::shuffles_drawing}},
  };
  return all;
}

TraceWanted wanted(const std::string& id, const Arguments& said) {
  return {.id = stage_named(id).id,
          .n = said.whole("n", 0),
          .block = static_cast<unsigned>(said.whole("block", 0)),
          .block_index = said.whole("block_index", 0),
          .launch = said.whole("launch", 1),
          .dtype = said.text("dtype"),
          .input = said.text("input")};
}

report::Traces traces_of(Desk& desk, const std::vector<std::string>& ids, const Arguments& said) {
  report::Traces traces;
  for (const std::string& id : ids) traces.push_back(desk.trace(wanted(id, said)));
  return traces;
}

std::string drawn(const Kind& kind, Desk& desk, const std::vector<std::string>& ids, const Arguments& said,
                  const report::DrawingOptions& options) {
  if (kind.blocks != nullptr) return kind.blocks(traces_of(desk, ids, said), options);
  if (kind.launches != nullptr) {
    std::vector<simt::LaunchTrace> traces;
    for (const std::string& id : ids) traces.push_back(desk.messages(wanted(id, said)));
    return kind.launches(traces, options);
  }
  std::vector<data::Json> files;
  for (const std::string& file : ids) files.push_back(desk.json(file));
  return kind.files(files, options);
}

// The link to the image, whose file is written along with the page.
std::string image(Desk& desk, const std::string& file, const std::string& alt, std::string svg) {
  const auto [known, is_new] = desk.pictures.try_emplace(file, svg);
  if (!is_new && known->second != svg)
    throw os::Error(
        fmt::format("another drawing is already written to {}: give this one its own file=", file));
  return fmt::format("![{}]({})\n", alt, desk.path_from_page(file));
}

}  // namespace

std::string drawing_mark(Desk& desk, const Arguments& said) {
  std::vector<std::string> names;
  for (const auto& [name, kind] : kinds()) names.push_back(name);
  const std::string name = said.words.empty() ? "" : said.words[0];
  const auto kind = kinds().find(name);
  if (kind == kinds().end())
    throw os::Error(
        fmt::format("there is no drawing \"{}\"; valid ones are {}", name, fmt::join(names, ", ")));
  std::vector<std::string> keys = kEveryDrawing;
  keys.insert(keys.end(), kind->second.keys.begin(), kind->second.keys.end());
  said.allow(fmt::format("a drawing of {}", name), keys);
  const std::string file = said.text("file"), alt = said.text("alt");
  if (said.words.size() < 2)
    throw os::Error(fmt::format("a drawing needs {}: drawing: {} {}",
                                kind->second.files != nullptr ? "a file" : "a stage", name,
                                kind->second.files != nullptr ? "results/h200/latency.json" : "reduce/v0"));
  if (!file.starts_with("docs/") || !file.ends_with(".svg"))
    throw os::Error("a drawing needs file=docs/TRACK/NAME.svg, the file that it is written to");
  if (alt.empty()) throw os::Error("a drawing needs alt=\"…\": a sentence that describes the drawing");
  const report::DrawingOptions options = {.step = said.whole("step", 1),
                                          .count = said.whole("count", 0),
                                          .kind = said.text("kind", "load"),
                                          .object = said.text("object"),
                                          .line = said.whole("line", 0),
                                          .moves = said.whole("moves", 0)};
  const std::vector<std::string> ids(said.words.begin() + 1, said.words.end());
  return image(desk, file, alt, drawn(kind->second, desk, ids, said, options));
}

std::string stepper_mark(Desk& desk, const Arguments& said) {
  said.allow("a stepper mark", {"n", "block", "launch", "block_index", "input", "dtype"});
  if (said.words.empty() || said.words.size() > 2)
    throw os::Error("a stepper needs a stage, or two: stepper: reduce/v0 reduce/v1 n=64 block=64");
  std::string file, words;
  for (const std::string& id : said.words) {
    const stage::Stage& s = stage_named(id);
    file += file.empty() ? fmt::format("docs/{}/{}", s.track(), s.name()) : "-" + s.name();
    words += (words.empty() ? "" : " and ") + s.id;
  }
  return image(desk, file + "-steps.svg", fmt::format("Active threads at each level: {}", words),
               report::levels_drawing(traces_of(desk, said.words, said), {}));
}

}  // namespace ladder::pages
