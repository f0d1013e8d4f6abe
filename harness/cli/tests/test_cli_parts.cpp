// The parts of the command line that need no run: numbers, names, and the difference between two files.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "cli/annotations.h"
#include "cli/exit.h"
#include "cli/measuring.h"
#include "cli/numbers.h"
#include "cli/practice_files.h"
#include "cli/print.h"
#include "cli/select.h"
#include "look/source.h"
#include "text/text_diff.h"
#include "os/error.h"
#include "os/repository.h"
#include "text/nearest.h"
#include "stage/registry.h"
#include "tests/catch.h"
#include "tests/program.h"
#include "text/lines.h"
#include "text/printable.h"

using namespace ladder;

using cli::parse_counts;

namespace {

std::string complaint(const std::string& text) {
  try {
    parse_counts("--n", text);
  } catch (const os::Error& error) {
    return error.what();
  }
  return "";
}

using Counts = std::vector<size_t>;
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a kernel that does not compile counts as a wrong result, alone or among others") {
  bench::Result good, broken;
  good.block = broken.block = 256;
  good.verdict.status = check::Status::correct;
  broken.verdict.status = check::Status::does_not_compile;
  for (const std::vector<bench::Result>& rows : {std::vector{broken}, {broken, broken}, {good, broken}})
    CHECK(cli::status_of(rows, cli::tally(rows)) == cli::wrong_result);
  CHECK(cli::status_of({good}, cli::tally({good})) == cli::good);
}

TEST_CASE("text for a terminal has no control characters, and does not change the writing direction") {
  CHECK(text::printable("a\tb\n\033[2Jc\177d\302\233e") ==
        "a\tb\n\357\277\275[2Jc\357\277\275d\357\277\275e");
  CHECK(text::printable("\342\200\256x") == "\357\277\275x");
  CHECK(text::printable("ü × \360\237\230\200") == "ü × \360\237\230\200");
  CHECK(text::printable("\377\303") == "\357\277\275\357\277\275");
}

TEST_CASE("numbers are parsed in the forms in which users write them") {
  CHECK(parse_counts("--n", "1048576") == Counts{1048576});
  CHECK(parse_counts("--n", "2^20") == Counts{1048576});
  CHECK(parse_counts("--n", "1e6") == Counts{1000000});
  CHECK(parse_counts("--n", "1.5e6") == Counts{1500000});
  CHECK(parse_counts("--n", "1.50e1") == Counts{15});
  CHECK(parse_counts("--n", "10Mi") == Counts{10 << 20});
  CHECK(parse_counts("--n", "3K") == Counts{3000});
  CHECK(parse_counts("--n", "10*2^20") == Counts{10 << 20});
  CHECK(parse_counts("--n", "2^31+1") == Counts{(size_t{1} << 31) + 1});
  CHECK(parse_counts("--n", "3*2^4+5*2+1,1e+3+1") == Counts{59, 1001});
  CHECK(parse_counts("--n", "2^4+1:2^4+3:+1") == Counts{17, 18, 19});
  CHECK(parse_counts("--n", "0") == Counts{0});
  CHECK(parse_counts("--n", "2^0") == Counts{1});
  CHECK(parse_counts("--n", "2^31") == Counts{size_t{1} << 31});
  CHECK(parse_counts("--n", "1e5,2^4,7") == Counts{100000, 16, 7});
  CHECK(parse_counts("--n", "2^10:2^16:*4") == Counts{1024, 4096, 16384, 65536});
  CHECK(parse_counts("--n", "1:8") == Counts{1, 2, 4, 8});
  CHECK(parse_counts("--n", "0:100:+40") == Counts{0, 40, 80});
  CHECK(parse_counts("--n", "5:5:*2") == Counts{5});
}

TEST_CASE("an invalid number is refused in one line that gives a valid form") {
  for (const char* text : {"abc", "",    "2^",   "^2",      "1e",   "1.5",   "0.5e0", "12x",
                           "1,",  ",",   "1::2", "1:2:3:4", "2**3", "1 000", "0x10",  "1Mib",
                           "nan", "inf", "1e-3", "2^31+",   "+1",   "1++1",  "1e+",   "2^59+2^59+2^59"}) {
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

TEST_CASE("block sizes are parsed") {
  CHECK(cli::parse_blocks("--block", "64,1024") == std::vector<unsigned>{64, 1024});
  for (const char* text : {"0", "48", "2048", "-64", "x", "", "64,", "64.0", "16"}) {
    INFO(text);
    CHECK_THROWS_AS(cli::parse_blocks("--block", text), os::Error);
  }
}

TEST_CASE("names and globs select tracks and stages") {
  const Names all = cli::select({}, cli::Pitfalls::with_the_rest);
  const Names correct = cli::select({}, cli::Pitfalls::only_if_named);
  CHECK(all.size() > correct.size());
  CHECK(cli::select({"reduce/v1"}, cli::Pitfalls::only_if_named) == Names{"reduce/v1"});
  CHECK(cli::select({"reduce/v4*"}, cli::Pitfalls::only_if_named) ==
        Names{"reduce/v4", "reduce/v4.1", "reduce/v4.2"});
  // The order is that of the lesson, without duplicates.
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

TEST_CASE("the nearest names are suggested") {
  const Names names = {"reduce/v0", "reduce/v1", "scan/blelloch_padded", "scan/blelloch_blocked",
                       "reduce",    "scan"};
  CHECK(text::nearest("reduce/v11", names)[0] == "reduce/v1");
  CHECK(text::nearest("v1", names)[0] == "reduce/v1");
  CHECK(text::nearest("redcue", names)[0] == "reduce");
  CHECK(text::nearest("blelloch", names) == Names{"scan/blelloch_padded", "scan/blelloch_blocked"});
  CHECK(text::nearest("REDUCE/V0", names)[0] == "reduce/v0");
  CHECK(text::nearest("zzzzzzzz", names).empty());
  CHECK(text::did_you_mean("reduce/vo", names).find("reduce/v0") != std::string::npos);
}

TEST_CASE("the difference between two files is printed as by diff -u") {
  const auto of = [](const char* a, const char* b) {
    return text::unified(text::diff_lines(text::lines_of(a), text::lines_of(b)), {"a"}, {"b"}, false, 1);
  };
  CHECK(of("x\ny\n", "x\ny\n").empty());
  CHECK(of("x\n", "x") == "");
  CHECK(of("1\n2\n3\n4\n", "1\n2\nthree\n4\n") == "--- a\n+++ b\n@@ -2,3 +2,3 @@\n 2\n-3\n+three\n 4\n");
  CHECK(of("", "new\n") == "--- a\n+++ b\n@@ -0,0 +1,1 @@\n+new\n");
  CHECK(of("1\n2\n3\n4\n5\n6\n7\n", "0\n1\n2\n3\n4\n5\n6\n") ==
        "--- a\n+++ b\n@@ -1,1 +1,2 @@\n+0\n 1\n@@ -6,2 +7,1 @@\n 6\n-7\n");
}

TEST_CASE("a stage's source contains included kernel files in place of the #include lines") {
  const program::Folder folder;
  std::filesystem::create_directories(folder.path / "kernels/reduce");
  std::filesystem::create_directories(folder.path / "kernels/scan");
  program::write(
      folder.path / "kernels/reduce/a.cu",
      "// a\n#include \"tracks/reduce.h\"\n#include \"k.cuh\"\n#include \"../scan/s.cuh\"\nlaunch\n");
  program::write(folder.path / "kernels/reduce/k.cuh",
                 "// k\n#pragma once\n#include \"../scan/s.cuh\"\nkernel\n");
  program::write(folder.path / "kernels/scan/s.cuh", "scan\n");
  const std::vector<look::SourceLine> lines = look::source_of("kernels/reduce/a.cu", folder.path.string());
  std::string text;
  for (const look::SourceLine& line : lines) text += line.place + " " + line.text + "\n";
  CHECK(text ==
        "1 // a\n"
        "2 #include \"tracks/reduce.h\"\n"
        "k.cuh:1 // ---- kernels/reduce/k.cuh\n"
        "k.cuh:1 // k\n"
        "s.cuh:1 // ---- kernels/scan/s.cuh\n"
        "s.cuh:1 scan\n"
        "s.cuh:1 // ---- end of kernels/scan/s.cuh\n"
        "k.cuh:4 kernel\n"
        "k.cuh:4 // ---- end of kernels/reduce/k.cuh\n"
        "5 launch\n");
}

TEST_CASE("diff and explain find the kernel in the source of every stage") {
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt)) {
    if (s->file.find("tests/") != std::string::npos || !s->file.starts_with("kernels/") ||
        !std::filesystem::exists(os::in_repository(s->file)))
      continue;  // this is one of the tests' own stages
    INFO(s->id);
    const std::vector<look::SourceLine> lines = look::source_of(s->file);
    CHECK(std::any_of(lines.begin(), lines.end(), [](const look::SourceLine& line) {
      return line.text.find("__global__") != std::string::npos;
    }));
  }
}

TEST_CASE("a hunk from an included file names that file") {
  const std::vector<std::string> a = {"1", "2"}, b = {"1", "new", "2"};
  CHECK(text::unified(text::diff_lines(a, b), {"a", {"1", "2"}}, {"b", {"1", "k.cuh:7", "2"}}, false, 0) ==
        "--- a\n+++ b\n@@ -1,0 +k.cuh:7,1 @@\n+new\n");
}

TEST_CASE("the stage that another stage changes is found") {
  stage::Stage s;
  CHECK(cli::changed_from(s).empty());
  s.after = "reduce/v1";
  CHECK(cli::changed_from(s) == "reduce/v1");
  s.spoils = "reduce/v2";
  CHECK(cli::changed_from(s) == "reduce/v2");
}

TEST_CASE("check reports each finding once") {
  bench::Result row;
  row.id = "reduce/mine";
  simt::Hazard hazard;
  hazard.kind = simt::HazardKind::race;
  hazard.evidence = findings::recorded("thread 0 reads partial[32], which thread 32 writes");
  hazard.where = {{"mine.cu", 20, {0, "0"}, "read"}, {"mine.cu", 20, {0, "32"}, "write"}};
  CHECK(text_of(bench::with_lines(hazard)) == hazard.message() + " (mine.cu:20)");
  hazard.where[1].line = 21;
  CHECK(text_of(bench::with_lines(hazard)) == hazard.message() + " (mine.cu:20, mine.cu:21)");
  row.hazards = std::vector{hazard};
  row.verdict.status = check::Status::racy;
  row.verdict.evidence = bench::with_lines(hazard);

  const program::Folder folder;
  std::fflush(stdout);
  const int before = dup(STDOUT_FILENO);
  const int file = open(folder.file("out").c_str(), O_WRONLY | O_CREAT, 0600);
  dup2(file, STDOUT_FILENO);
  row.backend = bench::Backend::simt, row.dtype = "f32", row.block = 128;
  bench::Result twin = row;
  twin.block = 256;
  cli::print_verdicts({}, {row, twin});
  std::fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(file), close(before);
  const std::string text = program::slurp(folder.file("out"));
  INFO(text);
  const size_t first = text.find("thread 0 reads partial[32]");
  CHECK(first != std::string::npos);
  CHECK(text.find("thread 0 reads partial[32]", first + 1) == std::string::npos);
  CHECK(text.find("mine.cu:21: write by block 0, thread 32") != std::string::npos);
  CHECK(text.find("f32/128 f32/256") != std::string::npos);  // both rows have one message
}

TEST_CASE("an id in two files, or without a track, is a mistake") {
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

TEST_CASE(".after() and .spoils() with an unknown stage are mistakes") {
  stage::Stage v1, v2, pitfall;
  v1.id = "reduce/v1", v1.file = "kernels/reduce/v1.cu";
  v2.id = "reduce/v2", v2.file = "kernels/reduce/v2.cu";
  pitfall.id = "pitfalls/wrong", pitfall.file = "kernels/pitfalls/wrong.cu";
  const auto mistake = [&] { return stage::registration_mistake({&v1, &v2, &pitfall}); };
  const auto has = [](const std::string& text, const std::string& part) {
    INFO(text << " has no " << part);
    return text.find(part) != std::string::npos && text.find('\n') == std::string::npos;
  };
  v2.after = "reduce/v1";
  pitfall.spoils = "reduce/v2";
  CHECK(mistake().empty());

  v2.after = "reduce/v11";
  CHECK(has(mistake(),
            "kernels/reduce/v2.cu: .after(\"v11\"): there is no stage reduce/v11; did you mean v1?"));
  v2.after = "reduce/reduce/v1";  // .after("reduce/v1")
  CHECK(has(mistake(), "did you mean v1?"));
  v2.after = "reduce/nosuch";
  CHECK(has(mistake(), "there is no stage reduce/nosuch. Restore the file"));
  v2.after = "reduce/v2";
  CHECK(has(mistake(), "leads back to reduce/v2 itself"));
  v2.after = "reduce/v1", v1.after = "reduce/v2";
  CHECK(has(mistake(), "itself"));
  v1.after = v2.after = "";

  pitfall.spoils = "reduce/v22";
  CHECK(has(mistake(),
            "kernels/pitfalls/wrong.cu: .spoils(\"reduce/v22\"): there is no such stage; did you mean "
            "reduce/v2"));
  pitfall.spoils = "pitfalls/wrong";
  CHECK(has(mistake(), "no such stage"));
  pitfall.spoils = "", v2.spoils = "reduce/v1";
  CHECK(has(mistake(), "reduce/v2 is not a pitfall"));
}

TEST_CASE("hints start with the first one in each folder, and start over if the file is created again") {
  struct Here {  // restores this process's folder
    std::filesystem::path before = std::filesystem::current_path();
    ~Here() { std::filesystem::current_path(before); }
  } const here;
  const std::vector<practice::Exercise> all = practice::exercises();
  const practice::Exercise& e = all.front();
  const program::Folder one, other;
  std::filesystem::current_path(one.path);
  CHECK(cli::make_file(e));
  for (size_t number = 1; number <= e.hints.size(); ++number) CHECK(cli::next_hint(e) == number);
  CHECK(cli::next_hint(e) == 1);
  std::filesystem::current_path(other.path);
  CHECK(cli::next_hint(e) == 1);
  std::filesystem::current_path(one.path);
  CHECK(cli::next_hint(e) == 2);
  CHECK_FALSE(cli::make_file(e));
  CHECK(cli::next_hint(e) == 3);
  std::filesystem::remove(cli::practice_file(e));
  CHECK(cli::make_file(e));
  CHECK(cli::next_hint(e) == 1);
}

TEST_CASE("cli: each cause of a stage's failure is one annotation, followed by its other hazards") {
  using findings::Cause;
  const auto hazard = [](simt::HazardKind kind, Cause cause, std::vector<simt::Access> where) {
    simt::Hazard h;
    h.kind = kind, h.where = std::move(where), h.count = 3, h.evidence = {cause};
    return h;
  };
  bench::Result racy;
  racy.id = "reduce/v1", racy.track = "reduce", racy.stage = "v1";
  racy.hazards = {hazard(simt::HazardKind::race, Cause::trap,
                         {{"a.cu", 4, {0, "1"}, "read"}, {"a.cu", 6, {0, "2"}, "write"}}),
                  hazard(simt::HazardKind::same_value, Cause::breakpoint, {{"a.cu", 9, {}, ""}})};
  racy.verdict.status = check::Status::racy;
  racy.verdict.evidence = bench::with_lines(racy.hazards->front());
  bench::Result wrong = racy, good = racy,
                skipped = racy;  // another element type with the same cause, and other stages
  wrong.dtype = "i32";
  good.id = "reduce/v2", good.stage = "v2", good.hazards.reset(),
  good.verdict.status = check::Status::correct;
  skipped.id = "reduce/v3", skipped.stage = "v3", skipped.skipped = findings::recorded("too large");
  const findings::Report report = cli::annotations_of({racy, wrong, good, skipped});
  REQUIRE(report.cases.size() == 3);
  const findings::Case& v1 = report.cases[0];
  CHECK((v1.group == "reduce" && v1.name == "v1" && v1.failed()));
  CHECK(v1.file == "kernels/reduce/01_v1_strided_index.cu");
  REQUIRE(v1.found.size() == 2);
  CHECK(v1.found[0].kind == "race");
  CHECK(rule_of(v1.found[0].evidence) == Cause::trap);
  CHECK((v1.found[0].where.size() == 2 && v1.found[0].where[1].line == 6 && v1.found[0].count == 3));
  CHECK(v1.found[1].severity == findings::Severity::note);
  CHECK((report.cases[1].found.empty() && report.cases[1].skipped.empty()));
  CHECK(report.cases[2].skipped == "too large");
}

TEST_CASE("a program that try refuses is annotated with the cause and its line") {
  using findings::Cause;
  const auto refused = cli::compiler_errors(around({Cause::kernel_called_as_function, {{"name", "k"}}},
                                                   Cause::in_file, {{"file", "a.cu"}, {"line", 8}}));
  REQUIRE(refused.size() == 1);
  CHECK((refused[0].where[0].file == "a.cu" && refused[0].where[0].line == 8));
  CHECK(rule_of(refused[0].evidence) == Cause::kernel_called_as_function);
  CHECK(text_of(refused[0].evidence).starts_with("a.cu:8: the kernel k is called like a function"));
  const auto errors = cli::compiler_errors(
      {Cause::compiler_line, {{"text", "a.cu:3: error: x\n    3 | x\na.cu:4: error: y"}}});
  CHECK((errors.size() == 2 && errors[1].where[0].line == 4));
}
