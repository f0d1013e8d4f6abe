// The CPU references: each is right for every input, and is timed.
#include "tests/catch.h"

#include <set>

#include "bench/cpu_baselines.h"
#include "tests/words.h"

using namespace ladder;

TEST_CASE("the CPU references have the documented ids", "[cpu]") {
  std::set<std::string> ids;
  for (const bench::Baseline& b : bench::cpu_baselines()) {
    ids.insert(b.id);
    REQUIRE_FALSE(b.idea.empty());
    REQUIRE(b.id.ends_with(b.track));  // for example, cpu/parallel_scan is compared with the scan track
  }
  REQUIRE(ids == std::set<std::string>{"cpu/sequential_reduce", "cpu/parallel_reduce", "cpu/recursive_reduce",
                                       "cpu/sequential_scan", "cpu/parallel_scan"});
}

TEST_CASE("the CPU references are right at every size and for every input", "[cpu]") {
  using stage::DType;
  for (const bench::Baseline& b : bench::cpu_baselines())
    for (const DType dtype : {DType::f32, DType::f64, DType::i32, DType::u32, DType::i64, DType::u64})
      for (const size_t n : {0, 1, 2, 3, 5, 31, 1023, 1024, 1025, 10007, 300001})
        for (const check::InputKind kind : check::kInputKinds) {
          const bench::Result r = b.measure(b, {.dtype = dtype, .n = n, .input = kind}, 1);
          CAPTURE(r.id, r.dtype, r.n, name(kind), r.verdict.message());
          REQUIRE(r.verdict.status == check::Status::correct);
          REQUIRE(r.time.has_value());
        }
}

TEST_CASE("a CPU row is complete", "[cpu]") {
  const bench::Baseline& scan = bench::cpu_baselines()[3];
  const bench::Result r = scan.measure(scan, {.n = 100000, .seed = 7}, 5);
  REQUIRE(r.id == "cpu/sequential_scan");
  REQUIRE(r.track == "scan");
  REQUIRE(r.stage == "sequential_scan");
  REQUIRE(r.backend == bench::Backend::cpu);
  REQUIRE(r.scan == "inclusive");
  REQUIRE(r.block == 0);
  REQUIRE(r.n == 100000);
  REQUIRE(r.bytes == 800000);
  REQUIRE(r.time->samples.size() == 5);
  REQUIRE(r.time->min > 0);
  REQUIRE(r.time->min <= r.time->q1);
  REQUIRE(r.time->q1 <= r.time->median);
  REQUIRE(r.time->median <= r.time->q3);
  REQUIRE(*r.bandwidth == Approx(800000 / r.time->median));
  REQUIRE(r.speedup.empty());
  REQUIRE(r.skipped.empty());
}

TEST_CASE("a sum of many floats keeps its accuracy", "[cpu]") {
  for (const int i : {0, 1, 2}) {
    const bench::Baseline& sum = bench::cpu_baselines()[i];
    const bench::Result r = sum.measure(sum, {.n = 5000001}, 1);
    CAPTURE(r.id, r.verdict.message());
    REQUIRE(r.verdict.status == check::Status::correct);
    REQUIRE(r.verdict.bound < 0.375 * 5000001 / 10000);
  }
}

TEST_CASE("a CPU reference larger than memory is skipped", "[cpu]") {
  const bench::Baseline& sum = bench::cpu_baselines()[0];
  const bench::Result r = sum.measure(sum, {.n = size_t{1} << 60}, 1);
  REQUIRE(r.skipped.is(findings::Cause::not_enough_memory));
  REQUIRE_FALSE(r.time.has_value());
}
