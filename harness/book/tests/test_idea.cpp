// A rephrased text that does what the start does, and answers in different styles that do what the solution
// does.
#include <string>

#include "book/tests/answers.h"

namespace {

using namespace answers;

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

TEST_CASE("a rephrased loop does not count as unrolled", "[exercises]") {
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
  // A loop that a GPU's compiler unrolls, because the block size is known.
  std::string unrolled = answered_with(e, "reduce/v5");
  const size_t begin = unrolled.find("  if constexpr (kBlock >= 1024)"),
               end = unrolled.find("  if (tid < kWarpSize) sum");
  REQUIRE((begin != std::string::npos && end != std::string::npos));
  unrolled.replace(begin, end - begin, "#pragma unroll\n" + replaced(loop, "blockDim.x / 2", "kBlock / 2"));
  const Judgement right = judged(e, unrolled, kFew);
  INFO(told(right));
  CHECK(right.reached);
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

TEST_CASE("kernels and variables outside an anonymous namespace link", "[exercises]") {
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
