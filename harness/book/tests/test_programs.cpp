// The tasks of docs/program.md: each starting file is wrong, and its solution is right. Also tests
// a progress page.
#include "practice/program.h"

#include <unistd.h>

#include <filesystem>

#include "book/tests/answers.h"
#include "cli/practice.h"
#include "os/files.h"
#include "tests/catch.h"
#include "tests/program.h"

using namespace ladder;

namespace {

using namespace ladder::answers;

// In a folder of this process, because several tests write an answer to the same task at the same time.
Judgement run(const Exercise& e, const std::string& text) {
  const std::string folder = os::program_folder() + "/practice/tests/" + std::to_string(getpid()),
                    file = folder + "/" + e.id() + ".cu";
  std::filesystem::create_directories(std::filesystem::path(file).parent_path());
  program::write(file, text);
  Judgement judgement = practice::judge_program(e, file, text, {});
  std::filesystem::remove_all(folder);
  return judgement;
}

std::string solved(const Exercise& e) { return answered_text(e, *e.rung, "x.cu"); }

}  // namespace

TEST_CASE("the programs come after the first steps, with a task and hints", "[practice]") {
  const std::vector<Exercise> all = practice::with_programs(practice::exercises());
  const auto at =
      std::find_if(all.begin(), all.end(), [](const Exercise& e) { return e.id() == "program/bytes"; });
  REQUIRE(at != all.end());
  CHECK((at - 1)->rung->track() == "first");
  CHECK((at + 6)->rung->track() == "reduce");
  const std::string text = practice::starting_text(*at, "practice/program/bytes.cu");
  CHECK(contains(text, "// program/bytes · how much is copied\n"));
  CHECK(contains(text, "Judged by ./ladder try"));
  CHECK(contains(text, "input.data(), n, cudaMemcpyHostToDevice"));
  CHECK_FALSE(contains(text, "// Was: "));
  CHECK(at->hints.size() == 3);
}

TEST_CASE("every program's starting file is wrong, and every solution is right", "[long][exercises]") {
  for (const Exercise& e : practice::programs()) {
    const Judgement start = run(e, practice::starting_text(e, "x.cu")), end = run(e, solved(e));
    INFO(told(start) << told(end));
    CHECK_FALSE(start.reached);
    CHECK(mistake(start).find("builds") != 0);
    CHECK(end.reached);
  }
}

TEST_CASE("the program about errors must check its launch", "[exercises]") {
  const std::vector<Exercise> all = practice::programs();
  const auto e = std::find_if(all.begin(), all.end(), [](const Exercise& x) { return x.checks_launch; });
  REQUIRE(e != all.end());
  const std::string check = "check(cudaGetLastError());";
  for (const char* instead : {"", "cudaGetLastError();", "check(cudaDeviceSynchronize());"}) {
    const std::string said = mistake(run(*e, replaced(solved(*e), check, instead)));
    INFO(instead << ": " << said);
    CHECK(contains(said, "the program does not check whether the launch on line"));
  }
  CHECK(run(*e, replaced(solved(*e), check, "if (cudaPeekAtLastError() != cudaSuccess) return 1;")).reached);
}

TEST_CASE("every part that a program lacks is reported", "[exercises]") {
  const std::vector<Exercise> all = practice::programs();
  const Exercise& e = all.at(1);
  CHECK(contains(mistake(run(e, "int main() { retrun 0; }\n")), "does not build"));
  CHECK(contains(mistake(run(e, "int main() { return 0; }\n")), "no kernel is launched"));
  std::string fails = solved(e);
  CHECK(contains(mistake(run(e, fails.replace(fails.find("wrong == 0 ? 0 : 1"), 18, "3"))),
                 "the program exits with status 3"));
  for (const Exercise& each : {all.at(0), all.back()}) {
    const std::string nothing =
        "__global__ void nothing() {}\nint main() {\n  nothing<<<1, 1>>>();\n  return "
        "cudaDeviceSynchronize();\n}\n";
    const std::string said = mistake(run(each, nothing));
    INFO(each.id() << ": " << said);
    CHECK(contains(said, "the kernels move 0 bytes, but the task requires 8000"));
  }
  // The kernel does its work, but the host computes the answer.
  const std::string back = "check(cudaMemcpy(output.data(), device_output, bytes, cudaMemcpyDeviceToHost));";
  const Judgement made =
      run(e, replaced(solved(e), back, back + " for (float& value : output) value = 2.0f;"));
  INFO(told(made));
  CHECK(contains(mistake(made), "exits with status 0 even if its kernels do nothing"));
  const Judgement other = run(e, replaced(solved(e), "block = 256", "block = 128"));
  INFO(told(other));
  CHECK(other.reached);
}

TEST_CASE("a page shows the progress", "[practice]") {
  const std::string page =
      cli::progress_html({{"exercises",
                           {{{"id", "first/index"}, {"idea", "a < b"}, {"state", "reached"}},
                            {{"id", "first/stride"}, {"idea", "c"}, {"state", "begun"}},
                            {{"id", "reduce/v1"}, {"idea", "d"}, {"state", "not begun"}}}}});
  CHECK(contains(page, "<p class=\"sum\">1 of 3</p>"));
  CHECK(contains(page, "<h2>first <small>1 of 2</small></h2>"));
  CHECK(contains(page, "<li class=\"reached\" title=\"a &lt; b: reached\">✓ index</li>"));
  CHECK(contains(page, "<li class=\"open\" title=\"d: not begun\">v1</li>"));
  CHECK_FALSE(contains(page, "http"));
}
