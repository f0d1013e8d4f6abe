// Kernel files that do not compile: each is a row that says why, and stops no other. kernels/broken.cu is one.
#include <cstdlib>

#include "bench/plan.h"
#include "bench/rows.h"
#include "cli/exit.h"
#include "cli/select.h"
#include "os/repository.h"
#include "stage/broken.h"
#include "tests/catch.h"
#include "tests/program.h"
#include "tests/words.h"

namespace {

struct NoProgress : bench::Progress {
  void update(const std::string&, size_t, size_t) override {}
};

// Compiles `source` as CMake would with g++ alone, and returns the exit status.
int compile(const program::Folder& folder, const std::string& source) {
  program::write(folder.file("kernel.cu"), source);
  const std::string script = os::in_repository("cmake/kernel_object.sh");
  const std::string line =
      "cd '" + folder.path.string() + "' && '" + script +
      "' simt g++ g++ -I. -x c++ -MD -MT o -MF deps.d -o kernel.cu.o -c kernel.cu 2>said";
  return std::system(line.c_str());
}

}  // namespace

TEST_CASE("the kernels all compile") {
  for (const stage::Broken& broken : stage::broken(stage::Build::simt)) {
    INFO(broken.said);
    CHECK(broken.id == "test/broken");
  }
}

TEST_CASE("a kernel file that does not compile is a row that says why") {
  const stage::Broken* broken = stage::find_broken(stage::Build::simt, "test/broken");
  REQUIRE(broken != nullptr);
  CHECK(broken->file == "harness/tests/kernels/broken.cu");
  CHECK_THAT(broken->first_message(), starts_with("harness/tests/kernels/broken.cu:8: "));
  CHECK_THAT(broken->first_message(), contains("nowhere"));
  CHECK(stage::find_stage(stage::Build::simt, "test/broken") == nullptr);

  bench::Plan plan;
  plan.ids = {"test/broken"};
  plan.backends = {bench::Backend::simt};
  NoProgress progress;
  for (const auto work : {bench::run, bench::check}) {
    const std::vector<bench::Result> rows = work(plan, progress);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].id == "test/broken");
    CHECK(rows[0].verdict.status == check::Status::does_not_compile);
    CHECK_THAT(rows[0].verdict.message, contains("broken.cu:8: "));
    CHECK_FALSE(rows[0].hazards);
  }
  CHECK(cli::select({"test/bro*"}, cli::Pitfalls::with_the_rest) == plan.ids);
  CHECK_THROWS_AS(cli::one_stage("test/broken"), cli::Failure);
}

TEST_CASE("the first error of what a compiler said") {
  CHECK(
      stage::first_error("x/kernels/reduce/a.cu: In function 'f':\nx/kernels/reduce/a.cu:5:3: error: no such "
                         "thing\n    5 | x\nx/kernels/reduce/a.cu:9:1: error: another\n",
                         "kernels/reduce/a.cu") == "kernels/reduce/a.cu:5: no such thing");
  CHECK(stage::first_error("/r/kernels/reduce/a.cu(12): error: identifier \"x\" is undefined\n", "f") ==
        "kernels/reduce/a.cu:12: identifier \"x\" is undefined");
  CHECK(stage::first_error("a.cu:1:10: fatal error: no.h: No such file\n", "f") ==
        "a.cu:1: no.h: No such file");
  CHECK(stage::first_error("g++: internal compiler error\n", "kernels/a.cu") ==
        "kernels/a.cu: g++: internal compiler error");
}

TEST_CASE(
    "the object of a file that does not compile has what the compiler said, and is made anew after a "
    "change") {
  const program::Folder folder;
  program::write(folder.file("other.h"), "int there;\n");
  CHECK(compile(folder, "#include \"other.h\"\nint f() { return there; }\n") == 0);
  CHECK(program::slurp(folder.file("said")).empty());

  CHECK(compile(folder, "#include \"other.h\"\nint f() { return \"\\\\\" + missing; }\n") == 0);
  CHECK(program::slurp(folder.file("said")).empty());  // the program tells it
  CHECK_THAT(program::slurp(folder.file("kernel.cu.o")), contains("missing"));
  CHECK_THAT(program::slurp(folder.file("deps.d")), contains("other.h"));

  // Without a source there is no kernel to leave out.
  const std::string script = os::in_repository("cmake/kernel_object.sh");
  CHECK(std::system(("'" + script + "' simt g++ false 2>/dev/null").c_str()) != 0);
}
