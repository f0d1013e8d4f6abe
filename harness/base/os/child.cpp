#include "os/child.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "os/error.h"

extern char** environ;

namespace ladder::os {
namespace {

// For exec: adds the terminating null pointer.
std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  return all;
}

Ending ending(int status) {
  if (WIFSIGNALED(status)) return {128 + WTERMSIG(status), WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(std::string("no pipe: ") + std::strerror(errno));
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

pid_t spawn(const Start& start) {
  std::vector<char*> words = pointers(start.words), variables = pointers(start.variables);
  for (char** own = environ; !start.empty_environment && *own != nullptr; ++own) variables.push_back(*own);
  words.push_back(nullptr);
  variables.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!start.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, start.folder.c_str());
  int to = 0;
  for (const int from : start.descriptors) {
    if (from == kNothing)
      posix_spawn_file_actions_addopen(&actions, to, "/dev/null", O_RDWR, 0);
    else
      posix_spawn_file_actions_adddup2(&actions, from, to);
    ++to;
  }
  if (start.closes_others) posix_spawn_file_actions_addclosefrom_np(&actions, to);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  if (start.apart == Start::Apart::group) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  if (start.apart == Start::Apart::session) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);

  const std::string& file = start.file.empty() ? start.words[0] : start.file;
  pid_t child = 0;
  const int error = posix_spawnp(&child, file.c_str(), &actions, &attributes, words.data(), variables.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw Error(file + " cannot be started: " + std::strerror(error));
  return child;
}

Ending wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return ending(status);
}

std::optional<Ending> ending_of(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, WNOHANG) != child) return std::nullopt;
  return ending(status);
}

bool has_ended(pid_t child) {
  siginfo_t about{};
  return waitid(P_PID, static_cast<id_t>(child), &about, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         about.si_pid == child;
}

void kill_group(pid_t child) {
  kill(-child, SIGKILL);
  kill(child, SIGKILL);
}

ssize_t read_some(int from, std::string& text) {
  char buffer[1 << 16];
  const ssize_t got = read(from, buffer, sizeof buffer);
  if (got < 0) return errno == EINTR || errno == EAGAIN ? -1 : 0;
  text.append(buffer, static_cast<size_t>(got));
  return got;
}

bool write_all(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(to, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

std::string framed(std::string_view text, std::string_view mark) {
  const uint64_t length = text.size();
  std::string frame(mark);
  frame.append(reinterpret_cast<const char*>(&length), sizeof length);
  return frame += text;
}

uint64_t frame_length(const std::string& received) {
  uint64_t length = 0;
  if (received.size() >= sizeof length) std::memcpy(&length, received.data(), sizeof length);
  return length;
}

std::optional<std::string> take_frame(std::string& received, std::string_view mark) {
  uint64_t length = 0;
  const size_t header = mark.size() + sizeof length;
  if (received.size() < header || !received.starts_with(mark)) return std::nullopt;
  std::memcpy(&length, received.data() + mark.size(), sizeof length);
  if (received.size() - header < length) return std::nullopt;
  std::string text = received.substr(header, length);
  received.erase(0, header + length);
  return text;
}

}  // namespace ladder::os
