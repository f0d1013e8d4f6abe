#include "os/process.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "os/child.h"
#include "os/error.h"
#include "os/interrupt.h"
#include "os/memory.h"

namespace ladder::os {

std::optional<std::string> output_of(const std::vector<std::string>& program_and_arguments) {
  try {
    Pipe pipe = make_pipe();
    const pid_t child =
        spawn({.words = program_and_arguments, .descriptors = {kNothing, *pipe.write_end, kNothing}});
    pipe.write_end.close();
    std::string output;
    while (read_some(*pipe.read_end, output) != 0) {
    }
    pipe.read_end.close();
    if (wait_for(child).status == 0) return output;
  } catch (const Error&) {
  }
  return std::nullopt;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

namespace {

struct Program {
  pid_t pid = 0;
  Descriptor output;  // the read end of the program's output, until the output ends
  Ended ended;
};

Program start(const std::vector<std::string>& words, const Running& how) {
  Pipe output = make_pipe();
  Program program;
  program.pid = spawn({.words = words,
                       .folder = how.folder,
                       .descriptors = {kNothing, *output.write_end, *output.write_end},
                       .closes_others = true,  // including the descriptors that the shell had left open
                       .empty_environment = how.empty_environment,
                       .apart = Start::Apart::group});
  program.output = std::move(output.read_end);
  return program;
}

void end(std::vector<Program>& programs) {
  for (Program& p : programs) {
    kill_group(p.pid);
    p.output.close();
  }
}

void take_some(Program& p, const Running& how) {
  std::string piece;
  if (read_some(*p.output, piece) == 0) p.output.close();
  piece.resize(std::min(piece.size(), how.most_output - std::min(how.most_output, p.ended.output.size())));
  p.ended.output += piece;
  if (how.said && !piece.empty()) how.said(piece);
}

}  // namespace

std::vector<Ended> run_programs(const std::vector<std::vector<std::string>>& words, const Running& how) {
  const CatchInterrupts interrupts;
  std::vector<Program> programs;
  try {
    for (const std::vector<std::string>& one : words) programs.push_back(start(one, how));
  } catch (const Error&) {
    end(programs);
    for (const Program& p : programs) wait_for(p.pid);
    throw;
  }
  using Clock = std::chrono::steady_clock;
  bool given_up = false, too_large = false, too_slow = false;
  const Clock::time_point started = Clock::now();
  Clock::time_point given_up_at;
  std::vector<int> pids;
  for (const Program& p : programs) pids.push_back(p.pid);
  Clock::time_point look_again{};
  int pause = 1;  // ms
  while (true) {
    std::vector<pollfd> open;
    std::vector<Program*> whose;
    bool silent = false;  // a program has closed its output but is still running
    for (Program& p : programs)
      if (p.output) {
        open.push_back({*p.output, POLLIN, 0});
        whose.push_back(&p);
      } else if (!has_ended(p.pid)) {
        silent = true;
      }
    if (open.empty() && !silent) break;
    pause = silent ? std::min(2 * pause, 100) : 1;  // most programs end immediately
    if (poll(open.data(), open.size(), silent ? pause : 100) > 0)
      for (size_t i = 0; i < open.size(); ++i)
        if (open[i].revents != 0) take_some(*whose[i], how);
    if (given_up || CatchInterrupts::caught() || (how.give_up && how.give_up())) {
      if (!given_up) {
        given_up_at = Clock::now();
        for (const Program& p : programs) kill(p.pid, SIGTERM);
      }
      given_up = true;
      if (Clock::now() - given_up_at >= std::chrono::duration<double>(how.to_tidy_up)) end(programs);
    }
    if (how.most_memory > 0 && Clock::now() > look_again && memory_of(pids) > how.most_memory) {
      too_large = true;
      end(programs);
    }
    if (how.most_seconds > 0 && Clock::now() - started > std::chrono::duration<double>(how.most_seconds)) {
      too_slow = true;
      end(programs);
    }
    if (Clock::now() > look_again) look_again = Clock::now() + std::chrono::milliseconds(100);
  }
  if (given_up) end(programs);  // including processes that they have started and that are still running
  std::vector<Ended> ended;
  for (Program& p : programs) {
    p.ended.status = wait_for(p.pid).status;
    p.ended.given_up = given_up;
    p.ended.too_large = too_large;
    p.ended.too_slow = too_slow;
    ended.push_back(std::move(p.ended));
  }
  if (CatchInterrupts::caught()) throw Interrupted();
  return ended;
}

std::string program_folder() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
}

std::string work_folder() {
  const std::string folder = program_folder();
  if (access(folder.c_str(), W_OK) == 0) return folder;
  const auto is_path = [](const char* value) { return value != nullptr && *value == '/'; };
  const char *cache = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
  if (!is_path(cache) && !is_path(home))
    throw Error(fmt::format(
        "cannot write to {}, and there is no home folder: set HOME or XDG_CACHE_HOME, or LADDER_BUILD=FOLDER",
        folder));
  const std::string above =
      (is_path(cache) ? std::string(cache) : std::string(home) + "/.cache") + "/warp-ladder";
  const std::string its = fmt::format("{}/{:016x}", above, std::hash<std::string>()(folder));
  std::error_code error;
  std::filesystem::create_directories(its, error);
  if (error || access(its.c_str(), W_OK) != 0)
    throw Error(fmt::format("cannot write to {}, nor to {}: set XDG_CACHE_HOME, or LADDER_BUILD=FOLDER",
                            folder, its));
  return its;
}

}  // namespace ladder::os
