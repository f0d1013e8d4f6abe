// The parts of the command line that need no run: numbers, names, and the difference of two files.
#include "cli/exit.h"
#include "cli/numbers.h"
#include "cli/select.h"
#include "cli/text_diff.h"
#include "stage/registry.h"
#include "tests/catch.h"

using cli::parse_counts;

namespace {

std::string complaint(const std::string& text) {
  try {
    parse_counts("--n", text);
  } catch (const cli::Failure& failure) {
    CHECK(failure.status == cli::bad_usage);
    return failure.what();
  }
  return "";
}

using Counts = std::vector<size_t>;
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("numbers as people write them") {
  CHECK(parse_counts("--n", "1048576") == Counts{1048576});
  CHECK(parse_counts("--n", "2^20") == Counts{1048576});
  CHECK(parse_counts("--n", "1e6") == Counts{1000000});
  CHECK(parse_counts("--n", "1.5e6") == Counts{1500000});
  CHECK(parse_counts("--n", "1.50e1") == Counts{15});
  CHECK(parse_counts("--n", "10Mi") == Counts{10 << 20});
  CHECK(parse_counts("--n", "3K") == Counts{3000});
  CHECK(parse_counts("--n", "10*2^20") == Counts{10 << 20});
  CHECK(parse_counts("--n", "0") == Counts{0});
  CHECK(parse_counts("--n", "2^0") == Counts{1});
  CHECK(parse_counts("--n", "2^31") == Counts{size_t{1} << 31});
  CHECK(parse_counts("--n", "1e5,2^4,7") == Counts{100000, 16, 7});
  CHECK(parse_counts("--n", "2^10:2^16:*4") == Counts{1024, 4096, 16384, 65536});
  CHECK(parse_counts("--n", "1:8") == Counts{1, 2, 4, 8});
  CHECK(parse_counts("--n", "0:100:+40") == Counts{0, 40, 80});
  CHECK(parse_counts("--n", "5:5:*2") == Counts{5});
}

TEST_CASE("what is not a number is refused in one line that says what would be") {
  for (const char* text : {"abc", "", "2^", "^2", "1e", "1.5", "0.5e0", "12x", "1,", ",", "1::2", "1:2:3:4",
                           "2**3", "1 000", "0x10", "1Mib", "nan", "inf", "1e-3"}) {
    INFO(text);
    const std::string line = complaint(text);
    CHECK(line.find("--n") == 0);
    CHECK(line.find('\n') == std::string::npos);
  }
  CHECK(complaint("-5").find("must not be negative") != std::string::npos);
  CHECK(complaint("abc").find("2^20") != std::string::npos);
  for (const char* text :
       {"2^64", "2^61", "1e30", "99999999999999999999999", "2^40*2^40", "2^999999999999", "9Ti*9Ti"}) {
    INFO(text);
    CHECK(complaint(text).find("too large") != std::string::npos);
  }
  CHECK(complaint("8:4").find("ends before it starts") != std::string::npos);
  CHECK(complaint("1:10:*1").find("never ends") != std::string::npos);
  CHECK(complaint("0:10:*2").find("never ends") != std::string::npos);
  CHECK(complaint("1:10:+0").find("never ends") != std::string::npos);
  CHECK(complaint("1:2^30:+1").find("more than") != std::string::npos);
}

TEST_CASE("block sizes") {
  CHECK(cli::parse_blocks("64,1024") == std::vector<unsigned>{64, 1024});
  for (const char* text : {"0", "48", "2048", "-64", "x", "", "64,", "64.0", "16"}) {
    INFO(text);
    CHECK_THROWS_AS(cli::parse_blocks(text), cli::Failure);
  }
}

TEST_CASE("names: tracks, stages, globs") {
  const Names all = cli::select({}, cli::Pitfalls::with_the_rest);
  const Names correct = cli::select({}, cli::Pitfalls::only_if_named);
  CHECK(all.size() > correct.size());
  CHECK(cli::select({"reduce/v1"}, cli::Pitfalls::only_if_named) == Names{"reduce/v1"});
  CHECK(cli::select({"reduce/v4*"}, cli::Pitfalls::only_if_named) ==
        Names{"reduce/v4", "reduce/v4.1", "reduce/v4.2"});
  // In lesson order, and each once.
  CHECK(cli::select({"reduce/v2", "reduce/v0", "reduce/v?", "reduce/v2"}, cli::Pitfalls::only_if_named)[0] ==
        "reduce/v0");
  CHECK(cli::select({"reduce", "reduce/v1"}, cli::Pitfalls::only_if_named) ==
        cli::select({"reduce"}, cli::Pitfalls::only_if_named));
  CHECK(cli::select({"ceiling/read"}, cli::Pitfalls::only_if_named) == Names{"ceiling/read"});
  CHECK_FALSE(cli::select({"pitfalls"}, cli::Pitfalls::only_if_named).empty());
  CHECK(cli::one_stage("reduce/v1").id == "reduce/v1");
  CHECK_THROWS_AS(cli::one_stage("reduce"), cli::Failure);
  CHECK_THROWS_AS(cli::one_stage("ceiling/read"), cli::Failure);
}

TEST_CASE("the nearest names are offered") {
  const Names names = {"reduce/v0", "reduce/v1", "scan/blelloch_padded", "scan/blelloch_blocked",
                       "reduce",    "scan"};
  CHECK(cli::nearest("reduce/v11", names)[0] == "reduce/v1");
  CHECK(cli::nearest("v1", names)[0] == "reduce/v1");
  CHECK(cli::nearest("redcue", names)[0] == "reduce");
  CHECK(cli::nearest("blelloch", names) == Names{"scan/blelloch_padded", "scan/blelloch_blocked"});
  CHECK(cli::nearest("REDUCE/V0", names)[0] == "reduce/v0");
  CHECK(cli::nearest("zzzzzzzz", names).empty());
  CHECK(cli::did_you_mean("reduce/vo", names).find("reduce/v0") != std::string::npos);
}

TEST_CASE("the difference of two files") {
  const auto of = [](const char* a, const char* b) {
    return cli::unified(cli::diff_lines(cli::lines_of(a), cli::lines_of(b)), "a", "b", false, 1);
  };
  CHECK(of("x\ny\n", "x\ny\n").empty());
  CHECK(of("x\n", "x") == "");
  CHECK(of("1\n2\n3\n4\n", "1\n2\nthree\n4\n") == "--- a\n+++ b\n@@ -2,3 +2,3 @@\n 2\n-3\n+three\n 4\n");
  CHECK(of("", "new\n") == "--- a\n+++ b\n@@ -0,0 +1,1 @@\n+new\n");
  CHECK(of("1\n2\n3\n4\n5\n6\n7\n", "0\n1\n2\n3\n4\n5\n6\n") ==
        "--- a\n+++ b\n@@ -1,1 +1,2 @@\n+0\n 1\n@@ -6,2 +7,1 @@\n 6\n-7\n");
}

TEST_CASE("an id of two files, or without a track, is a mistake") {
  stage::Stage a, b;
  a.id = b.id = "reduce/mine";
  a.file = "kernels/reduce/a.cu";
  b.file = "kernels/reduce/b.cu";
  CHECK(stage::registration_mistake({&a}).empty());
  CHECK(stage::registration_mistake({&a, &b}).find("a.cu and kernels/reduce/b.cu") != std::string::npos);
  for (const char* id : {"mine", "/mine", "reduce/", ""}) {
    b.id = id;
    CHECK(stage::registration_mistake({&a, &b}).find("track/stage") != std::string::npos);
  }
}
