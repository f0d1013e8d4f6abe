// The steps of grade before it runs anything: the tokens of a file, code that kernels may not use,
// similarities, and the parts of submitted text that reach a terminal or a file.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "charts/svg.h"
#include "cli/annotations.h"
#include "cli/grade.h"
#include "grade/similarity.h"
#include "grade/submission_rules.h"
#include "data/json_text.h"
#include "os/error.h"
#include "os/files.h"
#include "os/process.h"
#include "practice/diagnosis.h"
#include "practice/sandbox.h"
#include "practice/cpp_lexer.h"
#include "practice/shingles.h"
#include "book/tests/answers.h"
#include "tests/catch.h"
#include "tests/program.h"

using namespace ladder;

namespace {

using namespace ladder::answers;
using practice::tokens_of;

std::string words(const std::string& text) {
  std::string all;
  for (const practice::Token& t : tokens_of(text)) all += (all.empty() ? "" : " ") + t.text;
  return all;
}
using grade::not_for_kernels;

TEST_CASE("comments are not tokens, and joined lines and string literals are whole", "[grading]") {
  CHECK(words("int a; // b\n/* c */ d") == "int a ; d");
  CHECK(words("as\\\nm") == "asm");
  CHECK(words("/\\\n/ gone\nhere") == "here");
  CHECK(words("f(\"// no comment\", 'x')") == "f ( // no comment , x )");
  CHECK(words("R\"x(a\"b)\" )x\" y") == "a\"b)\"  y");
  CHECK(words("1'000 0x1p-3f 2-1") == "1'000 0x1p-3f 2 - 1");
  CHECK(words(std::string(300'000, ' ')).empty());
  CHECK(tokens_of("\"" + std::string(300'000, 'x')).size() == 1);
}

TEST_CASE("the STAGE lines of a file are found", "[grading]") {
  CHECK(practice::stage_ids(tokens_of("STAGE(\"a/b\", 1);")) == std::vector<std::string>{"a/b"});
  CHECK(practice::stage_ids(tokens_of("STAGE(\n  \"a/b\",\n 1);")).size() == 1);
  CHECK(practice::stage_ids(tokens_of("// STAGE(\"a/b\")\nSTAGE(\"c/d\")")) ==
        std::vector<std::string>{"c/d"});
  CHECK(practice::stage_ids(tokens_of("STAGE(" + std::string(200'000, ' '))).empty());
}

TEST_CASE("text that this lexer and g++ could interpret differently is refused", "[grading]") {
  const std::string evil = "[[x::no_sanitize_thread]] int a;\n";
  // Each of these hides the following line from a lexer that interprets the text differently from g++.
  for (const std::string& text : {
           "#define xR int x =\nxR\"(\";\n" + evil + "static const char* y = \")\";\n",  // not a raw string
           "#if __has_include(<x/*y>)\n#endif\n" + evil + "/* */\n",
           "#if 0\n#include <x/*y>\n#endif\n" + evil + "/* */\n",
           "#include \"tracks/reduce.h\" <x/*y>\n" + evil + "/* */\n",
           "/* *\\\f\n/\n" + evil + "/* */\n",
           "int a = 1'\\\n0; " + evil,
           "int a = 1'\\  \n0; " + evil,
           std::string("int a;\0", 7) + evil,
           "// \r\n" + evil,
           "// a comment for g++ \r" + evil,
       })
    CHECK_FALSE(not_for_kernels(text).empty());
  CHECK(words("#define xR x\nxR\"(\"; asm y \")\"") == "# define xR x xR ( ; asm y )");
  CHECK(words("u8R\"(\"; a)\" b") == "\"; a b");
  CHECK(words("/* *\\\f\n/ asm /* */") == "asm");
  CHECK(words("/* *\\ \v \n/ asm /* */") == "asm");
  CHECK(words("a \\\r\nb") == "a b");
  CHECK(words("1'\\\n0 asm") == "1'0 asm");
  CHECK(words("#include <x/*y>\nasm") == "# include x/*y asm");
  CHECK(words("\xef\xbb\xbf#include <a>") == "# include a");
  CHECK(tokens_of("a\\\n\nb").back().line == 3);
  CHECK(not_for_kernels("\xef\xbb\xbf#include <cmath>\r\nint a;\r\n").empty());
  CHECK(contains(text_of(not_for_kernels("\xef\xbb\xbf#include \"/etc/passwd\"\n")), "/etc/passwd"));
  CHECK(contains(text_of(not_for_kernels("int a;\x1b")), "control character"));
}

TEST_CASE("code that the executor could not observe is refused, and the message names it", "[grading]") {
  for (const char* text : {"asm(\"\");",
                           "__asm__(\"\");",
                           "__attribute__((x)) int a;",
                           "[[gnu::x]] int a;",
                           "simt::launch<false>();",
                           "using namespace simt;",
                           "__tsan_read4(0);",
                           "#define J(a, b) a##b",
                           "#line 3",
                           "# 3 \"x\" 1",
                           "#pragma GCC x",
                           "_Pragma(\"x\")",
                           "#include <pthread.h>",
                           "#include <sys/cdefs.h>",
                           "#include \"../x.h\"",
                           "#include \"stage/../simt/executor.h\"",
                           "#include MACRO",
                           "__builtin_trap();",
                           "%:include <x>",
                           "namespace bench {}",
                           "#define J(a, b) a%:%:b",
                           "#define J(a, b) a#\\\n#b",
                           "[[using gnu: no_sanitize_thread]] int a;",
                           "#define G gnu\n[[G::x]] int a;",
                           "[[x::no_sanitize_coverage]] int a;",
                           "namespace s = simt;",
                           "namespace d = data;",
                           "#define S simt\nS::launch<false>();",
                           "extern \"C\" void _ZN6ladder4simt3runERKNS_6LaunchE(void*);",
                           "SIMT_TEXT(x)",
                           "_GLIBCXX_NOTHROW",
                           "__has_include(<x>)",
                           "__has_attribute(x)",
                           "#import <cmath>",
                           "#ident \"x\"",
                           "#include_next <cmath>",
                           "#include <cmath> int a;",
                           "#include <stage\\\n/../x.h>",
                           "#include \"stage/.h\"",
                           "#include <a//b>",
                           "DROP(1') int a; DROP(1')",
                           "DROP(1e+') int a; DROP(')",
                           "#define kThisBuild Build()\n#include \"tracks/reduce.h\"",
                           "#undef assert\n#include <cmath>",
                           "namespace stage { int x; }",
                           "namespace ladder::stage { int x; }",
                           "namespace L = ::ladder;",
                           "import <cmath>;",
                           "R\"(x)\"",
                           "a\"x\"R\"(x)\"",
                           "int gr\xc3\xb6\xc3\x9f;",
                           "as\xc2\xa0m(\"\")",
                           "what?\?/\nnow",
                           "int simt_x;"}) {
    const std::string why = text_of(not_for_kernels(text));
    INFO(text << ": " << why);
    CHECK(why.starts_with("line "));
    CHECK(why.find_first_of("{}") == std::string::npos);  // each fact is known
  }
  for (const char* text :
       {"#include <cmath>", "#include <math.h>", "#include \"tracks/reduce.h\"", "#pragma unroll 4",
        "__shfl_down_sync(m, x, 1);", "__launch_bounds__(256)", "// asm", "\"asm\"", "int check = 0;",
        "__restrict__", "__fdividef(a, b)", "job.data"})
    CHECK(text_of(not_for_kernels(text)) == "");
  CHECK(text_of(not_for_kernels("int a;\nasm(\"\");")) ==
        "line 2: the file contains asm, which is not allowed in a kernel, because the executor could not "
        "observe its effects");
}

TEST_CASE("the similarity of two answers is computed", "[grading]") {
  const Exercise& v2 = exercise("reduce/v2");
  const std::string start = practice::starting_text(v2, ""), rung = answered_with(v2, "reduce/v2");
  const std::string own =
      "template <typename T> __device__ T tree(T* values, unsigned tid) { for (unsigned step = 128; step != "
      "0; step = step >> 1) "
      "{ if (tid + step < 256 && tid < step) { T other = values[tid + step]; values[tid] = values[tid] + "
      "other; } "
      "__syncthreads(); } return values[0]; }\n";
  std::string renamed = own;
  for (const auto& [from, to] :
       {std::pair{"values", "zz"}, {"step", "qq"}, {"other", "w"}, {"tree", "sum_up"}})
    for (size_t at; (at = renamed.find(from)) != std::string::npos;)
      renamed.replace(at, std::string(from).size(), to);
  const auto like = [&](const std::string& a, const std::string& b) {
    const std::vector<practice::Shingles> known = {practice::shingles_of(start), practice::shingles_of(rung)};
    return grade::similarity(grade::without(practice::shingles_of(start + a), known),
                             grade::without(practice::shingles_of(start + b), known));
  };
  CHECK(like(own, renamed) == 1);
  CHECK(like(own, "// other\n#define V values\n" + own + "int dead = 0;\n") > 0.9);
  const std::string independent =
      "template <typename T> __device__ T pairs(T x) { T all = x; int k = 16; do { all += "
      "__shfl_xor_sync(0xffffffff, all, k); "
      "k /= 2; } while (k > 0); return all; }\n";
  CHECK(like(own, independent) < 0.5);
  // The helper and another function are in the opposite order, and two lines are swapped.
  const std::string helper =
      "__device__ int twice(int k) { for (int j = 0; j < 4; ++j) k += k / 3; return k * 2; }\n";
  const std::string lines = "unsigned a = step * 3; unsigned b = tid % 5;",
                    swapped = "unsigned b = tid % 5; unsigned a = step * 3;";
  const auto with = [&](const std::string& two) {
    std::string text = own;
    return text.insert(text.find("for (unsigned step"), two);
  };
  CHECK(like(helper + with(lines), with(swapped) + helper) > 0.7);
  CHECK(like("", "int x;") < 0);  // there is too little code to decide
  CHECK(practice::fraction_replaced(rung, start, rung) == 1);
  CHECK(practice::fraction_replaced(start + "int dead;", start, rung) == 0);
}

TEST_CASE("two programs are the same if they differ only in the names that they declare", "[grading]") {
  const auto same = [](const std::string& a, const std::string& b) {
    return practice::program_but_for_names(a) == practice::program_but_for_names(b);
  };
  const std::string kernel =
      "__global__ void f(float* x, int n) { int i = threadIdx.x; if (i < n) x[i] = 2 * max(x[i], 1.0f); }";
  const auto with = [&](const char* from, const char* to) {
    std::string text = kernel;
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += std::string(to).size())
      text.replace(at, std::string(from).size(), to);
    return text;
  };
  CHECK(same("__global__ void f(float* x) { x[0] = 1; }", "/* */ __global__ void g(float* y) { y[0] = 1; }"));
  CHECK_FALSE(same(kernel, with("max(", "min(")));
  CHECK(same("int a = b; int c = a;", "int x = b; int y = x;"));
  CHECK_FALSE(same("int a = 1; int c = a; f(a, c);", "int x = 1; int y = x; f(y, x);"));
  CHECK_FALSE(same("return max(1);", "return min(1);"));
  CHECK_FALSE(same("float x;", "double x;"));
}

TEST_CASE("files that grow by macro expansion are compared quickly", "[grading]") {
  // 230 KB each: a long macro, and its name 60,000 times.
  std::string bomb = "#define A";
  for (int k = 0; k < 50'000; ++k) bomb += " x";
  bomb += "\n";
  for (int k = 0; k < 60'000; ++k) bomb += "A ";
  const Exercise& v2 = exercise("reduce/v2");
  cli::Graded graded;
  for (int k = 0; k < 6; ++k) {
    cli::Submission s;
    s.shown = s.file = fmt::format("{}.cu", k);
    s.text = bomb + std::to_string(k);
    s.exercise = &v2;
    graded.submissions.push_back(s);
  }
  const auto started = std::chrono::steady_clock::now();
  cli::find_identical(graded.submissions);
  cli::compare_with_each_other(graded);
  // (The margin is for a busy machine, and for the sanitizers.)
  CHECK(std::chrono::steady_clock::now() - started < std::chrono::seconds(10));
  CHECK(graded.submissions[0].identical.empty());
  graded.submissions[3].text = "/* */" + bomb + "0";
  cli::find_identical(graded.submissions);
  CHECK(graded.submissions[0].identical == std::vector<std::string>{"3.cu"});
}

TEST_CASE("text from submissions is printed as UTF-8, without control characters", "[grading]") {
  CHECK(cli::clean("a\nb\tc é 中") == "a\nb\tc é 中");
  CHECK(cli::clean("\x1b[2Jx") == "\xef\xbf\xbd[2Jx");
  CHECK(cli::clean("caf\xe9.cu") == "caf\xef\xbf\xbd.cu");
  CHECK(cli::clean("\xc2\x9b x") == "\xef\xbf\xbd x");
  CHECK(cli::clean("\xe2\x80\xae x") == "\xef\xbf\xbd x");
  cli::Graded graded;
  cli::Submission s;
  s.shown = "=cmd|calc!A0.cu";
  s.refused = "it says <\">";
  graded.submissions.push_back(s);
  CHECK(contains(cli::csv_of(graded), "\"'=cmd|calc!A0.cu\""));
  CHECK(contains(junit(cli::annotations_of(graded)), "errors=\"1\""));
  CHECK(contains(junit(cli::annotations_of(graded)), "&lt;&quot;&gt;"));
  CHECK(report::svg::escaped("a\x1b[2J\n") == "a\xef\xbf\xbd[2J\n");
  CHECK_THROWS_AS(data::parse_json(std::string(200'000, '['), "x"), os::Error);
  CHECK_THROWS_AS(
      data::parse_json("{\"a\": \"]\", \"b\": " + std::string(300, '[') + std::string(300, ']') + "}", "x"),
      os::Error);
  CHECK(data::parse_json("{\"a\": \"" + std::string(1000, '[') + "\\\"[\"}", "x").size() == 1);
}

TEST_CASE("every submitted folder and file has a row that describes it", "[grading]") {
  const program::Folder top;
  const auto put = [&](const std::string& file) {
    std::filesystem::create_directories((top.path / file).parent_path());
    program::write(top.path / file, "STAGE(\"reduce/v2\", 1);\n");
  };
  for (const char* file : {"ada/v2.cu", "ada/notes.txt", "ada/.git/config", "ada/old/v1.cuh", "bob/v2.cu.zip",
                           "cem/v2.cpp", "cem/more/v2.txt", "flat.cpp"})
    put(file);
  std::filesystem::create_directories(top.path / "dora");
  std::filesystem::create_directory_symlink(top.path / "ada", top.path / "eve");
  std::filesystem::create_symlink(top.path / "ada/v2.cu", top.path / "fay.cu");
  put("g.cu\nmallory.cu  ✓  ✓  ✓  4/4  ✓\nz.cu");
  std::map<std::string, std::string> rows;
  for (const cli::Submission& s : cli::submissions({top.path.string()}, practice::exercises(), nullptr, {})) {
    CHECK_FALSE(contains(s.shown, "\n"));
    rows[s.shown.substr(top.path.string().size() + 1)] = s.refused;
  }
  CHECK(rows.size() == 10);
  CHECK(rows.at("ada/v2.cu") == "");
  CHECK(rows.at("ada/notes.txt") == "it is not a .cu file");
  CHECK(contains(rows.at("ada/old"), "v1.cuh is there"));
  CHECK(contains(rows.at("bob"), "v2.cu.zip is there"));
  CHECK(contains(rows.at("cem"), "more, v2.cpp are there"));
  CHECK(contains(rows.at("dora"), "it is empty"));
  CHECK(contains(rows.at("eve"), "a link to a folder"));
  CHECK(rows.at("fay.cu") == "it is not a regular file");
  CHECK(rows.at("flat.cpp") == "it is not a .cu file");
  CHECK(rows.contains("g.cu mallory.cu  ✓  ✓  ✓  4/4  ✓ z.cu"));
}

TEST_CASE("the text of a mark quotes the solution only on request, and contains no address", "[grading]") {
  using findings::Cause;
  const findings::Evidence reads(Cause::deed_load, {{"element", "partial[1]"}}),
      reads_there(Cause::deed_load, {{"element", "partial[2]"}});
  practice::Step step{"few_sizes", false, {Cause::verdict, {{"verdict", "wrong"}}}};
  step.details = {
      {Cause::difference,
       {{"line", 24},
        {"thread", "0"},
        {"deed", reads},
        {"instead", findings::Evidence(Cause::solution_does, {{"deed", reads_there}})}}},
      {Cause::compiler_warns, {{"text", "v2.cu:3:1: unused"}}},
      findings::recorded("thread 0 writes address 0x7f7b04000df0, with 512 bytes requested, 123456 free")};
  cli::Submission s;
  s.shown = "v2.cu", s.exercise = &exercise("reduce/v2");
  s.judgement = {{"reached", false}, {"steps", data::Json::array({practice::to_json(step)})}};
  cli::Graded graded;
  graded.submissions = {s};
  const auto all_of = [&](cli::Reveal reveal) {
    graded.reveal = reveal;
    const findings::Report report = cli::annotations_of(graded);
    return cli::json_of(graded).dump() + cli::csv_of(graded) + junit(report) + sarif(report) +
           github_annotations(report) + cli::gradescope_of(graded).dump();
  };
  const std::string usual = all_of(cli::Reveal::hazards);
  CHECK_FALSE(contains(usual, "solution"));
  CHECK_FALSE(contains(usual, "0x7f"));
  CHECK_FALSE(contains(usual, "123456"));
  CHECK(contains(cli::marks_of(s).reason,
                 "wrong result: thread 0 writes address 0x…, with 512 bytes requested"));
  CHECK(contains(all_of(cli::Reveal::all), "partial[2]"));
  CHECK_FALSE(contains(all_of(cli::Reveal::nothing), "thread 0"));
  CHECK(cli::marks_of(s, cli::Reveal::nothing).reason == "wrong result");
}

TEST_CASE("a fault is shown at its lines, unless the mark must not reveal them", "[grading]") {
  using findings::Cause;
  const auto place = [](int line, const char* access) {
    return findings::Evidence(Cause::place, {{"text", "v2.cu:12: read"},
                                             {"file", "v2.cu"},
                                             {"line", line},
                                             {"thread", "block 0, thread 3"},
                                             {"access", access}});
  };
  practice::Step step{"few_sizes", false, {Cause::right_by_luck, {{"verdict", "race"}}}};
  step.details = {
      {Cause::breakpoint}, place(12, "read"), place(9, "write"), {Cause::trap}, place(30, "read")};
  cli::Submission s;
  s.file = s.shown = "ada/v2.cu", s.name = "v2.cu", s.exercise = &exercise("reduce/v2");
  s.judgement = {{"reached", false}, {"steps", data::Json::array({practice::to_json(step)})}};
  cli::Graded graded;
  graded.submissions = {s};
  const auto found = [&] { return cli::annotations_of(graded).cases.at(0).found.at(0); };
  REQUIRE(found().where.size() == 2);  // the third belongs to another finding
  CHECK(found().where[0].file == "ada/v2.cu");
  CHECK(found().where[0].line == 12);
  CHECK(found().where[1].line == 9);
  CHECK(found().where[1].access == "write");
  CHECK(found().kind == "few_sizes");
  CHECK(rule_of(found().evidence) == Cause::breakpoint);
  CHECK(text_of(found().evidence) == cli::marks_of(s).reason);
  graded.reveal = cli::Reveal::nothing;
  CHECK(found().where.empty());
  CHECK(rule_of(found().evidence) == Cause::right_by_luck);

  // The line may be in a compiler's message, or in text around a cause.
  const auto missed = [](const char* what, const findings::Findings& told) {
    return cli::missed_step(what, "", "a.cu", {Cause::does_not_build}, told).where.at(0);
  };
  const findings::Place error =
      missed("builds", {{Cause::hint_sync}, {Cause::compiler_line, {{"text", "v2.cu:7:3: error: x"}}}});
  CHECK((error.file == "v2.cu" && error.line == 7));
  // The difference from the solution is less informative than the fault itself.
  const findings::Annotated both =
      cli::missed_step("few_sizes", "", "a.cu", {Cause::not_right},
                       {{Cause::statement_missing, {{"statement", "call"}, {"line", 12}}}, {Cause::trap}});
  CHECK(rule_of(both.evidence) == Cause::trap);
  const findings::Place line = missed("few_sizes", {around({Cause::trap}, Cause::in_line, {{"line", 5}})});
  CHECK((line.file == "a.cu" && line.line == 5));
}

TEST_CASE("judgements and marks conform to their schemas", "[grading]") {
  using findings::Cause;
  practice::Judgement j;
  j.id = "reduce/v2", j.file = "v2.cu";
  practice::Step step{"few_sizes", false,
                      around({Cause::verdict, {{"verdict", "wrong"}}}, Cause::at_n, {{"n", 33}})};
  step.details = {{Cause::trap}, findings::recorded("something")};
  j.steps = {
      {"builds", true, {Cause::builds}}, step, {"counter", true, {Cause::right}, {}, "barriers", 3, 4, true}};
  cli::Submission s;
  s.shown = "v2.cu", s.exercise = &exercise("reduce/v2"), s.judgement = practice::to_json(j);
  cli::Graded graded;
  graded.reveal = cli::Reveal::all;
  graded.submissions = {s};
  const program::Folder folder;
  os::write_text(folder.file("practice.json"), data::dump_json(practice::to_json(j)));
  os::write_text(folder.file("grade.json"), data::dump_json(cli::json_of(graded)));
  const auto validated = [&](const char* name) {
    return WEXITSTATUS(
        std::system(("python3 '" + os::in_repository("harness/book/tests/validate_results.py") + "' '" +
                     folder.file(name) + "' >&2")
                        .c_str()));
  };
  const int status = validated("practice.json");
  if (status == 77 || status == 127) SKIP_TEST("python3-jsonschema is not installed");
  CHECK(status == 0);
  CHECK(validated("grade.json") == 0);
  data::Json bad = practice::to_json(j);
  bad["steps"][1]["findings"][0]["cause"] = "No Cause";
  os::write_text(folder.file("practice.json"), data::dump_json(bad));
  CHECK(validated("practice.json") == 1);
}

TEST_CASE("a file that the machine could not judge has no score", "[grading]") {
  cli::Graded graded;
  cli::Submission refused, troubled;
  refused.shown = "refused.cu", refused.refused = "it is empty";
  troubled.shown = "troubled.cu", troubled.trouble = "no compiler";
  graded.submissions = {refused, troubled};
  const data::Json tests = cli::gradescope_of(graded).at("tests");
  CHECK(tests.at(0).at("score") == 0);
  CHECK_FALSE(tests.at(1).contains("score"));
  CHECK_FALSE(tests.at(1).contains("max_score"));
  CHECK(contains(tests.at(1).at("output").get<std::string>(), "no compiler"));
}

TEST_CASE("a page without a hint removes only its own exercise from the list", "[grading]") {
  const program::Folder root;
  std::filesystem::create_directories(root.path / "docs/reduce");
  const std::string task = "Do it.\n\n", hint = "<details>\n<summary>Hint</summary>\n\nSo.\n\n</details>\n";
  program::write(root.path / "docs/reduce/v1.md",
                 "<!-- exercise: reduce/v1 judged=none -->\n\n" + task + hint);
  program::write(root.path / "docs/reduce/v2.md", "<!-- exercise: reduce/v2 judged=none -->\n\n" + task);
  std::map<std::string, std::string> broken;
  std::vector<Exercise> all;
  CHECK_THROWS_AS(practice::exercises(root.path.string()), os::Error);
  all = practice::exercises(root.path.string(), &broken);
  CHECK(broken.size() == 1);
  CHECK(contains(broken["reduce/v2"], "lacks hints"));
  program::write(root.path / "v2.cu", "STAGE(\"reduce/v2\", 1);\n");
  program::write(root.path / "main.cu", "int main() { return 0; }\n");
  const auto found = cli::submissions({root.file("v2.cu"), root.file("main.cu")}, all, nullptr, broken);
  CHECK(contains(found.at(0).trouble, "lacks hints"));
  CHECK(contains(found.at(1).refused, "complete program"));
}

TEST_CASE("nested folders are removed completely", "[grading]") {
  const program::Folder folder;
  const std::string top = folder.file("deep");
  // Deeper than the limit for a path, and than the number of files that a process may have open.
  std::filesystem::create_directory(top);
  int at = open(top.c_str(), O_RDONLY | O_DIRECTORY);
  for (int depth = 0; depth < 3000; ++depth) {
    REQUIRE(mkdirat(at, "d", 0755) == 0);
    const int next = openat(at, "d", O_RDONLY | O_DIRECTORY);
    close(at);
    at = next;
  }
  close(at);
  os::remove_folder(top);
  CHECK_FALSE(std::filesystem::exists(top));
}

TEST_CASE("complete programs are compared without the code that most of them share", "[grading]") {
  const std::string common =
      "int main() { int n = 100; float* x; cudaMalloc(&x, n * 4); cudaMemset(x, 0, n * 4); cudaFree(x); }\n";
  cli::Graded graded;
  const auto add = [&](const std::string& text) {
    cli::Submission& s = graded.submissions.emplace_back();
    s.shown = "Sam: saxpy.cu";  // this student's file, among several
    s.compared_as = "saxpy";
    s.text = text + common;
  };
  const auto kernel = [](int k) {
    std::string text = "__global__ void f(float* x) {\n";
    for (int i = 0; i < 8; ++i)
      text += fmt::format("  x[{} * threadIdx.x + {}] {} x[{}] {} {};\n", k + i, i * k,
                          i % 2 ? "+=" : "-=", k * k, k % 2 ? "*" : "/", k);
    return text + "}\n";
  };
  add(kernel(2));
  add("__global__ void g(int n, int* y) { for (int k = n; k > 0; k /= 2) if (y[k] < n) y[k] = k ^ n; }\n");
  add("template <int N> __global__ void h(double* z) { __shared__ double s[N]; s[threadIdx.x] = z[0]; "
      "__syncthreads(); z[1] = s[N - 1]; }\n");
  add("__device__ float three(float a) { return a > 3 ? a : 3; } __global__ void t(float* a) { *a = "
      "three(three(*a)); }\n");
  add("__global__ void w(const char* in, char* out) { while (*in) *out++ = *in++ | 32; switch (*out) { case "
      "1: break; } }\n");
  add(kernel(2));
  cli::compare_with_each_other(graded);
  REQUIRE(graded.pairs.size() == 1);
  CHECK(graded.pairs[0].first == 0);
  CHECK(graded.pairs[0].second == 5);
}

TEST_CASE("a submission gets the CPU time that its wall-clock limit allows on all cores", "[grading]") {
  const program::Folder folder;
  const auto seconds = [&](const practice::Command& command) {
    for (const std::string& word : command.words)
      if (word.starts_with("--cpu=")) return std::atoi(word.c_str() + 6);
    return 0;
  };
  CHECK(seconds(practice::confined_try({"true"}, folder.path, folder.path, 1000)) >= 1000);
  const practice::Wrap wrap = practice::confined_to(folder.path, 70, 2000);
  CHECK(seconds(wrap("true", practice::Doing::running)) >= 2000);
  CHECK(seconds(wrap("true", practice::Doing::building)) >= 70);
}

TEST_CASE("a race can be reported without its fix", "[grading]") {
  using namespace findings;
  const Evidence race = around({Cause::race_no_barrier,
                                {{"thread", "0"},
                                 {"access", "read"},
                                 {"object", "partial[1]"},
                                 {"other_thread", "1"},
                                 {"other_access", "write"},
                                 {"barrier", "__syncthreads()"},
                                 {"place", Evidence(Cause::end_of_loop)}}},
                               Cause::of_lines, {{"lines", "line 23"}});
  CHECK(contains(text_of(race), "put a __syncthreads() at the end"));
  CHECK(text_of(practice::without_cure(race)) ==
        "line 23: thread 0 reads partial[1], which thread 1 writes, and nothing orders the two accesses");
  const Evidence other{Cause::division_by_zero, {{"thread", "0"}}};
  CHECK(practice::without_cure(other) == other);
}

}  // namespace
