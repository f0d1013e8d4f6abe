#include "os/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

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

}  // namespace os
