// A drawing made from traces of real runs, written to a file of its own; the page gets the image.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "pages/writers.h"
#include "os/error.h"
#include "drawings/drawings.h"

namespace pages {
namespace {

const std::vector<std::string> kEveryDrawing = {"file",   "alt",         "n",     "block",
                                                "launch", "block_index", "input", "dtype"};

enum class Source { block, messages, file };  // a trace of one block, of a launch, or a JSON file of results/

struct Kind {
  std::string (*draw)(const report::Traces&, const report::DrawingOptions&);
  std::vector<std::string> keys;  // besides those of every drawing
  Source source = Source::block;
};
const std::map<std::string, Kind>& kinds() {
  static const std::map<std::string, Kind> all = {
      {"levels", {report::levels_drawing, {"moves"}}},
      {"banks", {report::banks_drawing, {"step", "kind"}}},
      {"sectors", {report::sectors_drawing, {"step", "kind"}}},
      {"memory", {report::memory_drawing, {"object", "line"}}},
      {"turns", {report::turns_drawing, {"object", "line"}}},
      {"warps", {report::warps_drawing, {"object", "line"}}},
      {"timeline", {report::timeline_drawing, {}, Source::messages}},
      {"in_flight", {report::in_flight_drawing, {}, Source::file}},
      {"shuffles", {report::shuffles_drawing, {"step", "count"}}},
  };
  return all;
}

report::Traces traces_of(Desk& desk, const std::vector<std::string>& ids, const Arguments& said,
                         Source source = Source::block) {
  report::Traces traces;
  for (const std::string& id : ids) {
    if (source == Source::file) {
      traces.push_back(desk.json(id));
      continue;
    }
    TraceWanted wanted;
    wanted.id = stage_named(id).id;
    wanted.n = said.whole("n", 0);
    wanted.block = static_cast<unsigned>(said.whole("block", 0));
    wanted.launch = said.whole("launch", 1);
    wanted.block_index = said.whole("block_index", 0);
    wanted.dtype = said.text("dtype");
    wanted.input = said.text("input");
    wanted.messages = source == Source::messages;
    traces.push_back(desk.trace(wanted));
  }
  return traces;
}

// The image, which is written when the page is.
std::string image(Desk& desk, const std::string& file, const std::string& alt, std::string svg) {
  const auto [known, is_new] = desk.pictures.try_emplace(file, svg);
  if (!is_new && known->second != svg)
    throw os::Error(fmt::format("{} is another drawing already: give this one a file= of its own", file));
  return fmt::format("![{}]({})\n", alt, desk.path_from_page(file));
}

}  // namespace

std::string drawing_mark(Desk& desk, const Arguments& said) {
  std::vector<std::string> names;
  for (const auto& [name, kind] : kinds()) names.push_back(name);
  const std::string name = said.words.empty() ? "" : said.words[0];
  const auto kind = kinds().find(name);
  if (kind == kinds().end())
    throw os::Error(fmt::format("there is no drawing \"{}\"; there are {}", name, fmt::join(names, ", ")));
  std::vector<std::string> keys = kEveryDrawing;
  keys.insert(keys.end(), kind->second.keys.begin(), kind->second.keys.end());
  said.allow(fmt::format("a drawing of {}", name), keys);
  const std::string file = said.text("file"), alt = said.text("alt");
  if (said.words.size() < 2)
    throw os::Error(fmt::format(
        "a drawing needs {}: drawing: {} {}", kind->second.source == Source::file ? "a file" : "a stage",
        name, kind->second.source == Source::file ? "results/h200/latency.json" : "reduce/v0"));
  if (!file.starts_with("docs/") || !file.ends_with(".svg"))
    throw os::Error("a drawing needs file=docs/TRACK/NAME.svg, the file that it is written to");
  if (alt.empty()) throw os::Error("a drawing needs alt=\"…\": what it shows, in a sentence");
  const report::DrawingOptions options = {.step = said.whole("step", 1),
                                          .count = said.whole("count", 0),
                                          .kind = said.text("kind", "load"),
                                          .object = said.text("object"),
                                          .line = said.whole("line", 0),
                                          .moves = said.whole("moves", 0)};
  const std::vector<std::string> ids(said.words.begin() + 1, said.words.end());
  return image(desk, file, alt, kind->second.draw(traces_of(desk, ids, said, kind->second.source), options));
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
  return image(desk, file + "-steps.svg", fmt::format("Who works at each level: {}", words),
               report::levels_drawing(traces_of(desk, said.words, said), {}));
}

}  // namespace pages
