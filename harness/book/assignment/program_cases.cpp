#include "assignment/program_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "os/error.h"
#include "os/files.h"
#include "os/process.h"
#include "pages/counted.h"
#include "simt/counters_json.h"
#include "text/lines.h"
#include "text/printable.h"
#include "toolchain/toolchain.h"
#include "try/report.h"
#include "try/run.h"

namespace ladder::assignment {
namespace {

namespace fs = std::filesystem;
using data::Json;
using findings::Cause;
using findings::Evidence;
using findings::Findings;

constexpr int kDidNotBuild = 2;
constexpr int kStopped = 128;  // an exit status of at least this value means that a signal ended the program
constexpr size_t kMostOutput = size_t{16} << 20, kMostReport = size_t{16} << 20;  // bytes

std::vector<std::string> lines_without_end(const std::string& text) {
  std::vector<std::string> lines = text::lines_of(text);
  for (std::string& line : lines) line.erase(line.find_last_not_of(" \t\r") + 1);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

// True if the whole word is a number.
bool as_number(const std::string& word, double& value) {
  char* end = nullptr;
  value = std::strtod(word.c_str(), &end);
  return end == word.c_str() + word.size() && !word.empty();
}

bool same_line(const std::string& written, const std::string& expected, double tolerance) {
  if (written == expected) return true;
  if (tolerance == 0) return false;
  std::istringstream here(written), there(expected);
  for (std::string a, b;;) {
    const bool more = static_cast<bool>(here >> a);
    if (more != static_cast<bool>(there >> b)) return false;
    if (!more) return true;
    double x = 0, y = 0;
    if (a == b) continue;
    if (!as_number(a, x) || !as_number(b, y)) return false;
    if (x == y) continue;
    if (std::isinf(y)) return false;  // nothing else is close to infinity
    if (!(std::abs(x - y) <= tolerance * std::max(1.0, std::abs(y))))
      return false;  // nothing is close to a NaN
  }
}

std::string quoted(const std::string& line) {
  constexpr size_t kLongest = 100;
  return "\"" + text::printable(line.size() > kLongest ? line.substr(0, kLongest) + "…" : line) + "\"";
}

struct Report {  // the report of ./ladder try
  bool timed_out = false, launched = false;
  int status = 0;
  Findings hazards;
  std::map<std::string, double> counters;
};

struct Seen {
  bool built = false;
  std::string said;              // the compiler's messages, or how the program ended
  std::optional<Report> report;  // nullopt: missing or unreadable
  int status = 0;
  std::optional<std::string> output;
  std::map<std::string, std::optional<std::string>> written;
  bool too_slow = false, too_large = false, given_up = false;
};

Findings hazards_of(const Json& report) {
  Findings found;
  const std::vector<std::string> remarks = try_program::remarks();
  const auto take = [&](const Json& hazards) {
    for (const Json& hazard : hazards) {
      if (std::find(remarks.begin(), remarks.end(), hazard.at("kind").get<std::string>()) != remarks.end())
        continue;
      Evidence what = findings::recorded(hazard.value("message", ""));
      if (hazard.contains("evidence") && hazard["evidence"].is_object())
        what = data::from_json<Evidence>({&hazard["evidence"], "evidence"});
      std::string lines;
      for (const Json& place : hazard.value("where", Json::array()))
        lines += fmt::format("{}{}", lines.empty() ? "" : " and ", place.value("line", 0));
      found.push_back(lines.empty() ? what
                                    : around(std::move(what), Cause::of_lines, {{"lines", "line " + lines}}));
    }
  };
  for (const Json& kernel : report.at("kernels")) take(kernel.at("hazards"));
  take(report.at("host_hazards"));
  return found;
}

double counted(const Json& kernels, const std::string& name) {
  simt::Counters all{};
  for (const Json& kernel : kernels)
    for (const simt::Counter& counter : simt::kCounters)
      all.*counter.value += kernel.at("counters").value(counter.name, uint64_t{0});
  try {
    return pages::counted(all, name).value;
  } catch (const os::Error&) {  // the counter's divisor is 0
    return 0;
  }
}

// The student's process could have written the report too, so an unreadable report proves nothing, and is not
// a fault of this machine.
std::optional<Report> report_of(const std::string& text, const Task& task) try {
  const Json json = data::parse_json(text, "the report");
  Report report;
  report.timed_out = json.at("timed_out").get<bool>();
  report.status = json.at("exit_status").get<int>();
  const Json& kernels = json.at("kernels");
  if (!kernels.is_array()) return std::nullopt;
  report.launched = !kernels.empty();
  report.hazards = hazards_of(json);
  for (const auto& [counter, most] : task.at_most) report.counters[counter] = counted(kernels, counter);
  return report;
} catch (const std::exception&) {
  return std::nullopt;
}

// Each case runs in a separate folder, so that no case finds files left behind by another.
Seen run(const Task& task, const Case& one, const std::string& name, const std::string& text,
         const std::map<std::string, std::string>& beside, bool trusted, bool idle,
         const practice::Judging& how) {
  const toolchain::BuildFolder folder(how.folder);
  const std::string run_folder = folder.path() + "/run";
  fs::create_directory(run_folder);
  const auto put = [&](const std::string& file, const std::string& what) {
    os::write_text(run_folder + "/" + file, what);
  };
  for (const auto& [file, what] : beside) put(file, what);
  put(name, text);
  for (const auto* files : {&task.given, &one.files})
    for (const auto& [file, what] : *files) put(file, what);
  os::write_text(folder.path() + "/input", one.input);
  const std::string shell =
      fmt::format("{}{}=../built exec \"$@\" <../input >../output",
                  idle ? fmt::format("{}=1 ", simt_runtime::kIdle) : "", try_program::kBuilt);
  std::vector<std::string> words = {
      "sh",     "-c",           shell,     "sh",        os::program_folder() + "/ladder",
      "try",    name,           "--quiet", "--timeout", fmt::format("{:g}", how.run_seconds),
      "--json", "../seen.json", "--"};
  words.insert(words.end(), one.arguments.begin(), one.arguments.end());
  if (!trusted)
    for (const std::string& its : {folder.path(), run_folder}) practice::give_to_builder(its);
  const practice::Command command =
      trusted ? practice::Command{words}
              : practice::confined_try(words, folder.path(), run_folder, how.build_seconds + how.run_seconds);
  os::Running running;
  running.folder = run_folder;
  running.give_up = how.give_up;
  running.empty_environment = command.empty_environment;
  running.most_memory = practice::kMostMemory;
  running.most_seconds = how.build_seconds + how.run_seconds;
  const os::Ended ended = os::run_programs({command.words}, running).at(0);
  Seen seen;
  seen.given_up = ended.given_up;
  seen.too_slow = ended.too_slow;
  seen.too_large = ended.too_large;
  seen.status = ended.status;
  seen.said = ended.output;
  seen.built = os::read_untrusted(folder.path() + "/built", kMostReport).has_value();
  if (!seen.built && !seen.given_up && !seen.too_slow && !seen.too_large && ended.status != kDidNotBuild &&
      ended.status < kStopped)
    throw os::Error(fmt::format("{} could not be built: {}", name, os::first_line(ended.output)));
  // If the process ended in a way in which ./ladder try never ends, then ./ladder try did not write the report.
  if (const auto left = os::read_untrusted(folder.path() + "/seen.json", kMostReport);
      left && ended.status < kStopped)
    seen.report = report_of(*left, task);
  seen.output = os::read_untrusted(folder.path() + "/output", kMostOutput);
  for (const auto& [file, expected] : one.written)
    seen.written[file] = os::read_untrusted(run_folder + "/" + file, kMostOutput);
  return seen;
}

bool does_not_end(const Seen& seen) { return seen.too_slow || (seen.report && seen.report->timed_out); }

Findings of_case(const Case& one, const Seen& seen, const practice::Judging& how) {
  if (does_not_end(seen))
    return {{Cause::program_does_not_end, {{"seconds", fmt::format("{:g}", how.run_seconds)}}}};
  if (seen.too_large) return {{Cause::program_out_of_memory, {{"megabytes", practice::kMostMemory >> 20}}}};
  if (!seen.report) return {{Cause::program_without_report, {{"status", seen.status}}}};
  if (seen.report->status != 0) return {{Cause::program_ends_with, {{"status", seen.report->status}}}};
  const auto compared = [&](const std::optional<std::string>& its, const std::string& expected,
                            const std::string& output, Cause none) -> Findings {
    if (!its) return {{none, {{"output", output}, {"megabytes", kMostOutput >> 20}}}};
    return difference(*its, expected, one.tolerance, output);
  };
  if (one.output)
    if (Findings found = compared(seen.output, *one.output, "the output", Cause::output_too_large);
        !found.empty())
      return found;
  for (const auto& [file, expected] : one.written)
    if (Findings found = compared(seen.written.at(file), expected, file, Cause::file_not_written);
        !found.empty())
      return found;
  return {};
}

// If no output is expected, a program without a kernel is right too.
bool expects_nothing(const Case& one) {
  return difference(one.output.value_or(""), "", 0, "").empty() &&
         std::all_of(one.written.begin(), one.written.end(),
                     [](const auto& file) { return difference(file.second, "", 0, "").empty(); });
}

practice::Step step_of_build(const Seen& seen, const practice::Judging& how) {
  practice::Step step{"builds", seen.built, {seen.built ? Cause::builds : Cause::does_not_build}};
  if (seen.built) return step;
  if (seen.too_slow)
    step.details.push_back({Cause::compiler_does_not_end,
                            {{"seconds", fmt::format("{:g}", how.build_seconds + how.run_seconds)}}});
  for (const std::string& line : text::lines_of(seen.said))
    step.details.push_back({Cause::compiler_line, {{"text", line}}});
  return step;
}

practice::Step step_of_case(const Case& one, const Findings& wrong) {
  practice::Step step{"case", wrong.empty(), {Cause::case_right, {{"case", one.name}}}};
  if (!wrong.empty()) step.said = around(wrong.front(), Cause::case_wrong, {{"case", one.name}});
  if (wrong.size() > 1) step.details = {wrong.begin() + 1, wrong.end()};
  return step;
}

}  // namespace

Findings difference(const std::string& written, const std::string& expected, double tolerance,
                    const std::string& output) {
  const std::vector<std::string> here = lines_without_end(written), there = lines_without_end(expected);
  for (size_t i = 0; i < std::max(here.size(), there.size()); ++i) {
    if (i < here.size() && i < there.size() && same_line(here[i], there[i], tolerance)) continue;
    const std::string line = fmt::format("{}", i + 1);
    Findings found;
    if (i >= here.size())
      found.push_back({Cause::output_ends, {{"output", output}, {"line", line}}});
    else if (i >= there.size())
      return {{Cause::output_goes_on, {{"output", output}, {"line", line}, {"here", quoted(here[i])}}}};
    else
      found.push_back(
          {Cause::output_differs, {{"output", output}, {"line", line}, {"here", quoted(here[i])}}});
    found.push_back(
        {Cause::output_expected, {{"output", output}, {"line", line}, {"expected", quoted(there[i])}}});
    return found;
  }
  return {};
}

practice::Judgement judge_program(const Task& task, const std::string& name, const std::string& text,
                                  const std::map<std::string, std::string>& beside, bool trusted,
                                  const practice::Judging& how) {
  practice::Judgement judgement;
  judgement.id = task.id, judgement.file = name;
  const auto tell = [&](practice::Step step) {
    if (how.told) how.told(step);
    judgement.steps.push_back(std::move(step));
  };
  Findings hazards;
  std::string in_case;                                     // the case with these hazards
  bool ended = false, launched = false, too_slow = false;  // true if this happened in at least one case
  std::vector<std::pair<const Case*, bool>>
      right;  // the cases that are right, and whether they launched a kernel
  for (const Case& one : task.cases) {
    if (too_slow) {
      tell({"case", false, {Cause::case_not_run, {{"case", one.name}}}});
      continue;
    }
    const Seen seen = run(task, one, name, text, beside, trusted, false, how);
    if (seen.given_up) {
      judgement.given_up = true;
      return judgement;
    }
    const bool first = &one == &task.cases.front();
    if (first) {
      if (!seen.built && seen.said.find("error") == std::string::npos && !seen.too_slow && !seen.too_large &&
          !run(task, one, name, "int main() {}\n", {}, trusted, false, how).built)
        throw os::Error("the compiler does not work here: " + os::first_line(seen.said));
      tell(step_of_build(seen, how));
      if (!seen.built) return judgement;
    }
    if (hazards.empty() && seen.report) hazards = seen.report->hazards, in_case = one.name;
    const bool to_its_end = seen.report && !seen.report->timed_out;
    ended = ended || to_its_end;
    launched = launched || (seen.report && seen.report->launched);
    too_slow = does_not_end(seen);
    const Findings wrong = of_case(one, seen, how);
    if (wrong.empty() && !expects_nothing(one)) right.emplace_back(&one, seen.report->launched);
    tell(step_of_case(one, wrong));
    if (!first || !seen.report) continue;
    for (const auto& [counter, most] : task.at_most) {
      const double value = seen.report->counters.at(counter);
      const auto text_of = [](double x) { return pages::text_of({x, x == std::floor(x)}); };
      tell({"counter",
            value <= most && seen.report->launched,
            {Cause::counter_and_limit,
             {{"counter", pages::title_of(counter)}, {"value", text_of(value)}, {"target", text_of(most)}}},
            {},
            counter,
            value,
            most});
    }
  }
  const Evidence found(Cause::program_not_clean, {{"count", hazards.size()}, {"case", in_case}});
  tell({"hazards", hazards.empty(), hazards.empty() ? Evidence(Cause::program_clean) : found, hazards});
  if (ended || launched)
    tell({"launches", launched, {launched ? Cause::program_launches : Cause::program_launches_nothing}});
  // If no correct output depends on a kernel, the program does its work on the host. (A single case might
  // not need a kernel.)
  if (launched && !right.empty()) {
    const bool idle = std::all_of(right.begin(), right.end(), [&](const auto& one) {
      return !one.second ||
             of_case(*one.first, run(task, *one.first, name, text, beside, trusted, true, how), how).empty();
    });
    tell({"work", !idle, {idle ? Cause::output_without_kernels : Cause::program_works}});
  }
  judgement.reached = std::all_of(judgement.steps.begin(), judgement.steps.end(),
                                  [](const practice::Step& step) { return step.good; });
  return judgement;
}

}  // namespace ladder::assignment
