// Makes every kind of mistake once: the checker must detect it, and must accept the parts that are still
// right.
#include "tests/catch.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "ladder/tests/verdict_on.h"

using namespace ladder;

using check::kInputKinds;
using stage::PackJob;
using stage::ReduceJob;
using stage::ScanJob;
using stage::UnpackJob;

TEST_CASE("a dropped tail is detected", "[check]") {
  const auto stage = fake::make_stage(
      "reduce/drops_tail",
      +[](const ReduceJob<float>& job) { *job.output = fake::tree_sum(job.input, job.n / 4 * 4); },
      +[](const ReduceJob<int>& job) { *job.output = fake::tree_sum(job.input, job.n / 4 * 4); });
  for (const DType dtype : {DType::f32, DType::i32})
    for (const InputKind kind : kInputKinds) {
      expect_correct(stage, a_case(dtype, 1024, kind));
      for (const size_t n : {1, 2, 31, 257, 1025})
        expect_wrong(stage, a_case(dtype, n, kind), contains("the result is"));
    }
  // With random floats and a large n, a single element is smaller than the error bound. Sums of index-coded
  // inputs are exact.
  expect_correct(stage, a_case(DType::f32, (1 << 22) + 1));
  expect_wrong(stage, a_case(DType::f32, (1 << 22) + 1, InputKind::index_coded), contains("the result is"));
  expect_wrong(stage, a_case(DType::i32, (1 << 22) + 1), contains("the result is"));
}

TEST_CASE("a sum of bfloat16 values that is rounded to bfloat16 is detected", "[check]") {
  static const auto sum = [](const ReduceJob<float>& job, auto rounded) {
    const auto* input = reinterpret_cast<const uint16_t*>(job.input);
    *job.output = 0;
    for (size_t i = 0; i < job.n; ++i) *job.output = rounded(*job.output + check::from_bf16(input[i]));
  };
  const auto right = fake::make_stage(
      "reduce/v8_bf16", +[](const ReduceJob<float>& job) { sum(job, [](float x) { return x; }); });
  const auto wrong = fake::make_stage(
      "reduce/v8_bf16", +[](const ReduceJob<float>& job) {
        sum(job, [](float x) { return check::from_bf16(check::bf16_bits(x)); });
      });
  for (const InputKind kind : kInputKinds) {
    for (const size_t n : {0, 1, 7, 33, 1000}) expect_correct(right, a_case(DType::f32, n, kind));
    expect_correct(wrong, a_case(DType::f32, 1, kind));
  }
  for (const InputKind kind : {InputKind::random, InputKind::index_coded})
    expect_wrong(wrong, a_case(DType::f32, 1000, kind), contains("the result is"));
  expect_correct(wrong, a_case(DType::f32, 256, InputKind::all_equal));
  expect_wrong(wrong, a_case(DType::f32, 257, InputKind::all_equal), contains("is 256, expected 257"));
}

TEST_CASE("one element too many or too few is detected", "[check]") {
  const auto few = fake::make_stage(
      "reduce/one_few",
      +[](const ReduceJob<uint32_t>& job) { *job.output = fake::tree_sum(job.input, job.n - (job.n > 0)); });
  const auto twice = fake::make_stage(
      "reduce/one_twice", +[](const ReduceJob<uint32_t>& job) {
        *job.output = fake::tree_sum(job.input, job.n) + (job.n > 1 ? job.input[1] : 0);
      });
  for (const size_t n : {2, 33, 10007}) {
    expect_wrong(few, a_case(DType::u32, n), contains("the result is"));
    expect_wrong(twice, a_case(DType::u32, n), contains("the result is"));
  }
  const auto shifted = fake::make_stage(
      "scan/shifted", +[](const ScanJob<int>& job) {  // an exclusive scan instead of an inclusive one
        ScanJob<int> other = job;
        other.inclusive = !job.inclusive;
        fake::scan(other);
      });
  expect_correct(shifted, a_case(DType::i32, 0));
  for (const InputKind kind : kInputKinds)
    for (const size_t n : {1, 2, 1000})
      expect_wrong(shifted, a_case(DType::i32, n, kind), starts_with("output["));
}

TEST_CASE("a wrong carry between blocks, or none at all, is detected", "[check]") {
  const auto carry_of_one_early = fake::make_stage(
      "scan/wrong_carry", +[](const ScanJob<float>& job) {
        fake::scan(job);
        for (size_t i = 2 * job.block; i < job.n; ++i) job.output[i] -= job.input[2 * job.block - 1];
      });
  const auto restarts = fake::make_stage(
      "scan/restarts", +[](const ScanJob<float>& job) {
        for (size_t i = 0; i < job.n; ++i)
          job.output[i] = job.input[i] + (i % job.block == 0 ? 0 : job.output[i - 1]);
      });
  for (const InputKind kind : kInputKinds) {
    expect_correct(carry_of_one_early, a_case(DType::f32, 512, kind));
    expect_wrong(carry_of_one_early, a_case(DType::f32, 1023, kind),
                 starts_with("output[512]") && contains("511 wrong in all: every element from there on"));
    expect_correct(restarts, a_case(DType::f32, 256, kind));
    expect_wrong(restarts, a_case(DType::f32, 257, kind),
                 starts_with("output[256]") && contains("1 wrong in all"));
  }
}

TEST_CASE("NaN and infinity are never accepted", "[check]") {
  static float planted;
  const auto sum = fake::make_stage(
      "reduce/nan", +[](const ReduceJob<float>& job) { *job.output = planted; });
  const auto scan = fake::make_stage(
      "scan/nan", +[](const ScanJob<float>& job) {
        fake::scan(job);
        if (job.n > 2) job.output[2] = planted;
      });
  const auto serial = fake::as_serial(scan);
  for (const float bad : {std::nanf(""), INFINITY, -INFINITY}) {
    planted = bad;
    const std::string word = std::isnan(bad) ? "NaN" : bad > 0 ? "infinity" : "-infinity";
    for (const size_t n : {0, 1, 1000})
      expect_wrong(sum, a_case(DType::f32, n), starts_with("the result is " + word));
    for (const auto& stage : {scan, serial})
      expect_wrong(stage, a_case(DType::f32, 1000),
                   starts_with("output[2] is " + word) && contains("1 wrong in all"));
    const check::Verdict verdict = verdict_on(scan, a_case(DType::f32, 1000));
    REQUIRE(std::isfinite(verdict.error));
    REQUIRE(std::isfinite(verdict.bound));
  }
}

TEST_CASE("if the right answer is infinite, only that infinity is accepted", "[check]") {
  const auto zero = fake::make_stage(
      "reduce_op/min", +[](const ReduceJob<float>& job) { *job.output = 0; });
  expect_wrong(zero, a_case(DType::f32, 0), contains("is 0, expected infinity"));
  const auto lowest = fake::make_stage(
      "reduce_op/max", +[](const ReduceJob<int>& job) {
        fake::max(job);
        if (job.n == 0) *job.output = 0;
      });
  expect_wrong(lowest, a_case(DType::i32, 0), contains("is 0, expected -2147483648"));
  expect_correct(lowest, a_case(DType::i32, 1));
}

TEST_CASE("an element that is not written is detected, even in the second run", "[check]") {
  const auto never = fake::make_stage(
      "reduce/never", +[](const ReduceJob<int>&) {});
  expect_wrong(never, a_case(DType::i32, 1000), starts_with("the result was never written"));
  expect_wrong(never, a_case(DType::i32, 0), starts_with("the result was never written"));
  const auto hole = fake::make_stage(
      "unpack/hole", +[](const UnpackJob<float>& job) {
        const float kept = job.n > 5 ? job.output[5] : 0;
        fake::unpack(job);
        if (job.n > 5) job.output[5] = kept;
      });
  expect_wrong(hole, a_case(DType::f32, 1000),
               starts_with("output[5] was never written") && contains("1 never written"));

  // This stage writes only in its first run; that output must not count as the output of the second.
  const auto once = fake::make_stage(
      "map/once", +[](const stage::MapJob<float>& job) {
        if (job.context.run_number() % 2 == 1) fake::map(job);
      });
  expect_correct(once, a_case(DType::f32, 1000));
  const check::Verdict second = verdict_on(once, a_case(DType::f32, 1000), 2);
  REQUIRE(second.status == check::Status::wrong);
  REQUIRE_THAT(second.message(),
               starts_with("correct in the first run, but wrong in the second: output[0] was never written"));
}

TEST_CASE("state left over from the first run is detected", "[check]") {
  const auto stage = fake::make_stage(
      "reduce_atomic/never_reset", +[](const ReduceJob<uint32_t>& job) {
        auto* sum = static_cast<uint32_t*>(job.context.state("sum", sizeof(uint32_t)));
        *sum += fake::tree_sum(job.input, job.n);
        *job.output = *sum;
      });
  const bench::Engine backend = fake_engine();
  bench::SharedProblem problem(backend, check::task_of("reduce"), a_case(DType::u32, 1000));
  fake::Machine machine;
  const bench::Solver its_solver = bench::solver(stage, DType::u32, 256);
  REQUIRE(problem.attempts(machine, its_solver, 1).status == check::Status::correct);
  machine.reset();
  REQUIRE(problem.attempts(machine, its_solver, 1).status == check::Status::correct);
  REQUIRE(problem.attempts(machine, its_solver, 1).status ==
          check::Status::wrong);  // the result of the previous run is detected
  machine.reset();
  REQUIRE_THAT(problem.attempts(machine, its_solver, 2).message(),
               starts_with("correct in the first run, but wrong in the second: the result is"));
}

TEST_CASE("writes beyond either end of a buffer are detected", "[check]") {
  const auto after = fake::make_stage(
      "scan/past_end", +[](const ScanJob<int>& job) {
        fake::scan(job);
        job.output[job.n] = 1;
      });
  const auto before = fake::make_stage(
      "reduce/before_scratch", +[](const ReduceJob<int>& job) {
        fake::reduce(job);
        static_cast<int*>(job.context.scratch("block_sums", 16))[-1] = 0;
      });
  for (const size_t n : {0, 1, 256, 257, 1000}) {
    expect_wrong(after, a_case(DType::i32, n),
                 starts_with("the run wrote outside the bounds of output (n = "));
    expect_wrong(before, a_case(DType::i32, n),
                 starts_with("the run wrote outside the bounds of block_sums"));
  }
}

TEST_CASE("changes to the input, the flags or the packed elements are detected", "[check]") {
  const auto in_place = fake::make_stage(
      "reduce_global/in_place", +[](const ReduceJob<float>& job) {
        fake::reduce(job);
        if (job.n > 3) const_cast<float*>(job.input)[3] += 1;
      });
  expect_correct(in_place, a_case(DType::f32, 3));
  expect_wrong(in_place, a_case(DType::f32, 1000),
               starts_with("input[3] was changed") && contains("1 changed in all"));
  const auto flags = fake::make_stage(
      "unpack/flags", +[](const UnpackJob<int>& job) {
        fake::unpack(job);
        if (job.n > 0) const_cast<uint32_t*>(job.flags)[job.n - 1] ^= 1;
      });
  expect_wrong(flags, a_case(DType::i32, 257), starts_with("flags[256] was changed"));
  const auto packed = fake::make_stage(
      "unpack/packed", +[](const UnpackJob<int>& job) {
        fake::unpack(job);
        if (job.n > 0) const_cast<int*>(job.packed)[0] = 0;
      });
  expect_wrong(packed, a_case(DType::i32, 257), starts_with("packed[0] was changed"));
}

TEST_CASE("an int accumulator for floats is detected", "[check]") {
  const auto stage = fake::make_stage(
      "reduce/truncates", +[](const ReduceJob<float>& job) {
        int sum = 0;
        for (size_t i = 0; i < job.n; ++i) sum += static_cast<int>(job.input[i]);
        *job.output = static_cast<float>(sum);
      });
  for (const size_t n : {1, 2, 33, 1000}) {
    expect_wrong(stage, a_case(DType::f32, n), contains("the result is"));
    expect_wrong(stage, a_case(DType::f32, n, InputKind::alternating), contains("the result is"));
    expect_correct(stage,
                   a_case(DType::f32, n,
                          InputKind::all_equal));  // for this reason, all-equal inputs are trusted least
  }
}

TEST_CASE("a stage that is right only for equal elements is detected", "[check]") {
  const auto reversed = fake::make_stage(
      "scan/reversed", +[](const ScanJob<int>& job) {
        int sum = 0;
        for (size_t i = 0; i < job.n; ++i) job.output[i] = sum = fake::add(sum, job.input[job.n - 1 - i]);
      });
  const auto counts = fake::make_stage(
      "reduce/counts", +[](const ReduceJob<int>& job) { *job.output = static_cast<int>(job.n); });
  expect_correct(reversed, a_case(DType::i32, 1000, InputKind::all_equal));
  expect_correct(counts, a_case(DType::i32, 1000, InputKind::all_equal));
  for (const InputKind kind : {InputKind::random, InputKind::index_coded, InputKind::alternating}) {
    expect_wrong(reversed, a_case(DType::i32, 1000, kind), starts_with("output[0]"));
    expect_wrong(counts, a_case(DType::i32, 1000, kind), starts_with("the result"));
  }
}

TEST_CASE("two swapped elements are not visible in a sum, but are visible in index-coded outputs",
          "[check]") {
  const auto map = fake::make_stage(
      "map/swaps", +[](const stage::MapJob<float>& job) {
        fake::map(job);
        if (job.n > 100) std::swap(job.output[99], job.output[100]);
      });
  for (const InputKind kind : {InputKind::random, InputKind::index_coded, InputKind::alternating})
    expect_wrong(map, a_case(DType::f32, 1000, kind),
                 starts_with("output[99]") && contains("2 wrong in all"));
}

TEST_CASE("pack: an unstable order, a wrong count, or writes beyond the kept elements are detected",
          "[check]") {
  const auto unstable = fake::make_stage(
      "pack/unstable", +[](const PackJob<uint32_t>& job) {
        fake::pack(job);
        if (*job.count > 10) std::swap(job.output[3], job.output[4]);
      });
  const auto miscounts = fake::make_stage(
      "pack/miscounts", +[](const PackJob<uint32_t>& job) {
        fake::pack(job);
        ++*job.count;
      });
  const auto no_count = fake::make_stage(
      "pack/no_count", +[](const PackJob<uint32_t>& job) {
        const uint64_t before = *job.count;
        fake::pack(job);
        *job.count = before;
      });
  const auto spills = fake::make_stage(
      "pack/spills", +[](const PackJob<uint32_t>& job) {
        fake::pack(job);
        if (*job.count < job.n) job.output[job.n - 1] = 0;
      });
  expect_wrong(unstable, a_case(DType::u32, 1000), starts_with("output[3] is") && contains("2 wrong in all"));
  expect_wrong(miscounts, a_case(DType::u32, 0), starts_with("the count is 1, expected 0"));
  expect_wrong(miscounts, a_case(DType::u32, 1025, InputKind::all_equal),
               starts_with("the count is 1026, expected 1025"));
  expect_wrong(no_count, a_case(DType::u32, 1000), starts_with("the count was never written"));
  expect_correct(
      spills,
      a_case(DType::u32, 1025,
             InputKind::all_equal));  // all elements are kept, so there is no room to write beyond them
  expect_wrong(spills, a_case(DType::u32, 1024, InputKind::all_equal),
               starts_with("output[1023] was written, although only 0 elements are kept"));
  expect_wrong(spills, a_case(DType::u32, 1000), starts_with("output[999] was written"));
}

TEST_CASE("minloc: an index that is not the first, or any index when there are no elements, is detected",
          "[check]") {
  const auto last = fake::make_stage(
      "reduce_op/minloc", +[](const fake::MinLocJob<int>& job) {
        fake::minloc(job);
        for (size_t i = 0; i < job.n; ++i)
          if (job.input[i] == job.output->value) job.output->index = i;
      });
  expect_correct(last, a_case(DType::i32, 1000, InputKind::index_coded));  // no ties
  expect_wrong(last, a_case(DType::i32, 1000, InputKind::alternating),
               contains("but the first index with this value is 13"));
  expect_wrong(last, a_case(DType::i32, 1000, InputKind::all_equal),
               contains("at index 999, but the first index with this value is 0"));
  expect_wrong(last, a_case(DType::i32, 70001), contains("but the first index with this value is"));
  const auto zero = fake::make_stage(
      "reduce_op/minloc", +[](const fake::MinLocJob<int>& job) {
        fake::minloc(job);
        if (job.n == 0) job.output->index = 0;
      });
  expect_wrong(zero, a_case(DType::i32, 0), contains("at index 0"));
}

TEST_CASE("a maximum padded with 0, and a stencil that wraps around a row, are detected", "[check]") {
  const auto padded = fake::make_stage(
      "reduce_op/max", +[](const ReduceJob<int>& job) {
        fake::max(job);
        if (job.n % 256 != 0) *job.output = std::max(*job.output, 0);
      });
  expect_correct(padded, a_case(DType::i32, 1000));  // random input contains a positive number
  expect_wrong(padded, a_case(DType::i32, 1000, InputKind::index_coded), contains("is 0, expected -1"));
  const auto wraps = fake::make_stage(
      "stencil/wraps", +[](const stage::StencilJob<float>& job) {
        const size_t w = job.width;
        for (size_t i = 0; i < job.n; ++i) {
          const auto at = [&](bool there, size_t j) { return there ? job.input[j] : 0.0f; };
          job.output[i] = (at(true, i) + at(i >= w, i - w) + at(i + w < job.n, i + w) + at(i >= 1, i - 1) +
                           at(i + 1 < job.n, i + 1)) /
                          5;
        }
      });
  for (const InputKind kind : kInputKinds)
    for (const size_t n : {33, 1025, 10007})
      expect_wrong(wraps, a_case(DType::f32, n, kind),
                   starts_with("output[" + std::to_string(check::stencil_width(n) - 1)));
}

TEST_CASE("64-bit integers are exact where a double is not", "[check]") {
  const auto stage = fake::make_stage(
      "reduce/one_off", +[](const ReduceJob<uint64_t>& job) {
        fake::reduce(job);
        *job.output += 1;
      });
  for (const size_t n : {0, 1, 1000}) expect_wrong(stage, a_case(DType::u64, n), contains("the result is"));
}

TEST_CASE("if there are several mistakes, all are reported", "[check]") {
  const auto stage = fake::make_stage(
      "reduce_global/all_wrong", +[](const ReduceJob<int>& job) {
        job.output[0] = 1;
        job.output[2] = 1;
        const_cast<int*>(job.input)[0] = 5;
      });
  expect_wrong(stage, a_case(DType::i32, 1000),
               starts_with("the result is 1") && contains("; input[0] was changed") &&
                   contains("; the run wrote outside the bounds of output"));
}
