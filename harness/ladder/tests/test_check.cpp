// The checker accepts correct stages, reports faulty ones clearly, and takes each stage's registration
// into account.
#include "tests/catch.h"

#include <array>
#include <string>

#include "bench/tally.h"
#include "check/problem.h"
#include "check/sizes.h"
#include "ladder/tests/verdict_on.h"

using namespace ladder;

using check::kInputKinds;
using stage::ReduceJob;
using stage::ScanJob;
using stage::ScanKind;

TEST_CASE("correct stages pass: every track, element type, size and input", "[check]") {
  const size_t leaked = fake::Machine::leaked;
  for (const stage::Stage& stage : fake::right_stages())
    for (const stage::Variant& variant : stage.variants)
      for (const unsigned block : {64u, 256u})
        for (const size_t n : check::sizes(check::task_of(stage), block))
          for (const InputKind kind : kInputKinds)
            for (const bool inclusive : {true, false}) {
              if (!inclusive && stage.scan != ScanKind::both) continue;
              Conditions c = a_case(variant.dtype, n, kind, block);
              c.inclusive = inclusive;
              const check::Verdict verdict = verdict_on(stage, c);
              if (verdict.status == check::Status::correct && verdict.message().empty()) continue;
              FAIL_CHECK(stage.id << " " << stage::dtype_name(c.dtype) << ": " << data::name(verdict.status)
                                  << " " << verdict.message());
            }
  REQUIRE(fake::Machine::leaked == leaked);
}

TEST_CASE("correct stages pass when references process ranges and chunks in parallel", "[check]") {
  for (const stage::Stage& stage : fake::right_stages()) {
    const DType dtype = stage.variants.front().dtype;
    CAPTURE(stage.id);
    REQUIRE(verdict_on(stage, a_case(dtype, (1 << 20) + 7)).status == check::Status::correct);
  }
  const stage::Stage pack = fake::make_stage("pack/plain", fake::pack<uint32_t>);
  REQUIRE(verdict_on(pack, a_case(DType::u32, (size_t{1} << 24) + 99999)).status == check::Status::correct);
  const stage::Stage scan = fake::make_stage("scan/plain", fake::scan<uint32_t>);
  REQUIRE(verdict_on(scan, a_case(DType::u32, (size_t{1} << 24) + 99999)).status == check::Status::correct);
}

TEST_CASE("a message names the fault, its position and its frequency", "[check]") {
  const auto stage = fake::make_stage(
      "scan/one_off", +[](const ScanJob<uint32_t>& job) {
        fake::scan(job);
        if (job.n > 17) job.output[17] -= 1;
        if (job.n > 40) job.output[40] = 7;
      });
  // index-coded: 1 + 2 + … + 18 = 171
  REQUIRE(verdict_on(stage, a_case(DType::u32, 1023, InputKind::index_coded)).message() ==
          "output[17] is 170, expected 171 (n = 1023, index-coded input, 2 wrong in all)");
  const auto sum = fake::make_stage(
      "reduce/one_off", +[](const ReduceJob<float>& job) {
        fake::reduce(job);
        *job.output += 1;
      });
  const check::Verdict verdict = verdict_on(sum, a_case(DType::f32, 4, InputKind::all_equal));
  REQUIRE(verdict.message() == "the result is 5, expected 4 (n = 4, all-equal input)");
  REQUIRE(verdict.error == 1);
  REQUIRE_THAT(verdict_on(sum, a_case(DType::f32, 1000)).message(), contains("off by 1, allowed 0.00"));
}

TEST_CASE("the float error is recorded with its bound, which is wider for serial stages", "[check]") {
  const auto serial = fake::as_serial(fake::make_stage("reduce_atomic/serial", fake::reduce_serially<float>));
  const auto held_to_tree = fake::make_stage("reduce/serial", fake::reduce_serially<float>);
  const Conditions c = a_case(DType::f32, 100000);
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
  // An error between the two bounds: one and a half times the bound of a tree.
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

TEST_CASE("the error reported is the largest relative to its bound, not the first", "[check]") {
  const auto stage = fake::make_stage(
      "scan/drifts", +[](const ScanJob<int>& job) {
        fake::scan(job);
        if (job.n < 1000) return;
        job.output[10] ^= 1;
        job.output[900] += 77;
      });
  const check::Verdict verdict = verdict_on(stage, a_case(DType::i32, 1000, InputKind::index_coded));
  REQUIRE_THAT(verdict.message(), starts_with("output[10]") && contains("2 wrong in all"));
  REQUIRE(verdict.error == 77);
  REQUIRE(verdict.bound == 0);
}

TEST_CASE(
    "a stage that throws an exception counts as crashed, and a case that it does not support as unchecked",
    "[check]") {
  auto throws = fake::make_stage(
      "reduce/throws", +[](const ReduceJob<int>& job) {
        if (job.n > 10) throw std::runtime_error("an illegal memory access");
        fake::reduce(job);
      });
  expect_correct(throws, a_case(DType::i32, 10));
  const size_t leaked = fake::Machine::leaked;
  const check::Verdict crash = verdict_on(throws, a_case(DType::i32, 11));
  REQUIRE(crash.status == check::Status::crash);
  REQUIRE(crash.message() == "an illegal memory access (n = 11, random input)");
  REQUIRE(fake::Machine::leaked == leaked);
  bench::Engine gpu = fake_engine();
  gpu.failure_is_final = true;  // after a failure on a GPU, the process cannot continue
  REQUIRE_THROWS_WITH(verdict_on(throws, a_case(DType::i32, 11), 1, gpu), "an illegal memory access");

  const auto why = [&](const stage::Stage& stage, const Conditions& c) {
    const check::Verdict verdict = verdict_on(stage, c);
    CHECK(verdict.status == check::Status::unchecked);
    CHECK_FALSE(verdict.passed());
    return verdict.message();
  };
  REQUIRE(why(throws, a_case(DType::f32, 5)) == "has no f32 version, only i32");
  throws.max_block = 512;
  throws.max_n = 100;
  throws.limit_reason = "one block";
  REQUIRE(why(throws, a_case(DType::i32, 5, InputKind::random, 1024)) ==
          "accepts blocks of 32 to 512 threads");
  REQUIRE(why(throws, a_case(DType::i32, 101)) == "takes at most 100 elements: one block");
  throws.id = "histogram/throws";
  REQUIRE_THAT(why(throws, a_case(DType::i32, 5)),
               contains("nothing to check the track 'histogram' against"));
}

TEST_CASE("a case that does not fit into memory counts as unchecked", "[check]") {
  const size_t leaked = fake::Machine::leaked;
  const auto reduce = fake::make_stage("reduce/tree", fake::reduce<int>);
  REQUIRE_THROWS_AS(verdict_on(reduce, a_case(DType::i32, 1000), 1, fake_engine(1000)), device::OutOfMemory);
  REQUIRE_THROWS_WITH(verdict_on(reduce, a_case(DType::i32, 1000), 1, fake_engine(1000)),
                      contains("no room for input"));
  const auto greedy = fake::make_stage(
      "reduce/greedy", +[](const ReduceJob<int>& job) { job.context.scratch("all_of_it", 100000); });
  REQUIRE_THROWS_WITH(verdict_on(greedy, a_case(DType::i32, 1000), 1, fake_engine(5000)),
                      contains("no room for all_of_it"));
  REQUIRE(fake::Machine::leaked == leaked);

  bench::Tally tally;
  tally.could_not(1000, "a fake has no room for input");
  bench::Result result;
  tally.conclude(result);
  REQUIRE_FALSE(result.verdict.passed());
  REQUIRE(result.verdict.status == check::Status::unchecked);
  REQUIRE_THAT(text_of(result.skipped), contains("n = 1000 was not checked: a fake has no room for input"));

  check::Verdict correct;
  correct.status = check::Status::correct;
  tally.add(correct, 33, {});
  bench::Result in_part;
  tally.conclude(in_part);
  REQUIRE(in_part.verdict.passed());
  REQUIRE_THAT(in_part.not_checked, contains("n = 1000 was not checked"));
}

TEST_CASE("the requested kind of scan is run", "[check]") {
  auto stage = fake::make_stage("scan/both", fake::scan<int>);
  const auto runs_inclusive = [&](ScanKind kind) {
    stage.scan = kind;
    return bench::make_row(stage, bench::Backend::simt, 100, DType::i32, 256).inclusive;
  };
  REQUIRE(runs_inclusive(ScanKind::inclusive));
  REQUIRE_FALSE(runs_inclusive(ScanKind::exclusive));
  REQUIRE(runs_inclusive(ScanKind::both));
  const bench::Engine backend = fake_engine();
  fake::Machine machine;
  for (const bool asked : {true, false}) {
    Conditions c = a_case(DType::i32, 100);
    c.inclusive = asked;
    REQUIRE(bench::SharedProblem(backend, check::task_of("scan"), c).job(machine).inclusive == asked);
  }
}

TEST_CASE("a block has the number of threads that the solver requests", "[check]") {
  static unsigned seen;
  const auto stage = fake::make_stage(
      "reduce/asks", +[](const ReduceJob<int>& job) {
        seen = job.block;
        fake::reduce(job);
      });
  for (const unsigned block : {32u, 256u}) {
    expect_correct(stage, a_case(DType::i32, 100, InputKind::random, block));
    REQUIRE(seen == block);
  }
  REQUIRE_THROWS_WITH(stage::with_block_size(48, [](auto) {}), "no version for blocks of 48 threads");
}

// As on a GPU, equal bits get the same verdict as before.
TEST_CASE("a fingerprint accepts the answer again only if its bits are the same", "[check]") {
  static int looked;
  looked = 0;
  bench::Engine backend = fake_engine();
  backend.fingerprint = [](const void* p, size_t bytes) {
    ++looked;
    uint64_t all = bytes;
    for (size_t i = 0; i < bytes; ++i) all = (all ^ static_cast<const unsigned char*>(p)[i]) * 0x100000001b3u;
    return all;
  };
  static const void* spoilt;
  spoilt = nullptr;
  const auto pack = fake::make_stage(
      "pack/plain", +[](const stage::PackJob<uint32_t>& job) {
        fake::pack(job);
        for (const void* p :
             {static_cast<const void*>(job.input + 5), static_cast<const void*>(job.output + 5),
              static_cast<const void*>(job.output + job.n - 1), static_cast<const void*>(job.count)})
          if (spoilt != nullptr && p == spoilt) ++*static_cast<unsigned char*>(const_cast<void*>(p));
      });
  bench::SharedProblem problem(backend, check::task_of("pack"), a_case(DType::u32, 1000));
  fake::Machine machine;
  const bench::Solver its_solver = bench::solver(pack, DType::u32, 256);
  REQUIRE(problem.attempt(machine, its_solver).status == check::Status::correct);
  REQUIRE(problem.attempt(machine, its_solver).status == check::Status::correct);
  REQUIRE(looked == 2 * 3);  // input, output and count
  for (int where = 0; where < 4; ++where) {
    const stage::Job job = problem.job(machine);  // after a wrong answer, the buffers are created anew
    const auto* input = job.input<uint32_t>();
    const auto* output = job.output<uint32_t>();
    const std::array<const void*, 4> places = {input + 5, output + 5, output + 999, job.outputs[1]};
    spoilt = places[where];
    CAPTURE(where);
    REQUIRE(problem.attempt(machine, its_solver).status == check::Status::wrong);
    spoilt = nullptr;
    REQUIRE(problem.attempt(machine, its_solver).status == check::Status::correct);
  }
}

TEST_CASE("the bytes that any algorithm must move are counted", "[check]") {
  fake::Machine machine;
  const auto bytes = [&](const char* id, DType dtype, size_t n, InputKind kind = InputKind::all_equal) {
    return check::Problem(machine, check::task_of(id), a_case(dtype, n, kind)).algorithm_bytes();
  };
  REQUIRE(bytes("reduce", DType::f32, 1000) == 4000);
  REQUIRE(bytes("reduce/v8_bf16", DType::f32, 1000) == 2000);
  REQUIRE(bytes("reduce_op/minloc", DType::f64, 1000) == 8000);
  REQUIRE(bytes("scan", DType::f32, 1000) == 8000);
  REQUIRE(bytes("map", DType::f32, 1000) == 8000);
  REQUIRE(bytes("stencil", DType::f32, 1000) == 8000);
  REQUIRE(bytes("pack", DType::u32, 1000) == 4000);        // keeps none
  REQUIRE(bytes("pack", DType::u32, 1001) == 2 * 4004);    // keeps all
  REQUIRE(bytes("unpack", DType::u32, 1000) == 2 * 4000);  // flags and output
  REQUIRE(bytes("unpack", DType::u32, 1001) == 3 * 4004);  // flags, output and all packed elements
  REQUIRE(bytes("pack", DType::u32, 8000, InputKind::index_coded) == 4 * 8000 + 4 * 3000);
}

TEST_CASE("one problem can be used for many runs", "[check]") {
  fake::Machine machine;
  const auto reduce = fake::make_stage("reduce/tree", fake::reduce<float>);
  check::Problem problem(machine, check::task_of("reduce"), a_case(DType::f32, 1000));
  REQUIRE(problem.verify().status == check::Status::wrong);  // no stage has run yet
  for (int i = 0; i < 3; ++i) {
    reduce.variants[0].run(problem.job());
    REQUIRE(problem.verify(reduce.serial).status == check::Status::correct);
    problem.poison_output();
    REQUIRE(problem.verify(reduce.serial).status == check::Status::wrong);
  }
}
