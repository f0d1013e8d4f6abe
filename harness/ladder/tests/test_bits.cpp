// ./ladder bits: observations of float sums, and the message if a stage promises more.
#include "tests/catch.h"

#include <algorithm>
#include <vector>

#include "bench/bits.h"
#include "data/fingerprint.h"
#include "tests/words.h"

using namespace ladder;

namespace {

struct Silent final : bench::Progress {
  void update(const std::string&, size_t, size_t) override {}
};

// The row of the stage `id`, as if the stage had declared this promise.
bench::Result seen(const char* id, unsigned promise, size_t n) {
  stage::Stage stage = *stage::find_stage(stage::Build::simt, id);
  stage.same_bits = promise;
  bench::Plan plan;
  plan.held = &stage;
  plan.backends = {bench::Backend::simt};
  plan.ns = {n};
  plan.repetitions = 64;
  Silent silent;
  const std::vector<bench::Result> rows = bench::bits(plan, silent);
  REQUIRE(rows.size() == 1);
  REQUIRE(rows.front().skipped.empty());
  return rows.front();
}

}  // namespace

TEST_CASE("bits: a sum in the order of arrival is reported, unless the stage declares it") {
  const bench::Result honest = seen("reduce_atomic/per_block", stage::kNever, 10'007);
  CHECK(honest.verdict.passed());
  REQUIRE(honest.same_bits);
  CHECK(honest.same_bits->results > 1);

  const bench::Result wrong = seen("reduce_atomic/per_block", stage::kEveryRun, 10'007);
  CHECK(wrong.verdict.status == check::Status::wrong);
  CHECK_THAT(wrong.verdict.message(), contains("different results in 9 runs"));
  CHECK_THAT(wrong.verdict.message(), contains("the order in which the blocks arrive?"));
}

TEST_CASE("bits: a sum whose order depends on the block or the GPU is reported") {
  const bench::Result block = seen("reduce/v7", stage::kEveryRun | stage::kEveryBlock, 10'007);
  CHECK(block.verdict.status == check::Status::wrong);
  CHECK_THAT(block.verdict.message(), contains("with blocks of 64 threads differs"));
  CHECK(seen("reduce/v7", stage::kEveryRun | stage::kEveryGpu, 10'007).verdict.passed());

  const bench::Result gpu = seen("reduce/v8", stage::kEveryRun | stage::kEveryGpu, size_t{1} << 20);
  CHECK(gpu.verdict.status == check::Status::wrong);
  CHECK_THAT(gpu.verdict.message(), contains("multiprocessors differs from that on a GPU with 132"));
  CHECK(gpu.same_bits->every_gpu == "no");
  CHECK(seen("reduce/v8", stage::kEveryRun, size_t{1} << 20).verdict.passed());
}

TEST_CASE("bits: results are compared with another GPU's, and judged by the stage's declaration") {
  bench::Result here;
  here.n = 1000;
  here.dtype = "f32";
  here.verdict.status = check::Status::correct;
  here.same_bits.emplace();
  here.same_bits->results = 1;
  here.same_bits->every_gpu = "yes";
  here.same_bits->fingerprint = "00ff";
  // Whether the row is right afterwards, or "-" if it was not compared.
  const auto compared = [&](const char* id, size_t n, const char* fingerprint, const bench::OtherGpu& other) {
    bench::Result row = here;
    row.id = id;
    row.track = row.id.substr(0, row.id.find('/'));
    bench::Result there = row;
    there.n = n;
    there.same_bits->fingerprint = fingerprint;
    std::vector<bench::Result> rows = {row};
    if (bench::compare_bits(rows, {there}, other) == 0) return std::string("-");
    if (!rows[0].verdict.passed()) CHECK_THAT(rows[0].verdict.message(), contains(other.name));
    return std::string(rows[0].verdict.passed() ? "right" : "wrong") + ", " + rows[0].same_bits->every_gpu;
  };
  const bench::OtherGpu h100{.name = "on another"};
  const bench::OtherGpu old{.name = "on an old one", .both_sm_90 = false, .same_cub = false};
  CHECK(compared("reduce/best", 1000, "00ff", h100) == "right, yes");
  CHECK(compared("reduce/best", 1001, "00fe", h100) == "-");
  CHECK(compared("reduce/best", 1000, "00fe", h100) == "wrong, yes");
  CHECK(compared("reduce/best", 1000, "00fe", old) == "wrong, yes");
  CHECK(compared("scan/best", 1000, "00fe", h100) == "wrong, yes");
  CHECK(compared("scan/best", 1000, "00fe", old) == "right, yes");  // the promise begins at sm_90
  CHECK(compared("reduce/v8", 1000, "00fe", h100) == "right, no");  // no promise for that GPU
  CHECK(compared("reduce_atomic/per_block", 1000, "00fe", h100) ==
        "-");  // not even two runs are promised to agree
  CHECK(compared("peer/cub_reduce", 1000, "00fe", h100) == "right, no");
  CHECK(compared("peer/cub_reduce", 1000, "00fe", old) == "-");  // a different version of CUB
}

TEST_CASE("bits: a fingerprint detects one changed byte and two swapped words") {
  std::vector<unsigned char> bytes(103);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(3 * i);
  const uint64_t whole = data::fingerprint(bytes.data(), bytes.size());
  CHECK(data::fingerprint(bytes.data(), bytes.size()) == whole);
  for (const size_t at : {size_t{0}, size_t{50}, size_t{100}, size_t{102}}) {
    bytes[at] ^= 1;
    CHECK(data::fingerprint(bytes.data(), bytes.size()) != whole);
    bytes[at] ^= 1;
  }
  std::swap_ranges(bytes.begin(), bytes.begin() + 4, bytes.begin() + 8);
  CHECK(data::fingerprint(bytes.data(), bytes.size()) != whole);
}
