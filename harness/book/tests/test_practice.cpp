// ./ladder practice: every exercise can be solved, and its starting file does not solve it; faults are
// reported.
#include "practice/judge.h"

#include <filesystem>

#include "grade/submission_rules.h"
#include "os/files.h"
#include "data/json_text.h"
#include "pages/counted.h"
#include "os/process.h"
#include "os/repository.h"
#include "practice/build.h"
#include "practice/runner_protocol.h"
#include "practice/targets.h"
#include "practice/cpp_lexer.h"
#include "practice/source_lints.h"
#include "book/tests/answers.h"
#include "tests/catch.h"
#include "tests/program.h"

using namespace ladder;

namespace {

using namespace ladder::answers;

void reaches(const Judgement& j) {
  INFO(told(j));
  CHECK(j.reached);
}

void falls_short(const Judgement& j, const std::string& why = "") {
  INFO(told(j));
  CHECK_FALSE(j.reached);
  CHECK(contains(mistake(j), why));
}

// Judges the solution with a replacement in its text.
void said(const char* id, const char* from, const char* to) {
  const Exercise& e = exercise(id);
  approve(e, replaced(answered_with(e, id), from, to));
}

// --- fast tests ---

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

TEST_CASE("every stage except the first of its track is an exercise, and so is every pitfall and first step",
          "[practice]") {
  const std::vector<Exercise> all = practice::exercises();
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt)) {
    if (s->id.starts_with("test")) continue;  // the kernels of the tests
    const bool is_one =
        std::any_of(all.begin(), all.end(), [&](const Exercise& e) { return e.id() == s->id; });
    // The tracks share one page, and are not exercises.
    const bool rung = !s->after.empty() && !s->on_several_gpus();
    const bool lesson = rung || s->track() == "pitfalls" || s->id == "first/index";
    if (!os::relative_to_repository(s->file).starts_with("kernels/")) continue;
    INFO(s->id);
    CHECK(is_one == lesson);
  }
}

TEST_CASE("a pitfall's starting file does not reveal what is wrong", "[practice]") {
  for (const Exercise& e : practice::exercises()) {
    if (!e.is_repair()) continue;
    const std::string text = practice::starting_text(e, "x.cu");
    INFO(text);
    CHECK_FALSE(contains(text, "wrong:"));
    CHECK_FALSE(contains(text, ".expect("));
    CHECK_FALSE(contains(text, "Tempting"));
  }
}

TEST_CASE("the starting file of a first step has a part for the reader to write", "[practice]") {
  for (const Exercise& e : practice::exercises()) {
    const std::string text = practice::starting_text(e, "x.cu");
    INFO(text);
    CHECK(contains(text, "// Your part: ") == (e.rung->track() == "first"));
    CHECK(contains(text, "// End of your part.") == (e.rung->track() == "first" || !e.yours.empty()));
    CHECK_FALSE(contains(text, "// Was: "));
    CHECK_FALSE(contains(answered_with(e, e.solution->id), "// Was: "));
  }
  const std::string start = practice::starting_text(exercise("first/stride"), "x.cu");
  CHECK(contains(start, "\n  if (first < n) output[first] = sqrtf(input[first]);\n"));  // the original line
  CHECK_FALSE(contains(start, "i += grid"));                                            // the answer
  CHECK(contains(practice::starting_text(exercise("first/index"), "x.cu"),
                 "square root.\n\n  // End of your part."));
  // A long step starts from the stage's own file without the body of one kernel.
  const std::string blocked = practice::starting_text(exercise("scan/blelloch_blocked"), "x.cu");
  CHECK(
      contains(blocked, "block_sums, size_t n) {\n  // Your part.\n\n  // End of your part.\n}\n\ntemplate"));
  CHECK(contains(blocked, "launch(job, add_block_sums<T, kTile>"));
  CHECK_FALSE(contains(blocked, "up-sweep"));
  CHECK_FALSE(contains(blocked, " now "));
}

TEST_CASE("comments and spaces do not make a different program", "[practice]") {
  CHECK(practice::same_program("int a;  // one\n/* two\n */ int b;", "int a;\n\nint b; // three"));
  CHECK_FALSE(practice::same_program("int a;", "int b;"));
}

TEST_CASE("a line that keeps the larger or the smaller of two values is recognised", "[practice]") {
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

TEST_CASE("a compiler's first error is reported with the lines that lead to it", "[practice]") {
  const std::string found = toolchain::first_error(
      "In file included from a.cu:1:\nstage/x.h:3:1: note: x\na.cu:27:5: error: 'y' was not declared\n"
      "   27 |   y;\n      |   ^\na.cu:30:1: error: another\n   30 | z\n");
  CHECK(contains(found, "a.cu:27:5: error: 'y' was not declared"));
  CHECK(contains(found, "27 |   y;"));
  CHECK_FALSE(contains(found, "another"));
  CHECK(found.ends_with("\n      |   ^\nand 1 more"));
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

TEST_CASE("the line before a syntax error is shown, because the fault may be there", "[practice]") {
  const std::string source = "void f()\n  \n{\n  int i = 1\n\n  // set\n  g();\n}\n";
  CHECK(toolchain::line_before("a.cu:3: error: expected initializer before ‘{’ token", source) ==
        "    1 | void f()\n");
  CHECK(toolchain::line_before("a.cu:7:3: error: expected ‘,’ or ‘;’ before ‘g’", source) ==
        "    6 |   // set\n");
  for (const char* none :
       {"a.cu:7:3: error: ‘g’ was not declared in this scope", "a.cu:1: error: expected id",
        "a.cu:99999999999999999999: note: expected", "expected"})
    CHECK(toolchain::line_before(none, source) == "");
}

TEST_CASE("a STAGE line that promises less than the original one is reported", "[practice]") {
  const practice::Registered rung = practice::registered(*stage::find_stage(stage::Build::simt, "reduce/v2"));
  CHECK(practice::promise_broken(rung, rung).empty());
  practice::Registered file = rung;
  file.racy = "so be it";
  CHECK(contains(text_of(practice::promise_broken(file, rung)), "declares a race"));
  file = rung, file.max_n = 1000;
  CHECK(contains(text_of(practice::promise_broken(file, rung)), ".max_n(1000)"));
  file = rung, file.dtypes = {"f32"};
  CHECK(contains(text_of(practice::promise_broken(file, rung)), "lists f32, but"));
  file = rung, file.min_block = 64;
  CHECK(contains(text_of(practice::promise_broken(file, rung)), "blocks of 64"));
  file = rung, file.expect = "wrong";
  CHECK(contains(text_of(practice::promise_broken(file, rung)), ".expect"));
  file = rung, file.needs_nccl = true;
  CHECK(contains(text_of(practice::promise_broken(file, rung)), ".needs_nccl()"));
  file = rung, file.needs_gpu = "thread block clusters";
  CHECK(contains(text_of(practice::promise_broken(file, rung)), ".needs_gpu(…)"));
  file = rung, file.needs_sm = 90;
  CHECK(contains(text_of(practice::promise_broken(file, rung)), ".needs_sm(90)"));
  file = rung, file.layout = "shares";
  CHECK(contains(text_of(practice::promise_broken(file, rung)), ".shares()"));
  file = rung, file.problem = "scan";
  CHECK(contains(text_of(practice::promise_broken(file, rung)), "takes a scan job"));
}

// --- tests that compile ---

TEST_CASE("what a reader's file may lack is reported", "[exercises][long][approved]") {
  const Exercise& v2 = exercise("reduce/v2");
  const std::string right = answered_with(v2, "reduce/v2");

  SECTION("a mistake in the language is reported with the file's own line") {
    approve(v2, replaced(right, "partial[tid] = i < n", "partial[tid] = j < n"));
  }
  SECTION("threadIdx without a component is reported") {
    const Exercise& index = exercise("first/index");
    approve(index, replaced(answered_with(index, "first/index"), "threadIdx.x", "threadIdx"));
  }
  SECTION("a superfluous barrier or division is reported with its line, and nothing else") {
    const Exercise& waits = exercise("first/barrier");
    approve(waits, replaced(answered_with(waits, "first/barrier"), ": 0;\n    __syncthreads();",
                            ": 0;\n    __syncthreads();\n    __syncthreads();"));
    const Exercise& v1 = exercise("reduce/v1");
    approve(v1, replaced(answered_with(v1, "reduce/v1"), "index < blockDim.x", "tid < blockDim.x / (2 * s)"));
  }
  SECTION("fewer requests with too many wavefronts do not pass") {
    approve(v2, answered_with(v2, "reduce/v1"));
  }
  SECTION("a race is reported") {
    approve(v2, replaced(right, "    __syncthreads();\n  }", "  }"));
    const Exercise& waits = exercise("first/barrier");
    const std::string both = answered_with(waits, "first/barrier");
    const std::string after = replaced(both, "sum_of(values);\n    __syncthreads();", "sum_of(values);");
    approve(waits, after);
    approve(waits, replaced(both, ": 0;\n    __syncthreads();", ": 0;"));
  }
  SECTION("a wrong sum is reported with the elements that are missing or added too often") {
    approve(v2, replaced(right, "partial[tid + s]", "partial[tid]"));
    approve(v2, replaced(right, "s > 0", "s > 1"));
    approve(v2, replaced(right, "i < n ? input[i] : T{0}", "i < n ? 2 * input[i] : T{0}"));
    approve(v2, replaced(right, "i < n ? input[i] : T{0}", "i < n ? input[i] : T{1}"));
  }
  SECTION("a wrong matrix is shown next to the right one, and a wrong count is reported") {
    const Exercise& turned = exercise("first/two_dimensions");
    approve(turned, replaced(answered_with(turned, "first/two_dimensions"),
                             "output[column * rows + row] = input[row * columns + column]",
                             "output[row * columns + column] = input[column * rows + row]"));
    const Exercise& vote = exercise("first/vote");
    approve(vote, replaced(answered_with(vote, "first/vote"), "__popc(", "("));
  }
  SECTION("an empty result and an incomplete transposition are reported") {
    const Exercise& stride = exercise("first/stride");
    approve(stride,
            replaced(answered_with(stride, "first/stride"), "i = first; i < n;", "i = first; i + grid < n;"));
    const Exercise& turned = exercise("first/two_dimensions");
    std::string swapped = answered_with(turned, "first/two_dimensions");
    for (const auto& [from, to] :
         {std::pair{"blockIdx.x} * blockDim.x + threadIdx.x", "@"},
          {"blockIdx.y} * blockDim.y + threadIdx.y", "blockIdx.x} * blockDim.x + threadIdx.x"},
          {"@", "blockIdx.y} * blockDim.y + threadIdx.y"}})
      swapped = replaced(swapped, from, to);
    approve(turned, swapped);
  }
  SECTION("a warp's sum that takes one element, or adds sums twice, is reported") {
    const Exercise& shuffle = exercise("first/shuffle");
    approve(shuffle, replaced(answered_with(shuffle, "first/shuffle"), "value += __shfl", "value = __shfl"));
    const Exercise& detective = exercise("first/detective");
    const std::string cured = answered_with(detective, "first/detective");
    approve(detective, replaced(replaced(cured, "value += input[i];\n  }\n", "value += input[i];\n"),
                                "value, distance);\n  if", "value, distance);\n  }\n  if"));
  }
}

TEST_CASE("what a reader's file may lack is reported, second half", "[exercises][long][approved]") {
  const Exercise& v2 = exercise("reduce/v2");
  const std::string right = answered_with(v2, "reduce/v2");

  SECTION("a launcher that still launches the preceding stage's blocks is reported") {
    const Exercise& v3 = exercise("reduce/v3");
    approve(v3, replaced(answered_with(v3, "reduce/v3"), "2 * job.block", "job.block"));
  }
  SECTION(
      "a counter that misses its target is reported with its line, and with a cause unless the page asks for "
      "it") {
    const Exercise& v1 = exercise("reduce/v1");
    approve(v1, answered_with(v1, "reduce/v0"));
    const Exercise& padded = exercise("first/bank_conflict");
    approve(padded, replaced(answered_with(padded, "first/bank_conflict"), "[kTile + 1]", "[kTile]"));
  }
  SECTION(
      "a wrong scan is reported with its start and offset, the compiler's warning, or threads of two "
      "dimensions") {
    const Exercise& scan = exercise("scan/three_kernel");
    approve(scan, replaced(answered_with(scan, "scan/three_kernel"), "block_sums[i / kTile - 1]",
                           "block_sums[i / kTile]"));
    approve(v2, replaced(right, "if (tid < s)", "if (tid < s & tid == 0)"));
    approve(v2, right);
    const Exercise& tile = exercise("first/tile");
    approve(tile, replaced(answered_with(tile, "first/tile"), "tile[x][y];", "tile[y][x];"));
  }
  SECTION("a grid without the solution's limit is reported") {
    const Exercise& stride = exercise("first/stride");
    const std::string few = answered_with(stride, "first/stride");
    approve(stride,
            replaced(replaced(few, "for (size_t i = first; i < n; i += grid) output[i] = sqrtf(input[i]);",
                              "if (first < grid && first < n) output[first] = sqrtf(input[first]);"),
                     "{kBlocks, job.block}", "{blocks_for(job.n, job.block), job.block}"));
    const Exercise& v6 = exercise("reduce/v6");
    approve(v6, replaced(answered_with(v6, "reduce/v6"), "kMaxGrid = 2048", "kMaxGrid = 1 << 30"));
  }
  SECTION("an int as an index is reported even if the last blocks do not show it") {
    const Exercise& stride = exercise("first/stride");
    reaches(approve(stride, replaced(answered_with(stride, "first/stride"), "for (size_t i = first",
                                     "for (int i = first")));
    approve(stride, answered_with(stride, "first/stride"));
    const Exercise& index = exercise("first/index");
    const std::string right_index = answered_with(index, "first/index"),
                      product = "size_t{blockIdx.x} * blockDim.x";
    const std::string cause =
        ": blockIdx.x * blockDim.x is a 32-bit number, even if it is then stored in a size_t";
    approve(index, replaced(right_index, product, "blockIdx.x * blockDim.x"), "");
    approve(index, replaced(right_index, "i < n", "i <= n"));
  }
  SECTION("a crash is reported") {
    approve(v2, replaced(right, "block_sums[blockIdx.x]", "block_sums[size_t{1} << 40]"));
  }
  SECTION("a missing, a second, or another stage's STAGE line is reported") {
    approve(v2, right.substr(0, right.find("STAGE(")));
    approve(v2, replaced(right, "STAGE(\"reduce/v2\"", "STAGE(\"reduce/v1\""));
    approve(v2, right + "namespace b {\nSTAGE(\"reduce/my\", \"mine\", run<float>);\n}\n");
  }
  SECTION("a declared race is accepted") {
    approve(v2, replaced(right, ".after(", ".racy(\"so be it\").after("));
  }
  SECTION("a CPU loop instead of a kernel is reported") {
    const std::string loop =
        "  std::conditional_t<std::is_same_v<T, float>, double, uint32_t> sum{0};\n"
        "  for (size_t i = 0; i < job.n; ++i) sum += job.input[i];\n  *job.output = static_cast<T>(sum);\n";
    const size_t begin = right.find("  const auto grid"), end = right.find("}\n\n}  // namespace");
    const std::string with_loop = right.substr(0, begin) + loop + right.substr(end);
    approve(v2, replaced(with_loop, ".after(", ".serial().after("));
    approve(v2, with_loop);
    approve(v2, replaced(with_loop, "  std::conditional_t",
                         "  launch(job, reduce<T>, {1, 32}, job.input, job.output, size_t{0});\n"
                         "  std::conditional_t"));
  }
  SECTION("an answer that is better than the stage is praised") {
    reaches(approve(v2, answered_with(v2, "reduce/v3")));
  }
}

// Mistakes made by testers who did not know the code, and by readers of the pages.
TEST_CASE("the first place that differs is reported, and compiler messages are explained",
          "[exercises][long][approved]") {
  SECTION(
      "the first place that differs is reported before hazards that follow from it; none if a barrier is "
      "missing") {
    const std::string place = "in the solution";
    said("first/index", "size_t{blockIdx.x} * blockDim.x", "size_t{blockIdx.x} * gridDim.x");
    said("reduce_atomic/per_block", "tid == 0) atomicAdd", "lane == 0) atomicAdd");
    said("pack/ballot", "blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1", "i == n - 1");
    said("stencil/registers",
         "at_edge ? cell(input, top + k, lane == 0 ? column - 1 : "
         "column + 1, n, width) : 0.0f",
         "cell(input, top + k, lane == 0 ? column - 1 : column + 1, n, width)");
    said("first/shared", "values[tid] = i < n ? input[i] : 0;", "if (i < n) values[tid] = input[i];");
    said("first/bank_conflict", "tile[kTile][kTile + 1]", "tile[kTile + 1][kTile]");
    said("reduce/v6", "gridDim.x * kTile", "gridDim.x * kBlock");
    said("reduce/v1", "= 2 * s * tid", "= s * tid");
    const Exercise& blocked =
        exercise("scan/blelloch_blocked");  // a compiler keeps the stored value in a register
    approve(blocked, replaced(replaced(answered_with(blocked, "scan/blelloch_blocked"),
                                       "const T sum = partial[left];", ""),
                              "before + sum", "before + partial[left]"));
    said("first/barrier", "sum_of(values);\n    __syncthreads();", "sum_of(values);");
    said("reduce/v5", "partial[tid + 128];\n    __syncthreads();", "partial[tid + 128];");
  }
  SECTION(
      "a missing component of threadIdx, a run-time value for a constant, and a misplaced alignas are "
      "reported") {
    said("first/index", "size_t{blockIdx.x} * blockDim.x + threadIdx.x",
         "size_t{blockIdx} * blockDim + threadIdx");
    said("reduce/v5", "  with_block_size(", "  constexpr unsigned kOther = job.block;\n  with_block_size(");
    said("reduce/v5", "__shared__ T partial", "__shared__ alignas(16) T partial");
  }
}

// Mistakes made by testers that earlier versions of the judge did not name.
TEST_CASE("the threads that store, read and add a value in the solution are named",
          "[exercises][long][approved]") {
  SECTION("the thread that stores in that place is named") {
    said("scan/subgroup", "if (lane == kWarpSize - 1) partial[warp]", "if (lane == 0) partial[warp]");
    said("stencil/tiled", "if (x == kColumns) tile", "if (x == kColumns - 1) tile");
    said("pack/one_exchange", "tid == kBlock - 1) {", "tid == 0) {");
  }
  SECTION(
      "mistakes with a lane's own value, an element read twice, and the sums of blocks and warps are "
      "reported") {
    said("scan/warp_leaves", "if (lane >= shift) sum += left;", "sum += left;");
    said("scan/warp_leaves", "  if (lane == 0) before = T{0};\n", "");
    said("reduce_global/neighbored_less", "index < blockDim.x && ", "");
    said("scan/chained", "messages + tile, prefix + tile_sum", "messages + tile, tile_sum");
    said("reduce/v8", "blockIdx.x == 0 && tid < n % kSize", "tid < n % kSize");
    said("scan/both_kinds", "block_sums, blocks, false, level + 1",
         "block_sums, blocks, inclusive, level + 1");
    const Exercise& per_block = exercise("reduce_atomic/per_block");
    std::string each_warp = answered_with(per_block, "reduce_atomic/per_block");
    each_warp = replaced(each_warp, "  if (lane == 0) partial[warp] = sum;\n  __syncthreads();\n", "");
    each_warp = replaced(each_warp,
                         "  if (warp == 0) sum = warp_reduce(lane < blockDim.x / kWarpSize ? partial[lane] : "
                         "T{0});\n",
                         "");
    approve(per_block, replaced(each_warp, "tid == 0) atomicAdd", "lane == 0) atomicAdd"));
  }
  SECTION("a sum that keeps only its last tile is right until a block has two tiles") {
    said("reduce/v6",
         "  T sum{0};\n  for (size_t i = blockIdx.x * kTile + tid; i < n; i += gridDim.x * kTile) {",
         "  T sum{0};\n  for (size_t i = blockIdx.x * kTile + tid; i < n; sum = T{0}, i += gridDim.x * "
         "kTile) {");
  }
  SECTION("a renamed array is recognised, and two elements instead of a vector are accepted") {
    const Exercise& blocked = exercise("scan/blelloch_blocked");
    std::string own = answered_with(blocked, "scan/blelloch_blocked");
    for (size_t at = 0; (at = own.find("partial", at)) != std::string::npos; at += 4)
      own.replace(at, 7, "sums");
    own = replaced(own, "      const T sum = sums[left];\n", "");
    own = replaced(own, "sums[right] = before + sum;", "sums[right] = before + sums[left];");
    approve(blocked, own);
    const Exercise& coarse = exercise("scan/blelloch_coarse2");
    const std::string two =
        replaced(answered_with(coarse, "scan/blelloch_coarse2"), "  store_vec(output, i, n, v);",
                 "  if (i < n) output[i] = v.item[0];\n"
                 "  if (i + 1 < n) output[i + 1] = v.item[0];");
    approve(coarse, two);
  }
  SECTION("an if and its else that both store count as one store") {
    const Exercise& shared = exercise("first/shared");
    std::string branches =
        replaced(answered_with(shared, "first/shared"), "total += values[t]", "total += values[tid]");
    branches = replaced(branches, "values[tid] = i < n ? input[i] : 0;",
                        "if (i < n)\n    values[tid] = input[i];\n  else\n    values[tid] = 0;");
    approve(shared, branches);
  }
}

TEST_CASE("a condition, a launch or a packed element that differs from the solution is reported",
          "[exercises][long][approved]") {
  SECTION("a difference in zeroing, block size, equal values, shuffle rounds or barriers is reported") {
    said("scan/blelloch_global", "zero(partial + leaves - 1, sizeof(T))", "zero(partial, sizeof(T))");
    said("reduce/v8.1", "{1, kBlock}, job.input", "{1, kBlock / 4}, job.input");
    said("reduce/v8_bf16", "* kBlock * kSize;", "* kBlock * kSize + (tid == 3 && k == 1 ? 8 : 0);");
    said("reduce_op/minloc", "(a.value == b.value && a.index < b.index)", "false");
    said("reduce_op/minloc", "(a.value == b.value && a.index < b.index)", "a.index < b.index");
    said("first/stride", "for (size_t i = first; i < n; i += grid) output[i] = sqrtf(input[i]);",
         "size_t i = first;\n  do {\n    output[i] = sqrtf(input[i]);\n    i += grid;\n  } "
         "while (i < n);");
    said("first/vote", "__ballot_sync(kAllLanes, ", "__ballot(");
    said("first/shuffle", "distance > 0; distance", "distance > 1; distance");
    said("first/shared", "total += values[t]", "total += values[tid]");
    said("scan/rows", "total += __shfl_sync(kAllLanes, sums, kWarpSize - 1)", "total += sums");
    said("first/shuffle", "distance = 16; distance > 0; distance /= 2",
         "distance = 1; distance < 16; distance *= 2");
    said("first/barrier", "    values[tid] = i < n ? input[i] : 0;\n    __syncthreads();\n",
         "    __syncthreads();\n    values[tid] = i < n ? input[i] : 0;\n");
    said("first/detective", "  if (lane == 0) atomicAdd", "  if (tid == 0) atomicAdd");
  }
  SECTION(
      "a hazard's own message is reported once, and a wrongly read element before the count that follows "
      "from it") {
    said("first/index", "if (i < n)", "if (i <= n)");
    said("unpack/subgroup", "for (unsigned k = 0; k < kPerWarp; k += kWarpSize)\n    set += __popc",
         "for (unsigned k = 0; k < kPerThread; ++k)\n    set += __popc");
    said("first/bank_conflict", "tile[kTile][kTile + 1]", "tile[kTile + 1][kTile]");
  }
  SECTION("a condition that lets too many threads through is reported") {
    said("reduce/v1.5", "(tid & (2 * s - 1)) == 0", "(tid & (s - 1)) == 0");
  }
  SECTION("elements packed side by side or read again are reported") {
    said("pack/subgroup", "    place += __popc(votes);\n", "    if (kept) place += __popc(votes);\n");
    said("pack/ballot", "__popc(votes & ((1u << lane) - 1))", "__popc(votes >> lane) - 1");
    said("pack/ballot", "votes & ((1u << lane) - 1)", "votes & (1u << lane)");
    said("stencil/vectorised", "__shfl_up_sync(kAllLanes, self.item[3], 1)",
         "__shfl_up_sync(kAllLanes, self.item[0], 1)");
    said("first/tile", "left + y < columns && top + x < rows", "top + y < rows && left + x < columns");
  }
  SECTION("a wrong launch shape or memory size is reported") {
    said("first/two_dimensions", "{grid, {kColumns, rows}}", "{grid, {rows, kColumns}}");
    said("unpack/subgroup", "(job, \"counts\", warps)", "(job, \"counts\", blocks)");
    const Exercise& exchange = exercise("scan/one_exchange");  // this stage is right up to 2^20 elements
    const std::string loop =
        "for (unsigned b = tid; b < blockIdx.x; b += kBlock) sum += await(messages + b, epoch)";
    const std::string once = replaced(answered_with(exchange, "scan/one_exchange"), loop,
                                      "if (tid < blockIdx.x) sum += await(messages + tid, epoch)");
    approve(exchange, once, "1310720");
  }
}

TEST_CASE("a conditional expression that includes the sum before it is reported", "[exercises]") {
  const auto taken = [](const std::string& line) { return practice::choice_comes_last(line).text("text"); };
  CHECK(taken("total = total + values[t] ? values[t] : 0;") == "total + values[t]");
  CHECK(taken("sum = sum + i + s < n ? input[i + s] : T{0};") == "sum + i + s < n");
  CHECK(taken("T sum = i < n ? input[i] : 0 + input[i + s];") == "0 + input[i + s]");
  CHECK(taken("f(a, x - y ? x : y);") == "x - y");
  for (const char* right :
       {"x = i + 1 < n ? input[i + 1] : 0;", "total += (i < n ? input[i] : 0);", "x = a + (b ? c : d);",
        "return i % 2 ? a : -1;", "x = flags & 1 ? a + b : a - b;", "x = i < n ? -input[i] : 0;",
        "sum = sum + (i < n ? input[i] : 0) + 1;", "x = x > y ? x : y;",
        "for (int i = a + b; i < n ? true : false; ++i)", "x = i++ ? a : b;"})
    CHECK(taken(right).empty());
}

TEST_CASE("a line that does something else is reported before its consequences",
          "[exercises][long][approved]") {
  SECTION("a line that does something else is reported before the sizes at which it has an effect") {
    said("reduce/v5", "if (tid < 512) partial[tid] += partial[tid + 512]",
         "if (tid < 512) partial[tid] += partial[tid + 256]");
    said("map/vectorised", "blocks_for(job.n, 4 * job.block)", "blocks_for(job.n / 4, job.block)");
    said("pack/ballot", "threadIdx.x == blockDim.x - 1) *count", "threadIdx.x == 0) *count");
  }
  SECTION(
      "a sum of one value, endless launches, a loop over the grid, and an unknown operator are reported") {
    said("reduce/v7", "  if (tid == 0) block_sums",
         "  if (tid == 0) sum += partial[0];\n  if (tid == 0) block_sums");
    said("reduce/v6", "std::min(kMaxGrid, blocks_for(n, kBlock * kPerThread))", "size_t{2048}");
    said("first/shared", "total += values[t]", "total =+ values[t]");
  }
  SECTION("a superfluous round and a copied element are reported") {
    said("reduce/v4.2", "s > kWarpSize; s /= 2", "s >= kWarpSize; s /= 2");
    said("scan/blelloch_coarse4", "for (T& item : v.item)", "for (T item : v.item)");
  }
  SECTION("an unsigned counter that wraps below 0 is reported, wherever the endless loop is stopped") {
    const Exercise& e = exercise("reduce/v2");
    const Judgement j = judged(e, replaced(answered_with(e, "reduce/v2"), "s > 0; s /= 2", "s >= 0; s /= 2"));
    CHECK_FALSE(j.reached);
    CHECK(contains(told(j), "an unsigned number is never below 0"));
  }
  SECTION("a shuffle from an old article and a cast that removes const are reported") {
    said("map/vectorised", "*reinterpret_cast<const float4*>", "*reinterpret_cast<float4*>");
    said("reduce/v4.2", "__shfl_down_sync(0xffffffffu, ", "__shfl_down(");
  }
}

TEST_CASE("faults are reported in words: sizes and scans", "[exercises][long][approved]") {
  SECTION("a missing header and a number that is not a constant are reported") {
    const Exercise& registers = exercise("stencil/registers");
    approve(registers,
            replaced(answered_with(registers, "stencil/registers"), "#include \"stage/vectors.h\"\n", ""));
    const Exercise& v5 = exercise("reduce/v5");
    approve(v5, replaced(answered_with(v5, "reduce/v5"), "reduce<T, kBlock>", "reduce<T, job.block>"));
  }
  SECTION("the sizes at which an answer is right are reported before all numbers") {
    const Exercise& global = exercise("scan/blelloch_global");
    std::string wrong = answered_with(global, "scan/blelloch_global");
    wrong = replaced(wrong, "  size_t leaves = 1;\n  while (leaves < job.n) leaves *= 2;\n",
                     "  const size_t leaves = job.n;\n");
    approve(global, wrong);
    const Exercise& v8 = exercise("reduce/v8");
    approve(v8, replaced(answered_with(v8, "reduce/v8"),
                         "tid < n % kSize) sum += ", "tid < n % kSize) sum += 0 * "));
  }
  SECTION(
      "distant neighbours, a count that is 32 times too large, a counter that wraps below 0, and elements "
      "instead of bytes are reported") {
    const Exercise& index = exercise("first/index");
    approve(index,
            replaced(answered_with(index, "first/index"), "size_t{blockIdx.x} * blockDim.x + threadIdx.x",
                     "size_t{threadIdx.x} * gridDim.x + blockIdx.x"));
    const Exercise& vote = exercise("first/vote");
    approve(vote,
            replaced(answered_with(vote, "first/vote"),
                     "const int votes = __popc(__ballot_sync(kAllLanes, yes));",
                     "int votes = __popc(__ballot_sync(kAllLanes, yes));\n"
                     "for (unsigned d = 16; d > 0; d /= 2) votes += __shfl_down_sync(kAllLanes, votes, d);"));
    const Exercise& shared = exercise("first/shared");
    approve(shared,
            replaced(answered_with(shared, "first/shared"), "for (unsigned t = 0; t < blockDim.x; ++t)",
                     "for (unsigned t = blockDim.x - 1; t >= 0; --t)"));
    const Exercise& global = exercise("scan/blelloch_global");
    approve(global, replaced(answered_with(global, "scan/blelloch_global"),
                             "job.context.copy(job.output, partial, job.n * sizeof(T));",
                             "job.context.copy(job.output, partial, job.n);"));
  }
  SECTION("a scan of the other kind and a scan that begins with the total are reported") {
    const Exercise& coarse = exercise("scan/blelloch_coarse2");
    approve(coarse, replaced(answered_with(coarse, "scan/blelloch_coarse2"),
                             "    item = before;\n    before = sum;", "    before = item = sum;"));
    const Exercise& padded = exercise("scan/blelloch_padded");
    approve(padded, replaced(answered_with(padded, "scan/blelloch_padded"), "root = padded(kLeaves - 1)",
                             "root = kLeaves - 1"));
  }
  SECTION(
      "a wrong count of the elements before an element is reported before the race that follows from it") {
    const Exercise& kept = exercise("pack/subgroup");
    approve(kept, replaced(answered_with(kept, "pack/subgroup"), "kept += __popc", "kept = __popc"));
    const Exercise& ballot = exercise("pack/ballot");
    approve(ballot, replaced(answered_with(ballot, "pack/ballot"), "(1u << lane)", "(2u << lane)"));
    const Exercise& set = exercise("unpack/ballot");
    approve(set, replaced(answered_with(set, "unpack/ballot"), "(1u << lane)", "(2u << lane)"));
  }
  SECTION("a wrong row length is reported, and a place outside the matrix is given as row and column") {
    const Exercise& turned = exercise("first/two_dimensions");
    approve(turned, replaced(answered_with(turned, "first/two_dimensions"), "[column * rows + row]",
                             "[column * columns + row]"));
    const Exercise& tile = exercise("first/tile");
    approve(tile, replaced(answered_with(tile, "first/tile"), "(left + y < columns && top + x < rows)",
                           "(top + y < rows && left + x < columns)"));
  }
}

TEST_CASE("faults are reported in words: shuffles and races", "[exercises][long][approved]") {
  SECTION("an integer division and the wrong side of a shuffle are reported, and a declared race is not") {
    const Exercise& reciprocal = exercise("stencil/reciprocal");
    const std::string right_one = answered_with(reciprocal, "stencil/reciprocal");
    approve(reciprocal, replaced(right_one, "* 0.2f", "* (1 / 5)"));
    approve(reciprocal, replaced(right_one, "* 0.2f", "* 1 / 5"));
    const Exercise& v4 = exercise("reduce/v4");
    approve(v4, replaced(answered_with(v4, "reduce/v4"), "s > kWarpSize", "s >= kWarpSize"));
    const Exercise& shuffle = exercise("first/shuffle");
    approve(shuffle, replaced(answered_with(shuffle, "first/shuffle"), "__shfl_down_sync", "__shfl_up_sync"));
  }
  SECTION(
      "an undeclared race is reported where the stage declares another, and a maximum needs no atomicAdd") {
    const Exercise& v4 = exercise("reduce/v4");
    approve(v4, replaced(answered_with(v4, "reduce/v4"), "    __syncthreads();\n  }\n  if (tid",
                         "  }\n  if (tid"));
    reaches(approve(v4, answered_with(v4, "reduce/v4")));
    said("first/atomic", "atomicAdd(sum, input[i])", "if (input[i] > *sum) *sum = input[i]");
    said("first/atomic", "atomicAdd(sum, input[i])",
         "{  // two lines\n    if (input[i] > *sum)\n      *sum = input[i];\n  }");
    said("first/atomic", "atomicAdd(sum, input[i])", "*sum = min(*sum, input[i])");
    said("reduce_atomic/per_block", "tid == 0) atomicAdd(output, sum)",
         "tid == 0 && sum > *output) *output = sum");
    said("first/atomic", "atomicAdd(sum, input[i])", "*sum += input[i]");
  }
  SECTION("the first difference from the solution is reported") {
    const Exercise& v7 = exercise("reduce/v7");
    const std::string right = answered_with(v7, "reduce/v7");
    approve(v7, replaced(right, "partial[lane] : T{0}", "partial[lane] : sum"));
    const Exercise& global = exercise("scan/blelloch_global");
    approve(global, replaced(answered_with(global, "scan/blelloch_global"), "partial[right] = before + sum;",
                             "partial[right] = before + partial[left];"));
    const Exercise& registers = exercise("stencil/registers");
    std::string turned = answered_with(registers, "stencil/registers");
    turned = replaced(turned, "__shfl_up_sync", "@");
    turned = replaced(turned, "__shfl_down_sync", "__shfl_up_sync");
    turned = replaced(turned, "@", "__shfl_down_sync");
    approve(registers, turned);
    const Exercise& unpack = exercise("unpack/ballot");
    approve(unpack, replaced(answered_with(unpack, "unpack/ballot"), "if (i < n) output[i] = set ?",
                             "if (i < n && set) output[i] = set ?"));
  }
  SECTION("a wrong block size, too many blocks, and wrong cells at the edges of warps are reported") {
    const Exercise& v5 = exercise("reduce/v5");
    approve(v5, replaced(answered_with(v5, "reduce/v5"), "kBlock >= 1024", "kBlock >= 2048"), "2500");
    const Exercise& v71 = exercise("reduce/v7.1");
    approve(v71, replaced(answered_with(v71, "reduce/v7.1"), "{grid(n), kBlock}", "{max_grid, kBlock}"));
    const Exercise& cells = exercise("stencil/vectorised");
    approve(cells, replaced(answered_with(cells, "stencil/vectorised"), "column - 1 : column + 4",
                            "column - 1 : column + 1"));
  }
}

TEST_CASE("faults are reported in words: places and memory", "[exercises][long][approved]") {
  SECTION("a float in an int and a value read from another place are reported") {
    const Exercise& v41 = exercise("reduce/v4.1");
    const std::string right = answered_with(v41, "reduce/v4.1");
    approve(v41, replaced(right, "T sum = partial[tid];", "int sum = partial[tid];"));
    approve(v41, replaced(right, "T sum = partial[tid];", "T sum = 2 * partial[tid];"));
    const Exercise& v7 = exercise("reduce/v7");
    approve(v7, replaced(answered_with(v7, "reduce/v7"), "? partial[lane]", "? partial[warp]"));
    const Exercise& subgroup = exercise("unpack/subgroup");
    std::string wrong = answered_with(subgroup, "unpack/subgroup");
    approve(subgroup,
            replaced(wrong, "    place += __popc(votes);", "    if (set[k]) place += __popc(votes);"));
  }
  SECTION("a fault in the second run, another order of launches, and a size that is too large are reported") {
    const Exercise& v9 = exercise("reduce/v9");
    approve(v9, replaced(answered_with(v9, "reduce/v9"), "(ticket, gridDim.x - 1)", "(ticket, gridDim.x)"));
    const Exercise& blocked = exercise("scan/blelloch_blocked");
    const std::string right = answered_with(blocked, "scan/blelloch_blocked"),
                      next = "  scan<T, kBlock>(job, block_sums, block_sums, blocks, level + 1);\n";
    const size_t add = right.find("  launch(job, add_block_sums"), end = right.find('\n', add) + 1;
    REQUIRE(add != std::string::npos);
    const std::string last = right.substr(add, end - add);
    approve(blocked, replaced(replaced(right, next, ""), last, last + next));
    const Exercise& three = exercise("scan/three_kernel");
    std::string one = answered_with(three, "scan/three_kernel");
    one =
        replaced(one, "  scan<T, kBlock>(job, block_sums, block_sums, blocks, level + 1);",
                 "  launch(job, scan_blocks<T, kBlock>, {1, kBlock}, block_sums, block_sums, scratch<T>(job, "
                 "\"total\", 1), blocks);");
    approve(three, one);
  }
  SECTION(
      "a later run that does not finish, an idle warp, an error in every second group, and a wrong initial "
      "maximum are reported") {
    const Exercise& detective = exercise("first/detective");
    approve(detective, replaced(answered_with(detective, "first/detective"),
                                "if (i < n) value +=", "if (i >= n) return;\n    value +="));
    const Exercise& v1 = exercise("reduce/v1");
    approve(v1, replaced(answered_with(v1, "reduce/v1"), "const unsigned index = 2 * s * tid;",
                         "const size_t index = 2 * s * i;"));
    const Exercise& v3 = exercise("reduce/v3");
    approve(v3, replaced(replaced(answered_with(v3, "reduce/v3"), "  T sum = i < n ? input[i] : T{0};\n",
                                  "  const T sum = i < n ? input[i] : T{0} + (i + blockDim.x < n ? input[i + "
                                  "blockDim.x] : T{0});\n"),
                         "  if (i + blockDim.x < n) sum += input[i + blockDim.x];\n", ""));
    const Exercise& padded = exercise("scan/blelloch_padded");
    approve(padded, replaced(answered_with(padded, "scan/blelloch_padded"),
                             "const unsigned right = padded((2 * tid + 2) * stride - 1);",
                             "const unsigned right = left + stride;"));
    const Exercise& chained = exercise("scan/chained");
    approve(chained, replaced(answered_with(chained, "scan/chained"), "(ticket, gridDim.x - 1)",
                              "(ticket, gridDim.x)"));
    const Exercise& ballot = exercise("unpack/ballot");
    approve(ballot,
            replaced(answered_with(ballot, "unpack/ballot"), "counts[warp] = set;", "counts[warp] += set;"));
    const Exercise& max = exercise("reduce_op/max");
    approve(max,
            replaced(answered_with(max, "reduce_op/max"),
                     "Limits::has_infinity ? -Limits::infinity() : Limits::lowest()", "-Limits::infinity()"));
    const Exercise& coarse = exercise("scan/blelloch_coarse2");
    const std::string store = "  T before = partial[padded(tid)];\n";
    approve(coarse, replaced(answered_with(coarse, "scan/blelloch_coarse2"), store,
                             "  if (i < n) output[i] = partial[padded(tid)];\n" + store));
  }
  SECTION("uninitialised scratch memory is reported") {
    const Exercise& global = exercise("scan/blelloch_global");
    const std::string right = answered_with(global, "scan/blelloch_global");
    approve(global, replaced(right, "(leaves - job.n) * sizeof(T)", "leaves - job.n"));
  }
  SECTION(
      "a missing __shared__, a stored atomic, an address, a size known too late, and a double are reported") {
    const Exercise& tiled = exercise("stencil/tiled");
    const std::string answer =
        answered_with(tiled, "stencil/tiled");  // without = {}, the values would be arbitrary
    approve(tiled, replaced(answer, "__shared__ float tile[kRows + 2][kColumns + 2];",
                            "float tile[kRows + 2][kColumns + 2] = {};"));
    const Exercise& atomic = exercise("first/atomic");
    const std::string right = answered_with(atomic, "first/atomic");
    approve(atomic, replaced(right, "atomicAdd(", "*sum = atomicAdd("));
    approve(atomic, replaced(right, "atomicAdd(sum", "atomicAdd(*sum"));
    const Exercise& v7 = exercise("reduce/v7");
    approve(v7, replaced(answered_with(v7, "reduce/v7"), "partial[kBlock / kWarpSize]",
                         "partial[blockDim.x / kWarpSize]"));
    const Exercise& reciprocal = exercise("stencil/reciprocal");
    reaches(approve(reciprocal, replaced(answered_with(reciprocal, "stencil/reciprocal"), "0.2f", "0.2")));
  }
}
TEST_CASE("a call that is not allowed in a kernel is refused", "[practice]") {
  CHECK(grade::call_not_for_kernels("_Z13__syncthreadsv U         \nmemcpy U         \nsimt_printf U \n")
            .empty());
  CHECK(grade::call_not_for_kernels("_Z13simt_exchangePjj U \n_ZN6ladder4simt11result_usedIjEET_PKS1_S1_ U "
                                    "\n_ZN6ladder4simt15thread_in_blockEv U \n")
            .empty());
  for (const char* name : {"_Z6rsqrtff", "__assert_fail", "tanf", "atan2f", "log1pf", "lroundf",
                           "_ZN6ladder4simt8Bfloat165valueEt", "_ZN6ladder4simt4Half2ofEdNS_8RoundingE",
                           "_ZSt20__throw_length_errorPKc"})
    CHECK(grade::call_not_for_kernels(std::string(name) + " U \n") == "");
  for (const char* name :
       {"fork", "write", "syscall", "qsort", "_ZSt4cout", "mprotect", "dlopen", "exit",
        "_ZN6ladder4simt8Bfloat1610atomic_addEPtt", "_ZN6ladder4simt17set_trace_optionsERKNS_12TraceOptionsE",
        "_ZNSt12__basic_fileIcE8sys_openEiSt13_Ios_Openmode"})
    CHECK(grade::call_not_for_kernels(std::string(name) + " U \n") == name);
}

TEST_CASE("no stage of the project is refused because of its calls", "[practice]") {
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt)) {
    if (!s->file.starts_with("kernels/") || s->on_several_gpus()) continue;  // stages without an exercise
    for (const auto form : {toolchain::Form::plain, toolchain::Form::traced}) {
      const std::string object = os::program_folder() + "/" + toolchain::kernel_object(form, s->file);
      const auto symbols = os::output_of({"nm", "-uP", object});
      INFO(object);
      REQUIRE(symbols);
      CHECK(grade::call_not_for_kernels(*symbols) == "");
    }
    std::string text;
    for (const std::string& line : practice::body_of(*s)) text += line + "\n";
    INFO(s->id);
    CHECK(text_of(grade::not_for_kernels(text)) == "");
  }
}

// A check and a store on two lines are recognised in the text of the file.
TEST_CASE("the text of an answer is found in the reader's own folder", "[practice]") {
  const program::Folder folder;
  std::filesystem::create_directories(folder.file("practice/first"));
  program::write(folder.file("practice/first/atomic.cu"),
                 replaced(answered_with(exercise("first/atomic"), "first/atomic"), "atomicAdd(sum, input[i])",
                          "{\n    if (input[i] > *sum)\n      *sum = input[i];\n  }"));
  const std::string command =
      "cd " + folder.path.string() + " && exec " LADDER_PROGRAM " practice first/atomic --json -";
  const program::Outcome judged =
      program::wait_for(program::start("/bin/sh", {"-c", command}, folder), folder);
  CHECK(contains(judged.out, "Threads check the element first and then store to it"));
}

// Every known way to cheat or do harm, and two honest answers.
TEST_CASE("grade judges or refuses each submission independently of the others", "[long][exercises]") {
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
       "correct in this run, despite a data race"},
      {"wrong", replaced(right, "i < n ?", "i + 1 < n ?"), "wrong"},
      {"endless", in_run("  for (volatile int i = 0; i >= 0;) i = 0;\n"), "did not finish within 6 seconds"},
      {"endless_constructor",
       at_top("") + "static int early = [] { for (volatile int i = 0; i >= 0;) i = 0; return 0; }();",
       "before any kernel ran"},
      {"fork_bomb",
       at_top("extern \"C\" int fork();") + "static int bomb = [] { while (true) fork(); return 0; }();",
       "the file calls fork"},
      {"reads_passwd", at_top("#include \"/etc/passwd\""), "the file includes /etc/passwd"},
      {"reads_other", at_top("#include \"" + folder.file("secret.txt") + "\""), "the file includes"},
      {"solution",
       "#include \"" + os::in_repository(v2.rung->file) + "\"\nSTAGE(\"reduce/v2\", \"x\", run<float>);",
       "the file includes"},
      {"opens",
       at_top("extern \"C\" int open(const char*, int, ...);") +
           "static int file = open(\"/etc/passwd\", 0);",
       "the file calls open"},
      {"socket", at_top("extern \"C\" int socket(int, int, int);") + "static int s = socket(2, 1, 0);",
       "the file calls socket"},
      {"prints", "#include <cstdio>\n" + in_run("  for (int i = 0; i < 1000000000; ++i) std::puts(\"x\");\n"),
       ""},
      {"raw_syscall", in_run("  asm volatile(\"syscall\" ::\"a\"(57));\n"), "the file contains asm"},
      {"all_memory",
       in_run("  for (int i = 0; i < 1000000; ++i) { char* c = new char[1 << 26]; for (int k = 0; k < 1 << "
              "26; k += 4096) c[k] = 1; }\n"),
       ""},  // too much memory or too much time, whichever is noticed first
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
  REQUIRE(marks.at("submissions").size() == cases.size() + 1);  // secret.txt also has a row
  for (const data::Json& row : marks.at("submissions")) {
    if (row.at("reason") == "it is not a .cu file") continue;
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

TEST_CASE("an answer may avoid a race that the solution declares", "[long][exercises]") {
  const Exercise& v4 = exercise("reduce/v4");
  reaches(judged(v4, answered_with(v4, "reduce/v4.1")));
}

TEST_CASE("the fix of a pitfall does no more work than necessary", "[long][exercises]") {
  const Exercise& e = exercise("pitfalls/missing_barrier");
  const std::string right = answered_with(e, "reduce/v2");
  reaches(judged(e, right));
  falls_short(judged(e, replaced(right, "    __syncthreads();\n  }",
                                 "    __syncthreads();\n    __syncthreads();\n  }")),
              "close: does more work than reduce/v2");
}

// True if the start is the program of the preceding stage, whose recorded counters miss the targets.
bool starts_short(const Exercise& e) {
  if (e.from == e.rung || !e.yours.empty() || e.is_repair()) return false;
  return std::any_of(e.judged.begin(), e.judged.end(), [&](const std::string& name) {
    const auto recorded = [&](const std::string& id) {
      return pages::counted(*practice::recorded(id).counters, name).value;
    };
    return practice::against(name, recorded(e.from->id), recorded(e.id())) < 0;
  });
}

// The compiler's messages; empty if the text compiles.
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

// Each check below is split into two tests, for half of the exercises each, which run at the same time.
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
TEST_CASE("no exercise is solved at its start, first half", "[long][exercises]") {
  none_is_solved_at_its_start(0);
}
TEST_CASE("no exercise is solved at its start, second half", "[long][exercises]") {
  none_is_solved_at_its_start(1);
}

void each_rung_solves_its_own(size_t first) {
  const std::vector<Exercise> all = practice::exercises();
  practice::Judging how;
  how.rules = grade::rules();
  how.ns = "1000";  // ./ladder check covers the other sizes, with the same objects
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
TEST_CASE("every stage solves its own exercise, first half", "[long][exercises]") {
  each_rung_solves_its_own(0);
}
TEST_CASE("every stage solves its own exercise, second half", "[long][exercises]") {
  each_rung_solves_its_own(1);
}

}  // namespace
