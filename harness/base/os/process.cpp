#include "os/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "os/error.h"
#include "os/interrupt.h"

extern char** environ;

namespace os {

std::optional<std::string> output_of(const std::vector<std::string>& program_and_arguments) {
  std::vector<char*> arguments;
  for (const std::string& argument : program_and_arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);

  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);

  std::string output;
  char buffer[4096];
  for (ssize_t got; error == 0 && (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    output.append(buffer, static_cast<size_t>(got));
  close(ends[0]);
  int status = 0;
  if (error != 0 || waitpid(child, &status, 0) != child || status != 0) return std::nullopt;
  return output;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

namespace {

struct Program {
  pid_t pid = 0;
  int output = -1;  // read end; -1 once it is closed
  Ended ended;
};

Program start(const std::vector<std::string>& words, const Running& how) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(std::string("no pipe: ") + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!how.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, how.folder.c_str());
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);  // also what the shell had left open
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  Program program;
  char* none[] = {nullptr};
  const int error = posix_spawnp(&program.pid, arguments[0], &actions, &attributes, arguments.data(),
                                 how.empty_environment ? none : environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  program.output = ends[0];
  if (error != 0) {
    close(ends[0]);
    throw Error(words[0] + " cannot be started: " + std::strerror(error));
  }
  return program;
}

void end(std::vector<Program>& programs) {
  for (Program& p : programs) {
    kill(-p.pid, SIGKILL);
    if (p.output >= 0) close(p.output);
    p.output = -1;
  }
}

void read_some(Program& p, const Running& how) {
  char buffer[65536];
  const ssize_t got = read(p.output, buffer, sizeof buffer);
  if (got < 0 && errno == EINTR) return;
  if (got > 0) {
    const size_t room = how.most_output - std::min(how.most_output, p.ended.output.size());
    const size_t kept = std::min(static_cast<size_t>(got), room);
    p.ended.output.append(buffer, kept);
    if (how.said && kept > 0) how.said({buffer, kept});
    return;
  }
  close(p.output);
  p.output = -1;
}

}  // namespace

size_t memory_of(const std::vector<int>& processes) {
  struct Process {
    pid_t parent;
    size_t pages;
  };
  std::map<pid_t, Process> all;
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", gone)) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    std::ifstream stat(entry.path() / "stat"), statm(entry.path() / "statm");
    std::string text;
    size_t total = 0, resident = 0, of_files = 0;
    if (pid == 0 || !std::getline(stat, text) || !(statm >> total >> resident >> of_files)) continue;
    const size_t after_name = text.rfind(')');  // "12 (a name) S 7 …"
    if (after_name != std::string::npos && after_name + 4 < text.size())
      all[pid] = {std::atoi(text.c_str() + after_name + 4), resident - std::min(resident, of_files)};
  }
  size_t pages = 0;
  for (const auto& [pid, process] : all)
    for (pid_t up = pid; up > 1; up = all.count(up) != 0 ? all[up].parent : 0)
      if (std::find(processes.begin(), processes.end(), up) != processes.end()) {
        pages += process.pages;
        break;
      }
  return pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

std::vector<Ended> run_programs(const std::vector<std::vector<std::string>>& words, const Running& how) {
  const CatchInterrupts interrupts;
  std::vector<Program> programs;
  try {
    for (const std::vector<std::string>& one : words) programs.push_back(start(one, how));
  } catch (const Error&) {
    end(programs);
    for (const Program& p : programs) waitpid(p.pid, nullptr, 0);
    throw;
  }
  using Clock = std::chrono::steady_clock;
  bool given_up = false, too_large = false, too_slow = false;
  const Clock::time_point started = Clock::now();
  Clock::time_point given_up_at;
  std::vector<int> pids;
  for (const Program& p : programs) pids.push_back(p.pid);
  Clock::time_point look_again{};
  while (true) {
    std::vector<pollfd> open;
    std::vector<Program*> whose;
    for (Program& p : programs)
      if (p.output >= 0) {
        open.push_back({p.output, POLLIN, 0});
        whose.push_back(&p);
      }
    if (open.empty()) break;
    if (poll(open.data(), open.size(), 100) > 0)
      for (size_t i = 0; i < open.size(); ++i)
        if (open[i].revents != 0) read_some(*whose[i], how);
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
  if (given_up) end(programs);  // what closed its output, and goes on
  std::vector<Ended> ended;
  for (Program& p : programs) {
    int status = 0;
    while (waitpid(p.pid, &status, 0) < 0 && errno == EINTR) {
    }
    p.ended.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
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

}  // namespace os
