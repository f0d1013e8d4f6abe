// A track only for tests, with three sizes: the product of two matrices.
#pragma once
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T>
struct ProductJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "test_product";
  explicit ProductJob(const Job& job)
      : AnyJob(job),
        a(job.input<T>(0)),
        b(job.input<T>(1)),
        c(job.output<T>()),
        m(job.sizes[0]),
        n(job.sizes[1]),
        k(job.sizes[2]) {}
  const T* a;      // [m][k]
  const T* b;      // [k][n]
  T* c;            // [m][n]: the product of a and b
  size_t m, n, k;  // this n hides that of AnyJob, which is m n k
};

}  // namespace ladder::stage::inline STAGE_BACKEND

using namespace ladder::stage;

#ifdef LADDER_STATES_TRACKS
#include "check/compare.h"

namespace ladder::check {

template <typename T>
struct Product final : Walk<T> {
  explicit Product(const Question<T>& q) : a(q.input(0)), b(q.input(1)), n(q.sizes()[1]), k(q.sizes()[2]) {}
  Input<T> a, b;
  size_t n, k;

  void compare(size_t begin, size_t end, Carry<T>, const T* output, Findings<T>& found) const override {
    for (size_t i = begin; i < end; ++i) {
      const size_t row = i / n, column = i % n;
      Carry<T> c;
      for (size_t j = 0; j < k; ++j)
        c = with(c, static_cast<Exact<T>>(a(row * k + j)) * static_cast<Exact<T>>(b(j * n + column)));
      const double epsilon = std::is_floating_point_v<T> ? std::numeric_limits<T>::epsilon() : 0;
      found.look(i, *output++, c.sum, epsilon * static_cast<double>(k) * c.magnitude);
    }
  }
};

const Stated product({
    .name = "test_product",
    .family = "test_product",
    .stages = {{"test_product/"}},
    .answer = Answer::elements,
    .work = {"a multiplication and an addition", 2},
    .sizes = {"m", "n", "k"},
    .inputs = {{.name = "a",
                .content = Content::summands,
                .count = Count::by_sizes,
                .elements = [](const Sizes& s) { return s[0] * s[2]; }},
               {.name = "b",
                .content = Content::summands,
                .count = Count::by_sizes,
                .elements = [](const Sizes& s) { return s[2] * s[1]; }}},
    .outputs = {{.name = "c",
                 .count = Count::by_sizes,
                 .elements = [](const Sizes& s) { return s[0] * s[1]; }}},
    .walk = walk_of<Product>(),
    .checked = {{1, 1, 1},
                {0, 5, 3},
                {5, 3, 0},
                {33, 65, 17},
                {1, 300, 7},
                {300, 1, 7},
                {64, 32, 128},
                {128, 96, 128}},
    .traced_most = size_t{1} << 21,
});

}  // namespace ladder::check
#endif
