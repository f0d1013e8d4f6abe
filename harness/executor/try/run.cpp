#include "try/run.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <utility>

#include "data/json_members.h"
#include "os/child.h"
#include "os/error.h"
#include "os/files.h"
#include "os/interrupt.h"
#include "simt/counters_json.h"
#include "try/report.h"

namespace ladder::try_program {

namespace {

using simt_runtime::HostHazard;
using simt_runtime::KernelSeen;
using simt_runtime::Seen;

struct Start {
  const std::string &program, &called;
  const std::vector<std::string>& arguments;
  std::vector<std::string> variables;  // "NAME=VALUE"; these take precedence over this process's own
  double seconds = 0;                  // time limit
  bool silent = false;                 // no input, and the output is discarded
};

// In a terminal, a message after ten seconds says that the program is still running, and how long it may run.
os::Ending wait_for_end(pid_t supervisor, const Start& start) {
  using Clock = std::chrono::steady_clock;
  constexpr int kPatience = 10;
  bool tells = !start.silent && start.seconds > kPatience && isatty(STDERR_FILENO);
  const auto tell_at = Clock::now() + std::chrono::seconds(kPatience);
  bool passed_on = false;
  for (int pause = 1;; pause = std::min(2 * pause, 50)) {
    if (const auto ending = os::ending_of(supervisor)) return *ending;
    // Ctrl-C is passed on to the program; its supervisor makes sure that it ends, and reports how it ended.
    if (const int signal = os::CatchInterrupts::caught(); signal != 0 && !std::exchange(passed_on, true))
      kill(supervisor, signal);
    poll(nullptr, 0, pause);
    if (!tells || Clock::now() < tell_at) continue;
    tells = false;
    fmt::print(stderr,
               "The program has been running for {} seconds. It will be stopped after {:g} seconds "
               "(--timeout SECONDS "
               "changes this limit); Ctrl-C stops it now.\n",
               kPatience, start.seconds);
  }
}

std::vector<std::string> variables_of(const Limits& limits) {
  std::vector<std::string> all = {fmt::format("{}={}", simt_runtime::kTimeout, limits.seconds)};
  if (limits.full) all.push_back(fmt::format("{}=1", simt_runtime::kFull));
  if (limits.barriers) all.push_back(fmt::format("{}=1", simt_runtime::kBarriers));
  return all;
}

Seen run_once(const Start& start, const std::string& report_file) {
  std::vector<std::string> variables = start.variables;
  variables.push_back(fmt::format("{}={}", simt_runtime::kReportFile, report_file));
  std::vector<std::string> words = start.arguments;
  words.insert(words.begin(), start.called);
  std::fflush(nullptr);
  const os::CatchInterrupts interrupts;
  const pid_t supervisor = os::spawn({.words = words,
                                      .file = start.program,
                                      .descriptors = std::vector<int>(start.silent ? 3 : 0, os::kNothing),
                                      .variables = variables});
  const os::Ending ending = wait_for_end(supervisor, start);
  try {
    return data::unpacked<Seen>(os::read_text(report_file));
  } catch (const os::Error&) {
    if (std::filesystem::exists(report_file + simt_runtime::kWhyNot))
      throw os::Error(os::read_text(report_file + simt_runtime::kWhyNot));
    throw os::Error(fmt::format(
        "the behaviour of the program is unknown: its supervisor {}",
        ending.signal != 0 ? fmt::format("was terminated by signal {}", ending.signal)
                           : fmt::format("exited with status {} before main() began", ending.status)));
  }
}

// Do the undefined values affect the result? Repeats the run with different undefined values.
void settle_undefined(Seen& seen, Start start, const std::string& report_file) {
  start.silent = true;
  for (const char* bits : kOtherUndefined) {
    start.variables.push_back(fmt::format("{}={}", simt_runtime::kUndefined, bits));
    const Seen other = run_once(start, report_file);
    start.variables.pop_back();
    if (!only_undefined(other) || other.digest != seen.digest) return;
  }
  undefined_came_to_nothing(seen);
}

}  // namespace

Seen run(const std::string& program, const std::string& called, const std::vector<std::string>& arguments,
         const Limits& limits, const std::string& report_file) {
  Start start{program, called, arguments, variables_of(limits), limits.seconds, limits.silent};
  if (!limits.trace.empty())
    start.variables.push_back(fmt::format("{}={}", simt_runtime::kTrace, limits.trace));
  Seen seen = run_once(start, report_file);
  if (limits.trace.empty() && only_undefined(seen)) settle_undefined(seen, start, report_file + ".again");
  return seen;
}

void settle_unset(Seen& seen, const Built& built, const Built& other, const std::string& called,
                  const std::vector<std::string>& arguments, const Limits& limits,
                  const std::string& report_file) {
  if (other.program.empty() || seen.timed_out) return;
  const auto run_of = [&](const Built& it) {
    Start start{it.program, called, arguments, variables_of(limits), limits.seconds, true};
    start.variables.push_back(fmt::format("{}=1", simt_runtime::kDigest));
    return run_once(start, report_file);
  };
  const auto same = [](const Seen& a, const Seen& b) {
    return a.exit_status == b.exit_status && a.digest == b.digest;
  };
  const Seen first = run_of(other), unchanged = run_of(built);
  if (first.timed_out || unchanged.timed_out || same(first, unchanged)) return;
  // The results may be different for another reason, such as random numbers whose seed is the time. In that
  // case, the runs of the other program also differ from one another, or none of the runs differ.
  for (int i = 0; i < 2; ++i)
    if (const Seen again = run_of(other); again.timed_out || !same(first, again)) return;
  unset_locals_matter(seen, built.unset);
}

uint64_t status_without_kernels(const std::string& program, const std::string& called,
                                const std::vector<std::string>& arguments, const Limits& limits,
                                const std::string& report_file) {
  const Start start{program,
                    called,
                    arguments,
                    {fmt::format("{}={}", simt_runtime::kTimeout, limits.seconds),
                     fmt::format("{}=1", simt_runtime::kIdle)},
                    limits.seconds,
                    true};
  const Seen seen = run_once(start, report_file);
  return seen.timed_out ? 124 : seen.exit_status;
}

}  // namespace ladder::try_program
