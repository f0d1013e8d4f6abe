// One number in a sentence.
//   reduce/v1 barriers per_block           counted by the executor (results/counters.json)
//   reduce/v1 shared_wavefronts of reduce/v0   the count of v1 divided by the count of v0
//   reduce/v1 h200.us n=2^25               measured (results/h200/ladder.json or sweep.json)
//   reading start first/index              the reading time of these pages, in minutes
//   reduce/v1 h200-x4/processes.us         measured, from this file only
//   results/h200/latency.json /path ns     from any JSON file; /rows/n=2^18/ratio: of the element that has this n
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "data/counts.h"
#include "pages/counted.h"
#include "pages/measured.h"
#include "pages/writers.h"
#include "os/error.h"
#include "text/units.h"

namespace ladder::pages {
namespace {

const std::vector<std::string> kKeys = {"n", "sizes", "dtype", "block", "gpus", "scan"};

struct Unit {
  const char* name;
  double size;
};
constexpr Unit kUnits[] = {{"ns", 1e-9},  {"us", 1e-6},     {"ms", 1e-3},     {"GB/s", 1e9}, {"TB/s", 1e12},
                           {"KiB", 1024}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"%", 0.01},   {"M", 1e6}};

double in_unit(double value, const std::string& unit) {
  std::vector<std::string> names;
  for (const Unit& one : kUnits) {
    if (unit == one.name) return value / one.size;
    names.push_back(one.name);
  }
  throw os::Error(fmt::format("there is no unit {}; valid ones are {}", unit, fmt::join(names, ", ")));
}

bool holds(const data::Json& element,
           const std::string& conditions) {  // does the element satisfy "threads=64,loads=1"?
  std::istringstream each(conditions);
  for (std::string one; std::getline(each, one, ',');) {
    const size_t equals = one.find('=');
    const auto member = element.find(one.substr(0, equals));
    if (equals == std::string::npos || member == element.end()) return false;
    const std::string wanted = one.substr(equals + 1);
    if (member->is_string() ? *member != wanted : *member != data::count_from(wanted)) return false;
  }
  return true;
}

// One step of a path into a JSON file: a member's name or, for an array, a condition on the element. (An
// index would refer to another element after the file is recorded again.) Null: there is no such member.
// Throws os::Error.
const data::Json* inside(const data::Json& value, std::string step) {
  if (!value.is_array()) {
    for (size_t at; (at = step.find("~1")) != std::string::npos;) step.replace(at, 2, "/");
    const auto member = value.find(step);
    return value.is_object() && member != value.end() ? &*member : nullptr;
  }
  if (step.find('=') == std::string::npos)
    throw os::Error(
        fmt::format("{} is an element's index, which changes each time the results are recorded again: give "
                    "a condition instead, as in n=2^18",
                    step));
  const data::Json* found = nullptr;
  for (const data::Json& element : value) {
    if (!element.is_object() || !holds(element, step)) continue;
    if (found != nullptr)
      throw os::Error(fmt::format("{} matches more than one element: be more specific", step));
    found = &element;
  }
  return found;
}

std::string from_file(Desk& desk, const Arguments& said) {
  said.allow("a value from a file", {});
  if (said.words.size() < 2 || said.words.size() > 3 || !said.words[1].starts_with('/'))
    throw os::Error(
        "a value from a file needs a path into it and optionally a unit: results/h200/latency.json /global "
        "ns");
  const data::Json* found = &desk.json(said.words[0]);
  std::istringstream steps(said.words[1].substr(1));
  for (std::string step; std::getline(steps, step, '/');) {
    found = inside(*found, step);
    if (found == nullptr) throw os::Error(fmt::format("{} has no value at {}", said.words[0], said.words[1]));
  }
  if (said.words.size() == 3) {
    if (!found->is_number())
      throw os::Error(fmt::format("{} {} is not a number, and has no unit", said.words[0], said.words[1]));
    const double value = in_unit(found->get<double>(), said.words[2]);
    return said.words[2] == "%" ? fmt::format("{:.1f}", value) : text::significant(value);
  }
  if (found->is_string()) return found->get<std::string>();
  if (found->is_number_float()) return text::significant(found->get<double>());
  if (found->is_number()) return found->dump();
  throw os::Error(fmt::format("{} {} is neither a number nor a string", said.words[0], said.words[1]));
}

// 3.33, 0.50, 13.5
std::string quotient(double a, double b, const std::string& under) {
  if (b == 0) throw os::Error(fmt::format("cannot divide by {}: it is 0", under));
  return text::significant(a / b);
}

}  // namespace

std::string value_mark(Desk& desk, const Arguments& said) {
  std::vector<std::string> words = said.words;
  if (!words.empty() && words[0] == "reading") return reading_mark(desk, said);
  if (!words.empty() && words[0].ends_with(".json")) return from_file(desk, said);
  said.allow("a value", kKeys);
  std::string other;
  if (words.size() >= 3 && words[words.size() - 2] == "of") {
    other = words.back();
    words.resize(words.size() - 2);
  }
  const bool per_block = words.size() == 3 && words[2] == "per_block";
  if (per_block) words.pop_back();
  if (words.size() != 2)
    throw os::Error(
        "it must be \"STAGE COUNTER\", \"STAGE COUNTER per_block\", \"STAGE h200.us\" (or ms, GB/s, "
        "ceiling%, vs_previous, vs_first, vs_peer, vs_one_gpu, efficiency%, pays_from), each optionally with "
        "\"of STAGE\", or \"FILE.json "
        "/pointer\"");
  const std::string& id = words[0];
  const std::string& name = words[1];

  if (is_measured_name(name)) {
    if (per_block) throw os::Error("per_block is for counters");
    const Quantity q = quantity_from(desk, name);
    if (q.name == "pays_from") {
      if (!other.empty()) throw os::Error("pays_from is a number of elements, so it takes no \"of\"");
      return pays_from(desk, q.gpu, id, said);
    }
    const bench::Result& row = measured_row(desk, q.gpu, id, said);
    if (other.empty()) return text_of(row, q.name);
    return quotient(value_of(row, q.name), value_of(measured_row(desk, q.gpu, other, said), q.name), other);
  }
  for (const auto& [key, value] : said.values)
    if (key != "sizes")
      throw os::Error(
          fmt::format("{}= applies only to measurements; counters are recorded at n = 2^20", key));
  const Counted here = counted(*counted_row(desk, id, said).counters, name, per_block);
  if (other.empty()) return text_of(here);
  return quotient(here.value, counted(*counted_row(desk, other, said).counters, name, per_block).value,
                  other + " " + name);
}

}  // namespace ladder::pages
