// Paths in this repository, memory, files that other users could write, and how programs start and end.
#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "os/child.h"
#include "os/error.h"
#include "os/files.h"
#include "os/memory.h"
#include "os/process.h"
#include "os/repository.h"
#include "tests/catch.h"
#include "tests/program.h"
#include "tests/texts.h"

using namespace ladder;

TEST_CASE("a path in the repository is recognised, wherever it was built", "[os]") {
  using os::relative_to_repository;
  REQUIRE(relative_to_repository(os::in_repository("kernels/reduce/v0.cu")) == "kernels/reduce/v0.cu");
  REQUIRE(relative_to_repository("/elsewhere/kernels/reduce/v0.cu") == "kernels/reduce/v0.cu");
  REQUIRE(relative_to_repository("/elsewhere/harness/ladder/stage/launch.h") ==
          "harness/ladder/stage/launch.h");
  REQUIRE(relative_to_repository("/elsewhere/harness/executor/tests/kernels/x.cu") ==
          "harness/executor/tests/kernels/x.cu");
  REQUIRE(relative_to_repository("/usr/include/math.h") == "/usr/include/math.h");
}

TEST_CASE("the available memory and the memory of a process are measured", "[os]") {
  REQUIRE(os::available_memory() > 1e6);
  REQUIRE(os::available_memory() < 1e15);
  REQUIRE(os::resident_memory(getpid()) > 1e6);
  REQUIRE(os::memory_of({getpid()}) <= os::resident_memory(getpid()));
  REQUIRE(os::resident_memory(-1) == 0);
}

TEST_CASE("a harness file is recognised, even if its path is in another clone") {
  CHECK(os::is_of_the_harness(os::in_repository("harness/executor/simt/language.h")));
  CHECK(os::is_of_the_harness("/another/clone/harness/executor/simt/language.h"));
  CHECK_FALSE(os::is_of_the_harness("/home/student/harness/mine.cu"));
  CHECK_FALSE(os::is_of_the_harness(os::in_repository("harness/executor/tests/programs/right/streams.cu")));
  CHECK_FALSE(os::is_of_the_harness(os::in_repository("kernels/reduce/00_v0_modulo.cu")));
}

TEST_CASE("a link or a pipe in place of a file is not followed", "[os]") {
  const program::Folder folder;
  const std::string file = folder.file("seen.json");
  CHECK_FALSE(os::read_untrusted(file, 100));
  program::write(file, "");
  CHECK(os::read_untrusted(file, 100) == "");
  program::write(file, "what was seen");
  CHECK(os::read_untrusted(file, 100) == "what was seen");
  CHECK_FALSE(os::read_untrusted(file, 12));
  REQUIRE(symlink(file.c_str(), folder.file("link").c_str()) == 0);
  CHECK_FALSE(os::read_untrusted(folder.file("link"), 100));
  REQUIRE(mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  CHECK_FALSE(os::read_untrusted(folder.file("pipe"), 100));
  CHECK_FALSE(os::read_untrusted("/dev/zero", 100));
}

TEST_CASE("a stopped program may clean up, but is killed if it takes too long", "[os]") {
  const program::Folder folder;
  const auto begun = [&] { return std::filesystem::exists(folder.file("begun")); };
  os::Running how;
  how.folder = folder.path.string();
  how.give_up = begun;
  how.to_tidy_up = 20;
  const auto run = [&](const std::string& trap) {
    return os::run_programs({{"sh", "-c", "trap '" + trap + "' TERM; > begun; while :; do sleep 0.02; done"}},
                            how)
        .at(0);
  };
  CHECK(run("> tidied; exit 3").given_up);
  CHECK(std::filesystem::exists(folder.file("tidied")));
  how.to_tidy_up = 0.3;
  const auto start = std::chrono::steady_clock::now();
  CHECK(run("").status == 128 + SIGKILL);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

TEST_CASE("a program that has closed its output can still be stopped", "[os]") {
  const std::vector<std::vector<std::string>> silent = {{"sh", "-c", "exec > /dev/null 2>&1; sleep 60"}};
  const auto start = std::chrono::steady_clock::now();
  os::Running slow;
  slow.most_seconds = 0.3;
  CHECK(os::run_programs(silent, slow).at(0).too_slow);
  os::Running unwanted;
  unwanted.give_up = [] { return true; };
  CHECK(os::run_programs(silent, unwanted).at(0).given_up);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
  CHECK(os::run_programs({{"sh", "-c", "exec > /dev/null 2>&1; sleep 0.3; exit 3"}}).at(0).status == 3);
}

namespace {

struct Said {
  std::string text;
  os::Ending ending;
};
Said said_by(os::Start start) {
  os::Pipe pipe = os::make_pipe();
  start.descriptors = {os::kNothing, *pipe.write_end, os::kNothing};
  const pid_t child = os::spawn(start);
  pipe.write_end.close();
  Said said;
  while (os::read_some(*pipe.read_end, said.text) != 0) {
  }
  said.ending = os::wait_for(child);
  return said;
}
Said said_by_shell(const std::string& line, os::Start start = {}) {
  start.words = {"sh", "-c", line};
  return said_by(start);
}

}  // namespace

TEST_CASE("the exit status of a started program is reported as a shell would report it", "[os]") {
  CHECK(said_by_shell("exit 3").ending.status == 3);
  CHECK(said_by_shell("exit 3").ending.signal == 0);
  CHECK(said_by_shell("exit 137").ending.signal == 0);
  CHECK(said_by_shell("kill -9 $$").ending.status == 137);
  CHECK(said_by_shell("kill -9 $$").ending.signal == SIGKILL);
  const pid_t child = os::spawn({.words = {"sleep", "100"}, .apart = os::Start::Apart::group});
  CHECK_FALSE(os::ending_of(child));
  os::kill_group(child);
  CHECK(os::wait_for(child).signal == SIGKILL);
  CHECK_THROWS_WITH(os::spawn({.words = {"no-such-program"}}),
                    "no-such-program cannot be started: No such file or directory");
}

TEST_CASE("a program runs in the given folder, with the given name and environment variables", "[os]") {
  const program::Folder folder;
  CHECK(said_by_shell("pwd -P", {.folder = folder.path.string()}).text ==
        std::filesystem::canonical(folder.path).string() + "\n");
  CHECK(said_by({.words = {"called", "-c", "echo $0"}, .file = "/bin/sh"}).text == "called\n");
  CHECK(said_by({.words = {"env"}, .empty_environment = true}).text.empty());
  CHECK(said_by({.words = {"env"}, .empty_environment = true, .variables = {"A=1"}}).text == "A=1\n");
  CHECK(said_by({.words = {"env"}, .variables = {"A=1"}}).text.starts_with("A=1\n"));
  CHECK(said_by({.words = {"env"}}).text.find("PATH=") != std::string::npos);
}

TEST_CASE("a program inherits no other descriptors if inheriting is disabled", "[os]") {
  const os::Descriptor open(dup(STDERR_FILENO));
  const std::string has_it = "test -e /proc/$$/fd/" + std::to_string(*open);
  CHECK(said_by_shell(has_it).ending.status == 0);
  CHECK(said_by_shell(has_it, {.closes_others = true}).ending.status == 1);
}

TEST_CASE("a program gets its own group or session on request", "[os]") {
  using enum os::Start::Apart;
  const auto leads = [](os::Start::Apart apart) {
    return said_by_shell(
               "read -r pid name state parent group session rest </proc/$$/stat; "
               "test $group = $pid && echo group; test $session = $pid && echo session",
               {.apart = apart})
        .text;
  };
  CHECK(leads(no).empty());
  CHECK(leads(group) == "group\n");
  CHECK(leads(session) == "group\nsession\n");
}

TEST_CASE("strings sent through a pipe arrive complete, in order, and after their mark", "[os]") {
  const std::string binary("a\0b", 3);
  std::string received = os::framed(binary) + os::framed("") + os::framed("third");
  received.pop_back();
  CHECK(os::frame_length(received) == 3);
  CHECK(os::take_frame(received) == binary);
  CHECK(os::take_frame(received) == "");
  CHECK_FALSE(os::take_frame(received));
  received += 'd';
  CHECK(os::take_frame(received) == "third");
  CHECK(received.empty());
  CHECK(os::frame_length(received) == 0);

  received = os::framed("one", "mark") + "last words";
  CHECK(os::take_frame(received, "mark") == "one");
  CHECK_FALSE(os::take_frame(received, "mark"));
  CHECK(received == "last words");
}

TEST_CASE("files opened without following links stay in their folder, and a link is reported", "[os]") {
  namespace fs = std::filesystem;
  const program::Folder folder;
  program::write(folder.file("secret"), "a secret\n");
  fs::create_directories(folder.path / "real");
  fs::create_symlink(folder.path / "secret", folder.path / "link.cu");
  fs::create_symlink(folder.path / "nowhere", folder.path / "dangling.cu");
  fs::create_directory_symlink(folder.path / "real", folder.path / "linked");
  const auto why = [](const auto& work) -> std::string {
    try {
      work();
    } catch (const os::Error& error) {
      return error.what();
    }
    return "";
  };
  for (const char* name : {"link.cu", "dangling.cu", "linked/a.cu"}) {
    INFO(name);
    CHECK(os::is_linked(folder.file(name)));
    CHECK(contains(why([&] { os::read_unlinked(folder.file(name)); }), "symbolic link"));
    CHECK(contains(why([&] { os::write_unlinked(folder.file(name), "x"); }), "symbolic link"));
  }
  CHECK(os::read_text(folder.file("secret")) == "a secret\n");
  CHECK_FALSE(fs::exists(folder.path / "nowhere"));
  CHECK(fs::is_empty(folder.path / "real"));

  const std::string file = folder.file("new/folder/a.cu");
  CHECK_FALSE(os::is_linked(file));
  os::write_unlinked(file, "one", true);
  CHECK_THROWS_AS(os::write_unlinked(file, "two", true), os::Error);
  CHECK(os::read_unlinked(file) == "one");
  fs::permissions(file, fs::perms::owner_all);
  os::write_unlinked(file, "three");
  CHECK(os::read_unlinked(file, 5) == "three");
  CHECK(fs::status(file).permissions() == fs::perms::owner_all);
  CHECK_THROWS_AS(os::read_unlinked(file, 4), os::Error);
  CHECK_THROWS_AS(os::read_unlinked(folder.file("real")), os::Error);
  for (const auto& entry : fs::directory_iterator(folder.path / "new/folder"))
    CHECK(entry.path().filename() == "a.cu");
}
