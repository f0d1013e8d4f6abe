// What structures, vectors, memcpy and tables cost (tests/kernels/aggregates.cu): the requests of one warp, as nvcc
// makes them for sm_90.
#include <string>

#include "simt/machine.h"
#include "simt/observation.h"
#include "stage/registry.h"
#include "tests/catch.h"

namespace {

constexpr size_t kBytes = 16;  // n, which the kernels that copy take as a number of bytes

simt::Observation count(const std::string& name) {
  const stage::Stage* s = stage::find_stage(stage::Build::simt_traced, "test/agg_" + name);
  REQUIRE(s);
  const auto machine = simt::make_machine();
  constexpr size_t kRoom = 32 * 128 * 2;
  void* input = machine->allocate("input", kRoom);
  void* output = machine->allocate("output", kRoom);
  machine->fill(input, 1, kRoom);
  machine->fill(output, 0, kRoom);
  stage::Job job;
  job.context = machine.get();
  job.block = 32;
  job.n = kBytes;
  job.input = input;
  job.output = output;
  simt::take_observation();
  machine->next_run();
  s->variants[0].run(job);
  machine->synchronize();
  return simt::take_observation();
}

struct Expected {
  const char* name;
  unsigned global_loads, global_stores, shared_loads = 0, shared_stores = 0;
};

// From nvcc -arch=sm_90 -ptx (CUDA 13.0).
const Expected kExpected[] = {
    {"pair", 2, 2},
    {"quad", 4, 4},
    {"six", 6, 6},
    {"many", 32, 32},
    {"bytes", 4, 4},
    {"shorts", 2, 2},
    {"doubles", 3, 3},
    {"value_and_index", 2, 2},
    {"two_vectors", 2, 2},
    {"float2", 1, 1},
    {"float3", 3, 3},
    {"float4", 1, 1},
    {"double2", 1, 1},
    {"shared_pair", 2, 2, 2, 2},
    {"shared_quad", 4, 4, 4, 4},
    {"shared_float4", 1, 1, 1, 1},
    {"pair_by_value", 2, 1},
    {"quad_by_value", 4, 1},
    {"six_by_value", 6, 1},
    {"vector_by_value", 1, 1},
    {"shared_by_value", 2, 1, 2, 2},
    {"memcpy", 16, 16},
    {"memcpy_16", 16, 16},
    {"memset", 0, 16},
    {"memset_16", 0, 16},
    {"loose_words", 4, 1},
    {"zero_six", 0, 6},
    {"constant", 0, 1},
    {"table", 0, 1},  // nvcc: one load. g++ does not show reads of what it knows to be constant
    {"variable", 1, 1},
    {"vector_sum", 2, 1},
    {"vector_in_braces", 1, 1},
};

}  // namespace

TEST_CASE("structures, copies and tables cost what nvcc makes of them", "[trace]") {
  for (const Expected& e : kExpected) {
    const auto o = count(e.name);
    INFO(e.name);
    CHECK(o.counters.global_load_requests == e.global_loads);
    CHECK(o.counters.global_store_requests == e.global_stores);
    CHECK(o.counters.shared_load_requests == e.shared_loads);
    CHECK(o.counters.shared_store_requests == e.shared_stores);
    CHECK(o.hazards.empty());
  }
}
