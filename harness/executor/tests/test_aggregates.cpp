// The cost of structures, vectors, memcpy and tables (tests/kernels/aggregates.cu): the requests of one warp,
// compared with Nsight Compute's counts.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <string>

#include "os/files.h"
#include "os/repository.h"
#include "simt/machine.h"
#include "simt/observation.h"
#include "stage/registry.h"
#include "tests/catch.h"

using namespace ladder;

namespace {

constexpr size_t kBytes = 16;  // n, which the copying kernels use as a number of bytes

simt::Observation counted(const std::string& name) {
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
  job.inputs[0] = input;
  job.outputs[0] = output;
  simt::take_observation();
  machine->next_run();
  s->variants[0].run(job);
  machine->synchronize();
  return simt::take_observation();
}

// The cases in which the executor's count differs from an H200's, with the reason.
struct Known {
  const char* name;
  unsigned global_loads, global_stores, shared_loads, shared_stores;
};
const Known kKnown[] = {
    // ptxas places the shared arrays itself, and joins adjacent words where the address allows this, even for
    // members that the source accesses one by one. After a 12-byte array, the same kernels move single words.
    // The source does not determine this placement, so the executor moves a structure according to its
    // alignment.
    {"shared_pair", 2, 2, 2, 2},
    {"shared_quad", 4, 4, 4, 4},
    {"shared_by_value", 2, 1, 2, 2},
    // g++ -fsanitize=thread does not report reads of const variables. (nvcc loads them from global memory; a
    // __constant__ table costs nothing here with either compiler.)
    {"table", 0, 1, 0, 0},
    // ptxas inlines the function to which the structure is passed, and loads only the two of its five members
    // that the function uses.
    {"five_apart", 5, 1, 0, 0},
};

}  // namespace

TEST_CASE("structures, copies and tables take the same number of requests as on an H200", "[trace]") {
  const auto kernels = nlohmann::json::parse(
      os::read_text(os::in_repository("results/h200/aggregates.json")))["kernels"];  // record/aggregates.py
  REQUIRE(kernels.size() >= 25);
  unsigned different = 0;
  for (const auto& [kernel, hardware] : kernels.items()) {
    const std::string name = kernel.substr(4);  // agg_…
    const auto o = counted(name);
    INFO(name);
    CHECK(o.hazards.empty());
    const auto known =
        std::find_if(std::begin(kKnown), std::end(kKnown), [&](const Known& k) { return name == k.name; });
    const simt::Counters& c = o.counters;
    if (known != std::end(kKnown)) {
      ++different;
      CHECK(c.global_load_requests == known->global_loads);
      CHECK(c.global_store_requests == known->global_stores);
      CHECK(c.shared_load_requests == known->shared_loads);
      CHECK(c.shared_store_requests == known->shared_stores);
      continue;
    }
    CHECK(c.global_load_requests == hardware["global_load_requests"]);
    CHECK(c.global_load_sectors == hardware["global_load_sectors"]);
    CHECK(c.global_store_requests == hardware["global_store_requests"]);
    CHECK(c.global_store_sectors == hardware["global_store_sectors"]);
    CHECK(c.shared_load_requests == hardware["shared_load_requests"]);
    CHECK(c.shared_load_wavefronts == hardware["shared_load_wavefronts"]);
    CHECK(c.shared_store_requests == hardware["shared_store_requests"]);
    CHECK(c.shared_store_wavefronts == hardware["shared_store_wavefronts"]);
  }
  CHECK(different == std::size(kKnown));
}

TEST_CASE("a structure passed by value takes the same number of requests as in code from nvcc", "[trace]") {
  struct {
    const char* name;
    unsigned global_loads, load_sectors, global_stores, store_sectors;
    unsigned shared_loads = 0, shared_stores = 0;
  } const cases[] = {
      // As compiled by nvcc 13.0 -arch=sm_90 -ptx. The counts on an H200 (above) are the same, with one
      // exception.
      {"float2_inlined", 1, 8, 1, 4},
      {"float4_inlined", 1, 16, 1, 4},
      {"three_inlined", 3, 36, 1, 4},
      {"aligned_inlined", 1, 16, 1, 4},
      {"mixed_inlined", 1, 16, 1, 4},
      {"int4_inlined", 1, 16, 1, 4},
      {"uint2_inlined", 1, 8, 1, 4},
      {"shared_inlined", 1, 16, 1, 4, 16, 1},
      {"float2_apart", 1, 8, 1, 4},
      {"float4_apart", 1, 16, 1, 4},
      {"three_apart", 3, 36, 1, 4},
      {"mixed_apart", 1, 16, 1, 4},
      {"int4_apart", 1, 16, 1, 4},
      {"uint2_apart", 1, 8, 1, 4},
      {"shared_apart", 1, 16, 1, 4, 16, 1},
      {"two_kinds_apart", 2, 32, 3, 36},
      {"two_vectors_apart", 2, 64, 1, 4},
      {"five_apart", 5, 100, 1, 4},
      {"float4_returned", 1, 16, 1, 16},
      {"float2_returned", 1, 8, 1, 8},
      {"three_returned", 3, 36, 3, 36},
      {"float4_element", 1, 16, 1, 16},
      {"three_element", 3, 36, 3, 36},
      {"float4_put", 1, 16, 1, 16},
      {"uint2_put", 1, 8, 1, 8},
      {"three_put", 3, 36, 3, 36},
  };
  for (const auto& expected : cases) {
    const auto o = counted(expected.name);
    INFO(expected.name);
    CHECK(o.hazards.empty());
    const simt::Counters& c = o.counters;
    CHECK(c.global_load_requests == expected.global_loads);
    CHECK(c.global_load_sectors == expected.load_sectors);
    CHECK(c.global_store_requests == expected.global_stores);
    CHECK(c.global_store_sectors == expected.store_sectors);
    CHECK(c.shared_load_requests == expected.shared_loads);
    CHECK(c.shared_store_requests == expected.shared_stores);
  }
}
