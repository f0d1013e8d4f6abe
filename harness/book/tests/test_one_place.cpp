#include <string>

#include "findings/text.h"
#include "practice/solution_diff.h"
#include "tests/catch.h"

using namespace ladder;

namespace {

std::string one_place(const std::string& text, const std::string& solution) {
  return text_of(practice::one_place(text, solution));
}

const std::string kSolution = R"(// A sum.
constexpr int kEach = 4;
template <typename T>
__global__ void add_up(const T* input, T* output, unsigned n) {
  __shared__ T partial[256];
  const unsigned tid = threadIdx.x;
  T sum{0};
  for (unsigned i = blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x) sum += input[i];
  partial[tid] = sum;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid == 0) atomicAdd(output, partial[0]);
}
)";

// The solution with one occurrence of `from` replaced.
std::string with(const std::string& from, const std::string& to) {
  std::string text = kSolution;
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}
std::string place_of(const std::string& from, const std::string& to) {
  return one_place(with(from, to), kSolution);
}

}  // namespace

TEST_CASE("one place: a word, a number, an operator or a type that differs from the solution is reported") {
  CHECK(place_of("s > 0", "s >= 0") ==
        "only line 11 differs from the solution, which has a different operator in place of '>='");
  CHECK(place_of("blockDim.x / 2", "blockDim.x / 4") ==
        "only line 11 differs from the solution, which has a different number in place of '4'");
  CHECK(place_of("+= gridDim.x", "+= blockDim.x") ==
        "only line 8 differs from the solution, which has a different name in place of 'blockDim'");
  CHECK(place_of("const unsigned tid", "const int tid") ==
        "only line 6 differs from the solution, which has a different type in place of 'int'");
  CHECK(place_of("partial[tid + s]", "partial[2 * tid]") ==
        "only line 12 differs from the solution, which has something else in place of '2 * tid'");
  CHECK(place_of("partial[tid] += partial[tid + s]", "partial[s] += partial[tid]") ==
        "only line 12 differs from the solution, which has something else in place of 'partial[s] += "
        "partial[tid]'");
  CHECK(place_of("blockDim.x + tid; i", "blockDim.x / kEach + tid * 2; i") ==
        "only line 8 differs from the solution, which has something else in place of "
        "'blockIdx.x * blockDim.x / kEach + tid * 2'");
  CHECK(place_of("partial[256]", "partial[kEach]") ==
        "only line 5 differs from the solution, which has something else in place of 'kEach'");
}

TEST_CASE("one place: missing text and superfluous text are reported") {
  CHECK(place_of("    __syncthreads();\n", "") ==
        "the solution has one more call after line 12; the rest is the same");
  CHECK(place_of("  if (tid == 0) atomicAdd(output, partial[0]);\n", "") ==
        "the solution has one more if statement after line 14; the rest is the same");
  CHECK(place_of("  T sum{0};\n", "") ==
        "the solution has one more statement after line 6; the rest is the same");
  CHECK(place_of("  partial[tid] = sum;\n  __syncthreads();\n", "") ==
        "the solution has 2 more statements after line 8; the rest is the same");
  CHECK(place_of("tid == 0", "true") ==
        "only line 15 differs from the solution, which has something else in place of 'true'");
  CHECK(place_of("T sum{0}", "T sum{false}") ==
        "only line 7 differs from the solution, which has something else in place of 'false'");
  CHECK(place_of("  partial[tid] = sum;\n", "") ==
        "the solution has one more statement after line 8; the rest is the same");
  CHECK(place_of("    if (tid < s) partial[tid]", "    partial[tid]") ==
        "only line 12 differs from the solution: a condition is missing before 'partial[tid] +='");
  CHECK(place_of("(tid == 0)", "(tid == 0 && n > 0)") ==
        "only line 15 differs from the solution, which does not have '&& n > 0'");
  CHECK(place_of("  if (tid == 0)", "  __syncthreads();\n  if (tid == 0)") ==
        "the solution does not have the call on line 15; the rest is the same");
  CHECK(place_of("atomicAdd(output, partial[0])", "atomicAdd(output, partial[0] + 1)") ==
        "only line 15 differs from the solution, which does not have '+ 1'");
}

TEST_CASE("one place: nothing is reported for the solution itself, or if two lines differ") {
  CHECK(place_of("  partial[tid] = sum;\n  __syncthreads();\n",
                 "  __syncthreads();\n  partial[tid] = sum;\n") == "");
  std::string two = with("blockDim.x / 2; s > 0", "blockDim.x; s > 0");
  two.replace(two.find("if (tid < s)"), 12, "if (tid > s)");
  CHECK(one_place(two, kSolution) == "");
  CHECK(one_place(kSolution, kSolution) == "");
  CHECK(place_of("// A sum.", "/* something else */") == "");
  std::string many = two;
  many.replace(many.find("T sum{0}"), 8, "T sum{1}");
  many.replace(many.find("tid == 0"), 8, "tid == 1");
  CHECK(one_place(many, kSolution) == "");
  CHECK(one_place("", kSolution) == "");
  CHECK(one_place("}}}} ((", kSolution) == "");
  CHECK(one_place(std::string(100'000, ';'), kSolution) == "");
}

TEST_CASE("one place: a reader's own name is not a difference, but an undeclared or ambiguous name is") {
  std::string named = kSolution;
  for (size_t at = 0; (at = named.find("partial", at)) != std::string::npos; at += 4)
    named.replace(at, 7, "sums");
  CHECK(one_place(named, kSolution) == "");
  named.replace(named.find("s > 0"), 5, "s > 1");
  CHECK(one_place(named, kSolution) ==
        "only line 11 differs from the solution, which has a different number in place of '1'");
  CHECK(place_of("atomicAdd", "atomicMax") ==
        "only line 15 differs from the solution, which has a different name in place of 'atomicMax'");
  CHECK(place_of("threadIdx.x", "blockIdx.x") ==
        "only line 6 differs from the solution, which has a different name in place of 'blockIdx'");
}
