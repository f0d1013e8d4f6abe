// Indices that are too narrow for many elements are found: bench/last_blocks.
#include "bench/last_blocks.h"

#include <string>

#include "bench/rows.h"
#include "stage/registry.h"
#include "tests/catch.h"
#include "executor/tests/hazard_text.h"
#include "tests/words.h"

using namespace ladder;

namespace {

bench::LastBlocks last_blocks(const std::string& id) {
  const stage::Stage* s = stage::find_stage(stage::Build::simt_traced, id);
  REQUIRE(s != nullptr);
  const stage::DType type = s->variants.front().dtype;
  const check::Task& task = check::task_of(*s);
  bench::LastBlocks found = bench::try_last_blocks(*s, type, 256, task, bench::runs_inclusive(*s),
                                                   bench::local_runner(), [](size_t) {});
  for (const simt::Hazard& h : found.hazards) UNSCOPED_INFO(text_of(h));
  return found;
}

}  // namespace

TEST_CASE("a 32-bit index is detected by the last blocks of many elements", "[check]") {
  CHECK(last_blocks("test/large_by_size_t").n == 0);

  const auto by_int = last_blocks("test/large_by_int");
  CHECK(by_int.n == (size_t{1} << 31) + (1 << 16) + 37);
  CHECK_THAT(by_int.verdict.message(),
             contains("n = 2147549221") && contains("an int, whose maximum is 2147483647"));

  const auto by_unsigned = last_blocks("test/large_by_unsigned");
  CHECK(by_unsigned.n > size_t{1} << 32);
  CHECK(by_unsigned.verdict.status == check::Status::wrong);
  CHECK_THAT(by_unsigned.verdict.message(),
             starts_with("output[") && contains("an unsigned int, whose maximum is 4294967295"));

  const auto guarded = last_blocks("test/large_by_guarded_int");
  CHECK(guarded.n == by_int.n);
  REQUIRE_FALSE(guarded.hazards.empty());
  CHECK(guarded.hazards[0].kind == simt::HazardKind::out_of_bounds);
  CHECK(on_line(guarded.hazards[0], "static_cast<int>(n)"));
}

TEST_CASE("the last blocks of correct stages are right", "[long][check]") {
  for (const char* id :
       {"reduce/v1", "reduce/v6", "reduce/v8", "reduce_op/minloc", "reduce_global/interleaved",
        "scan/blelloch_blocked", "scan/decoupled_lookback", "scan/rounds", "map/vectorised",
        "stencil/registers", "pack/scan_scatter", "unpack/subgroup"}) {
    const auto found = last_blocks(id);
    INFO(id << ": " << found.verdict.message());
    CHECK(found.n == 0);
  }
}
