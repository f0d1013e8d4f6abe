// Tests the sandbox, in case a submission evades the list of forbidden words: walls.cpp tries to escape.
#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "bench/kernel_process.h"
#include "os/process.h"
#include "os/repository.h"
#include "practice/sandbox.h"
#include "practice/remote_runner.h"
#include "tests/catch.h"
#include "tests/program.h"

using namespace ladder;

namespace {

constexpr const char* kCanary = "a-canary-of-the-walls";

struct Listening {  // a port on this machine that could be reached from outside the sandbox
  int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  unsigned port = 0;
  Listening() {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    bind(socket, reinterpret_cast<sockaddr*>(&at), size);
    listen(socket, 8);
    getsockname(socket, reinterpret_cast<sockaddr*>(&at), &size);
    port = ntohs(at.sin_port);
  }
  ~Listening() { close(socket); }
};

// The folder with the program, and a secret file in the folder above it.
struct Walls {
  program::Folder top;
  std::string folder = top.file("own"), secret = top.file("secret");
  Listening listening;
  Walls() {
    // The user that grading switches to can reach the secret, so the file mode is not what protects
    // it.
    chmod(top.path.c_str(), 0755);
    std::filesystem::create_directory(folder);
    program::write(secret, "secret");
    chmod(secret.c_str(), 0644);
    practice::give_to_builder(folder);
    std::vector<std::string> compiler = {"c++",
                                         "-std=c++20",
                                         "-O1",
                                         "-D_GNU_SOURCE",
                                         "-o",
                                         folder + "/walls",
                                         os::in_repository("harness/book/tests/walls/walls.cpp")};
    for (const auto& [name, value] : {std::pair{"CANARY", std::string(kCanary)},
                                      {"SECRET", secret},
                                      {"FOLDER", folder},
                                      {"REPOSITORY", os::repository()}})
      compiler.push_back(fmt::format("-D{}=\"{}\"", name, value));
    compiler.push_back(fmt::format("-DPORT={}", listening.port));
    const os::Ended built = os::run_programs({compiler}).front();
    INFO(built.output);
    REQUIRE(built.status == 0);
  }
};

// Runs the attempt as remote_runner.cpp runs a submission: with the same filter, descriptors and environment.
bool holds_when_it_runs(const Walls& walls, const std::string& attempt, const practice::Wrap& wrap) {
  practice::RemoteRunner held(walls.folder + "/walls", [&](const std::string& line, practice::Doing doing) {
    return wrap(line + " " + attempt, doing);
  });
  try {
    held.stages(false);
  } catch (const bench::Ended& ended) {
    return ended.error == "the program's answer is invalid";
  }
  return false;
}

bool holds_when_it_is_built(const Walls& walls, const std::string& attempt) {
  const practice::Command command = practice::confined_to(walls.folder)(
      fmt::format("'{}/walls' {} building", walls.folder, attempt), practice::Doing::building);
  os::Running how;
  how.empty_environment = command.empty_environment;
  return os::run_programs({command.words}, how).front().status == 0;
}

// Users other than root are not switched.
practice::Wrap as_nobody(const practice::Wrap& wrap) {
  return [wrap](const std::string& line, practice::Doing doing) {
    practice::Command command = wrap(line, doing);
    const auto own = std::find(command.words.begin(), command.words.end(), "prlimit");
    std::vector<std::string> words = {"setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"};
    words.insert(words.end(), own, command.words.end());
    command.words = words;
    return command;
  };
}

const char* const kWhenItRuns[] = {
    "b01_environ",   "b02_passwd",  "b02_secret",       "b02_repository",   "b02_system",
    "b02_kill",      "b02_ptrace",  "b02_network",      "b03_descriptor",   "b04_unshare",
    "b04_mount",     "b04_remount", "b04_settings",     "b05_core_pattern", "b18_pause",
    "b20_processes", "b20_vfork",   "b21_memory_files", "b22_files",        "b22_own_program",
    "b26_daemon",    "raw_socket",  "raw_socketpair",   "raw_pipe",         "raw_openat2",
    "raw_io_uring",  "raw_bpf",     "raw_keys",         "raw_other_memory", "raw_personality",
    "raw_users",
#ifdef __x86_64__
    "raw_x32",
#endif
    "own_code"};
// A compiler starts processes, waits for them, and creates files in its folder.
const char* const kWhenItIsBuilt[] = {"b01_environ",    "b02_passwd",   "b02_secret",
                                      "b02_repository", "b02_system",   "b02_network",
                                      "b03_descriptor", "b04_settings", "b05_core_pattern"};

TEST_CASE("the sandbox confines a submission even if its text is not checked", "[grading][walls]") {
  if (const std::string why = practice::no_confinement(); !why.empty()) SKIP_TEST(why);
  setenv("LADDER_CANARY", kCanary, 1);
  const int left_open = open("/dev/null", O_WRONLY);  // an open descriptor, like that of a shell's 7>file
  REQUIRE(dup2(left_open, 7) == 7);
  const Walls walls;
  const practice::Wrap confined = practice::confined_to(walls.folder);
  CHECK_FALSE(holds_when_it_runs(walls, "nothing", confined));
  CHECK_FALSE(holds_when_it_is_built(walls, "nothing"));
  // Without the sandbox, most attempts succeed, so this really tests the sandbox.
  for (const char* attempt :
       {"b02_passwd", "b02_secret", "b02_network", "b20_processes", "b22_files", "raw_pipe"}) {
    INFO(attempt);
    CHECK_FALSE(holds_when_it_runs(walls, attempt, practice::unconfined));
  }
  std::filesystem::remove(walls.folder + "/x");
  for (const char* attempt : kWhenItRuns) {
    INFO(attempt);
    CHECK(holds_when_it_runs(walls, attempt, confined));
    if (geteuid() == 0) CHECK(holds_when_it_runs(walls, attempt, as_nobody(confined)));
  }
  for (const char* attempt : kWhenItIsBuilt) {
    INFO(attempt);
    CHECK(holds_when_it_is_built(walls, attempt));
  }
  close(left_open);
  close(7);
  unsetenv("LADDER_CANARY");
}

}  // namespace
