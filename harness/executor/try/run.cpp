#include "try/run.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

#include "data/json_members.h"
#include "os/error.h"
#include "os/files.h"
#include "simt/counters_json.h"

extern char** environ;

namespace try_program {

simt_runtime::Seen run(const std::string& program, const std::string& called,
                       const std::vector<std::string>& arguments, const Limits& limits,
                       const std::string& report_file) {
  std::vector<std::string> variables = {fmt::format("{}={}", simt_runtime::kReportFile, report_file),
                                        fmt::format("{}={}", simt_runtime::kTimeout, limits.seconds)};
  if (limits.full) variables.push_back(fmt::format("{}=1", simt_runtime::kFull));
  if (limits.barriers) variables.push_back(fmt::format("{}=1", simt_runtime::kBarriers));
  if (!limits.trace.empty()) variables.push_back(fmt::format("{}={}", simt_runtime::kTrace, limits.trace));
  for (char** v = environ; *v; ++v) variables.push_back(*v);
  std::vector<char*> words = {const_cast<char*>(called.c_str())}, environment;
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  for (const std::string& variable : variables) environment.push_back(const_cast<char*>(variable.c_str()));
  words.push_back(nullptr);
  environment.push_back(nullptr);

  std::fflush(nullptr);
  pid_t child = 0;
  if (const int error =
          posix_spawn(&child, program.c_str(), nullptr, nullptr, words.data(), environment.data()))
    throw os::Error(fmt::format("{} cannot be started: {}", program, std::strerror(error)));
  // Ctrl-C is for the program; its supervisor tells how it ended.
  const auto before = std::signal(SIGINT, SIG_IGN);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::signal(SIGINT, before);
  try {
    return data::unpacked<simt_runtime::Seen>(os::read_text(report_file));
  } catch (const os::Error&) {  // the supervisor itself was ended
    simt_runtime::Seen seen;
    seen.exit_status =
        static_cast<uint64_t>(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
    if (seen.exit_status == 0) throw;
    return seen;
  }
}

}  // namespace try_program
