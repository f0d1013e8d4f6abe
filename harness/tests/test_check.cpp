// The checker passes what is right, says clearly what is not, and takes each stage for what it registered as.
#include "tests/catch.h"

#include <string>

#include "check/problem.h"
#include "check/sizes.h"
#include "tests/verdict_on.h"

using check::kInputKinds;
using stage::ReduceJob;
using stage::ScanJob;
using stage::ScanKind;

TEST_CASE("right stages pass: every track, element type, size and input", "[check]") {
  fake::Machine machine;
  for (const stage::Stage& stage : fake::right_stages())
    for (const stage::Variant& variant : stage.variants)
      for (const unsigned block : {64u, 256u})
        for (const size_t n : check::sizes(stage.track(), block))
          for (const InputKind kind : kInputKinds)
            for (const bool inclusive : {true, false}) {
              if (!inclusive && stage.scan != ScanKind::both) continue;
              Case c = a_case(variant.dtype, n, kind, block);
              c.inclusive = inclusive;
              const check::Verdict verdict = run_once(machine, stage, c);
              if (verdict.status == check::Status::correct && verdict.message.empty()) continue;
              FAIL_CHECK(stage.id << " " << stage::dtype_name(c.dtype) << ": " << verdict.status << " "
                                  << verdict.message);
            }
  REQUIRE(machine.buffers() == 0);  // nothing leaks
}

TEST_CASE("right stages pass where references go over ranges and chunks in parallel", "[check]") {
  fake::Machine machine;
  for (const stage::Stage& stage : fake::right_stages()) {
    const DType dtype = stage.variants.front().dtype;
    CAPTURE(stage.id);
    REQUIRE(run_once(machine, stage, a_case(dtype, (1 << 20) + 7)).status == check::Status::correct);
  }
  const stage::Stage pack = fake::make_stage("pack/plain", fake::pack<uint32_t>);
  REQUIRE(run_once(machine, pack, a_case(DType::u32, (size_t{1} << 24) + 99999)).status ==
          check::Status::correct);
  const stage::Stage scan = fake::make_stage("scan/plain", fake::scan<uint32_t>);
  REQUIRE(run_once(machine, scan, a_case(DType::u32, (size_t{1} << 24) + 99999)).status ==
          check::Status::correct);
}

TEST_CASE("a message says what is wrong, where, and how often", "[check]") {
  const auto stage = fake::make_stage(
      "scan/one_off", +[](const ScanJob<uint32_t>& job) {
        fake::scan(job);
        if (job.n > 17) job.output[17] -= 1;
        if (job.n > 40) job.output[40] = 7;
      });
  // index-coded: 1 + 2 + … + 18 = 171
  REQUIRE(verdict_on(stage, a_case(DType::u32, 1023, InputKind::index_coded)).message ==
          "output[17] is 170, expected 171 (n = 1023, index-coded input, 2 wrong in all)");
  const auto sum = fake::make_stage(
      "reduce/one_off", +[](const ReduceJob<float>& job) {
        fake::reduce(job);
        *job.output += 1;
      });
  const check::Verdict verdict = verdict_on(sum, a_case(DType::f32, 4, InputKind::all_equal));
  REQUIRE(verdict.message == "the result is 5, expected 4 (n = 4, all-equal input)");
  REQUIRE(verdict.error == 1);
  REQUIRE_THAT(verdict_on(sum, a_case(DType::f32, 1000)).message, contains("off by 1, allowed 0.00"));
}

TEST_CASE("float error is recorded beside its bound, serial stages have a wider one", "[check]") {
  const auto serial = fake::as_serial(fake::make_stage("reduce_atomic/serial", fake::reduce_serially<float>));
  const auto held_to_tree = fake::make_stage("reduce/serial", fake::reduce_serially<float>);
  const Case c = a_case(DType::f32, 100000);
  const check::Verdict wide = verdict_on(serial, c), narrow = verdict_on(held_to_tree, c);
  REQUIRE(wide.status == check::Status::correct);
  REQUIRE(wide.error > 0);
  REQUIRE(wide.error < wide.bound);
  REQUIRE(wide.error == narrow.error);
  REQUIRE(narrow.bound < wide.bound / 100);
  fake::Machine machine;
  REQUIRE(check::addition_depth(1024, false, machine.device()) == 10 + 1 + 64);
  REQUIRE(check::addition_depth(1025, false, machine.device()) == 11 + 1 + 64);
  REQUIRE(check::addition_depth(0, false, machine.device()) == 64);
  REQUIRE(check::addition_depth(size_t{1} << 28, false, machine.device()) == 28 + 993 + 64);
  REQUIRE(check::addition_depth(1000, true, machine.device()) == 1000);
  // Between the two: half again the tree's bound off.
  static float off;
  off = static_cast<float>(narrow.bound * 1.5);
  const auto drifts = fake::make_stage(
      "reduce/drifts", +[](const ReduceJob<float>& job) {
        fake::reduce(job);
        *job.output += off;
      });
  expect_wrong(drifts, c, contains("off by"));
  expect_correct(fake::as_serial(drifts), c);
}

TEST_CASE("the largest error for its bound is reported, not the first", "[check]") {
  const auto stage = fake::make_stage(
      "scan/drifts", +[](const ScanJob<int>& job) {
        fake::scan(job);
        if (job.n < 1000) return;
        job.output[10] ^= 1;
        job.output[900] += 77;
      });
  const check::Verdict verdict = verdict_on(stage, a_case(DType::i32, 1000, InputKind::index_coded));
  REQUIRE_THAT(verdict.message, starts_with("output[10]") && contains("2 wrong in all"));
  REQUIRE(verdict.error == 77);
  REQUIRE(verdict.bound == 0);
}

TEST_CASE("a stage that throws has crashed, and what is not offered is unchecked", "[check]") {
  auto throws = fake::make_stage(
      "reduce/throws", +[](const ReduceJob<int>& job) {
        if (job.n > 10) throw std::runtime_error("an illegal memory access");
        fake::reduce(job);
      });
  expect_correct(throws, a_case(DType::i32, 10));
  fake::Machine machine;
  const check::Verdict crash = run_once(machine, throws, a_case(DType::i32, 11));
  REQUIRE(crash.status == check::Status::crash);
  REQUIRE(crash.message == "an illegal memory access (n = 11, block 256)");
  REQUIRE(machine.buffers() == 0);

  const auto why = [&](const stage::Stage& stage, const Case& c) {
    const check::Verdict verdict = verdict_on(stage, c);
    CHECK(verdict.status == check::Status::unchecked);
    CHECK_FALSE(verdict.passed());
    return verdict.message;
  };
  REQUIRE(why(throws, a_case(DType::f32, 5)) == "reduce/throws has no version for f32");
  throws.max_block = 512;
  throws.max_n = 100;
  throws.limit_reason = "one block";
  REQUIRE_THAT(why(throws, a_case(DType::i32, 5, InputKind::random, 1024)),
               contains("32 to 512 threads, not 1024"));
  REQUIRE_THAT(why(throws, a_case(DType::i32, 101)), contains("at most 100 elements: one block"));
  throws.id = "histogram/throws";
  REQUIRE_THAT(why(throws, a_case(DType::i32, 5)),
               contains("nothing to check the track 'histogram' against"));

  fake::Machine small(1000);
  const auto reduce = fake::make_stage("reduce/tree", fake::reduce<int>);
  const check::Verdict too_large = run_once(small, reduce, a_case(DType::i32, 1000));
  REQUIRE(too_large.status == check::Status::unchecked);
  REQUIRE_THAT(too_large.message, contains("no room for input"));
  REQUIRE(small.buffers() == 0);
}

TEST_CASE("the scan that is asked for", "[check]") {
  fake::Machine machine;
  Case c = a_case(DType::i32, 100);
  auto stage = fake::make_stage("scan/both", fake::scan<int>);
  const auto runs_inclusive = [&](ScanKind kind, bool asked) {
    stage.scan = kind;
    c.inclusive = asked;
    return check::Problem(machine, stage, c).job().inclusive;
  };
  REQUIRE(runs_inclusive(ScanKind::inclusive, false));
  REQUIRE_FALSE(runs_inclusive(ScanKind::exclusive, true));
  REQUIRE(runs_inclusive(ScanKind::both, true));
  REQUIRE_FALSE(runs_inclusive(ScanKind::both, false));
}

TEST_CASE("bytes that an algorithm must move", "[check]") {
  fake::Machine machine;
  const auto bytes = [&](const char* id, DType dtype, size_t n, InputKind kind = InputKind::all_equal) {
    return check::Problem(machine, id, a_case(dtype, n, kind)).algorithm_bytes();
  };
  REQUIRE(bytes("reduce", DType::f32, 1000) == 4000);
  REQUIRE(bytes("reduce_op/minloc", DType::f64, 1000) == 8000);
  REQUIRE(bytes("scan", DType::f32, 1000) == 8000);
  REQUIRE(bytes("map", DType::f32, 1000) == 8000);
  REQUIRE(bytes("stencil", DType::f32, 1000) == 8000);
  REQUIRE(bytes("pack", DType::u32, 1000) == 4000);        // keeps none
  REQUIRE(bytes("pack", DType::u32, 1001) == 2 * 4004);    // keeps all
  REQUIRE(bytes("unpack", DType::u32, 1000) == 2 * 4000);  // flags and output
  REQUIRE(bytes("unpack", DType::u32, 1001) == 3 * 4004);  // and everything packed
  REQUIRE(bytes("pack", DType::u32, 8000, InputKind::index_coded) == 4 * 8000 + 4 * 3000);
}

TEST_CASE("one problem serves many runs", "[check]") {
  fake::Machine machine;
  const auto reduce = fake::make_stage("reduce/tree", fake::reduce<float>);
  check::Problem problem(machine, "reduce", a_case(DType::f32, 1000));
  REQUIRE(problem.verify().status == check::Status::wrong);  // nothing has run
  for (int i = 0; i < 3; ++i) {
    reduce.variants[0].run(problem.job());
    REQUIRE(problem.verify(reduce).status == check::Status::correct);
    problem.poison_output();
    REQUIRE(problem.verify(reduce).status == check::Status::wrong);
  }
}
