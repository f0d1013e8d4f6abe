// Paths of this repository, and the memory of this machine.
#include "os/memory.h"
#include "os/repository.h"
#include "tests/catch.h"

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
