// The matmul and matmul_bf16 tracks: C = A B, the product of two matrices, each stored row by row. The total
// number of elements, which every track calls n, is the number of multiplications here: m n k.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "stage/launch.h"

struct __nv_bfloat16;  // cuda_bf16.h

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T, typename Result = T>
struct MatmulJob : AnyJob {
  // The type of the case: that of the elements or, for bfloat16 matrices, that of their product.
  using Element = std::conditional_t<std::is_same_v<T, __nv_bfloat16>, Result, T>;
  static constexpr const char* kProblem = std::is_same_v<T, __nv_bfloat16> ? "matmul_bf16" : "matmul";
  explicit MatmulJob(const Job& job)
      : AnyJob(job),
        a(job.input<T>(0)),
        b(job.input<T>(1)),
        c(job.output<Result>()),
        m(job.sizes[0]),
        n(job.sizes[1]),
        k(job.sizes[2]) {}
  const T* a;      // [m][k]; must not be changed
  const T* b;      // [k][n]; must not be changed
  Result* c;       // [m][n]: the product of A and B; zeros if k is 0
  size_t m, n, k;  // any of them may be 0. This n hides that of AnyJob, which is m n k

  // A block for each tile of C: x counts the tiles across, y the tiles down; y is limited to 65535, so the rest
  // are counted in z. See tile_down().
  dim3 tiles(unsigned rows, unsigned columns) const {
    const unsigned down = blocks_for(m, rows);
    const unsigned z = blocks_for(down, 65535);
    return {blocks_for(n, columns), blocks_for(down, z), z};
  }
};

// The number of tiles above this block's tile.
__device__ __forceinline__ size_t tile_down() { return size_t{blockIdx.z} * gridDim.y + blockIdx.y; }

}  // namespace ladder::stage::inline STAGE_BACKEND

using namespace ladder::stage;

#ifdef LADDER_STATES_TRACKS  // only the harness compiles the rest (harness/CMakeLists.txt)
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "check/compare.h"

namespace ladder::check {

// The largest factor of n is the number of columns, so a prime n gives n independent results.
inline Sizes arranged_product(size_t n) {
  const Sizes factors = equal_factors(n, 3);
  return {{factors[1], factors[2], factors[0]}};  // m, n, k
}

// In random matrices, one row of A in sixteen and one column of B in sixteen contain an infinity, and the same
// numbers of rows and columns contain a NaN. Returns 0 if the element is finite.
inline double not_finite(const Case& c, uint64_t seed, size_t line, size_t place) {
  const uint64_t of_line = hash(seed, line);
  if (c.input != InputKind::random || place != (of_line >> 8) % (*c.sizes)[2]) return 0;
  if (of_line % 16 == 9) return std::numeric_limits<double>::quiet_NaN();
  return of_line % 16 == 7 ? std::copysign(INFINITY, of_line >> 7 & 1 ? -1 : 1) : 0;
}
inline double not_finite_in_a(const Case& c, size_t i) {
  const size_t k = (*c.sizes)[2];
  return not_finite(c, ~c.seed, i / k, i % k);
}
inline double not_finite_in_b(const Case& c, size_t i) {
  const size_t n = (*c.sizes)[1];
  return not_finite(c, c.seed + 1, i % n, i / n);
}

template <typename T>
struct Matmul final : Walk<T> {
  explicit Matmul(const Question<T>& q)
      : m(q.sizes()[0]),
        n(q.sizes()[1]),
        k(q.sizes()[2]),
        a(stored(q.input(0), m * k)),
        b(stored(q.input(1), k * n)),
        quantum(q.input().quantum() * q.input().quantum()),
        of_row(m),
        of_column(n) {
    for (size_t i = 0; i < a.size(); ++i) of_row[i / k] += square(a[i]);
    for (size_t i = 0; i < b.size(); ++i) of_column[i % n] += square(b[i]);
    if (k >= kLong) known = all_products(q.c);
  }
  static constexpr size_t kLong = 256;
  size_t m, n, k;
  std::vector<T> a, b;                                 // stored, because every element is used many times
  double quantum;                                      // every product is a multiple of this
  std::vector<double> of_row, of_column;               // for each row and column, the sum of its squares
  std::shared_ptr<const std::vector<Exact<T>>> known;  // all of C, if its elements are long sums

  static double square(T x) { return static_cast<double>(x) * static_cast<double>(x); }
  static std::vector<T> stored(const Input<T>& input, size_t count) {
    std::vector<T> all(count);
    for_each_range(0, count, [&](size_t, size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) all[i] = input(i);
    });
    return all;
  }

  // Computes C[begin, end) in strips of columns, so that the strip of B stays in a cache for all rows.
  std::vector<Exact<T>> products(size_t begin, size_t end) const {
    constexpr size_t kStrip = 256;
    std::vector<Exact<T>> c(end - begin);
    for (size_t strip = 0; strip < n; strip += kStrip)
      for (size_t row = begin / n; row * n < end; ++row) {
        const size_t first = std::max(begin, row * n + strip),
                     last = std::min({end, row * n + n, row * n + strip + kStrip});
        for (size_t j = 0; first < last && j < k; ++j) {
          const auto x = static_cast<Exact<T>>(a[row * k + j]);
          const T* const y = b.data() + j * n + (first - row * n);
          Exact<T>* const sums = c.data() + (first - begin);
          for (size_t i = 0; i < last - first; ++i) sums[i] += x * static_cast<Exact<T>>(y[i]);
        }
      }
    return c;
  }

  // The stages in a run need the same reference one after another; a product that takes a long time is computed
  // only once.
  std::shared_ptr<const std::vector<Exact<T>>> all_products(const Case& c) const {
    static Case asked;
    static std::shared_ptr<const std::vector<Exact<T>>> answer;
    if (answer && asked.sizes == c.sizes && asked.input == c.input && asked.seed == c.seed) return answer;
    auto all = std::make_shared<std::vector<Exact<T>>>(m * n);
    for_each_range(0, m * n, [&](size_t, size_t begin, size_t end) {
      std::ranges::copy(products(begin, end), all->begin() + static_cast<ptrdiff_t>(begin));
    });
    asked = c;
    return answer = all;
  }

  // The magnitude of a result, the sum of |a b|, is at most the product of the norms (Cauchy-Schwarz). While it is
  // below 2^24 quanta, every order of additions is exact. Otherwise each of k roundings can be off by half
  // an epsilon of this magnitude; twice the total is permitted.
  void compare(size_t begin, size_t end, Carry<T>, const T* output, Findings<T>& found) const override {
    const std::vector<Exact<T>> own = known ? std::vector<Exact<T>>() : products(begin, end);
    const Exact<T>* const c = known ? known->data() + begin : own.data();
    for (size_t i = begin; i < end; ++i) {
      if constexpr (std::is_floating_point_v<T>)
        if (const Exact<T> right = c[i - begin]; !std::isfinite(right)) {
          const T got = *output++;
          if (std::isnan(right) && std::isnan(got) && !is_poison(got)) continue;
          found.look(i, got, right, 0);
          continue;
        }
      const double magnitude = std::sqrt(of_row[i / n] * of_column[i % n]);
      double bound = 0;
      if (std::is_floating_point_v<T> && magnitude > std::ldexp(quantum, std::numeric_limits<T>::digits))
        bound = static_cast<double>(std::numeric_limits<T>::epsilon()) * static_cast<double>(k) * magnitude;
      found.look(i, *output++, c[i - begin], bound);
    }
  }
};

Task product(const char* name, unsigned order, Element element, const char* peer, Sizes enough) {
  return {
      .name = name,
      .family = name,
      .stages = {{fmt::format("{}/", name), order}},
      .answer = Answer::elements,
      .work = {"a multiplication and an addition", 2},
      .sizes = {"m", "n", "k"},
      .arranged = arranged_product,
      .inputs = {{.name = "a",
                  .content = Content::summands,
                  .count = Count::by_sizes,
                  .element = element,
                  .elements = [](const Sizes& s) { return s[0] * s[2]; },
                  .instead = not_finite_in_a},
                 {.name = "b",
                  .content = Content::summands,
                  .count = Count::by_sizes,
                  .element = element,
                  .elements = [](const Sizes& s) { return s[2] * s[1]; },
                  .instead = not_finite_in_b}},
      .outputs = {{.name = "c",
                   .count = Count::by_sizes,
                   .elements = [](const Sizes& s) { return s[0] * s[1]; }}},
      .walk = walk_of<Matmul>(),
      .peers = {peer},
      .enough = enough,
      // Empty in each direction; a row, a column and a dot product; sizes around the edges of tiles, multiples
      // of 4 and others; more than one tile in each direction. Then the same with rows of whole 8-element
      // vectors, and complete tiles next to incomplete ones. In the last size, `stream_k` divides each tile among
      // three blocks.
      .checked = {{0, 5, 3},      {5, 0, 3},      {5, 3, 0},      {1, 1, 1},       {1, 300, 7},
                  {300, 1, 7},    {1, 1, 1000},   {31, 33, 31},   {33, 65, 17},    {64, 132, 36},
                  {127, 129, 8},  {130, 258, 12}, {257, 131, 67}, {128, 128, 128}, {0, 8, 8},
                  {8, 0, 8},      {8, 8, 0},      {1, 8, 104},    {67, 136, 40},   {130, 264, 72},
                  {260, 264, 48}, {256, 128, 32}, {256, 128, 36}, {256, 128, 48},  {256, 256, 320}},
      .also_counted = {{256, 256, 256}},
      .several_blocks = size_t{1} << 22,
      .traced_most = size_t{1} << 21,  // a whole tile in every stage, but few elements
      .last_blocks_alone = false,
  };
}

// With the size given here, the deepest stage takes two steps, and the rows of B are not whole vectors.
const Stated matmul(product("matmul", 46, Element::of_the_case, "peer/cublas_sgemm", {{33, 65, 100}}));
// The elements are exact in a float, and so is each product of two of them that neither overflows nor underflows. The
// bound is that of a sum in floats; its factor of two leaves room for tensor cores, whose rounding is not specified.
// With three buffers of 64 products, the fourth step is the first to reuse a buffer. The rows are whole
// vectors, which TMA requires.
const Stated matmul_bf16(product("matmul_bf16", 48, Element::bf16, "peer/cublas_bf16", {{33, 72, 200}}));

}  // namespace ladder::check
#endif
