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
