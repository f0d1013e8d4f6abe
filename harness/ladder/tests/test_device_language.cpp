// CUDA's library for kernels (harness/executor/runtime/include, simt/intrinsics.h, …): values, costs and
// hazards of tests/kernels/device_*.cu.
#include <fstream>
#include <memory>
#include <string>

#include "cuda/device_facts.h"
#include "cuda/machine.h"
#include "os/repository.h"
#include "simt/executor.h"
#include "simt/machine.h"
#include "simt/observation.h"
#include "stage/registry.h"
#include "tests/catch.h"

using namespace ladder;

namespace {

using stage::Build;

constexpr const char* kHazards = "harness/executor/tests/kernels/device_hazards.cu";

std::vector<uint32_t> run(device::Machine& machine, Build backend, const std::string& name, unsigned block,
                          size_t n) {
  const stage::Stage* s = stage::find_stage(backend, "test/" + name);
  REQUIRE(s);
  std::vector<uint32_t> output(std::max<size_t>(n, 64));
  void* in = machine.allocate("input", n * 4);
  void* out = machine.allocate("output", output.size() * 4);
  machine.fill(in, 1, n * 4);
  machine.fill(out, 0, output.size() * 4);
  stage::Job job;
  job.context = &machine;
  job.block = block;
  job.n = n;
  job.inputs[0] = in;
  job.outputs[0] = out;
  machine.next_run();
  try {
    s->variants[0].run(job);
    machine.synchronize();
  } catch (const simt::KernelStopped&) {
  }
  machine.download(output.data(), out, output.size() * 4);
  machine.release(in);
  machine.release(out);
  machine.reset();
  return output;
}

simt::Observation observe(const std::string& name, unsigned block = 64, size_t n = 3 * 64,
                          unsigned schedule = 0) {
  const auto machine = simt::make_machine();
  simt::set_trace_options({.schedule = schedule});
  simt::take_observation();
  run(*machine, Build::simt_traced, name, block, n);
  simt::set_trace_options({});
  return simt::take_observation();
}

std::string told(const simt::Observation& o) {
  std::string text;
  for (const auto& h : o.hazards) {
    text += std::string(data::name(h.kind)) + ": " + h.message() + "\n";
    for (const auto& w : h.where) text += "  " + w.file + ":" + std::to_string(w.line) + "\n";
  }
  return text;
}

// The line of device_hazards.cu that ends in this comment.
int line_of(const std::string& comment) {
  std::ifstream file(os::in_repository(kHazards));
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    if (line.ends_with("// " + comment)) return number;
  FAIL("no line with // " << comment);
  return 0;
}

}  // namespace

TEST_CASE("CUDA's library for kernels returns the right values, on every backend", "[language]") {
  struct Target {
    Build backend;
    const char* name;
    std::unique_ptr<device::Machine> machine;
  };
  std::vector<Target> targets;
  targets.push_back({Build::simt, "simt", simt::make_machine()});
  targets.push_back({Build::simt_traced, "simt, traced", simt::make_machine()});
  if (cuda::device_facts().available) targets.push_back({Build::cuda, "cuda", cuda::make_machine()});
  for (Target& target : targets)
    for (const char* name :
         {"device_integers", "device_casts", "device_mathematics", "device_vectors", "device_loads",
          "device_halves", "device_bfloats", "device_matches", "device_tiles", "device_coalesced",
          "device_atomics", "device_cuda_atomics", "device_grid"})
      for (const unsigned block : {32u, 96u, 256u}) {
        INFO(name << ", " << target.name << ", block " << block);
        simt::take_observation();
        const auto output = run(*target.machine, target.backend, name, block, block);
        INFO("wrong at lines " << output[1] << " " << output[2] << " " << output[3] << " " << output[4] << " "
                               << output[5] << " " << output[6] << " " << output[7]);
        CHECK(output[0] == 0);
        const simt::Observation o = simt::take_observation();
        INFO(told(o));
        CHECK(o.hazards.empty());
      }
}

TEST_CASE("wrong uses of groups and cuda::atomic are reported at the program's lines", "[hazards]") {
  struct Wrong {
    const char* name;
    simt::HazardKind kind;
    const char* line;
    const char* message;
  };
  using enum simt::HazardKind;
  for (const Wrong& wrong : {
           Wrong{"bug_group_no_tile_sync", race, "reads the neighbour's", "__syncwarp"},
           Wrong{"bug_group_tile_sync_in_branch", inactive_lane, "twelve lanes never come",
                 "or they have returned"},
           Wrong{"bug_group_barrier_in_branch", barrier_divergence, "the first warp waits here", ""},
           Wrong{"bug_group_shuffle_of_absent", inactive_lane, "lane 3 has returned", ""},
           Wrong{"bug_group_mask_of_32", inactive_lane, "names the other half", "does not include it"},
           Wrong{"bug_group_relaxed_flag", race, "what block 0 wrote", "__threadfence"},
           Wrong{"bug_group_flag_not_acquired", race, "what block 0 wrote", "__threadfence"},
           Wrong{"bug_group_flag_of_block_scope", race, "what block 0 wrote", ""},
           Wrong{"bug_group_vector_atomic_in_shared", invalid_address, "for global memory only",
                 "works only in global memory"},
           Wrong{"bug_group_no_grid_sync", race, "another block's", ""},
           Wrong{"bug_group_grid_sync_not_reached", deadlock, "all blocks meet",
                 "have ended without reaching"},
           Wrong{"bug_matrix_without_a_lane", inactive_lane, "without the last lane", "lane 31"},
           Wrong{"bug_matrix_not_stored_yet", race, "rows of the neighbour", "rows"},
           Wrong{"bug_box_full_not_awaited", uninitialised, "the box by itself", ""},
           // The phase for which the other warps wait ends twice, so they never detect its end.
           Wrong{"bug_box_empty_not_awaited", deadlock, "has it arrived?", ""},
           Wrong{"bug_box_released_early", race, "the box", ""},
           Wrong{"bug_box_too_many_bytes", deadlock, "has it arrived?", ""},
           Wrong{"bug_box_without_a_warp", inactive_lane, "the box by itself", "warp 2 does not take part"},
           Wrong{"bug_box_of_two_warps", inactive_lane, "the box by itself", "warp 2 does not take part"},
           Wrong{"bug_box_misplaced", misaligned, "the box", "a multiple of 1024 bytes"},
           Wrong{"bug_group_grid_sync_not_cooperative", deadlock, "all blocks meet",
                 "cudaLaunchCooperativeKernel"},
       })
    for (const unsigned block : {64u, 128u}) {
      const simt::Observation o = observe(wrong.name, block, 3 * block - 5);
      INFO(wrong.name << ", block " << block << ":\n" << told(o));
      REQUIRE(!o.hazards.empty());
      CHECK(o.hazards[0].kind == wrong.kind);
      CHECK(o.hazards[0].message().find(wrong.message) != std::string::npos);
      bool named = false;
      for (const auto& hazard : o.hazards)
        for (const auto& where : hazard.where) {
          CHECK(where.file == kHazards);
          named |= where.line == line_of(wrong.line);
        }
      CHECK(named);
    }
}

TEST_CASE("correct uses of groups and cuda::atomic produce no findings", "[hazards]") {
  for (const char* name :
       {"ok_group_tile_sync", "ok_group_flag", "ok_group_strongest_flag", "ok_group_flag_within_block",
        "ok_group_grid_sync", "ok_matrix", "ok_box", "ok_box_of_two_warpgroups"})
    for (const unsigned block : {64u, 128u})
      for (const unsigned schedule : {0u, 1u, 2u, 3u}) {
        const simt::Observation o = observe(name, block, 3 * block - 5, schedule);
        INFO(name << ", block " << block << ", schedule " << schedule << ":\n" << told(o));
        CHECK(o.hazards.empty());
      }
}

TEST_CASE("a block that never reaches grid.sync() ends an untraced launch too", "[hazards]") {
  const auto machine = simt::make_machine();
  simt::take_observation();
  run(*machine, Build::simt, "bug_group_grid_sync_not_reached", 64, 500);
  const simt::Observation o = simt::take_observation();
  REQUIRE(o.hazards.size() == 1);
  CHECK(o.hazards[0].kind == simt::HazardKind::deadlock);
}

TEST_CASE("group operations are counted at the program's lines", "[trace]") {
  constexpr unsigned kBlocks = 3, kWarps = 2;
  const simt::Observation o = observe("group_costs", 32 * kWarps, kBlocks * 32 * kWarps);
  INFO(told(o));
  CHECK(o.hazards.empty());
  const auto at = [&](const char* what) {
    for (const simt::LineCost& cost : o.lines)
      if (cost.file == kHazards && cost.line == line_of(std::string("cost: ") + what)) return cost.counters;
    FAIL("no cost at " << what);
    return simt::Counters{};
  };
  constexpr unsigned kAll = kBlocks * kWarps;
  CHECK(at("block.sync").barriers == kAll);
  CHECK(at("warp.sync").warp_syncs == kAll);
  CHECK(at("shfl").shuffles == kAll);
  CHECK(at("ballot").votes == kAll);
  CHECK(at("match").votes == kAll);
  CHECK(at("integers").shuffles == kAll);
  CHECK(at("floats").shuffles == 5 * kAll);
  CHECK(at("fetch_add").atomics == kAll);
  CHECK(at("grid.sync").barriers == 2 * kAll);
  CHECK(at("grid.sync").atomics == kBlocks);
}
