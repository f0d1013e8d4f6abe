// Inputs, sizes, and the references, which are compared with independent brute-force versions.
#include "tests/catch.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "check/compare.h"
#include "check/sizes.h"
#include "stage/elements.h"
#include "tests/words.h"

using namespace ladder;

using namespace ladder::check;

namespace {

Case make_case(size_t n, InputKind kind = InputKind::random, uint64_t seed = 1) {
  Case c;
  c.n = n;
  c.input = kind;
  c.seed = seed;
  return c;
}

const Task& task(std::string_view name) {
  const auto found = std::find_if(tasks().begin(), tasks().end(), [&](const Task* t) { return t->is(name); });
  REQUIRE(found != tasks().end());
  return **found;
}
template <typename T>
Reduction<T> reference(const std::string& name, const Case& c) {
  return value(Question<T>(task(name), c));
}
template <typename T>
std::unique_ptr<Walk<T>> walk(const std::string& name, const Case& c) {
  return check::walk(Question<T>(task(name), c));
}

template <typename T>
std::vector<T> elements(const Task& task, const Case& c, size_t count) {
  const Input<T> x(task, c);
  std::vector<T> all(count);
  for (size_t i = 0; i < count; ++i) all[i] = x(i);
  return all;
}

const std::vector<size_t> kSizes = {0, 1, 2, 5, 1000, 16383, 16384, 65536, 65537, 200000};

// The check must find nothing wrong with this vector or, if one element is changed, only that
// element.
template <typename T>
void expect_exactly(const Walk<T>& walk, size_t n, std::vector<T> output) {
  const Fetch<T> fetch = [&](size_t begin, size_t) { return output.data() + begin; };
  const Findings<T> none = compare_all<T>(walk, n, fetch);
  CAPTURE(n, output.size(), none.index, none.got, none.expected);
  REQUIRE(none.wrong == 0);
  for (const size_t at : {size_t{0}, output.size() / 2, kRange - 1, kRange, output.size() - 1}) {
    if (at >= output.size()) continue;
    const T right = output[at];
    output[at] = static_cast<T>(right + T{2});
    const Findings<T> one = compare_all<T>(walk, n, fetch);
    output[at] = right;
    REQUIRE(one.wrong == 1);
    REQUIRE(one.index == at);
    REQUIRE(one.expected == right);
  }
}

}  // namespace

TEMPLATE_TEST_CASE("integer sums and scans agree with brute force", "[check]", int32_t, uint32_t, int64_t,
                   uint64_t) {
  using U = std::make_unsigned_t<TestType>;
  for (const InputKind kind : kInputKinds)
    for (const size_t n : kSizes) {
      const auto x = elements<TestType>(task("scan"), make_case(n, kind), n);
      std::vector<U> sums(n);
      std::transform_inclusive_scan(x.begin(), x.end(), sums.begin(), std::plus<U>{},
                                    [](TestType e) { return static_cast<U>(e); });
      std::vector<TestType> inclusive(sums.begin(), sums.end()), exclusive(inclusive);
      std::rotate(exclusive.begin(), exclusive.end() - (n > 0), exclusive.end());
      if (n > 0) exclusive[0] = 0;

      Case c = make_case(n, kind);
      expect_exactly(*walk<TestType>("scan", c), n, inclusive);
      c.inclusive = false;
      expect_exactly(*walk<TestType>("scan", c), n, exclusive);
      const auto total = reference<TestType>("sum", make_case(n, kind));
      REQUIRE(static_cast<U>(total.sum.sum) == (n == 0 ? U{0} : sums.back()));
    }
}

TEST_CASE("integer sums wrap around", "[check]") {
  const auto sum = reference<uint32_t>("sum", make_case(1000)).sum.sum;
  REQUIRE(sum > UINT32_MAX);  // the sum overflows, so the result is only its lower half
  const auto x = elements<int32_t>(task("sum"), make_case(1000), 1000);
  REQUIRE(std::any_of(x.begin(), x.end(), [](int32_t e) { return e < 0; }));
}

TEMPLATE_TEST_CASE("float sums are exact: they agree with fixed point", "[check]", float, double) {
  const double unit = std::is_same_v<TestType, float> ? 0x1p23 : 0x1p40;
  for (const InputKind kind : kInputKinds)
    for (const size_t n : kSizes) {
      const auto x = elements<TestType>(task("sum"), make_case(n, kind), n);
      int64_t sum = 0, magnitude = 0;
      for (const TestType e : x) {
        const double steps = static_cast<double>(e) * unit;
        if (steps != std::floor(steps)) FAIL(e << " is not a multiple");
        sum += static_cast<int64_t>(steps);
        magnitude += std::abs(static_cast<int64_t>(steps));
      }
      const auto reference = ::reference<TestType>("sum", make_case(n, kind)).sum;
      REQUIRE(reference.sum * unit == static_cast<long double>(sum));
      REQUIRE(reference.magnitude * unit == Approx(static_cast<double>(magnitude)));
      // A sum that cancels to zero would have a meaningless bound.
      if (kind == InputKind::random && n >= 1000)
        REQUIRE(std::fabs(static_cast<double>(reference.sum)) > reference.magnitude / 2);
    }
}

TEST_CASE("float scans agree with fixed point in every prefix", "[check]") {
  for (const size_t n : kSizes) {
    const auto x = elements<float>(task("scan"), make_case(n), n);
    std::vector<float> rounded(n);
    int64_t sum = 0;
    for (size_t i = 0; i < n; ++i) {
      sum += static_cast<int64_t>(static_cast<double>(x[i]) * 0x1p23);
      rounded[i] = static_cast<float>(static_cast<double>(sum) * 0x1p-23);
    }
    // with depth 0, only the correctly rounded prefix is accepted
    expect_exactly(*walk<float>("scan", make_case(n)), n, rounded);
  }
}

TEMPLATE_TEST_CASE("the minimum, the maximum and the first place of the minimum are right", "[check]", float,
                   int32_t, uint32_t) {
  for (const InputKind kind : kInputKinds)
    for (const size_t n : kSizes) {
      const Case c = make_case(n, kind);
      const auto of = [&](const char* name) { return reference<TestType>(name, c); };
      if (n == 0) {
        using Limits = std::numeric_limits<TestType>;
        const bool infinite = Limits::has_infinity;
        REQUIRE(of("min").value == (infinite ? Limits::infinity() : Limits::max()));
        REQUIRE(of("max").value == (infinite ? static_cast<TestType>(-Limits::infinity()) : Limits::min()));
        REQUIRE(of("minloc").index == UINT64_MAX);
        continue;
      }
      auto x = elements<TestType>(task("min"), c, n);
      REQUIRE(of("min").value == *std::min_element(x.begin(), x.end()));
      x = elements<TestType>(task("max"), c, n);
      REQUIRE(of("max").value == *std::max_element(x.begin(), x.end()));
      x = elements<TestType>(task("minloc"), c, n);
      const TestType least = *std::min_element(x.begin(), x.end());
      REQUIRE(of("minloc").value == least);
      REQUIRE(of("minloc").index == static_cast<size_t>(std::find(x.begin(), x.end(), least) - x.begin()));
      if (kind == InputKind::random && n == 200000)
        REQUIRE(std::count(x.begin(), x.end(), least) > 1);  // ties
      if (kind == InputKind::index_coded) REQUIRE(of("minloc").index == n - 1);
    }
}

TEMPLATE_TEST_CASE("pack and unpack agree with brute force", "[check]", float, int32_t, uint32_t, uint64_t) {
  for (const InputKind kind : kInputKinds)
    for (const size_t n : kSizes) {
      const Case c = make_case(n, kind);
      std::vector<TestType> kept;
      for (const TestType x : elements<TestType>(task("pack"), c, n)) {
        if (std::is_floating_point_v<TestType> && x < 0) FAIL("a negative float has no bits to look at");
        if ((static_cast<uint64_t>(x) & 7) < 3) kept.push_back(x);
      }
      REQUIRE(total(*walk<TestType>("pack", c), n).rank == kept.size());
      expect_exactly(*walk<TestType>("pack", c), n, kept);

      const Input<TestType> unpacked(task("unpack"), c);
      const Input<uint32_t> flags(task("unpack"), c, 1);
      std::vector<TestType> output(n);
      size_t rank = 0;
      for (size_t i = 0; i < n; ++i)
        if (flags(i)) output[i] = unpacked(rank++);
      REQUIRE(std::count(output.begin(), output.end(), TestType{0}) == static_cast<std::ptrdiff_t>(n - rank));
      REQUIRE(total(*walk<TestType>("unpack", c), n).rank == rank);
      expect_exactly(*walk<TestType>("unpack", c), n, output);
    }
}

TEST_CASE(
    "random inputs of pack and unpack keep three of eight elements, and all-equal inputs keep all or none",
    "[check]") {
  constexpr size_t n = 100000;
  for (const uint64_t seed : {1, 2, 3}) {
    const Case c = make_case(n, InputKind::random, seed);
    REQUIRE(total(*walk<uint32_t>("pack", c), n).rank == Approx(0.375 * n).epsilon(0.02));
    REQUIRE(total(*walk<float>("pack", c), n).rank == Approx(0.375 * n).epsilon(0.02));
    REQUIRE(total(*walk<float>("unpack", c), n).rank == Approx(0.375 * n).epsilon(0.02));
  }
  const auto kept = [](size_t count) {
    return total(*walk<int>("pack", make_case(count, InputKind::all_equal)), count).rank;
  };
  REQUIRE(kept(1024) == 0);
  REQUIRE(kept(1025) == 1025);
}

TEMPLATE_TEST_CASE("the stencil agrees with a padded grid", "[check]", float, int32_t, uint32_t) {
  for (const InputKind kind : kInputKinds)
    for (const size_t n : kSizes) {
      const size_t width = stencil_width(n), rows = (n + width - 1) / width, pitch = width + 2;
      const auto x = elements<TestType>(task("stencil"), make_case(n, kind), n);
      std::vector<TestType> grid(pitch * (rows + 2));
      for (size_t i = 0; i < n; ++i) grid[(i / width + 1) * pitch + i % width + 1] = x[i];
      std::vector<TestType> output(n);
      for (size_t i = 0; i < n; ++i) {
        const TestType* at = &grid[(i / width + 1) * pitch + i % width + 1];
        if constexpr (std::is_floating_point_v<TestType>) {
          const double sum = double{at[0]} + at[-1] + at[1] + at[pitch] + *(at - pitch);
          output[i] = static_cast<float>(sum / 5);
        } else {
          uint32_t sum = 0;
          for (const TestType e : {at[0], at[-1], at[1], at[pitch], *(at - pitch)})
            sum += static_cast<uint32_t>(e);
          output[i] = static_cast<TestType>(sum) / TestType{5};
        }
      }
      expect_exactly(*walk<TestType>("stencil", make_case(n, kind)), n, output);
    }
}

TEMPLATE_TEST_CASE("a matrix transposed twice equals the original", "[check]", float, int32_t) {
  for (const InputKind kind : kInputKinds)
    for (const size_t n : kSizes) {
      const size_t columns = matrix_columns(n), rows = n / columns;
      REQUIRE(rows * columns == n);
      REQUIRE(rows <= columns);
      const auto x = elements<TestType>(task("transpose"), make_case(n, kind), n);
      std::vector<TestType> turned(n);
      for (size_t r = 0; r < rows; ++r)
        for (size_t c = 0; c < columns; ++c) turned[c * rows + r] = x[r * columns + c];
      expect_exactly(*walk<TestType>("transpose", make_case(n, kind)), n, turned);
    }
  REQUIRE(matrix_columns(0) == 1);
  REQUIRE(matrix_columns(size_t{1} << 20) == 1024);
  REQUIRE(matrix_columns(10007) == 10007);
}

TEST_CASE("the kept elements are counted", "[check]") {
  for (const InputKind kind : kInputKinds)
    for (const size_t n : kSizes) {
      int kept = 0;
      for (const int x : elements<int>(task("count"), make_case(n, kind), n)) kept += stage::keep(x);
      REQUIRE(reference<int>("count", make_case(n, kind)).value == kept);
    }
}

TEST_CASE("the result of a map is compared with the square root of its input", "[check]") {
  for (const InputKind kind : kInputKinds)
    for (const size_t n : kSizes) {
      std::vector<float> output;
      for (const float x : elements<float>(task("map"), make_case(n, kind), n)) {
        if (!(x >= 0)) FAIL("no root of " << x);
        output.push_back(std::sqrt(x));
      }
      expect_exactly(*walk<float>("map", make_case(n, kind)), n, output);
    }
}

TEST_CASE("inputs depend only on the seed", "[check]") {
  for (const char* name : {"sum", "map", "pack", "unpack", "minloc"}) {
    const Task& task = ::task(name);
    const auto one = elements<float>(task, make_case(1000, InputKind::random, 1), 1000);
    REQUIRE(one == elements<float>(task, make_case(1000, InputKind::random, 1), 1000));
    REQUIRE(one != elements<float>(task, make_case(1000, InputKind::random, 2), 1000));
  }
  std::vector<uint32_t> filled(300000);  // this buffer is large enough to be filled in parallel
  const Input<uint32_t> x(task("sum"), make_case(filled.size()));
  for_each_range(0, filled.size(), [&](size_t, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) filled[i] = x(i);
  });
  REQUIRE(filled == elements<uint32_t>(task("sum"), make_case(filled.size()), filled.size()));
  REQUIRE(std::set<uint32_t>(filled.begin(), filled.end()).size() > 299900);
}

TEST_CASE("each element of a range is visited once, for large and small ranges one after another",
          "[check]") {
  for (const size_t n :
       {size_t{0}, size_t{1}, 20 * kRange + 1, kRange, size_t{7}, 9 * kRange, 40 * kRange - 1}) {
    for (int round = 0; round < 50; ++round) {
      std::vector<unsigned char> times(n);
      std::vector<size_t> begins(ranges_of(n));
      for_each_range(100, 100 + n, [&](size_t range, size_t begin, size_t end) {
        begins[range] = begin;
        for (size_t i = begin; i < end; ++i) ++times[i - 100];
      });
      REQUIRE(std::count(times.begin(), times.end(), 1) == static_cast<std::ptrdiff_t>(n));
      for (size_t r = 0; r < begins.size(); ++r) REQUIRE(begins[r] == 100 + r * kRange);
    }
  }
}

TEST_CASE("index-coded floats are added exactly in any order, and their last elements are not zero",
          "[check]") {
  for (const size_t n : {size_t{100}, size_t{16383}, size_t{16384}, size_t{1} << 20, (size_t{1} << 22) + 1}) {
    const Case c = make_case(n, InputKind::index_coded);
    const Input<float> x(task("sum"), c);
    REQUIRE(reference<float>("sum", c).sum.magnitude <= 0x1p24);
    for (size_t i = n - 64; i < n; ++i) REQUIRE(x(i) != 0);
    REQUIRE(SumBound<float>{100, x.quantum()}(0x1p24) == 0);
  }
  REQUIRE(SumBound<float>{100, 0}(1) > 0);
  REQUIRE(SumBound<float>{100, 1}(0x1.01p24) > 0);
}

TEST_CASE("the checked sizes include the edges of warps, blocks and tiles, for every block size", "[check]") {
  for (const unsigned block : {64u, 128u, 256u, 512u, 1024u}) {
    const auto all = sizes(task("sum"), block);
    REQUIRE(std::is_sorted(all.begin(), all.end()));
    REQUIRE(std::adjacent_find(all.begin(), all.end()) == all.end());
    const std::set<size_t> set(all.begin(), all.end());
    for (const size_t n : {0, 1, 2, 31, 32, 33, 255, 256, 257, 1023, 1024, 1025, 10007, 4095, 4096, 4097})
      REQUIRE(set.contains(n));
    for (const size_t tile : {1, 2, 4})
      for (const int off : {-1, 0, 1}) REQUIRE(set.contains(tile * block + off));
    // more block sums than one block can add
    if (block <= 256) REQUIRE(set.contains(size_t{block} * block + 1));
    REQUIRE(all.back() > 4097);
    REQUIRE(all.back() <= 70001);
  }
  for (const unsigned block : {64u, 128u})  // the same, with two elements per thread
    REQUIRE(std::ranges::count(sizes(task("sum"), block), size_t{4} * block * block + 1) == 1);
  REQUIRE(sizes(task("sum"), 256, Reach::full).back() == 5 << 20);
  REQUIRE(sizes(task("scan"), 256, Reach::full).back() == 10 << 20);
  REQUIRE(sizes(task("scan"), 256, Reach::gpu).back() == (size_t{1} << 31) + 1);
}

TEST_CASE("the stencil's grid is nearly square, and a large one has whole warps in each row", "[check]") {
  REQUIRE(stencil_width(0) == 1);
  REQUIRE(stencil_width(1) == 1);
  REQUIRE(stencil_width(3) == 1);
  REQUIRE(stencil_width(99) == 9);
  REQUIRE(stencil_width(100) == 10);
  REQUIRE(stencil_width(1023) == 31);
  REQUIRE(stencil_width(1024) == 32);
  REQUIRE(stencil_width(10007) == 96);
  REQUIRE(stencil_width(size_t{1} << 20) == 1024);
  REQUIRE(stencil_width((size_t{1} << 31) + 1) == 46336);
}

TEST_CASE("every track defines its tasks completely", "[check]") {
  for (const Task* task : tasks()) {
    CAPTURE(task->name);
    REQUIRE(task_of(task->family).family == task->family);
    REQUIRE(&task_of(task->stages.at(0).beginning + "x") == task);
    REQUIRE((task->inputs.size() >= 1 && task->inputs.size() <= stage::Job::kMostArrays));
    REQUIRE((task->outputs.size() == 1 || task->outputs.size() == 2));
    REQUIRE((task->sizes.size() >= 1 && task->sizes.size() <= Sizes::kMost));
    REQUIRE(is_reduction(*task) == (task->outputs[0].count == Count::one));
    REQUIRE((is_reduction(*task) ? task->value.of<float>() != nullptr : task->walk.of<float>() != nullptr));
    for (const InputBuffer& input : task->inputs) {
      REQUIRE((input.count == Count::by_sizes) == (input.elements != nullptr));
      REQUIRE((input.content == Content::own) == (input.own.of<uint32_t>() != nullptr));
    }
    for (const OutputBuffer& output : task->outputs)
      REQUIRE((output.count == Count::by_sizes) == (output.elements != nullptr));
    REQUIRE(task->work.operations > 0);
    REQUIRE(task->work.what != nullptr);
    for (const size_t n : kSizes) REQUIRE(elements(*task, arranged(*task, n)) == n);
  }
  REQUIRE(work_of_track("reduce_op") == "an addition or a comparison or a multiplication and an addition");
  REQUIRE(work_of_track("reduce_multi") == "an addition");
  REQUIRE(work_of_track("pitfalls").empty());
  REQUIRE(first_of_track("reduce_op")->family == "reduce");
  REQUIRE(first_of_track("pitfalls") == nullptr);
}

TEST_CASE("bfloat16 elements are floats rounded to 8 bits, to nearest even", "[check]") {
  REQUIRE(bf16_bits(1) == 0x3f80);
  REQUIRE(bf16_bits(-0.5f) == 0xbf00);
  const auto rounded = [](float x) { return from_bf16(bf16_bits(x)); };
  REQUIRE(rounded(256) == 256);
  REQUIRE(rounded(257) == 256);
  REQUIRE(rounded(257.5f) == 258);
  REQUIRE(rounded(259) == 260);
  REQUIRE(rounded(std::nextafter(1.0f, 0.0f)) == 1);
  for (const InputKind kind : kInputKinds) {
    const std::vector<float> of_bf16 = elements<float>(task("bf16"), make_case(70000, kind), 70000),
                             of_floats = elements<float>(task("sum"), make_case(70000, kind), 70000);
    for (size_t i = 0; i < of_bf16.size(); ++i) REQUIRE(of_bf16[i] == rounded(of_floats[i]));
    double sum = 0;
    for (const float x : of_bf16) sum += x;
    REQUIRE(reference<float>("bf16", make_case(70000, kind)).sum.sum == sum);
  }
}

TEST_CASE("a task is found by the id of a stage or a track", "[check]") {
  REQUIRE(task_of("reduce/v3").is("sum"));
  REQUIRE(task_of("reduce").is("sum"));
  REQUIRE(task_of("reduce/v8_bf16").is("bf16"));
  REQUIRE(task_of("reduce_op/minloc").is("minloc"));
  REQUIRE(task_of("reduce_op/min").is("min"));
  REQUIRE(task_of("reduce_op/max_by_shuffles").is("max"));
  REQUIRE(task_of("unpack/subgroup").is("unpack"));
  REQUIRE_THROWS_WITH(
      task_of("histogram/naive"),
      contains("'histogram' against. The known tracks are reduce, reduce_global, reduce_atomic, "));
  REQUIRE_THROWS_WITH(task_of("reduce_op/product"),
                      contains("in reduce_op, a name begins with sum, min, max, minloc or squares"));
  stage::Stage pitfall;
  pitfall.id = "pitfalls/restarts";
  pitfall.problem = "scan";
  REQUIRE(task_of(pitfall).is("scan"));
}
