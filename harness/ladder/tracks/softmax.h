// The softmax and softmax_bf16 tracks: each row of a matrix becomes positive weights that sum to 1. A weight is
// exp(x) divided by the sum of exp(x) over the row. Subtracting the row's maximum from x first changes no
// weight and prevents infinite exponentials.
#pragma once
#include <cfloat>
#include <cmath>

#include "stage/launch.h"

struct __nv_bfloat16;  // cuda_bf16.h

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T>
struct SoftmaxJob : AnyJob {
  // The type of the case: float for bfloat16 matrices.
  using Element = std::conditional_t<std::is_same_v<T, __nv_bfloat16>, float, T>;
  static constexpr const char* kProblem = std::is_same_v<T, __nv_bfloat16> ? "softmax_bf16" : "softmax";
  explicit SoftmaxJob(const Job& job)
      : AnyJob(job),
        input(job.input<T>()),
        output(job.output<T>()),
        rows(job.sizes[0]),
        columns(job.sizes[1]) {}
  const T* input;  // [rows][columns]; must not be changed. A row may contain −infinity
  T* output;       // [rows][columns], float results rounded to T; NaN in a row that is −infinity throughout
  size_t rows, columns;  // either may be 0

  // A block for every `rows_per_block` rows. x is limited to 2^31 - 1, so further blocks are counted in y.
  dim3 grid(unsigned rows_per_block) const {
    constexpr size_t kMostInX = (size_t{1} << 31) - 1;
    const size_t blocks = std::max<size_t>(1, (rows + rows_per_block - 1) / rows_per_block);
    const unsigned y = blocks_for(blocks, kMostInX);
    return {blocks_for(blocks, y), y};
  }
};

}  // namespace ladder::stage::inline STAGE_BACKEND

using namespace ladder::stage;

#ifdef LADDER_STATES_TRACKS  // only the harness compiles the rest (harness/CMakeLists.txt)
#include <vector>

#include <fmt/format.h>

#include "check/compare.h"

namespace ladder::check {

// Logits. Random: within ±8, plus an offset between -3000 and 3000 for each row; one element in sixteen is
// −infinity, and so is every element of one row in sixteen; one row in sixteen contains +infinity, and one in
// sixteen a NaN. The elements of one row in sixteen are near -100000, and those of another near the lowest float.
// Index-coded: only eight elements count, the largest last. Alternating: ±16 to
// ±112, masked with −infinity, as in attention: all but the last element of a row, those after the middle, or
// those before it.
template <typename T>
T logit(const Case& c, size_t i) {
  const size_t columns = (*c.sizes)[1], row = i / columns, column = i % columns;
  double x = 1;
  if (c.input == InputKind::random) {
    const uint64_t of_row = hash(~c.seed, row), own = hash(c.seed, i);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (column == (of_row >> 8) % columns && of_row % 16 == 7) return static_cast<T>(kInfinity);
    if (column == (of_row >> 8) % columns && of_row % 16 == 9) return static_cast<T>(std::nan(""));
    if (of_row % 16 == 3 || own % 16 == 3) return static_cast<T>(-kInfinity);
    if (of_row % 16 == 6) return static_cast<T>(own % 3 == 0 ? -3.25e38 : -3e38);
    x = static_cast<double>(own >> 50) / 1024 - 8 +
        (of_row % 16 == 5 ? -1e5 : static_cast<double>(of_row >> 60) * 400 - 3000);
  } else if (c.input == InputKind::index_coded) {
    const size_t part = columns / 7 + 1, of_last = (columns - 1) % part;
    x = column % part == of_last ? static_cast<double>(column / part) / 4 + static_cast<double>(row % 5)
                                 : -20 - static_cast<double>(column % 97) / 8;
  } else if (c.input == InputKind::alternating) {
    const bool masked[] = {false, column<columns - 1, column> columns / 2, column < columns / 2};
    if (masked[(row + columns) % 4]) return -std::numeric_limits<T>::infinity();
    x = static_cast<double>(1 + i % 7) * (i % 2 == 0 ? 16 : -16);
  } else if (c.input == InputKind::iota) {
    x = static_cast<double>(column % 4096);
  }
  return static_cast<T>(x);
}

template <typename T>
struct Softmax final : Walk<T> {
  struct Row {
    double max = -INFINITY, sum = 0;  // sum: of exp(x - max)
  };
  explicit Softmax(const Question<T>& q)
      : x(q.input()),
        n(q.c.n),
        columns(q.sizes()[1]),
        of_rounding(q.task.outputs[0].element == Element::bf16 ? std::ldexp(1, -8) : 0) {
    if (n == 0 || columns <= kRange) return;
    for (size_t row = 0; row < n / columns; ++row) long_rows.push_back(row_of(row));
  }
  Input<T> x;
  size_t n, columns;
  double of_rounding;          // of rounding to bfloat16 (8 significant bits); relative
  std::vector<Row> long_rows;  // longer than a range, so that several ranges need each row

  Row row_of(size_t row) const {
    const size_t first = row * columns;
    std::vector<Row> parts(ranges_of(columns));
    for_each_range(first, first + columns, [&](size_t r, size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) parts[r].max = std::max(parts[r].max, double(x(i)));
      for (size_t i = begin; i < end; ++i) parts[r].sum += std::exp(double(x(i)) - parts[r].max);
    });
    Row all;
    for (const Row& part : parts) all.max = std::max(all.max, part.max);
    for (const Row& part : parts)
      if (part.max > -INFINITY || all.max == -INFINITY) all.sum += part.sum * std::exp(part.max - all.max);
    return all;
  }

  // An error of half a unit in the last place of x - max causes a relative error of up to |x - max| eps / 2 in
  // exp(x - max). This bound applies to x itself and, on average, to each term of the sum. A term also has its
  // own rounding errors. If a warp processes the row, a term passes through columns / 32 additions, each of
  // them possibly with a rescaling.
  void compare(size_t begin, size_t end, Carry<T>, const T* output, Findings<T>& found) const override {
    constexpr double kEpsilon = std::is_floating_point_v<T> ? std::numeric_limits<T>::epsilon() : 1;
    const double of_sum = 64 + static_cast<double>(columns) / 8;
    Row row;
    for (size_t i = begin; i < end; ++i) {
      if (i == begin || i % columns == 0)
        row = long_rows.empty() ? row_of(i / columns) : long_rows[i / columns];
      const double below = double(x(i)) - row.max, weight = std::exp(below) / row.sum;
      const T got = *output++;
      if (std::isnan(weight) && got != got && !is_poison(got))
        continue;  // −infinity throughout the row, or infinity or NaN in it
      // A subnormal result may be rounded to 0.
      const double bound = weight > 0 ? (kEpsilon * (of_sum - below) + of_rounding) * weight : 0;
      found.look(i, got, static_cast<Exact<T>>(weight),
                 bound + static_cast<double>(std::numeric_limits<T>::min()));
    }
  }
};

Task rows_of(const char* name, unsigned order, Element element) {
  return {
      .name = name,
      .family = name,
      .stages = {{fmt::format("{}/", name), order}},
      .answer = Answer::elements,
      .work = {"a comparison, two subtractions, two exponentials, an addition and a division", 7},
      .sizes = {"rows", "columns"},
      .inputs = {{.name = "input",
                  .content = Content::own,
                  .element = element,
                  .own = own_elements([]<typename T>(const Case& c, size_t i) { return logit<T>(c, i); })}},
      .outputs = {{"output", Count::n, element}},
      .walk = walk_of<Softmax>(),
      // No columns, no rows, one column; few columns; rows that fit into a warp's registers, rows that fit only
      // into a block's, and longer ones; multiples of 4 and others; rows that several blocks share. Three rows
      // of 33000 and four rows of 24580 elements are few enough to be traced. On a small GPU, two blocks
      // share all of these rows, and each block has several chunks of a row. With 32 rows of 4100, a ring of 14
      // slots is used several times.
      .checked = {{0, 5},     {5, 0},     {1, 1},     {3000, 1},  {700, 3},   {300, 32},  {70, 129},
                  {9, 512},   {5, 1000},  {3, 1025},  {2, 2047},  {3, 4100},  {1, 16385}, {2, 16388},
                  {1, 40001}, {3, 70004}, {32, 4100}, {4, 24580}, {3, 33000}, {3, 33001}},
      // Rows too long for the registers of a warp and of a block: softmax/wide_rows, softmax/long_rows.
      .also_counted = {{256, 4096}, {4, 262144}},
      .also_full = {4'500'007},  // a prime: one row that is too long for the blocks of an H200 to hold
      .traced_most = 32 * 4100,
  };
}

const Stated softmax(rows_of("softmax", 44, Element::of_the_case));
const Stated softmax_bf16(rows_of("softmax_bf16", 45, Element::bf16));

}  // namespace ladder::check
#endif
