// Paths of this repository, the memory of this machine, files that others could write, programs that are ended.
#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "os/files.h"
#include "os/memory.h"
#include "os/process.h"
#include "os/repository.h"
#include "tests/catch.h"
#include "tests/program.h"

TEST_CASE("a path of the repository is told as one, wherever it was built", "[os]") {
  using os::relative_to_repository;
  REQUIRE(relative_to_repository(os::in_repository("kernels/reduce/v0.cu")) == "kernels/reduce/v0.cu");
  REQUIRE(relative_to_repository("/elsewhere/kernels/reduce/v0.cu") == "kernels/reduce/v0.cu");
  REQUIRE(relative_to_repository("/elsewhere/harness/ladder/stage/launch.h") ==
          "harness/ladder/stage/launch.h");
  REQUIRE(relative_to_repository("/elsewhere/harness/executor/tests/kernels/x.cu") ==
          "harness/executor/tests/kernels/x.cu");
  REQUIRE(relative_to_repository("/usr/include/math.h") == "/usr/include/math.h");
}

TEST_CASE("there is memory", "[os]") {
  REQUIRE(os::available_memory() > 1e6);
  REQUIRE(os::available_memory() < 1e15);
}

TEST_CASE("a file of the harness is known as one, also by the path of another clone") {
  CHECK(os::is_of_the_harness(os::in_repository("harness/executor/simt/language.h")));
  CHECK(os::is_of_the_harness("/another/clone/harness/executor/simt/language.h"));
  CHECK_FALSE(os::is_of_the_harness("/home/student/harness/mine.cu"));
  CHECK_FALSE(os::is_of_the_harness(os::in_repository("harness/executor/tests/programs/right/streams.cu")));
  CHECK_FALSE(os::is_of_the_harness(os::in_repository("kernels/reduce/00_v0_modulo.cu")));
}

TEST_CASE("a link or a pipe in the place of a file is not followed", "[os]") {
  const program::Folder folder;
  const std::string file = folder.file("seen.json");
  CHECK_FALSE(os::read_untrusted(file, 100));
  program::write(file, "what was seen");
  CHECK(os::read_untrusted(file, 100) == "what was seen");
  CHECK_FALSE(os::read_untrusted(file, 12));
  REQUIRE(symlink(file.c_str(), folder.file("link").c_str()) == 0);
  CHECK_FALSE(os::read_untrusted(folder.file("link"), 100));
  REQUIRE(mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  CHECK_FALSE(os::read_untrusted(folder.file("pipe"), 100));
  CHECK_FALSE(os::read_untrusted("/dev/zero", 100));
}

TEST_CASE("a program that is given up may tidy up, and is killed if it takes too long", "[os]") {
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
