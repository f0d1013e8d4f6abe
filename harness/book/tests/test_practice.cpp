// ./ladder practice: every exercise can be solved and is not solved at the start; what is wrong is told.
#include "practice/judge.h"

#include <filesystem>

#include "os/files.h"
#include "data/json_text.h"
#include "pages/counted.h"
#include "os/process.h"
#include "os/repository.h"
#include "practice/build.h"
#include "practice/question.h"
#include "practice/targets.h"
#include "practice/tokens.h"
#include "practice/words.h"
#include "book/tests/answers.h"
#include "tests/catch.h"
#include "tests/program.h"

namespace {

using namespace answers;

void reaches(const Judgement& j) {
  INFO(told(j));
  CHECK(j.reached);
}

void falls_short(const Judgement& j, const std::string& why = "") {
  INFO(told(j));
  CHECK_FALSE(j.reached);
  CHECK(contains(mistake(j), why));
}

// Of the solution with something replaced.
std::string said(const char* id, const char* from, const char* to) {
  const Exercise& e = exercise(id);
  return told(judged(e, replaced(answered_with(e, id), from, to)));
}

// --- quick ones ---

TEST_CASE("an exercise is read from its page", "[practice]") {
  const Exercise& e = exercise("reduce/v2");
  CHECK(e.from->id == "reduce/v1.5");
  CHECK(e.judged.size() == 4);
  CHECK(e.task.starts_with("Start from `v1.5`."));
  CHECK(e.hints.size() == 3);
  const std::string text = practice::starting_text(e, "practice/reduce/v2.cu");
  CHECK(contains(text, "STAGE(\"reduce/v2\", "));
  CHECK_FALSE(contains(text, "STAGE(\"reduce/v1.5\""));
  CHECK(contains(text, "target "));
}

TEST_CASE("every rung but the first of its track is an exercise, and every pitfall and first step",
          "[practice]") {
  const std::vector<Exercise> all = practice::exercises();
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt)) {
    if (s->id.starts_with("test")) continue;  // the tests' own kernels
    const bool is_one =
        std::any_of(all.begin(), all.end(), [&](const Exercise& e) { return e.id() == s->id; });
    const bool rung = !s->after.empty() && !s->on_several_gpus();  // those have one page, and no exercises
    const bool lesson = rung || s->track() == "pitfalls" || s->id == "first/index";
    if (!os::relative_to_repository(s->file).starts_with("kernels/")) continue;
    INFO(s->id);
    CHECK(is_one == lesson);
  }
}

TEST_CASE("a pitfall's starting file does not tell what is wrong", "[practice]") {
  for (const Exercise& e : practice::exercises()) {
    if (!e.is_repair()) continue;
    const std::string text = practice::starting_text(e, "x.cu");
    INFO(text);
    CHECK_FALSE(contains(text, "wrong:"));
    CHECK_FALSE(contains(text, ".expect("));
    CHECK_FALSE(contains(text, "Tempting"));
  }
}

TEST_CASE("a first step starts with a part for its reader", "[practice]") {
  for (const Exercise& e : practice::exercises()) {
    const std::string text = practice::starting_text(e, "x.cu");
    INFO(text);
    CHECK(contains(text, "// Your part: ") == (e.rung->track() == "first"));
    CHECK(contains(text, "// End of your part.") == (e.rung->track() == "first" || !e.yours.empty()));
    CHECK_FALSE(contains(text, "// Was: "));
    CHECK_FALSE(contains(answered_with(e, e.solution->id), "// Was: "));
  }
  const std::string start = practice::starting_text(exercise("first/stride"), "x.cu");
  CHECK(contains(start, "\n  if (first < n) output[first] = sqrtf(input[first]);\n"));  // what was
  CHECK_FALSE(contains(start, "i += grid"));                                            // the answer
  CHECK(contains(practice::starting_text(exercise("first/index"), "x.cu"),
                 "square root.\n\n  // End of your part."));
  // Where the step is long: the rung's own file, without one kernel's body.
  const std::string blocked = practice::starting_text(exercise("scan/blelloch_blocked"), "x.cu");
  CHECK(
      contains(blocked, "block_sums, size_t n) {\n  // Your part.\n\n  // End of your part.\n}\n\ntemplate"));
  CHECK(contains(blocked, "launch(job, add_block_sums<T, kTile>"));
  CHECK_FALSE(contains(blocked, "up-sweep"));
  CHECK_FALSE(contains(blocked, " now "));
}

TEST_CASE("comments and spaces do not make another program", "[practice]") {
  CHECK(practice::same_program("int a;  // one\n/* two\n */ int b;", "int a;\n\nint b; // three"));
  CHECK_FALSE(practice::same_program("int a;", "int b;"));
}

TEST_CASE("which line keeps the larger of two values, and which the smaller", "[practice]") {
  for (const char* line :
       {"if (i < n && x > a[i]) a[i] = x;", "if (a[i] < x) { a[i] = x; }", "*sum = max(*sum, x);",
        "if (i < n) a[0] = fmaxf(x, a[0]);", "a[i] = (x > a[i]) ? x : a[i];",
        "if (i < n) if (input[i] >= *sum) *sum = input[i];", "a[i] = a[i] < x ? x : a[i];"}) {
    INFO(line);
    CHECK(practice::extremum(line) == "Max");
  }
  for (const char* line : {"if (x < a[i]) a[i] = x;", "if (a[i] > x) a[i] = x;",
                           "*sum = std::min<T>(x, *sum);", "a[i] = a[i] < x ? a[i] : x;"}) {
    INFO(line);
    CHECK(practice::extremum(line) == "Min");
  }
  for (const char* line : {"if (i < n) *sum += input[i];", "if (x > a[i]) b[i] = x;", "a[i] += min(x, y);",
                           "count = max(a, b) + 1;", "if (x > a[i]) a[i] == x;", ""}) {
    INFO(line);
    CHECK(practice::extremum(line) == "");
  }
}

TEST_CASE("the first error of a compiler, with what leads to it", "[practice]") {
  const std::string found = toolchain::first_error(
      "In file included from a.cu:1:\nstage/x.h:3:1: note: x\na.cu:27:5: error: 'y' was not declared\n"
      "   27 |   y;\n      |   ^\na.cu:30:1: error: another\n   30 | z\n");
  CHECK(contains(found, "a.cu:27:5: error: 'y' was not declared"));
  CHECK(contains(found, "27 |   y;"));
  CHECK_FALSE(contains(found, "another"));
  const std::string twice =
      "/usr/bin/ld: b.o: in function `f(int)':\nb.cpp:(.text+0x0): multiple definition of `f(int)'; "
      "a.o:a.cpp:(.text+0x0): "
      "first defined here\n/usr/bin/ld: b.o: in function `g()':\nb.cpp:(.text+0x9): undefined reference to "
      "`h()'\n"
      "collect2: error: ld returned 1 exit status\n";
  CHECK(contains(toolchain::first_error(twice), "multiple definition of `f(int)'"));
  CHECK_FALSE(contains(toolchain::first_error(twice), "undefined reference"));
  CHECK_FALSE(contains(toolchain::first_error(twice), "collect2"));
}

TEST_CASE("a STAGE line that takes back what the rung promises", "[practice]") {
  const practice::Registered rung = practice::registered(*stage::find_stage(stage::Build::simt, "reduce/v2"));
  CHECK(practice::promise_broken(rung, rung).empty());
  practice::Registered file = rung;
  file.racy = "so be it";
  CHECK(contains(text_of(practice::promise_broken(file, rung)), "declares a race"));
  file = rung, file.max_n = 1000;
  CHECK(contains(text_of(practice::promise_broken(file, rung)), ".max_n(1000)"));
  file = rung, file.dtypes = {"f32"};
  CHECK(contains(text_of(practice::promise_broken(file, rung)), "offers f32;"));
  file = rung, file.min_block = 64;
  CHECK(contains(text_of(practice::promise_broken(file, rung)), "blocks of 64"));
  file = rung, file.expect = "wrong";
  CHECK(contains(text_of(practice::promise_broken(file, rung)), ".expect"));
  file = rung, file.needs_nccl = true;
  CHECK(contains(text_of(practice::promise_broken(file, rung)), ".needs_nccl()"));
  file = rung, file.needs_sm = 90;
  CHECK(contains(text_of(practice::promise_broken(file, rung)), ".needs_sm(90)"));
  file = rung, file.layout = "shares";
  CHECK(contains(text_of(practice::promise_broken(file, rung)), ".shares()"));
  file = rung, file.problem = "scan";
  CHECK(contains(text_of(practice::promise_broken(file, rung)), "job of scan"));
}

// --- those that compile ---

TEST_CASE("what a file of the reader may lack is told", "[exercises][long]") {
  const Exercise& v2 = exercise("reduce/v2");
  const std::string right = answered_with(v2, "reduce/v2");

  SECTION("a mistake of the language, with the file's own line") {
    const Judgement j = judged(v2, replaced(right, "partial[tid] = i < n", "partial[tid] = j < n"));
    INFO(told(j));
    CHECK(mistake(j) == "builds: does not build");
    CHECK(contains(told(j), "answer.cu:"));
    CHECK(contains(told(j), "error: ‘j’ was not declared"));
  }
  SECTION("a special word without its part") {
    const Exercise& index = exercise("first/index");
    const Judgement j =
        judged(index, replaced(answered_with(index, "first/index"), "threadIdx.x", "threadIdx"));
    CHECK(mistake(j) == "builds: does not build");
    CHECK(contains(told(j), "have three parts, x, y and z: write threadIdx.x"));
  }
  SECTION("a barrier too many, a division too many: the line, and nothing else") {
    const Exercise& waits = exercise("first/barrier");
    Judgement j = judged(waits, replaced(answered_with(waits, "first/barrier"), ": 0;\n    __syncthreads();",
                                         ": 0;\n    __syncthreads();\n    __syncthreads();"));
    falls_short(j, "barriers");
    CHECK(contains(told(j), "what this barrier ordered, the one in line"));
    CHECK_FALSE(contains(told(j), "multiprocessor"));
    const Exercise& v1 = exercise("reduce/v1");
    j = judged(v1,
               replaced(answered_with(v1, "reduce/v1"), "index < blockDim.x", "tid < blockDim.x / (2 * s)"));
    falls_short(j, "integer divisions");
    CHECK(contains(told(j), "divisions or remainders of whole numbers"));
    CHECK_FALSE(contains(told(j), "different words of the same bank"));
  }
  SECTION("fewer requests, but too many wavefronts") {
    const Judgement j = judged(v2, answered_with(v2, "reduce/v1"));
    falls_short(j, "shared load wavefronts");
    CHECK(std::count_if(j.steps.begin(), j.steps.end(), [](const Step& s) { return s.good; }) == 4);
  }
  SECTION("a race") {
    const Judgement j = judged(v2, replaced(right, "    __syncthreads();\n  }", "  }"));
    falls_short(j, "few_sizes: ");
    CHECK(contains(told(j), "put a __syncthreads() between"));
    const Exercise& waits = exercise("first/barrier");
    const std::string both = answered_with(waits, "first/barrier");
    const std::string after = replaced(both, "sum_of(values);\n    __syncthreads();", "sum_of(values);");
    const Judgement next = judged(waits, after);
    falls_short(next, "few_sizes: ");
    CHECK(contains(told(next),
                   "in the next round of the loop, or the next call, and no barrier stands in between: put a "
                   "__syncthreads() at the end of the loop's body"));
    const Judgement same = judged(waits, replaced(both, ": 0;\n    __syncthreads();", ": 0;"));
    CHECK(contains(told(same), "put a __syncthreads() after the write in line "));
    CHECK_FALSE(contains(told(same), "next round"));
  }
  SECTION("a wrong sum: which elements are not in it, or too often") {
    Judgement j = judged(v2, replaced(right, "partial[tid + s]", "partial[tid]"));
    falls_short(j, "few_sizes: wrong");
    CHECK(contains(told(j),
                   "with 33 ones the result is 256; in the sum 256 times: element 0\n      not in the sum: "
                   "elements 1 to 32\n"));
    j = judged(v2, replaced(right, "s > 0", "s > 1"));
    CHECK(contains(told(j),
                   "with 33 ones the result is 17; not in the sum: elements 1, 3, 5, 7, … (16 in all)"));
    j = judged(v2, replaced(right, "i < n ? input[i] : T{0}", "i < n ? 2 * input[i] : T{0}"));
    CHECK(contains(told(j), "with 33 ones the result is 66; in the sum twice: all elements"));
    j = judged(v2, replaced(right, "i < n ? input[i] : T{0}", "i < n ? input[i] : T{1}"));
    CHECK(contains(told(j), "with 33 zeros the result is 223: something that is no element is added"));
  }
  SECTION("a wrong matrix, beside the right one; a wrong count") {
    const Exercise& turned = exercise("first/two_dimensions");
    Judgement j = judged(turned, replaced(answered_with(turned, "first/two_dimensions"),
                                          "output[column * rows + row] = input[row * columns + column]",
                                          "output[row * columns + column] = input[column * rows + row]"));
    falls_short(j, "few_sizes: wrong");
    CHECK(contains(told(j),
                   "what stood in row 0, column 1 of the input was put in output[40], and belongs in"));
    CHECK(contains(told(j),
                   "of n = 33, a matrix of 3 rows and 11 columns, which becomes one of 11 rows and 3 "
                   "columns:\n        element    0   1   2\n        expected   0  11  22\n        "
                   "yours      0   3   6\n"));
    const Exercise& vote = exercise("first/vote");
    j = judged(vote, replaced(answered_with(vote, "first/vote"), "__popc(", "("));
    CHECK(contains(told(j), "with the input 0, 1, …, 7 the result is 7, expected 3"));
    CHECK(contains(told(j), "7 is a number with 3 bits that are 1"));
  }
  SECTION("nothing written, a part of a matrix not moved") {
    const Exercise& stride = exercise("first/stride");
    Judgement j = judged(stride, replaced(answered_with(stride, "first/stride"), "i = first; i < n;",
                                          "i = first; i + grid < n;"));
    CHECK(contains(
        told(j),
        "block 256)\n      with n = 33, no thread writes anything: is there a line that writes the output"));
    CHECK_FALSE(contains(told(j), "stores nothing at all"));  // which says the same
    const Exercise& turned = exercise("first/two_dimensions");
    std::string swapped = answered_with(turned, "first/two_dimensions");
    for (const auto& [from, to] :
         {std::pair{"blockIdx.x} * blockDim.x + threadIdx.x", "@"},
          {"blockIdx.y} * blockDim.y + threadIdx.y", "blockIdx.x} * blockDim.x + threadIdx.x"},
          {"@", "blockIdx.y} * blockDim.y + threadIdx.y"}})
      swapped = replaced(swapped, from, to);
    j = judged(turned, swapped);
    CHECK(contains(told(j),
                   "columns 32 to 39 of the input were never moved, and all else was: look at the "
                   "number of blocks in that dimension (x or y), at the index"));
  }
  SECTION("a warp's sum: one element alone, and sums that are added up again") {
    const Exercise& shuffle = exercise("first/shuffle");
    Judgement j = judged(
        shuffle, replaced(answered_with(shuffle, "first/shuffle"), "value += __shfl", "value = __shfl"));
    CHECK(contains(told(j), "with 33 ones the result is 1; only element 31 is in the sum"));
    CHECK_FALSE(contains(told(j), "nothing was added"));
    const Exercise& detective = exercise("first/detective");
    const std::string cured = answered_with(detective, "first/detective");
    j = judged(detective, replaced(replaced(cured, "value += input[i];\n  }\n", "value += input[i];\n"),
                                   "value, distance);\n  if", "value, distance);\n  }\n  if"));
    CHECK(contains(told(j), "so many times: what is a sum already is added up again, in each round"));
  }
}

TEST_CASE("what a file of the reader may lack is told, the second half", "[exercises][long]") {
  const Exercise& v2 = exercise("reduce/v2");
  const std::string right = answered_with(v2, "reduce/v2");

  SECTION("a launcher that still starts the blocks of the rung before") {
    const Exercise& v3 = exercise("reduce/v3");
    const Judgement j = judged(v3, replaced(answered_with(v3, "reduce/v3"), "2 * job.block", "job.block"));
    falls_short(j, "shared load requests");
    CHECK(contains(told(j),
                   "shared load requests 102825, target 51325\n      the result is right; this is 2.0 times "
                   "as much\n      the launcher starts 4113 blocks, and "
                   "reduce/v3 starts 2053: is the grid made"));
  }
  SECTION(
      "a counter that misses its target has a line, and a cause in words where the page does not ask for "
      "it") {
    const Exercise& v1 = exercise("reduce/v1");
    Judgement j = judged(v1, answered_with(v1, "reduce/v0"));
    falls_short(j, "integer divisions");
    CHECK(contains(told(j), " has 8.42M of them\n"));
    CHECK(contains(told(j), "same: docs/reduce/v1.5.md"));
    const Exercise& padded = exercise("first/bank_conflict");
    j = judged(padded, replaced(answered_with(padded, "first/bank_conflict"), "[kTile + 1]", "[kTile]"));
    falls_short(j, "shared load wavefronts");
    CHECK_FALSE(contains(told(j), "in the solution"));  // it is the start: that would be the answer
    CHECK(contains(told(j), ": each request to shared memory takes 32.0 wavefronts, and 1.0 would do. "));
    CHECK_FALSE(contains(told(j), " has 32.0\n"));  // which is told
    CHECK(contains(told(j), "Its lanes want different words of the same bank"));
    CHECK_FALSE(contains(told(j), "rows of 33"));
  }
  SECTION("a wrong scan: from where on, and by how much; the compiler's warning; threads of two dimensions") {
    const Exercise& scan = exercise("scan/three_kernel");
    Judgement j = judged(scan, replaced(answered_with(scan, "scan/three_kernel"), "block_sums[i / kTile - 1]",
                                        "block_sums[i / kTile]"));
    falls_short(j, "few_sizes: wrong");
    CHECK(contains(
        told(j),
        "with 1000 ones, each block of 256 elements but the first is too large by the sum of its own "
        "elements: before a block stand the blocks before it alone. Which of their sums does it add?"));
    j = judged(v2, replaced(right, "if (tid < s)", "if (tid < s & tid == 0)"));
    CHECK(contains(told(j), "few_sizes: wrong"));
    CHECK(contains(told(j), "answer.cu:"));
    CHECK(
        contains(told(j), ": C++ compares before it calculates with &: a & b == c means a & (b == c). Is "));
    CHECK_FALSE(contains(told(judged(v2, right)), "warns"));
    const Exercise& tile = exercise("first/tile");
    j = judged(tile, replaced(answered_with(tile, "first/tile"), "tile[x][y];", "tile[y][x];"));
    CHECK(contains(told(j), "thread (0, 31) reads tile[31][0]"));
    CHECK(
        contains(told(j), "few_sizes: wrong (f32, block 1024)\n      rows and columns were not exchanged: "));
  }
  SECTION("a grid without the limit that the rung has") {
    const Exercise& stride = exercise("first/stride");
    const std::string few = answered_with(stride, "first/stride");
    const Judgement j =
        judged(stride,
               replaced(replaced(few, "for (size_t i = first; i < n; i += grid) output[i] = sqrtf(input[i]);",
                                 "if (first < grid && first < n) output[first] = sqrtf(input[first]);"),
                        "{kBlocks, job.block}", "{blocks_for(job.n, job.block), job.block}"));
    falls_short(j, "a launch of 4096 blocks at n = 2^20, and first/stride starts 8");
    const Exercise& v6 = exercise("reduce/v6");
    falls_short(judged(v6, replaced(answered_with(v6, "reduce/v6"), "kMaxGrid = 2048", "kMaxGrid = 1 << 30")),
                "a launch of 16384 blocks at n = 2^25, and reduce/v6 starts 2048");
  }
  SECTION("an int as an index, where the last blocks do not show it") {
    const Exercise& stride = exercise("first/stride");
    const Judgement j = judged(stride, replaced(answered_with(stride, "first/stride"),
                                                "for (size_t i = first", "for (int i = first"));
    reaches(j);
    CHECK(contains(told(j), "answer.cu:"));
    CHECK(contains(told(j), " compares an int with a size_t. If that int counts elements"));
    CHECK_FALSE(contains(told(judged(stride, answered_with(stride, "first/stride"))), "compares an int"));
    const Exercise& index = exercise("first/index");
    const std::string right_index = answered_with(index, "first/index"),
                      product = "size_t{blockIdx.x} * blockDim.x";
    const std::string cause =
        ": blockIdx.x * blockDim.x is a number of 32 bits, also where it is then put into a size_t";
    CHECK(
        contains(told(judged(index, replaced(right_index, product, "blockIdx.x * blockDim.x"), "")), cause));
    CHECK_FALSE(contains(told(judged(index, replaced(right_index, "i < n", "i <= n"))), "32 bits"));
  }
  SECTION("a crash") {
    falls_short(judged(v2, replaced(right, "block_sums[blockIdx.x]", "block_sums[size_t{1} << 40]")),
                "few_sizes: ");
  }
  SECTION("no STAGE line, two, or that of another") {
    falls_short(judged(v2, right.substr(0, right.find("STAGE("))), "has no STAGE line");
    falls_short(judged(v2, replaced(right, "STAGE(\"reduce/v2\"", "STAGE(\"reduce/v1\"")), "says reduce/v1");
    falls_short(judged(v2, right + "namespace b {\nSTAGE(\"reduce/my\", \"mine\", run<float>);\n}\n"),
                "has 2 STAGE lines");
  }
  SECTION("a declared race") {
    falls_short(judged(v2, replaced(right, ".after(", ".racy(\"so be it\").after(")), "declares a race");
  }
  SECTION("a loop of the CPU in place of a kernel") {
    const std::string loop =
        "  std::conditional_t<std::is_same_v<T, float>, double, uint32_t> sum{0};\n"
        "  for (size_t i = 0; i < job.n; ++i) sum += job.input[i];\n  *job.output = static_cast<T>(sum);\n";
    const size_t begin = right.find("  const auto grid"), end = right.find("}\n\n}  // namespace");
    const std::string with_loop = right.substr(0, begin) + loop + right.substr(end);
    falls_short(judged(v2, replaced(with_loop, ".after(", ".serial().after(")), ".serial()");
    const Judgement alone = judged(v2, with_loop);
    falls_short(alone);
    CHECK(contains(told(alone), "host code touches"));
    const Judgement j =
        judged(v2, replaced(with_loop, "  std::conditional_t",
                            "  launch(job, reduce<T>, {1, 32}, job.input, job.output, size_t{0});\n"
                            "  std::conditional_t"));
    falls_short(j);
    CHECK(contains(told(j), "host code touches"));
  }
  SECTION("better than the rung is said to be so") {
    const Judgement j = judged(v2, answered_with(v2, "reduce/v3"));
    reaches(j);
    CHECK(contains(told(j), "better than the rung"));
  }
}

// Those that fresh eyes have made, and that a reader of the page makes.
TEST_CASE("the first place that differs is told, and what a compiler means", "[long][exercises]") {
  SECTION(
      "the first place that differs, before the hazards that come of it; none where a barrier is missing") {
    const std::string place = "in the solution";
    CHECK(contains(said("first/index", "size_t{blockIdx.x} * blockDim.x", "size_t{blockIdx.x} * gridDim.x"),
                   "thread 0 of block 1 reads input[4]; in the solution it reads input[256] (n = 1000)\n"));
    CHECK(contains(said("reduce_atomic/per_block", "tid == 0) atomicAdd", "lane == 0) atomicAdd"),
                   "thread 32 updates output[0] atomically; in the solution it does not (8 threads of the "
                   "block do so here, and 1 there: "));
    CHECK(contains(
        said("pack/ballot", "blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1", "i == n - 1"),
        "in the solution thread 255 stores 0 in count[0]; here it does not"));
    CHECK(contains(said("stencil/registers",
                        "at_edge ? cell(input, top + k, lane == 0 ? column - 1 : "
                        "column + 1, n, width) : 0.0f",
                        "cell(input, top + k, lane == 0 ? column - 1 : column + 1, n, width)"),
                   "the result is right; this is "));
    CHECK(contains(
        said("first/shared", "values[tid] = i < n ? input[i] : 0;", "if (i < n) values[tid] = input[i];"),
        "stores 0 in values[232]; here it does not, and other threads do, in line "));
    CHECK(contains(said("first/bank_conflict", "tile[kTile][kTile + 1]", "tile[kTile + 1][kTile]"),
                   "the rows of tile have 32 elements; in the solution they have 33\n"));
    CHECK(contains(said("reduce/v6", "gridDim.x * kTile", "gridDim.x * kBlock"),
                   "reads input[256], and 2 times in all; in the solution once"));
    CHECK(contains(said("reduce/v1", "= 2 * s * tid", "= s * tid"),
                   "thread 1 reads partial[1]; in the solution it reads partial[2]"));
    const Exercise& blocked = exercise("scan/blelloch_blocked");  // a compiler keeps what was stored
    CHECK_FALSE(
        contains(told(judged(blocked, replaced(replaced(answered_with(blocked, "scan/blelloch_blocked"),
                                                        "const T sum = partial[left];", ""),
                                               "before + sum", "before + partial[left]"))),
                 "; here it does not"));
    CHECK_FALSE(
        contains(said("first/barrier", "sum_of(values);\n    __syncthreads();", "sum_of(values);"), place));
    CHECK_FALSE(contains(
        said("reduce/v5", "partial[tid + 128];\n    __syncthreads();", "partial[tid + 128];"), place));
  }
  SECTION("a part of threadIdx, and what is known only when it runs, for the compiler") {
    CHECK(contains(said("first/index", "size_t{blockIdx.x} * blockDim.x + threadIdx.x",
                        "size_t{blockIdx} * blockDim + threadIdx"),
                   "have three parts, x, y and z"));
    CHECK(contains(said("reduce/v5", "  with_block_size(",
                        "  constexpr unsigned kOther = job.block;\n  with_block_size("),
                   "a constexpr must be known when the program is compiled"));
  }
}

// What fresh eyes made, and a strict reader did not find named.
TEST_CASE("who stores, reads and adds it in the solution", "[long][exercises]") {
  SECTION("who stores in that place") {
    CHECK(contains(
        said("scan/subgroup", "if (lane == kWarpSize - 1) partial[warp]", "if (lane == 0) partial[warp]"),
        "thread 0 stores 6 in partial[0]; in the solution thread 31 stores 8128 in partial[0]"));
    CHECK(contains(
        said("stencil/tiled", "if (x == kColumns) tile", "if (x == kColumns - 1) tile"),
        "thread (30, 0) stores 31 in tile[1][33]; in the solution thread (31, 0) stores 32 in tile[1][33]"));
    CHECK(contains(said("pack/one_exchange", "tid == kBlock - 1) *count", "tid == 0) *count"),
                   "stores 96 in count[0]; in the solution thread 255 stores 375 in count[0]"));
  }
  SECTION("a lane's own value, an element that two threads read, a block's own sum, one for each warp") {
    const std::string leaves = said("scan/warp_leaves", "if (lane >= shift) sum += left;", "sum += left;");
    CHECK(contains(leaves, "gets its own value back: is that added, where nothing should be?"));
    CHECK(contains(said("scan/warp_leaves", "  if (lane == 0) before = T{0};\n", ""),
                   " gave: the lane's own value, for no lane stands on that side"));
    CHECK(contains(said("reduce_global/neighbored_less", "index < blockDim.x && ", ""),
                   "reads data[256]; in the solution thread 0 of block 1 does"));
    CHECK(contains(said("scan/chained", "messages + tile, prefix + tile_sum", "messages + tile, tile_sum"),
                   ": right with few blocks, and wrong with more. What does a block need of all blocks"));
    const std::string tail = said("reduce/v8", "blockIdx.x == 0 && tid < n % kSize", "tid < n % kSize");
    CHECK(contains(tail, " reads input[4096], and so does thread "));
    CHECK(contains(tail, "; in the solution one thread alone reads it\n"));
    const std::string both = said("scan/both_kinds", "block_sums, blocks, false, level + 1",
                                  "block_sums, blocks, inclusive, level + 1");
    CHECK(contains(both,
                   "block 256)\n      with 4099 ones, each block of 1024 elements is too large by the sum of "
                   "its own elements: "));
    const Exercise& per_block = exercise("reduce_atomic/per_block");
    std::string each_warp = answered_with(per_block, "reduce_atomic/per_block");
    each_warp = replaced(each_warp, "  if (lane == 0) partial[warp] = sum;\n  __syncthreads();\n", "");
    each_warp = replaced(each_warp,
                         "  if (warp == 0) sum = warp_reduce(lane < blockDim.x / kWarpSize ? partial[lane] : "
                         "T{0});\n",
                         "");
    CHECK(
        contains(told(judged(per_block, replaced(each_warp, "tid == 0) atomicAdd", "lane == 0) atomicAdd"))),
                 " makes one for each warp, and one for each block would do. "));
  }
  SECTION("a sum that keeps its last tile alone, right until a block has two") {
    CHECK(contains(
        said("reduce/v6",
             "  T sum{0};\n  for (size_t i = blockIdx.x * kTile + tid; i < n; i += gridDim.x * kTile) {",
             "  T sum{0};\n  for (size_t i = blockIdx.x * kTile + tid; i < n; sum = T{0}, i += gridDim.x * "
             "kTile) {"),
        "reduce/v6: not reached"));
  }
  SECTION("an array of one's own name, two elements in place of a vector") {
    const Exercise& blocked = exercise("scan/blelloch_blocked");
    std::string own = answered_with(blocked, "scan/blelloch_blocked");
    for (size_t at = 0; (at = own.find("partial", at)) != std::string::npos; at += 4)
      own.replace(at, 7, "sums");
    own = replaced(own, "      const T sum = sums[left];\n", "");
    own = replaced(own, "sums[right] = before + sum;", "sums[right] = before + sums[left];");
    CHECK(contains(
        told(judged(blocked, own)),
        "thread 0 overwrites sums[255]; in the solution it first reads the value that stands there."));
    const Exercise& coarse = exercise("scan/blelloch_coarse2");
    const std::string two =
        replaced(answered_with(coarse, "scan/blelloch_coarse2"), "  store_vec(output, i, n, v);",
                 "  if (i < n) output[i] = v.item[0];\n"
                 "  if (i + 1 < n) output[i + 1] = v.item[0];");
    CHECK(contains(told(judged(coarse, two)),
                   "thread 1 stores 1 in output[3]; in the solution it is 3 (input 0, 1, 2, … of n = 1000)"));
  }
  SECTION("an if and its else that store are one store") {
    const Exercise& shared = exercise("first/shared");
    std::string branches =
        replaced(answered_with(shared, "first/shared"), "total += values[t]", "total += values[tid]");
    branches = replaced(branches, "values[tid] = i < n ? input[i] : 0;",
                        "if (i < n)\n    values[tid] = input[i];\n  else\n    values[tid] = 0;");
    const std::string once = told(judged(shared, branches));
    CHECK(contains(once, "thread 0 reads values[0], and 256 times in all"));
    CHECK_FALSE(contains(once, "stores nothing"));
  }
}

TEST_CASE("a condition, a launch and a packed element are others than in the solution", "[long][exercises]") {
  SECTION(
      "what the launcher zeroes, the size of a block, equal values, rounds of shuffles, missing barriers") {
    CHECK(contains(
        said("scan/blelloch_global", "zero(partial + leaves - 1, sizeof(T))", "zero(partial, sizeof(T))"),
        "context.zero() fills 4 bytes of partial, from byte 0 on; in the solution it fills 4 bytes of "
        "partial, from byte 4092 on (n = 1000)"));
    const std::string small = said("reduce/v8.1", "{1, kBlock}, job.input", "{1, kBlock / 4}, job.input");
    CHECK(contains(
        small, "has blocks of 256 threads, and that of reduce/v8.1 has blocks of 1024: for how many is "));
    CHECK(contains(said("reduce_op/minloc", "(a.value == b.value && a.index < b.index)", "false"),
                   "block 256)\n      of equal values the one with the smallest index counts: "));
    CHECK(contains(said("reduce_op/minloc", "(a.value == b.value && a.index < b.index)", "a.index < b.index"),
                   "block 256)\n      of many elements a larger value is found, of two the right one: "));
    CHECK(
        contains(said("first/stride", "for (size_t i = first; i < n; i += grid) output[i] = sqrtf(input[i]);",
                      "size_t i = first;\n  do {\n    output[i] = sqrtf(input[i]);\n    i += grid;\n  } "
                      "while (i < n);"),
                 ": do … while runs once before it looks at its condition."));
    CHECK(contains(said("first/vote", "__ballot_sync(kAllLanes, ", "__ballot("),
                   "CUDA has no __ballot any more: "));
    CHECK(contains(
        said("first/shuffle", "distance > 0; distance", "distance > 1; distance"),
        "a warp has made 4 shuffles and makes no more; in the solution it makes 5. Does a loop end too "));
    CHECK(
        contains(said("first/shared", "total += values[t]", "total += values[tid]"),
                 "thread 0 reads values[0], and 256 times in all; in the solution it reads values[1], too"));
    CHECK(contains(said("scan/rows", "total += __shfl_sync(kAllLanes, sums, kWarpSize - 1)", "total += sums"),
                   "all lanes of the warp get the value of lane 31 in the solution; here they do not."));
    CHECK(contains(
        said("first/shuffle", "distance = 16; distance > 0; distance /= 2",
             "distance = 1; distance < 16; distance *= 2"),
        "a warp shuffles 4 times in all; in the solution 5 times. Does a loop go one round too few?"));
    const std::string late =
        said("first/barrier", "    values[tid] = i < n ? input[i] : 0;\n    __syncthreads();\n",
             "    __syncthreads();\n    values[tid] = i < n ? input[i] : 0;\n");
    CHECK(contains(late, "block 256)\n      thread 0 reads values[224], which thread 224 writes with no "));
    CHECK(
        contains(said("first/detective", "  if (lane == 0) atomicAdd", "  if (tid == 0) atomicAdd"),
                 "here it does not (1 thread of the block does so here, and 8 there: look at the condition"));
  }
  SECTION(
      "what a hazard says itself is told once; a place that is read wrongly, before the count that comes of "
      "it") {
    const std::string past = said("first/index", "if (i < n)", "if (i <= n)");
    CHECK(contains(past, "block 256)\n      in line "));
    CHECK(contains(past, ", thread 232 of block 3 reads input[1000], just past the end of input"));
    CHECK_FALSE(contains(past, "?. In this run"));
    CHECK_FALSE(contains(past, "in the solution"));
    CHECK(contains(
        said("unpack/subgroup", "for (unsigned k = 0; k < kPerWarp; k += kWarpSize)\n    set += __popc",
             "for (unsigned k = 0; k < kPerThread; ++k)\n    set += __popc"),
        "thread 0 reads flags[1]; in the solution it reads flags[32] (n = 1000)\n      with n = 1000: "));
    CHECK(contains(said("first/bank_conflict", "tile[kTile][kTile + 1]", "tile[kTile + 1][kTile]"),
                   "times as much\n      in line "));
  }
  SECTION("a condition that lets too many in") {
    CHECK(contains(
        said("reduce/v1.5", "(tid & (2 * s - 1)) == 0", "(tid & (s - 1)) == 0"),
        "thread 1 reads partial[1]; in the solution it does not (256 threads of the block do so here, and "
        "128 there: look at the condition in front of it)"));
  }
  SECTION("what is packed side by side; what is read again") {
    CHECK(contains(
        said("pack/subgroup", "    place += __popc(votes);\n", "    if (kept) place += __popc(votes);\n"),
        "the lanes of a warp write output["));
    CHECK(contains(said("pack/ballot", "__popc(votes & ((1u << lane) - 1))", "__popc(votes >> lane) - 1"),
                   ", backwards; in the solution "));
    CHECK_FALSE(
        contains(said("pack/ballot", "votes & ((1u << lane) - 1)", "votes & (1u << lane)"), "backwards"));
    CHECK(contains(said("stencil/vectorised", "__shfl_up_sync(kAllLanes, self.item[3], 1)",
                        "__shfl_up_sync(kAllLanes, self.item[0], 1)"),
                   "thread (1, 0) gets 0 from lane 0; in the solution it is 3"));
    CHECK(contains(
        said("first/tile", "left + y < columns && top + x < rows", "top + y < rows && left + x < columns"),
        "Does the condition in front of the store test a row and a column of the output, or those of the "));
  }
  SECTION("how a launch is shaped, how large its memory is") {
    CHECK(contains(said("first/index", "{blocks_for(job.n, job.block), job.block}",
                        "{job.block, blocks_for(job.n, job.block)}"),
                   "The grid has 256: are grid and block exchanged? The grid comes first"));
    CHECK(contains(said("first/two_dimensions", "{grid, {kColumns, rows}}", "{grid, {rows, kColumns}}"),
                   "block 256)\n      launch 1 (transpose) has blocks of 8 × 32 threads, and that of "
                   "first/two_dimensions has 32 × 8: "));
    CHECK(contains(said("unpack/subgroup", "(job, \"counts\", warps)", "(job, \"counts\", blocks)"),
                   "counts has 8 bytes; in the solution it has 64 (n = 1000). How many elements"));
    const Exercise& exchange = exercise("scan/one_exchange");  // which is right up to 2^20 elements
    const std::string loop =
        "for (unsigned b = tid; b < blockIdx.x; b += kBlock) sum += await(messages + b, epoch)";
    const std::string once = replaced(answered_with(exchange, "scan/one_exchange"), loop,
                                      "if (tid < blockIdx.x) sum += await(messages + tid, epoch)");
    CHECK(contains(told(judged(exchange, once, "1310720")),
                   ": does each of the 128 threads look at one block "));
  }
}

TEST_CASE("a line that does something else is told before what comes of it", "[long][exercises]") {
  SECTION("a line that does something else, before the sizes at which that shows") {
    CHECK(contains(said("reduce/v5", "if (tid < 512) partial[tid] += partial[tid + 512]",
                        "if (tid < 512) partial[tid] += partial[tid + 256]"),
                   "block 1024)\n      in line "));
    CHECK(contains(
        said("map/vectorised", "blocks_for(job.n, 4 * job.block)", "blocks_for(job.n / 4, job.block)"),
        "block 256)\n      with n = 4099, the launcher starts 4 blocks in all, and "));
    CHECK(contains(said("pack/ballot", "threadIdx.x == blockDim.x - 1) *count", "threadIdx.x == 0) *count"),
                   "block 256)\n      in line "));
  }
  SECTION("a sum that is one value, launches without end, a loop over the grid, a sign that is none") {
    CHECK(contains(said("reduce/v7", "  if (tid == 0) block_sums",
                        "  if (tid == 0) sum += partial[0];\n  if (tid == 0) block_sums"),
                   "block 256)\n      with 33 ones "));
    CHECK(
        contains(said("reduce/v6", "std::min(kMaxGrid, blocks_for(n, kBlock * kPerThread))", "size_t{2048}"),
                 "block 256)\n      each launch leaves one value for each of its blocks, and "));
    CHECK(contains(said("first/shared", "total += values[t]", "total =+ values[t]"),
                   ": =+ is no sign of C++: "));
  }
  SECTION("a round too many, a copy of an element, an unsigned number below 0") {
    CHECK(contains(said("reduce/v4.2", "s > kWarpSize; s /= 2", "s >= kWarpSize; s /= 2"),
                   " times; in the solution "));
    CHECK(contains(
        said("scan/blelloch_coarse4", "for (T& item : v.item)", "for (T item : v.item)"),
        ": item is a copy of each element, and what is written to it does not reach the array: is T& "
        "item meant?"));
    CHECK(contains(said("reduce/v2", "s > 0; s /= 2", "s >= 0; s /= 2"),
                   ": an unsigned number is never below 0, so >= 0 is always true: "));
  }
  SECTION("a shuffle of old articles; a cast that takes the const away") {
    CHECK(contains(said("map/vectorised", "*reinterpret_cast<const float4*>", "*reinterpret_cast<float4*>"),
                   "Write const in the new type too: const float4*"));
    CHECK(contains(said("reduce/v4.2", "__shfl_down_sync(0xffffffffu, ", "__shfl_down("),
                   "CUDA has no __shfl_down any more: write __shfl_down_sync(mask, …)"));
  }
}

TEST_CASE("what is wrong is told in words of sizes and scans", "[long][exercises]") {
  SECTION("a header that is missing, a number that is known too late") {
    const Exercise& registers = exercise("stencil/registers");
    Judgement j = judged(registers, replaced(answered_with(registers, "stencil/registers"),
                                             "#include \"stage/vectors.h\"\n", ""));
    CHECK(mistake(j) == "builds: does not build");
    CHECK(contains(told(j), "kAllLanes is declared in stage/vectors.h: put #include \"stage/vectors.h\" at"));
    const Exercise& v5 = exercise("reduce/v5");
    j = judged(v5, replaced(answered_with(v5, "reduce/v5"), "reduce<T, kBlock>", "reduce<T, job.block>"));
    CHECK(mistake(j) == "builds: does not build");
    CHECK(contains(told(j), "what stands between < and > after reduce does not fit"));
  }
  SECTION("the sizes at which it is right, before all numbers") {
    const Exercise& global = exercise("scan/blelloch_global");
    std::string wrong = answered_with(global, "scan/blelloch_global");
    wrong = replaced(wrong, "  size_t leaves = 1;\n  while (leaves < job.n) leaves *= 2;\n",
                     "  const size_t leaves = job.n;\n");
    Judgement j = judged(global, wrong);
    falls_short(j, "few_sizes: wrong");
    CHECK(
        contains(told(j), "block 256)\n      it is right with n = 32, 64 and 128, and wrong with n = 33: "));
    const Exercise& v8 = exercise("reduce/v8");
    j = judged(v8, replaced(answered_with(v8, "reduce/v8"),
                            "tid < n % kSize) sum += ", "tid < n % kSize) sum += 0 * "));
    CHECK(contains(told(j), "block 256)\n      it is right with n = 32, 36 and 40, and wrong with n = 33: "));
  }
  SECTION("neighbours apart, 32 times as many, below 0 without a sign, elements for bytes") {
    const Exercise& index = exercise("first/index");
    falls_short(judged(index, replaced(answered_with(index, "first/index"),
                                       "size_t{blockIdx.x} * blockDim.x + threadIdx.x",
                                       "size_t{threadIdx.x} * gridDim.x + blockIdx.x")),
                "sectors");
    const Exercise& vote = exercise("first/vote");
    Judgement j = judged(
        vote,
        replaced(answered_with(vote, "first/vote"),
                 "const int votes = __popc(__ballot_sync(kAllLanes, yes));",
                 "int votes = __popc(__ballot_sync(kAllLanes, yes));\n"
                 "for (unsigned d = 16; d > 0; d /= 2) votes += __shfl_down_sync(kAllLanes, votes, d);"));
    CHECK(contains(told(j), "that is 32 times as many: has every lane of a warp the number already"));
    const Exercise& shared = exercise("first/shared");
    j = judged(shared,
               replaced(answered_with(shared, "first/shared"), "for (unsigned t = 0; t < blockDim.x; ++t)",
                        "for (unsigned t = blockDim.x - 1; t >= 0; --t)"));
    CHECK(contains(told(j), "that is -1 as an unsigned number"));
    const Exercise& global = exercise("scan/blelloch_global");
    j = judged(global, replaced(answered_with(global, "scan/blelloch_global"),
                                "job.context.copy(job.output, partial, job.n * sizeof(T));",
                                "job.context.copy(job.output, partial, job.n);"));
    CHECK(contains(told(j), "block 256)\n      the first 8 of 33 elements are right, and what comes after "));
  }
  SECTION("a scan of another kind, one that begins with the sum of everything") {
    const Exercise& coarse = exercise("scan/blelloch_coarse2");
    Judgement j =
        judged(coarse, replaced(answered_with(coarse, "scan/blelloch_coarse2"),
                                "    item = before;\n    before = sum;", "    before = item = sum;"));
    falls_short(j, "few_sizes: wrong");
    CHECK(contains(told(j),
                   "block 256)\n      this is the inclusive scan: each element has its own value in its "));
    const Exercise& padded = exercise("scan/blelloch_padded");
    j = judged(padded, replaced(answered_with(padded, "scan/blelloch_padded"), "root = padded(kLeaves - 1)",
                                "root = kLeaves - 1"));
    CHECK(contains(told(j), "thread 0 reads partial[511]; in the solution it reads partial[526]. Then, "));
    CHECK(told(j).find("; in the solution it reads") == told(j).rfind("; in the solution it reads"));  // once
    CHECK(contains(told(j), "\n      with n = 33, each element is too large by 528, the sum of all "));
  }
  SECTION(
      "a place is a number of elements before: counted wrongly, it is told before the race that comes of "
      "it") {
    const Exercise& kept = exercise("pack/subgroup");
    Judgement j =
        judged(kept, replaced(answered_with(kept, "pack/subgroup"), "kept += __popc", "kept = __popc"));
    falls_short(j, "few_sizes: wrong");
    CHECK(contains(told(j),
                   "element 256 was put in output[12], and belongs in output[96]. Before it, 96 elements are "
                   "kept; the kernel counted 12: look at how they are counted"));
    const Exercise& ballot = exercise("pack/ballot");
    j = judged(ballot, replaced(answered_with(ballot, "pack/ballot"), "(1u << lane)", "(2u << lane)"));
    CHECK(contains(told(j), "each time one too many, so does an element count itself?"));
    const Exercise& set = exercise("unpack/ballot");
    j = judged(set, replaced(answered_with(set, "unpack/ballot"), "(1u << lane)", "(2u << lane)"));
    CHECK(contains(told(j),
                   "output[0] got packed[1], and should get packed[0]. Before flag 0, 0 flags are set; the "
                   "kernel counted 1: each time one too many"));
  }
  SECTION("a matrix: rows of another length, and a place outside is a row and a column") {
    const Exercise& turned = exercise("first/two_dimensions");
    Judgement j = judged(turned, replaced(answered_with(turned, "first/two_dimensions"),
                                          "[column * rows + row]", "[column * columns + row]"));
    falls_short(j, "few_sizes: wrong");
    CHECK(contains(
        told(j),
        "block 256)\n      a row of the output was taken to be 40 elements long, and it has 25: one for "
        "each row of the input\n      what stood in row 0, column 1 of the input was put in output[40], "
        "and belongs in output[25], which is row 1, column 0 of the output\n"));
    const Exercise& tile = exercise("first/tile");
    j = judged(tile, replaced(answered_with(tile, "first/tile"), "(left + y < columns && top + x < rows)",
                              "(top + y < rows && left + x < columns)"));
    CHECK(
        contains(told(j), "the output has 40 rows (0 to 39) and 25 columns: output[1000] would be row 40, "));
  }
}

TEST_CASE("what is wrong is told in words of shuffles and races", "[long][exercises]") {
  SECTION("a division of two whole numbers; a declared race is not the cause; the wrong side of a shuffle") {
    const Exercise& reciprocal = exercise("stencil/reciprocal");
    const std::string right_one = answered_with(reciprocal, "stencil/reciprocal");
    Judgement j = judged(reciprocal, replaced(right_one, "* 0.2f", "* (1 / 5)"));
    falls_short(j, "few_sizes: wrong");
    CHECK(contains(told(j), ": 1 / 5 divides two whole numbers, and the result is 0: write 1.0f / 5\n"));
    CHECK_FALSE(
        contains(told(judged(reciprocal, replaced(right_one, "* 0.2f", "* 1 / 5"))), "whole numbers"));
    const Exercise& v4 = exercise("reduce/v4");
    j = judged(v4, replaced(answered_with(v4, "reduce/v4"), "s > kWarpSize", "s >= kWarpSize"));
    falls_short(j, "few_sizes: wrong");
    CHECK(contains(told(j),
                   "with 33 ones the result is 34; in the sum twice: element 32\n      is the last step"));
    CHECK_FALSE(contains(told(j), "race"));
    const Exercise& shuffle = exercise("first/shuffle");
    j = judged(shuffle,
               replaced(answered_with(shuffle, "first/shuffle"), "__shfl_down_sync", "__shfl_up_sync"));
    CHECK(contains(told(j), "so lane 0 of each warp added its own value again and again"));
  }
  SECTION("a race of one's own where the rung declares one; a maximum wants no atomicAdd") {
    const Exercise& v4 = exercise("reduce/v4");
    Judgement j = judged(v4, replaced(answered_with(v4, "reduce/v4"), "    __syncthreads();\n  }\n  if (tid",
                                      "  }\n  if (tid"));
    INFO(told(j));
    falls_short(j, "few_sizes: wrong");
    CHECK(contains(
        told(j),
        "block 256)\n      with 1000 ones the result is 768; not in the sum: elements 192 to 255, "));
    const size_t race = told(j).find("\n      thread 0 reads partial[64], which thread 64 writes with no ");
    const size_t its_line = told(j).find(": write by block 0, thread 64\n      the result is ");
    CHECK((race < its_line && its_line != std::string::npos));
    j = judged(v4, answered_with(v4, "reduce/v4"));
    reaches(j);
    CHECK(contains(told(j), "only with the race that it declares"));
    CHECK(contains(said("first/atomic", "atomicAdd(sum, input[i])", "if (input[i] > *sum) *sum = input[i]"),
                   "use an atomic (atomicMax) if all are meant to change it"));
    CHECK(contains(said("first/atomic", "atomicAdd(sum, input[i])",
                        "{  // two lines\n    if (input[i] > *sum)\n      *sum = input[i];\n  }"),
                   "use an atomic (atomicMax), or put a __syncthreads() between"));
    CHECK(contains(said("first/atomic", "atomicAdd(sum, input[i])", "*sum = min(*sum, input[i])"),
                   "use an atomic (atomicMin) if all are meant to change it"));
    CHECK(contains(said("reduce_atomic/per_block", "tid == 0) atomicAdd(output, sum)",
                        "tid == 0 && sum > *output) *output = sum"),
                   "use an atomic (atomicMax, but there is none for a float) if all are meant to change it"));
    CHECK(contains(said("first/atomic", "atomicAdd(sum, input[i])", "*sum += input[i]"),
                   "use an atomic (such as atomicAdd) if all are meant to change it"));
  }
  SECTION("the first difference from the rung") {
    const Exercise& v7 = exercise("reduce/v7");
    const std::string right = answered_with(v7, "reduce/v7");
    Judgement j = judged(v7, replaced(right, "partial[lane] : T{0}", "partial[lane] : sum"));
    INFO(told(j));
    falls_short(j, "few_sizes: wrong");
    CHECK(j.steps.back().lines().front().ends_with(
        " alone differs from the solution: 'sum' is something else there"));
    CHECK(contains(told(j), "block 256)\n      in line "));
    CHECK(contains(told(j), "from lane 16; in the solution it is 0 (input 0, 1, 2, … of n = 1000)\n"));
    const Exercise& global = exercise("scan/blelloch_global");
    j = judged(global,
               replaced(answered_with(global, "scan/blelloch_global"), "partial[right] = before + sum;",
                        "partial[right] = before + partial[left];"));
    CHECK(contains(
        told(j),
        "overwrites partial[511]; in the solution it first reads the value that stands there. Is that "
        "value needed later? Then keep it in a variable first. Next, in line "));
    const Exercise& registers = exercise("stencil/registers");
    std::string turned = answered_with(registers, "stencil/registers");
    turned = replaced(turned, "__shfl_up_sync", "@");
    turned = replaced(turned, "__shfl_down_sync", "__shfl_up_sync");
    turned = replaced(turned, "@", "__shfl_down_sync");
    CHECK(contains(
        told(judged(registers, turned)),
        "thread (1, 0) gets 2 from lane 2; in the solution it gets 0 from lane 0. __shfl_down takes from a "
        "lane with a higher number"));
    const Exercise& unpack = exercise("unpack/ballot");
    j = judged(unpack, replaced(answered_with(unpack, "unpack/ballot"), "if (i < n) output[i] = set ?",
                                "if (i < n && set) output[i] = set ?"));
    CHECK(contains(told(j), "what has a flag is right, and what has none was never written"));
    CHECK(contains(told(j), "thread 3 stores nothing; in the solution it stores 0 in output[3] ("));
  }
  SECTION("blocks of one size alone, too many blocks, cells at the edges of warps") {
    const Exercise& v5 = exercise("reduce/v5");
    Judgement j =
        judged(v5, replaced(answered_with(v5, "reduce/v5"), "kBlock >= 1024", "kBlock >= 2048"), "2500");
    INFO(told(j));
    falls_short(j, "every_size: wrong (f32, block 1024)");
    CHECK(contains(told(j),
                   "block 1024)\n      it is right with blocks of 64, 128, 256, 512 threads, and "
                   "wrong with blocks of 1024: where is the size of a block"));
    const Exercise& v71 = exercise("reduce/v7.1");
    j = judged(v71, replaced(answered_with(v71, "reduce/v7.1"), "{grid(n), kBlock}", "{max_grid, kBlock}"));
    CHECK(contains(told(j), "the launcher starts 1056 blocks in all, and that of reduce/v7.1 starts 1: "));
    const Exercise& cells = exercise("stencil/vectorised");
    j = judged(cells, replaced(answered_with(cells, "stencil/vectorised"), "column - 1 : column + 4",
                               "column - 1 : column + 1"));
    CHECK(contains(told(j), "in a grid with rows of 256 cells, all wrong cells are in columns 127, 255: "));
  }
}

TEST_CASE("what is wrong is told in words of places and memory", "[long][exercises]") {
  SECTION("a float in an int; what a lane has read from another place") {
    const Exercise& v41 = exercise("reduce/v4.1");
    const std::string right = answered_with(v41, "reduce/v4.1");
    Judgement j = judged(v41, replaced(right, "T sum = partial[tid];", "int sum = partial[tid];"));
    INFO(told(j));
    falls_short(j, "few_sizes: wrong (f32");
    CHECK(contains(told(j),
                   " puts a float into a whole number (an int, unsigned, …), and what stands behind "));
    CHECK_FALSE(
        contains(told(judged(v41, replaced(right, "T sum = partial[tid];", "T sum = 2 * partial[tid];"))),
                 "whole number"));
    const Exercise& v7 = exercise("reduce/v7");
    j = judged(v7, replaced(answered_with(v7, "reduce/v7"), "? partial[lane]", "? partial[warp]"));
    CHECK(contains(told(j),
                   ", thread 4 reads partial[0]; in the solution it reads partial[4]. Then, in line "));
    const Exercise& subgroup = exercise("unpack/subgroup");
    std::string wrong = answered_with(subgroup, "unpack/subgroup");
    j = judged(subgroup,
               replaced(wrong, "    place += __popc(votes);", "    if (set[k]) place += __popc(votes);"));
    CHECK(contains(told(j), " reads packed[4]; in the solution it reads packed[18]. Then, in line "));
    CHECK(contains(told(j), "Before flag 39, 18 flags are set; the kernel counted 4: look at how"));
  }
  SECTION("the second run, another order of launches, a number of elements that is too large") {
    const Exercise& v9 = exercise("reduce/v9");
    Judgement j = judged(
        v9, replaced(answered_with(v9, "reduce/v9"), "(ticket, gridDim.x - 1)", "(ticket, gridDim.x)"));
    INFO(told(j));
    CHECK(
        contains(told(j),
                 "block 256)\n      after the first run ticket is 1, and before it was 0: memory of state() "
                 "keeps what a run leaves. What must it be when the next run begins?\n"));
    const Exercise& blocked = exercise("scan/blelloch_blocked");
    const std::string right = answered_with(blocked, "scan/blelloch_blocked"),
                      next = "  scan<T, kBlock>(job, block_sums, block_sums, blocks, level + 1);\n";
    const size_t add = right.find("  launch(job, add_block_sums"), end = right.find('\n', add) + 1;
    REQUIRE(add != std::string::npos);
    const std::string last = right.substr(add, end - add);
    j = judged(blocked, replaced(replaced(right, next, ""), last, last + next));
    CHECK(contains(
        told(j),
        "block 256)\n      the kernels are launched in another order than in scan/blelloch_blocked: "
        "scan_blocks (2 blocks), add_block_sums, scan_blocks (1 block); there scan_blocks (2 blocks), "
        "scan_blocks (1 block), add_block_sums. What must be done before launch 2 "
        "(add_block_sums)?\n"));
    const Exercise& three = exercise("scan/three_kernel");
    std::string one = answered_with(three, "scan/three_kernel");
    one =
        replaced(one, "  scan<T, kBlock>(job, block_sums, block_sums, blocks, level + 1);",
                 "  launch(job, scan_blocks<T, kBlock>, {1, kBlock}, block_sums, block_sums, scratch<T>(job, "
                 "\"total\", 1), blocks);");
    j = judged(three, one);
    falls_short(j, "few_sizes: wrong at n = ");
    CHECK(contains(
        told(j),
        "      it is right with n = 16512 (129 blocks of 128 threads), and wrong with n = 16513: does "
        "one block work on the sums (or counts) of all blocks? It has only 128 threads\n      with n = "
        "16513, launch 2 (scan_blocks) starts 1 block of 128 threads, and that of scan/three_kernel "
        "starts 2: "));
  }
  SECTION(
      "a run after the first that ends, a warp that does nothing, every second group, where a maximum "
      "begins") {
    const Exercise& detective = exercise("first/detective");
    Judgement j = judged(detective, replaced(answered_with(detective, "first/detective"),
                                             "if (i < n) value +=", "if (i >= n) return;\n    value +="));
    INFO(told(j));
    CHECK(contains(told(j), ": is a condition false for it, or has it returned?"));
    const Exercise& v1 = exercise("reduce/v1");
    j = judged(v1, replaced(answered_with(v1, "reduce/v1"), "const unsigned index = 2 * s * tid;",
                            "const size_t index = 2 * s * i;"));
    CHECK(contains(told(j), "stores nothing"));
    CHECK(contains(told(j), ": is a condition false for it, or has it returned?"));
    const Exercise& v3 = exercise("reduce/v3");
    j = judged(v3,
               replaced(replaced(answered_with(v3, "reduce/v3"), "  T sum = i < n ? input[i] : T{0};\n",
                                 "  const T sum = i < n ? input[i] : T{0} + (i + blockDim.x < n ? input[i + "
                                 "blockDim.x] : T{0});\n"),
                        "  if (i + blockDim.x < n) sum += input[i + blockDim.x];\n", ""));
    CHECK(contains(told(j), "that is every second group of 256 elements: is the step left out"));
    const Exercise& padded = exercise("scan/blelloch_padded");
    j = judged(padded, replaced(answered_with(padded, "scan/blelloch_padded"),
                                "const unsigned right = padded((2 * tid + 2) * stride - 1);",
                                "const unsigned right = left + stride;"));
    CHECK(contains(told(j), "in the solution it"));
    const Exercise& chained = exercise("scan/chained");
    j = judged(chained, replaced(answered_with(chained, "scan/chained"), "(ticket, gridDim.x - 1)",
                                 "(ticket, gridDim.x)"));
    CHECK(contains(told(j), "the first run is right, and in a later one: "));
    CHECK(contains(told(j),
                   "Does it read something that the run before has changed, such as memory of state()?"));
    const Exercise& ballot = exercise("unpack/ballot");
    j = judged(ballot, replaced(answered_with(ballot, "unpack/ballot"), "counts[warp] = set;",
                                "counts[warp] += set;"));
    CHECK(told(j).find("counts[0], which nobody has written") < told(j).find("invalid_address"));
    const Exercise& max = exercise("reduce_op/max");
    j = judged(max, replaced(answered_with(max, "reduce_op/max"),
                             "Limits::has_infinity ? -Limits::infinity() : Limits::lowest()",
                             "-Limits::infinity()"));
    CHECK(contains(told(j), "with the one element -"));
    CHECK(contains(told(j),
                   " the result is 0: which value does the kernel begin with? No element may be smaller"));
    const Exercise& coarse = exercise("scan/blelloch_coarse2");
    const std::string store = "  T before = partial[padded(tid)];\n";
    j = judged(coarse, replaced(answered_with(coarse, "scan/blelloch_coarse2"), store,
                                "  if (i < n) output[i] = partial[padded(tid)];\n" + store));
    CHECK(contains(told(j), "of them\n"));
  }
  SECTION("scratch memory that nobody has written") {
    const Exercise& global = exercise("scan/blelloch_global");
    const std::string right = answered_with(global, "scan/blelloch_global");
    Judgement j = judged(global, replaced(right, "(leaves - job.n) * sizeof(T)", "leaves - job.n"));
    INFO(told(j));
    falls_short(j, "few_sizes: right by luck: uninitialised");
    CHECK(contains(told(j),
                   ", which nobody has written: context.zero() has filled 24 bytes, and ends before this "
                   "place. Its size is in bytes: is it count * sizeof(T)?"));
  }
  SECTION(
      "no __shared__, an atomic that is stored again, an address, a size known too late, double for float") {
    const Exercise& tiled = exercise("stencil/tiled");
    Judgement j = judged(tiled, replaced(answered_with(tiled, "stencil/tiled"), "__shared__ ", ""));
    INFO(told(j));
    falls_short(j, "few_sizes: wrong");
    CHECK(contains(told(j), "an array without __shared__ in front of it belongs to one thread alone"));
    const Exercise& atomic = exercise("first/atomic");
    const std::string right = answered_with(atomic, "first/atomic");
    j = judged(atomic, replaced(right, "atomicAdd(", "*sum = atomicAdd("));
    CHECK(contains(told(j), "is that old value stored in the same place again?"));
    j = judged(atomic, replaced(right, "atomicAdd(sum", "atomicAdd(*sum"));
    CHECK(contains(told(j), "      an address is wanted here, and this is a value: write & in front"));
    const Exercise& v7 = exercise("reduce/v7");
    j = judged(v7, replaced(answered_with(v7, "reduce/v7"), "partial[kBlock / kWarpSize]",
                            "partial[blockDim.x / kWarpSize]"));
    CHECK(contains(told(j), "      the size of this array must be known when the program is compiled"));
    CHECK(told(j).find("error: ") < told(j).find("required from"));
    const Exercise& reciprocal = exercise("stencil/reciprocal");
    j = judged(reciprocal, replaced(answered_with(reciprocal, "stencil/reciprocal"), "0.2f", "0.2"));
    reaches(j);
    CHECK(contains(told(j), " calculates with a double: "));
  }
}

TEST_CASE("a call that is not for kernels", "[practice]") {
  CHECK(practice::call_not_for_kernels("_Z13__syncthreadsv U         \nmemcpy U         \nsimt_printf U \n")
            .empty());
  CHECK(
      practice::call_not_for_kernels(
          "_Z13simt_exchangePjj U \n_ZN4simt11result_usedIjEET_PKS1_S1_ U \n_ZN4simt15thread_in_blockEv U \n")
          .empty());
  for (const char* name : {"_Z6rsqrtff", "__assert_fail", "tanf", "atan2f", "log1pf", "lroundf",
                           "_ZSt20__throw_length_errorPKc"})
    CHECK(practice::call_not_for_kernels(std::string(name) + " U \n") == "");
  for (const char* name : {"fork", "write", "syscall", "qsort", "_ZSt4cout", "mprotect", "dlopen", "exit",
                           "_ZN4simt17set_trace_optionsERKNS_12TraceOptionsE",
                           "_ZNSt12__basic_fileIcE8sys_openEiSt13_Ios_Openmode"})
    CHECK(practice::call_not_for_kernels(std::string(name) + " U \n") == name);
}

TEST_CASE("no stage is refused for what it calls", "[practice]") {
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt)) {
    if (!s->file.starts_with("kernels/") || s->on_several_gpus()) continue;  // the latter are no exercises
    for (const auto form : {toolchain::Form::plain, toolchain::Form::traced}) {
      const std::string object = os::program_folder() + "/" + toolchain::kernel_object(form, s->file);
      const auto symbols = os::output_of({"nm", "-uP", object});
      INFO(object);
      REQUIRE(symbols);
      CHECK(practice::call_not_for_kernels(*symbols) == "");
    }
    std::string text;
    for (const std::string& line : practice::body_of(*s)) text += line + "\n";
    INFO(s->id);
    CHECK(practice::not_for_kernels(text) == "");
  }
}

// Every way to cheat or to do harm that we know of, beside two honest answers.
TEST_CASE("grade judges or refuses each submission, and the others as if it were not there",
          "[long][exercises]") {
  if (const std::string why = practice::no_confinement(); !why.empty()) SKIP_TEST(why);
  const Exercise& v2 = exercise("reduce/v2");
  const std::string right = answered_with(v2, "reduce/v2");
  const program::Folder folder;
  program::write(folder.file("secret.txt"), "a secret of another\n");
  const std::string run = "  const auto grid";
  const auto in_run = [&](const std::string& text) { return replaced(right, run, text + run); };
  const auto at_top = [&](const std::string& text) { return text + "\n" + right; };
  struct Case {
    const char* name;
    std::string text, reason;
  };
  const std::vector<Case> cases = {
      {"right", right, ""},
      {"right_again", "// mine\n" + right, ""},
      {"start", practice::starting_text(v2, "x"), "the starting file, unchanged: shared load wavefronts"},
      {"racy", replaced(right, "if (tid == 0) block_sums", "if (tid < 2) block_sums"),
       "right by luck: a race"},
      {"wrong", replaced(right, "i < n ?", "i + 1 < n ?"), "wrong"},
      {"endless", in_run("  for (volatile int i = 0; i >= 0;) i = 0;\n"), "timeout"},
      {"endless_constructor",
       at_top("") + "static int early = [] { for (volatile int i = 0; i >= 0;) i = 0; return 0; }();",
       "before any kernel ran"},
      {"fork_bomb",
       at_top("extern \"C\" int fork();") + "static int bomb = [] { while (true) fork(); return 0; }();",
       "it calls fork"},
      {"reads_passwd", at_top("#include \"/etc/passwd\""), "it includes /etc/passwd"},
      {"reads_other", at_top("#include \"" + folder.file("secret.txt") + "\""), "it includes"},
      {"solution",
       "#include \"" + os::in_repository(v2.rung->file) + "\"\nSTAGE(\"reduce/v2\", \"x\", run<float>);",
       "it includes"},
      {"opens",
       at_top("extern \"C\" int open(const char*, int, ...);") +
           "static int file = open(\"/etc/passwd\", 0);",
       "it calls open"},
      {"socket", at_top("extern \"C\" int socket(int, int, int);") + "static int s = socket(2, 1, 0);",
       "it calls socket"},
      {"prints", "#include <cstdio>\n" + in_run("  for (int i = 0; i < 1000000000; ++i) std::puts(\"x\");\n"),
       ""},
      {"raw_syscall", in_run("  asm volatile(\"syscall\" ::\"a\"(57));\n"), "it says asm"},
      {"all_memory",
       in_run("  for (int i = 0; i < 1000000; ++i) { char* c = new char[1 << 26]; for (int k = 0; k < 1 << "
              "26; k += 4096) c[k] = 1; }\n"),
       ""},  // too much memory or too much time, whichever is seen first
      {"syntax", replaced(right, "__syncthreads();", "__syncthreads()"), "error: expected"},
      {"empty", "\n", "it is empty"},
      {"large", right + std::string(5 << 20, ' '), "at most 262144 are read"},
      {"two_lines", right + "namespace b {\nSTAGE(\"reduce/my\", \"mine\", run<float>);\n}\n",
       "2 STAGE lines"},
  };
  for (const Case& c : cases) program::write(folder.file(std::string(c.name) + ".cu"), c.text);
  const auto outcome =
      program::run({"grade", folder.path.string(), "--json", folder.file("marks.json"), "-q"});
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  const data::Json marks = data::parse_json(os::read_text(folder.file("marks.json")), "marks.json");
  REQUIRE(marks.at("submissions").size() == cases.size() + 1);  // secret.txt has a row, too
  for (const data::Json& row : marks.at("submissions")) {
    if (row.at("reason") == "it does not end in .cu") continue;
    const auto c = std::find_if(cases.begin(), cases.end(), [&](const Case& one) {
      return row.at("file") == folder.file(std::string(one.name) + ".cu");
    });
    INFO(c->name << ": " << row.dump());
    const bool honest = std::string(c->name).starts_with("right");
    CHECK(row.at("reached") == honest);
    if (honest) CHECK(row.at("identical_to").size() == 2);
    if (!honest) CHECK(contains(row.at("reason").is_null() ? "" : row.at("reason"), c->reason));
    const std::string name = c->name;
    if (honest || name == "start" || name == "racy") CHECK(row.at("correct") == true);
    if (honest || name == "start") CHECK(row.at("clean") == true);
    if (name == "wrong") CHECK(row.at("correct") == false);
    if (name == "racy" || name == "wrong") CHECK(row.at("clean") == false);
  }
}

TEST_CASE("a declared race may be avoided", "[long][exercises]") {
  const Exercise& v4 = exercise("reduce/v4");
  reaches(judged(v4, answered_with(v4, "reduce/v4.1")));
}

TEST_CASE("a pitfall is repaired with as little as it takes", "[long][exercises]") {
  const Exercise& e = exercise("pitfalls/missing_barrier");
  const std::string right = answered_with(e, "reduce/v2");
  reaches(judged(e, right));
  falls_short(judged(e, replaced(right, "    __syncthreads();\n  }",
                                 "    __syncthreads();\n    __syncthreads();\n  }")),
              "close: does more than reduce/v2");
}

// The start is the program of the stage before, and that is recorded to fall short of the rung.
bool starts_short(const Exercise& e) {
  if (e.from == e.rung || !e.yours.empty() || e.is_repair()) return false;
  return std::any_of(e.judged.begin(), e.judged.end(), [&](const std::string& name) {
    const auto recorded = [&](const std::string& id) {
      return pages::counted(*practice::recorded(id).counters, name).value;
    };
    return practice::against(name, recorded(e.from->id), recorded(e.id())) < 0;
  });
}

// What the compiler says of it; nothing: it compiles.
std::string complaints(const std::string& text) {
  program::Folder folder;
  program::write(folder.file("start.cu"), text);
  const std::string compiler = toolchain::kernel_compiler(toolchain::Form::plain);
  return os::run_programs(
             {{"sh", "-c",
               compiler + " -w -fsyntax-only -x c++ " + toolchain::quoted(folder.file("start.cu"))}})
      .front()
      .output;
}

// Each of these is two tests of half the exercises, which run at the same time.
void none_is_solved_at_its_start(size_t first) {
  const std::vector<Exercise> all = practice::exercises();
  REQUIRE(contains(complaints("int x = ;"), "error"));
  for (size_t i = first; i < all.size(); i += 2) {
    const std::string text = practice::starting_text(all[i], "practice/" + all[i].id() + ".cu");
    if (starts_short(all[i])) {
      INFO(all[i].id());
      CHECK(complaints(text).empty());
      continue;
    }
    const Judgement j = judged(all[i], text);
    INFO(told(j));
    CHECK_FALSE(j.reached);
    CHECK(mistake(j).find("builds") != 0);
  }
}
TEST_CASE("no exercise is solved at its start, one half", "[long][exercises]") {
  none_is_solved_at_its_start(0);
}
TEST_CASE("no exercise is solved at its start, the other half", "[long][exercises]") {
  none_is_solved_at_its_start(1);
}

void each_rung_solves_its_own(size_t first) {
  const std::vector<Exercise> all = practice::exercises();
  practice::Judging how;
  how.ns = "1000";  // ./ladder check has the others, of these very objects
  for (size_t i = first; i < all.size(); i += 2) {
    const Exercise& e = all[i];
    if (e.is_repair()) {
      reaches(judged(e, answered_with(e, e.solution->id)));
      continue;
    }
    const toolchain::BuildFolder folder;
    reaches(practice::judge_built(e, practice::build_of_stage(e.rung->file, folder), {}, how));
  }
}
TEST_CASE("every rung solves its own exercise, one half", "[long][exercises]") {
  each_rung_solves_its_own(0);
}
TEST_CASE("every rung solves its own exercise, the other half", "[long][exercises]") {
  each_rung_solves_its_own(1);
}

}  // namespace
