// ./ladder list
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/select.h"
#include "cli/terminal.h"
#include "cuda/device_facts.h"
#include "data/json_text.h"
#include "text/style.h"
#include "text/units.h"
#include "stage/broken.h"

namespace ladder::cli {
namespace {

std::vector<std::string> dtypes_of(const stage::Stage& s) {
  std::vector<std::string> names;
  for (const stage::Variant& v : s.variants) names.push_back(stage::dtype_name(v.dtype));
  return names;
}

std::string remarks(const stage::Stage& s) {
  std::string text;
  if (!s.spoils.empty()) text = fmt::format("faulty version of {} ({}), ", s.spoils, s.expect);
  text += fmt::format("{}", fmt::join(dtypes_of(s), " "));
  if (s.scan == stage::ScanKind::inclusive) text += ", inclusive";
  if (s.scan == stage::ScanKind::exclusive) text += ", exclusive";
  if (s.min_block > 32) text += fmt::format(", block ≥ {}", s.min_block);
  if (s.max_block < 1024) text += fmt::format(", block ≤ {}", s.max_block);
  if (s.max_n != SIZE_MAX) text += ", n ≤ " + text::n_text(s.max_n);
  if (s.needs_sm > 0)
    text += fmt::format(", GPU {} {}", s.only_that_sm ? "=" : "≥", cuda::capability(s.needs_sm));
  if (!s.needs_gpu.empty()) text += ", only on a GPU";
  if (!s.racy.empty()) text += ", a race";
  if (!s.expect.empty() && s.spoils.empty()) text += ", must be found: " + s.expect;
  return text;
}

constexpr auto kBuild = stage::Build::simt;

data::Json json_of(const stage::Broken& b) {
  return {{"id", b.id},
          {"track", b.track()},
          {"stage", b.id.substr(b.id.find('/') + 1)},
          {"file", b.file},
          {"dtypes", data::Json::array()},
          {"does_not_compile", b.first_message()}};
}

data::Json json_of(const stage::Stage& s) {
  data::Json json = {{"id", s.id},
                     {"track", s.track()},
                     {"stage", s.name()},
                     {"idea", s.idea},
                     {"file", s.file},
                     {"after", s.after},
                     {"spoils", s.spoils},
                     {"dtypes", dtypes_of(s)},
                     {"min_block", s.min_block},
                     {"max_block", s.max_block}};
  json["max_n"] = s.max_n == SIZE_MAX ? data::Json(nullptr) : data::Json(s.max_n);
  if (!s.limit_reason.empty()) json["limit_reason"] = s.limit_reason;
  if (s.needs_sm > 0) json["needs_compute_capability"] = cuda::capability(s.needs_sm);
  if (!s.racy.empty()) json["racy"] = s.racy;
  if (!s.expect.empty()) json["expect"] = s.expect;
  return json;
}

}  // namespace

static int list(const Options& o) {
  const std::vector<std::string> ids = select(o.ids, Pitfalls::with_the_rest);
  if (o.as_json) {
    data::Json all = data::Json::array();
    for (const std::string& id : ids) {
      if (const stage::Stage* s = stage::find_stage(kBuild, id)) all.push_back(json_of(*s));
      if (const stage::Broken* b = stage::find_broken(kBuild, id)) all.push_back(json_of(*b));
    }
    std::fputs(data::dump_json(all).c_str(), stdout);
    return good;
  }
  const bool colour = colour_wanted(o.no_color);
  std::string track, first;
  for (const std::string& id : ids) {
    const stage::Stage* s = stage::find_stage(kBuild, id);
    const stage::Broken* b = stage::find_broken(kBuild, id);
    if (s == nullptr && b == nullptr) continue;  // the id is that of a peer or a ceiling
    if (const std::string its = id.substr(0, id.find('/')); its != track) {
      fmt::print("{}{}\n", track.empty() ? "" : "\n", text::styled(colour, text::style::bold, its));
      track = its;
    }
    if (b != nullptr) {
      fmt::print("  {:<27} {}\n", id,
                 text::styled(colour, text::style::bad,
                              text::shortened(fmt::format("{}: {}", b->problem(), b->first_message()), 70)));
      continue;
    }
    if (first.empty()) first = id;
    const std::string line = fmt::format("  {:<27} {:<40} {}", s->id, s->idea, remarks(*s));
    fmt::print("{}\n", text::shortened(line, 100));
  }
  if (!first.empty()) print_next(o, fmt::format("./ladder run {}", first));
  return good;
}

static void declare_list(const Syntax& s) {
  s.help("Show the stages", R"(
  ./ladder list reduce scan
  ./ladder list --json)");
  s.stages();
  s.flag("--json", s.options.as_json, "As JSON");
}

static const Registered registered_list{"list", declare_list, list};

}  // namespace ladder::cli
