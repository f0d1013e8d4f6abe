// What grade does before it runs anything: the words of a file, what is not for kernels, who has what in common, and what
// of other people's text reaches a terminal or a file.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "cli/grade.h"
#include "os/files.h"
#include "os/process.h"
#include "practice/confine.h"
#include "practice/tokens.h"
#include "book/tests/answers.h"
#include "tests/catch.h"
#include "tests/program.h"

namespace {

using namespace answers;
using practice::tokens_of;

std::string words(const std::string& text) {
  std::string all;
  for (const practice::Token& t : tokens_of(text)) all += (all.empty() ? "" : " ") + t.text;
  return all;
}
std::string refused(const std::string& text) { return practice::not_for_kernels(tokens_of(text)); }

TEST_CASE("a file's words: no comments, lines joined, texts whole", "[grading]") {
  CHECK(words("int a; // b\n/* c */ d") == "int a ; d");
  CHECK(words("as\\\nm") == "asm");
  CHECK(words("/\\\n/ gone\nhere") == "here");
  CHECK(words("f(\"// no comment\", 'x')") == "f ( // no comment , x )");
  CHECK(words("R\"x(a\"b)\" )x\" y") == "a\"b)\"  y");
  CHECK(words("1'000 0x1p-3f") == "1'000 0x1p - 3f");
  CHECK(words(std::string(300'000, ' ')).empty());
  CHECK(tokens_of("\"" + std::string(300'000, 'x')).size() == 1);
}

TEST_CASE("the STAGE lines of a file", "[grading]") {
  CHECK(practice::stage_ids(tokens_of("STAGE(\"a/b\", 1);")) == std::vector<std::string>{"a/b"});
  CHECK(practice::stage_ids(tokens_of("STAGE(\n  \"a/b\",\n 1);")).size() == 1);
  CHECK(practice::stage_ids(tokens_of("// STAGE(\"a/b\")\nSTAGE(\"c/d\")")) ==
        std::vector<std::string>{"c/d"});
  CHECK(practice::stage_ids(tokens_of("STAGE(" + std::string(200'000, ' '))).empty());
}

TEST_CASE("what hides from the executor is refused by name", "[grading]") {
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
                           "int simt_x;"})
    CHECK(refused(text) != "");
  for (const char* text :
       {"#include <cmath>", "#include <math.h>", "#include \"stage/reduce.h\"", "#pragma unroll 4",
        "__shfl_down_sync(m, x, 1);", "__launch_bounds__(256)", "// asm", "\"asm\"", "int check = 0;",
        "__restrict__", "__fdividef(a, b)", "job.data"})
    CHECK(refused(text) == "");
  CHECK(contains(refused("int a;\nasm(\"\");"), "line 2"));
}

TEST_CASE("what two answers have in common", "[grading]") {
  const Exercise& v2 = exercise("reduce/v2");
  const std::string start = practice::starting_text(v2, ""), rung = answered_with(v2, "reduce/v2");
  const std::string own =
      "template <typename T> __device__ T tree(T* values, unsigned tid) { for (unsigned step = 128; step != "
      "0; step = step >> 1) "
      "{ if (tid + step < 256 && tid < step) { T other = values[tid + step]; values[tid] = values[tid] + "
      "other; } "
      "__syncthreads(); } return values[0]; }\n";
  std::string renamed = own, exchanged = own;
  for (const auto& [from, to] :
       {std::pair{"values", "zz"}, {"step", "qq"}, {"other", "w"}, {"tree", "sum_up"}})
    for (size_t at; (at = renamed.find(from)) != std::string::npos;)
      renamed.replace(at, std::string(from).size(), to);
  const auto like = [&](const std::string& a, const std::string& b) {
    return practice::likeness(start + a, start + b, {start, rung});
  };
  CHECK(like(own, renamed) == 1);
  CHECK(like(own, "// other\n#define V values\n" + own + "int dead = 0;\n") > 0.9);
  const std::string independent =
      "template <typename T> __device__ T pairs(T x) { T all = x; int k = 16; do { all += "
      "__shfl_xor_sync(0xffffffff, all, k); "
      "k /= 2; } while (k > 0); return all; }\n";
  CHECK(like(own, independent) < 0.5);
  CHECK(like("", "int x;") < 0);  // too little to tell
  CHECK(practice::gone(rung, start, rung) == 1);
  CHECK(practice::gone(start + "int dead;", start, rung) == 0);
}

TEST_CASE("other people's text: no control characters, and UTF-8", "[grading]") {
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
  CHECK(contains(cli::junit_of(graded), "errors=\"1\""));
  CHECK(contains(cli::junit_of(graded), "&lt;&quot;&gt;"));
}

TEST_CASE("nothing is left of folders in folders", "[grading]") {
  const program::Folder folder;
  const std::string top = folder.file("deep");
  // Deeper than a path may be long, and than a process may have files open.
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

}  // namespace
