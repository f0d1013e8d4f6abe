// Rephrased code that is equivalent to the start, and answers in different styles that are equivalent to
// the solution.
#include <string>

#include "book/tests/answers.h"

using namespace ladder;

namespace {

using namespace ladder::answers;

constexpr const char* kFew = "0,1,1000,4099";

TEST_CASE("a stencil that still divides does not pass, however it is written", "[exercises]") {
  const Exercise& e = exercise("stencil/reciprocal");
  const std::string rung = answered_with(e, "stencil/reciprocal"), sum = "self + north + south + west + east";
  const auto with = [&](const std::string& value) { return replaced(rung, "(" + sum + ") * 0.2f", value); };
  for (const std::string& value :
       {"__fdiv_rn(" + sum + ", 5.0f)", "(" + sum + ") * __frcp_rn(4.0f + (width > 0))",
        "(" + sum + ") * (0.5f / (2.5f * (width > 0)))"}) {
    const Judgement j = judged(e, with(value), kFew);
    INFO(told(j));
    CHECK_FALSE(j.reached);
    CHECK(contains(mistake(j), "floating-point divisions"));
  }
  for (const std::string& value : {"(" + sum + ") * (1.0f / 5)", "fmaf(0.2f, " + sum + ", 0.0f)"}) {
    const Judgement j = judged(e, with(value), kFew);
    INFO(told(j));
    CHECK(j.reached);
  }
}

TEST_CASE("a loop that is only rephrased does not count as unrolled", "[exercises]") {
  const Exercise& e = exercise("reduce/v5");
  const std::string loop =
      "  for (unsigned s = blockDim.x / 2; s > kWarpSize; s /= 2) {\n"
      "    if (tid < s) partial[tid] += partial[tid + s];\n    __syncthreads();\n  }\n";
  // v4.2 with different names and loops.
  std::string reworded = replaced(answered_with(e, "reduce/v4.2"), loop,
                                  "  const unsigned wide = blockDim.x;\n  unsigned half = wide >> 1;\n"
                                  "  while (half >= 2 * kWarpSize) {\n"
                                  "    if (tid < half) partial[tid] = partial[half + tid] + partial[tid];\n"
                                  "    __syncthreads();\n    half >>= 1;\n  }\n");
  reworded = replaced(reworded, "if (i + blockDim.x < n) sum += input[i + blockDim.x];",
                      "const size_t next = i + blockDim.x;\n  if (next < n) sum = sum + input[next];");
  const Judgement j = judged(e, reworded, kFew);
  INFO(told(j));
  CHECK_FALSE(j.reached);
  CHECK(contains(mistake(j), "reduce/v4.2"));
  // A loop that nvcc unrolls, because the block size is known.
  std::string unrolled = answered_with(e, "reduce/v5");
  const size_t begin = unrolled.find("  if constexpr (kBlock >= 1024)"),
               end = unrolled.find("  if (tid < kWarpSize) sum");
  REQUIRE((begin != std::string::npos && end != std::string::npos));
  unrolled.replace(begin, end - begin, "#pragma unroll\n" + replaced(loop, "blockDim.x / 2", "kBlock / 2"));
  const Judgement right = judged(e, unrolled, kFew);
  INFO(told(right));
  CHECK(right.reached);
  // The start, with the block size as a template parameter and nothing else.
  std::string plain = answered_with(e, "reduce/v4.2");
  for (size_t at = 0; (at = plain.find("blockDim.x", at)) != std::string::npos;)
    plain.replace(at, 10, "kBlock");
  plain = replaced(plain, "template <typename T>\n__global__",
                   "template <typename T, unsigned kBlock>\n__global__");
  plain = replaced(plain, "  const auto grid",
                   "  with_block_size(job.block, [&](auto block) {\n  const auto grid");
  plain = replaced(plain, "launch(job, reduce<T>,", "launch(job, reduce<T, block>,");
  plain = replaced(plain, "input, block_sums, n);\n  });\n", "input, block_sums, n);\n  });\n  });\n");
  const Judgement known = judged(e, plain, kFew);
  INFO(told(known));
  CHECK(known.reached);
  // A function template for each level, which g++ calls and nvcc inlines.
  std::string levels = answered_with(e, "reduce/v5");
  levels.replace(begin, end - begin, "  fold<kBlock / 2>(partial, tid);\n");
  const std::string kernel = "template <typename T, int kBlock>\n__global__";
  levels =
      replaced(levels, kernel,
               "template <int kHalf, typename T>\n__device__ void fold(T* partial, unsigned tid) {\n"
               "  if constexpr (kHalf > 32) {\n    if (tid < kHalf) partial[tid] += partial[tid + kHalf];\n"
               "    __syncthreads();\n    fold<kHalf / 2>(partial, tid);\n  }\n}\n\n" +
                   kernel);
  const Judgement by_levels = judged(e, levels, kFew);
  INFO(told(by_levels));
  CHECK(by_levels.reached);
}

TEST_CASE("conditions of a task are judged even if no counter shows them", "[exercises]") {
  const auto is_refused = [](const char* id, const std::string& text, const char* says) {
    const Judgement j = judged(exercise(id), text, kFew);
    INFO(told(j));
    CHECK_FALSE(j.reached);
    CHECK(contains(mistake(j), says));
  };
  const auto of = [](const char* id) { return answered_with(exercise(id), id); };
  const std::string resident = "resident_grid(job, reduce<T, kBlock>, kBlock)";
  is_refused("reduce/v7.1", replaced(of("reduce/v7.1"), resident, "4096"), "but reduce/v7.1 starts 1056");
  is_refused("reduce/v7.1", replaced(of("reduce/v7.1"), resident, "132 * 8"), "on 2 multiprocessors");
  is_refused("reduce/v4.1", replaced(of("reduce/v4.1"), "warp_reduce(T* ", "warp_reduce(volatile T* "),
             "still contains volatile");
  is_refused("reduce/v1", answered_with(exercise("reduce/v1"), "reduce/v2"), "not added in the order");
}

TEST_CASE("grids with more blocks than a block has threads are judged", "[exercises][long]") {
  const Exercise& e = exercise("reduce/v10");
  const std::string one_each =
      replaced(answered_with(e, "reduce/v10"),
               "for (unsigned b = tid == 0 ? kBlock : tid; b < gridDim.x; b += kBlock)",
               "if (const unsigned b = tid; b > 0 && b < gridDim.x)");
  const Judgement j = judged(e, one_each, "");
  INFO(told(j));
  CHECK_FALSE(j.reached);
  CHECK(contains(mistake(j), "64 threads per block"));
}

TEST_CASE("a fixed pitfall may do as much work as the pitfall or as the correct stage", "[exercises]") {
  const auto start = [](const char* id) { return practice::starting_text(exercise(id), "answer.cu"); };
  const std::string vectors = "i < n / 4 ? vec_sum(load_vec(input + 4 * i)) : T{0};";
  const auto tail = [&](const std::string& load) {
    return judged(exercise("pitfalls/dropped_tail"), replaced(start("pitfalls/dropped_tail"), vectors, load),
                  kFew);
  };
  const Judgement whole = tail("4 * i < n ? vec_sum(load_vec(input, 4 * i, n)) : T{0};");
  INFO(told(whole));
  CHECK(whole.reached);
  const Judgement scalars =
      tail("T{0};\n  for (size_t k = 4 * i; k < 4 * i + 4 && k < n; ++k) partial[tid] += input[k];");
  INFO(told(scalars));
  CHECK_FALSE(scalars.reached);
  CHECK(contains(told(scalars), "global load sectors"));
  const Judgement half = judged(exercise("pitfalls/full_mask"),
                                replaced(start("pitfalls/full_mask"), "__shfl_down_sync(0xffffffffu, sum, s)",
                                         "__shfl_down_sync(0xffffu, sum, s, 16)"),
                                kFew);
  INFO(told(half));
  CHECK(half.reached);
}

TEST_CASE("a rephrased guard is still a guard", "[exercises]") {
  const Exercise& e = exercise("reduce/v8.2");
  const std::string start = answered_with(e, "reduce/v8"),
                    add = "sum += vec_sum(at + kSize <= n ? load_vec(input + at) : Vec<T>{});",
                    last = "if (blockIdx.x == 0 && tid < n % kSize) sum += input[n - 1 - tid];";
  const Judgement j =
      judged(e,
             replaced(replaced(start, add,
                               "Vec<T> v{};\n      if (n >= at + kSize) v = load_vec(&input[at]);\n"
                               "      sum = sum + vec_sum(v);"),
                      last, "if (tid < n % kSize && blockIdx.x == 0) sum = sum + input[n - tid - 1];"),
             kFew);
  INFO(told(j));
  CHECK_FALSE(j.reached);
  // A full tile has its own loop.
  const std::string loop =
      "    for (int k = 0; k < kVectors; ++k) {\n      const size_t at = i + k * kBlock * kSize;\n      " +
      add + "\n    }\n";
  std::string full = replaced(start, loop,
                              "    const bool full = i - tid * kSize + kTile <= n;\n"
                              "    for (int k = 0; full && k < kVectors; ++k) sum += vec_sum(load_vec(input "
                              "+ i + k * kBlock * kSize));\n"
                              "    for (int k = 0; !full && k < kVectors; ++k) sum += "
                              "vec_sum(load_vec(input, i + k * kBlock * kSize, n));\n");
  const Judgement right = judged(e, replaced(full, last, ""), kFew);
  INFO(told(right));
  CHECK(right.reached);
}

TEST_CASE("kernels and variables outside an anonymous namespace can be linked", "[exercises]") {
  const Exercise& e = exercise("reduce/v2");
  std::string text = answered_with(e, "reduce/v2");
  text = replaced(text, "namespace {\n",
                  "__constant__ unsigned kTwo = 2;\nnamespace mine {\n__device__ int untouched;\n"
                  "template <typename T>\nstruct Last {\n  static inline T last = T{1};\n};\n");
  text = replaced(text, "s = blockDim.x / 2", "s = blockDim.x / kTwo");
  text = replaced(text, "  const auto grid", "  Last<T>::last = T{2};\n  const auto grid");
  text = replaced(text, "STAGE(", "using mine::run;\nSTAGE(");
  const Judgement j = judged(e, text, kFew);
  INFO(told(j));
  CHECK(j.reached);
}

}  // namespace
