// The matmul track: its reference, its bound and its sizes.
#include "tests/catch.h"

#include <limits>

#include "ladder/tests/verdict_on.h"
#include "tracks/matmul.h"

using namespace ladder;

namespace {

Conditions of_product(const check::Sizes& sizes, InputKind input = InputKind::random) {
  Conditions c = a_case(DType::f32, sizes[0] * sizes[1] * sizes[2], input);
  c.sizes = sizes;
  return c;
}

void right_matmul(const MatmulJob<float>& job) {
  for (size_t row = 0; row < job.m; ++row)
    for (size_t column = 0; column < job.n; ++column) {
      float sum = 0;
      for (size_t i = 0; i < job.k; ++i) sum += job.a[row * job.k + i] * job.b[i * job.n + column];
      job.c[row * job.n + column] = sum;
    }
}

// Computes a correct product, and then modifies it with `change`.
template <auto change>
void changed_matmul(const MatmulJob<float>& job) {
  right_matmul(job);
  if (job.m * job.n * job.k > 0) change(job);
}

}  // namespace

TEST_CASE("a sequential product is within the error bound for all sizes and inputs", "[matmul]") {
  const auto right = fake::make_stage("matmul/right", right_matmul);
  for (const check::Sizes& sizes : check::task_of("matmul").checked)
    for (const InputKind kind : check::kInputKinds) expect_correct(right, of_product(sizes, kind));
  for (const size_t rows : {3, 4, 3}) expect_correct(right, of_product({{rows, 5, 1000}}));
}

TEST_CASE("a product is wrong if its last term is missing, even in a long sum", "[matmul]") {
  const auto without_last = fake::make_stage(
      "matmul/without_last",
      changed_matmul<[](const auto& job) { job.c[0] -= job.a[job.k - 1] * job.b[(job.k - 1) * job.n]; }>);
  expect_wrong(without_last, of_product({{5, 7, 64}}, InputKind::alternating), contains("c[0]"));
  expect_wrong(without_last, of_product({{5, 7, 300}}, InputKind::all_equal), contains("c[0]"));
}

TEST_CASE("a product without rounding must be exact", "[matmul]") {
  const auto nearly = fake::make_stage(
      "matmul/nearly",
      changed_matmul<[](const auto& job) { job.c[0] *= 1 + 2 * std::numeric_limits<float>::epsilon(); }>);
  expect_wrong(nearly, of_product({{5, 7, 64}}, InputKind::all_equal), contains("c[0]"));
  expect_correct(nearly, of_product({{5, 7, 64}}));
}

TEST_CASE("a product of swapped matrices, or a product whose last element is not stored, is wrong",
          "[matmul]") {
  const auto exchanged = fake::make_stage(
      "matmul/exchanged", +[](const MatmulJob<float>& job) {
        MatmulJob<float> other = job;
        std::swap(other.a, other.b);
        right_matmul(other);
      });
  expect_wrong(exchanged, of_product({{16, 16, 16}}), contains("c[1]"));
  const auto unwritten = fake::make_stage("matmul/unwritten", changed_matmul<[](const auto& job) {
                                            job.c[job.m * job.n - 1] =
                                                std::numeric_limits<float>::quiet_NaN();
                                          }>);
  expect_wrong(unwritten, of_product({{33, 65, 17}}), contains("c[2144]"));
}

TEST_CASE("infinities and NaN pass through a product", "[matmul]") {
  const check::Sizes sizes{{64, 48, 20}};
  // A product that skips factors of 0, or treats infinities as large numbers, differs.
  const auto finite = fake::make_stage("matmul/finite", changed_matmul<[](const auto& job) {
                                         for (size_t i = 0; i < job.m * job.n; ++i)
                                           if (std::isinf(job.c[i]))
                                             job.c[i] =
                                                 std::copysign(std::numeric_limits<float>::max(), job.c[i]);
                                       }>);
  expect_wrong(finite, of_product(sizes), contains("infinity"));
  const auto zeros = fake::make_stage("matmul/zeros", changed_matmul<[](const auto& job) {
                                        for (size_t i = 0; i < job.m * job.n; ++i)
                                          if (std::isnan(job.c[i])) job.c[i] = 0;
                                      }>);
  expect_wrong(zeros, of_product(sizes), contains("expected NaN"));
  expect_correct(zeros, of_product(sizes, InputKind::index_coded));
}

TEST_CASE("the number of columns of a product is the largest factor of n", "[matmul]") {
  const check::Task& task = check::task_of("matmul");
  CHECK(check::arranged(task, size_t{1} << 20) == check::Sizes{{128, 128, 64}});
  CHECK(check::arranged(task, 10007) == check::Sizes{{1, 10007, 1}});
  CHECK(check::elements(task, check::arranged(task, 0)) == 0);
}
