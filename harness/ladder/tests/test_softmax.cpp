// The softmax track: its reference and error bound, and the errors that they detect.
#include "tests/catch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "ladder/tests/verdict_on.h"
#include "tracks/softmax.h"

using namespace ladder;

namespace {

Conditions of_matrix(size_t rows, size_t columns, InputKind input = InputKind::random) {
  Conditions c = a_case(DType::f32, rows * columns, input);
  c.sizes = check::Sizes{{rows, columns}};
  return c;
}

// exp(x - max) / sum of each row; f(row, max) changes the value that is subtracted, and `counted` columns are
// in the sum.
template <typename F>
void softmax_of(const SoftmaxJob<float>& job, F subtracted, size_t left_out = 0) {
  for (size_t r = 0; r < job.rows; ++r) {
    const float *x = job.input + r * job.columns, *end = x + job.columns;
    double sum = 0;
    const float max = job.columns == 0 ? 0 : subtracted(*std::max_element(x, end));
    for (const float* p = x; p < end - left_out; ++p) sum += std::exp(double(*p) - max);
    for (const float* p = x; p < end; ++p)
      job.output[p - job.input] = static_cast<float>(std::exp(double(*p) - max) / sum);
  }
}
void right_softmax(const SoftmaxJob<float>& job) {
  softmax_of(job, [](float max) { return max; });
}

// The first row in which every element is −infinity.
size_t row_of_nothing(const SoftmaxJob<float>& job) {
  for (size_t r = 0; r < job.rows; ++r) {
    const float* x = job.input + r * job.columns;
    if (*std::max_element(x, x + job.columns) == -INFINITY) return r;
  }
  return job.rows;
}

}  // namespace

TEST_CASE("softmax: the definition in double precision is right, at every size", "[tracks]") {
  const auto right = fake::make_stage("softmax/right", right_softmax);
  for (const check::Sizes& sizes : check::task_of("softmax").checked)
    for (const InputKind kind : check::kInputKinds)
      expect_correct(right, of_matrix(sizes[0], sizes[1], kind));
}

TEST_CASE("softmax: an error in a row is detected", "[tracks]") {
  const auto overflows = fake::make_stage(
      "softmax/overflows",
      +[](const SoftmaxJob<float>& job) { softmax_of(job, [](float) { return 0.0f; }); });
  expect_wrong(overflows, of_matrix(100, 33), contains("rows = 100, columns = 33"));
  // The error is also detected in a long row, where most elements are below the bound.
  const auto without_last = fake::make_stage(
      "softmax/without_last", +[](const SoftmaxJob<float>& job) {
        softmax_of(
            job, [](float max) { return max; }, 1);
      });
  for (const size_t columns : {2, 33, 1000, 70004})
    expect_wrong(without_last, of_matrix(3, columns, InputKind::index_coded), contains("output["));
}

TEST_CASE("softmax: a maximum that does not begin with −infinity is detected", "[tracks]") {
  const auto high = fake::make_stage(
      "softmax/high",
      +[](const SoftmaxJob<float>& job) { softmax_of(job, [](float max) { return std::max(max, -1e4f); }); });
  expect_wrong(high, of_matrix(100, 33), contains("is NaN"));
  const auto low = fake::make_stage(
      "softmax/low", +[](const SoftmaxJob<float>& job) {
        softmax_of(job, [](float max) { return std::max(max, -1e30f); });
      });
  expect_wrong(low, of_matrix(100, 33), contains("is NaN"));
}

TEST_CASE("softmax: the result for a row of −infinity is NaN, which differs from 0 and from unwritten values",
          "[tracks]") {
  const auto as_zeros = fake::make_stage(
      "softmax/as_zeros", +[](const SoftmaxJob<float>& job) {
        right_softmax(job);
        const size_t row = row_of_nothing(job);
        REQUIRE(row < job.rows);
        std::fill_n(job.output + row * job.columns, job.columns, 0.0f);
      });
  expect_wrong(as_zeros, of_matrix(100, 33), contains("is 0, expected NaN"));
  const auto left_out = fake::make_stage(
      "softmax/left_out", +[](const SoftmaxJob<float>& job) {
        const size_t row = row_of_nothing(job);
        REQUIRE(row < job.rows);
        const std::vector<float> before(job.output + row * job.columns, job.output + (row + 1) * job.columns);
        right_softmax(job);
        std::copy(before.begin(), before.end(), job.output + row * job.columns);
      });
  expect_wrong(left_out, of_matrix(100, 33), contains("33 never written"));
}

namespace {

// Each result is rounded(weight), the bits of a bfloat16.

template <typename F>
void bf16_softmax_of(const SoftmaxJob<__nv_bfloat16>& job, F rounded) {
  const auto* in = reinterpret_cast<const uint16_t*>(job.input);
  auto* out = reinterpret_cast<uint16_t*>(job.output);
  for (size_t r = 0; r < job.rows; ++r) {
    double max = -INFINITY, sum = 0;
    const auto x = [&](size_t c) { return double(check::from_bf16(in[r * job.columns + c])); };
    for (size_t c = 0; c < job.columns; ++c) max = std::max(max, x(c));
    for (size_t c = 0; c < job.columns; ++c) sum += std::exp(x(c) - max);
    for (size_t c = 0; c < job.columns; ++c)
      out[r * job.columns + c] = rounded(float(std::exp(x(c) - max) / sum));
  }
}

}  // namespace

TEST_CASE("softmax_bf16: a result rounded to bfloat16 is right, and a truncated one is not", "[tracks]") {
  const auto rounds = fake::make_stage(
      "softmax_bf16/rounds",
      +[](const SoftmaxJob<__nv_bfloat16>& job) { bf16_softmax_of(job, check::bf16_bits); });
  const auto cuts_off = fake::make_stage(
      "softmax_bf16/cuts_off", +[](const SoftmaxJob<__nv_bfloat16>& job) {
        bf16_softmax_of(job, [](float x) { return uint16_t(std::bit_cast<uint32_t>(x) >> 16); });
      });
  for (const check::Sizes& sizes : check::task_of("softmax_bf16").checked)
    expect_correct(rounds, of_matrix(sizes[0], sizes[1]));
  expect_wrong(cuts_off, of_matrix(100, 33), contains("rows = 100, columns = 33"));
}

TEST_CASE("softmax_bf16: an element that was never written is reported as such", "[tracks]") {
  const auto leaves_last = fake::make_stage(
      "softmax_bf16/leaves_last", +[](const SoftmaxJob<__nv_bfloat16>& job) {
        const uint16_t before = reinterpret_cast<const uint16_t*>(job.output)[job.rows * job.columns - 1];
        bf16_softmax_of(job, check::bf16_bits);
        reinterpret_cast<uint16_t*>(job.output)[job.rows * job.columns - 1] = before;
      });
  expect_wrong(leaves_last, of_matrix(7, 33), contains("never written"));
}
