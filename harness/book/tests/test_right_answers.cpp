// Tests of ./ladder practice: right answers in different styles are accepted, and messages about wrong answers
// are true.
#include <cmath>

#include "book/tests/answers.h"
#include "practice/targets.h"
#include "tests/catch.h"

using namespace ladder;

namespace {

using namespace ladder::answers;
using practice::Standing;

// The stage's file with different text in each of the reader's parts.
std::string with_parts(const Exercise& e, std::initializer_list<const char*> parts) {
  std::string text = answered_with(e, e.id());
  size_t at = 0;
  for (const char* part : parts) {
    const size_t begin = text.find('\n', text.find("// Your part", at)) + 1,
                 end = text.find("// End of your part.", begin);
    text.replace(begin, end - begin, part);
    at = begin + std::string(part).size();
  }
  return text;
}
Judgement judged_parts(const char* id, std::initializer_list<const char*> parts) {
  return judged(exercise(id), with_parts(exercise(id), parts));
}
void is_accepted(const Judgement& j) {
  INFO(told(j));
  CHECK(j.reached);
}

std::vector<Standing> standings(std::vector<practice::Judged> all) {
  practice::weigh(all);
  std::vector<Standing> found;
  for (const practice::Judged& one : all) found.push_back(one.standing);
  return found;
}

}  // namespace

TEST_CASE("a counter passes within its slack, and a large gain in the others outweighs a miss",
          "[practice]") {
  using enum Standing;
  using All = std::vector<Standing>;
  constexpr double s = practice::kSlack;
  CHECK(standings({{"barriers", 105, 100, s}}) == All{as_good});
  CHECK(standings({{"barriers", 106, 100, s}}) == All{missed});
  CHECK(standings({{"barriers", 99, 100, s}}) == All{better});
  CHECK(standings({{"active_lanes_per_request", 30, 31, s}}) == All{as_good});
  CHECK(standings({{"active_lanes_per_request", 15, 30, s}}) == All{missed});
  CHECK(standings({{"barriers", 200, 100, s}, {"shared_requests", 45, 100, s}}) == All{outweighed, better});
  CHECK(standings({{"barriers", 200, 100, s}, {"shared_requests", 55, 100, s}}) == All{missed, better});
  CHECK(standings({{"barriers", 210, 100, s}, {"shared_requests", 1, 100, s}}) == All{missed, better});
  // If a target is 0, reaching 0 is the point of the stage. If the point is an instruction, a file that avoids
  // the instruction gets no credit for its count.
  CHECK(standings({{"shared_requests", 1, 0, s}, {"barriers", 10, 100, s}}) == All{missed, better});
  CHECK(standings({{"global_load_requests", 150, 100, s}, {"shuffles", 0, 100, s}}) == All{missed, better});
}

TEST_CASE("atomics on shared memory do not count as atomics on global memory", "[practice]") {
  is_accepted(judged_parts("first/atomic", {"  __shared__ int block;\n"
                                            "  if (threadIdx.x == 0) block = 0;\n  __syncthreads();\n"
                                            "  if (i < n) atomicAdd(&block, input[i]);\n  __syncthreads();\n"
                                            "  if (threadIdx.x == 0) atomicAdd(sum, block);\n"}));
}

TEST_CASE("a compare-and-swap loop is an atomic addition", "[practice]") {
  is_accepted(judged_parts("first/atomic", {"  if (i < n) {\n    int old = *sum, assumed;\n    do {\n"
                                            "      assumed = old;\n"
                                            "      old = atomicCAS(sum, assumed, assumed + input[i]);\n"
                                            "    } while (old != assumed);\n  }\n"}));
}

TEST_CASE("a fix that costs a store more than the stage is accepted, and so is a match instead of a vote",
          "[practice]") {
  const Exercise& unset = exercise("pitfalls/uninitialised_shared");
  is_accepted(judged(unset, replaced(answered_with(unset, "pitfalls/uninitialised_shared"),
                                     "if (i < n) partial[tid] = input[i];",
                                     "if (i < n) partial[tid] = input[i]; else partial[tid] = 0;")));
  is_accepted(judged_parts("first/vote", {"  const unsigned same = __match_any_sync(kAllLanes, int(yes));\n"
                                          "  const int votes = yes ? __popc(same) : 32 - __popc(same);\n"}));
}

TEST_CASE("a do ... while loop is not blamed for an access outside the loop", "[practice]") {
  const auto with = [](const std::string& inside, const std::string& behind) {
    return told(judged_parts(
        "first/index",
        {("  size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;\n  int passes = 0;\n  do {\n" +
          inside + "    ++passes;\n  } while (passes < 1);\n" + behind)
             .c_str()}));
  };
  const std::string past_end = "  if (i <= n) output[i] = sqrtf(input[i]);\n", blamed = "tests its condition";
  const std::string apart = with("", past_end), within = with(past_end, "");
  INFO(apart << within);
  CHECK(apart.find(blamed) == std::string::npos);
  CHECK(within.find(blamed) != std::string::npos);
}

TEST_CASE("right answers in different styles are accepted", "[long][exercises]") {
  is_accepted(judged_parts("first/shared", {"  values[tid] = 0;\n  if (i < n) values[tid] = input[i];\n",
                                            "    for (const int* p = values; p < values + blockDim.x; ++p) "
                                            "total += *p;\n"}));
  const Exercise& shuffle = exercise("first/shuffle");
  is_accepted(judged(
      shuffle, replaced(with_parts(shuffle, {"  const auto warp = cooperative_groups::tiled_partition<32>("
                                             "cooperative_groups::this_thread_block());\n"
                                             "  for (int d = 16; d > 0; d /= 2) value += "
                                             "warp.shfl_down(value, d);\n"}),
                        "#include \"tracks/reduce.h\"\n",
                        "#include \"tracks/reduce.h\"\n#include <cooperative_groups.h>\n")));
  const Exercise& v3 = exercise("reduce/v3");
  std::string far_half = replaced(answered_with(v3, "reduce/v3"), "* blockDim.x * 2 + tid;",
                                  "* blockDim.x + tid, far = (n + 1) / 2;");
  far_half = replaced(far_half, "i < n ? input[i]", "i < far ? input[i]");
  far_half = replaced(far_half, "if (i + blockDim.x < n) sum += input[i + blockDim.x]",
                      "if (i < far && i + far < n) sum += input[i + far]");
  is_accepted(judged(v3, far_half));
  const Exercise& tiled = exercise("stencil/tiled");
  std::string flat = answered_with(tiled, "stencil/tiled");
  const size_t begin = flat.find("  tile[y][x] = cell("), end = flat.find("  __syncthreads();");
  flat.replace(begin, end - begin,
               "  for (unsigned k = threadIdx.y * kColumns + threadIdx.x; k < (kRows + 2) * (kColumns + 2);\n"
               "       k += kRows * kColumns)\n"
               "    tile[k / (kColumns + 2)][k % (kColumns + 2)] =\n"
               "        cell(input, row - threadIdx.y + k / (kColumns + 2) - 1,\n"
               "             column - threadIdx.x + k % (kColumns + 2) - 1, n, width);\n");
  is_accepted(judged(tiled, flat));
}

TEST_CASE(
    "a loop that nvcc is asked to unroll is not taken for the start, which g++ compiles to the same code",
    "[practice]") {
  const Exercise& unrolled = exercise("matmul/unrolled");
  is_accepted(judged(unrolled, answered_with(unrolled, "matmul/unrolled"), "33x17x9"));
  for (const char* not_unrolled : {"", "#pragma unroll 1\n    "}) {
    const Judgement j =
        judged(unrolled,
               replaced(practice::starting_text(unrolled, ""), "for (unsigned d = 0; d < kDepth",
                        std::string(not_unrolled) + "for (unsigned d = 0; d < (kDepth)"),
               "33x17x9");
    INFO(told(j));
    CHECK_FALSE(j.reached);
  }
}

TEST_CASE("zeros, pieces far apart and bank conflicts are noticed", "[practice]") {
  const Exercise& map = exercise("map/vectorised");
  const std::string right = answered_with(map, "map/vectorised");
  const Judgement zeros = judged(map, replaced(right, "sqrtf(x.w)", "x.w * rsqrtf(x.w)"));
  INFO(told(zeros));
  CHECK_FALSE(zeros.reached);
  const Judgement apart = judged(map, replaced(right, "blockIdx.x} * blockDim.x + threadIdx.x",
                                               "threadIdx.x} * gridDim.x + blockIdx.x"));
  INFO(told(apart));
  CHECK(told(apart).find("global load sectors 262144, target 131072") != std::string::npos);
}

TEST_CASE("a scratch array may have another name", "[practice]") {
  const Exercise& e = exercise("scan/three_kernel");
  const std::string renamed = replaced(answered_with(e, e.id()), "\"block_sums\"", "\"carry\"");
  is_accepted(judged(e, renamed));
  const Judgement j = judged(e, replaced(renamed, "block_sums[i / kTile - 1]", "block_sums[i / kTile]"));
  INFO(told(j));
  CHECK(told(j).find("carry[1]; in the solution it reads carry[0]") != std::string::npos);
  CHECK(told(j).find("here it does not") == std::string::npos);
}

TEST_CASE("if a right answer does more than needed, the line with the excess is named", "[practice]") {
  const Exercise& shared = exercise("first/shared");
  const Judgement j =
      judged(shared, with_parts(shared, {"  values[tid] = 0;\n  values[tid] = 0 * tid;\n"
                                         "  for (int k = 0; k < 4; ++k)\n"
                                         "    *(volatile int*)&values[tid] = i < n ? input[i] : 0;\n"}));
  INFO(told(j));
  CHECK_FALSE(j.reached);
  CHECK(told(j).find("the result is correct, but this counter is too high: ") != std::string::npos);
  CHECK(told(j).find("answer.cu:2") != std::string::npos);
}

TEST_CASE("code that the compiler has removed is not reported as missing", "[practice]") {
  for (const char* part :
       {"    int result = 0;\n    for (unsigned t = 0; t < blockDim.x; ++t) result += values[t];\n",
        "    for (unsigned t = 0; t < blockDim.x; ++t) { int total = 0; total += values[t]; }\n"}) {
    const Exercise& shared = exercise("first/shared");
    const Judgement j = judged(shared, with_parts(shared, {"  values[tid] = i < n ? input[i] : 0;\n", part}));
    INFO(told(j));
    CHECK_FALSE(j.reached);
    CHECK(told(j).find("stores nothing") == std::string::npos);
    CHECK(told(j).find("here it does not") == std::string::npos);
  }
}

TEST_CASE("a fault that shows only at n = 0 is reported with that n, not with a larger one", "[practice]") {
  const Judgement j =
      judged_parts("first/index", {"  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;\n"
                                   "  if (i < n - 1) output[i] = sqrtf(input[i]);\n"});
  INFO(told(j));
  CHECK(told(j).find("0 elements") != std::string::npos);
  CHECK(told(j).find(" (n = 0)") != std::string::npos);
  CHECK(told(j).find("In another run: output[") != std::string::npos);
}

TEST_CASE("a result that depends on the order of the blocks is not blamed on the block size", "[practice]") {
  const Judgement j = judged_parts("first/shuffle", {"  if (i == 0) *sum = 0;\n"
                                                     "  for (unsigned d = 16; d > 0; d /= 2) value += "
                                                     "__shfl_down_sync(kAllLanes, value, d);\n"});
  INFO(told(j));
  CHECK_FALSE(j.reached);
  CHECK(told(j).find("correct for blocks") == std::string::npos);
}

TEST_CASE("a sum that is right for even numbers of elements is reported as such", "[practice]") {
  const Exercise& v3 = exercise("reduce/v3");
  std::string pairs = replaced(answered_with(v3, "reduce/v3"), "* blockDim.x * 2 + tid;",
                               "* blockDim.x + tid, half = n / 2;");
  pairs = replaced(pairs, "i < n ? input[i] : T{0}", "i < half ? input[i] + input[i + half] : T{0}");
  pairs = replaced(pairs, "  if (i + blockDim.x < n) sum += input[i + blockDim.x];\n", "");
  const Judgement j = judged(v3, pairs);
  INFO(told(j));
  CHECK(told(j).find("it is correct for n = 32, 34 and 36, but wrong for n = 33: what happens to the last "
                     "element when n is odd?") != std::string::npos);
}

TEST_CASE("if a stage contains <<<…>>>, the message says to use launch() instead", "[practice]") {
  const Exercise& v2 = exercise("reduce/v2");
  const Judgement j =
      judged(v2, replaced(answered_with(v2, "reduce/v2"),
                          "launch(job, reduce<T>, {grid(n), job.block}, input, block_sums, n)",
                          "reduce<T><<<grid(n), job.block>>>(input, block_sums, n)"));
  INFO(told(j));
  CHECK(told(j).find("in a stage, write launch(job, kernel, {blocks, threads}, ") != std::string::npos);
}

TEST_CASE("an = in a condition is reported as an assignment", "[practice]") {
  const Exercise& index = exercise("first/index");
  const Judgement j = judged(
      index,
      with_parts(index,
                 {"  size_t me = size_t{blockIdx.x} * blockDim.x + threadIdx.x;\n  if (me = n) return;\n"
                  "  output[me] = sqrtf(input[me]);\n"}));
  INFO(told(j));
  CHECK_FALSE(j.reached);
  CHECK(told(j).find(": = assigns a value, even in a condition") != std::string::npos);
}
