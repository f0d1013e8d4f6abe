// The counters of the real stages agree with values calculated by hand.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "bench/observe.h"
#include "bench/rows.h"
#include "os/repository.h"
#include "simt/trace/banks_and_sectors.h"
#include "simt/trace/record.h"
#include "tests/catch.h"

using namespace ladder;

namespace {

using simt::Counters;

const stage::Stage& stage_of(const std::string& id) {
  const stage::Stage* s = stage::find_stage(stage::Build::simt_traced, id);
  INFO(id);
  REQUIRE(s);
  return *s;
}

bench::Conditions case_of(const stage::Stage& s, size_t n, unsigned block) {
  return {{.dtype = s.variants.front().dtype, .n = n, .inclusive = bench::runs_inclusive(s)}, block};
}

// Observes every block of every launch, unless the options say otherwise.
simt::Observation observation_of(const std::string& id, size_t n, unsigned block = 256,
                                 const simt::TraceOptions& options = {.counters = true, .hazards = false},
                                 const bench::Prepare& prepare = {}) {
  const stage::Stage& s = stage_of(id);
  bench::Observed observed = bench::observe(s, case_of(s, n, block), options, prepare);
  INFO(id);
  CHECK(observed.stopped == "");
  return observed.observation;
}

// Wavefronts of each shared request of block 0 in the first launch: {1, 2, 4, 8}.
std::set<unsigned> wavefronts(const std::string& id, unsigned block) {
  const stage::Stage& s = stage_of(id);
  simt::BlockRecorder recorder(0, 1);
  const bench::Observed observed =
      bench::observe(s, case_of(s, 8 * block, block), {.counters = true, .hazards = false, .only_block = 0},
                     [&](device::Machine& machine) { recorder.listen(machine); });
  std::set<unsigned> passes;
  const auto no_values = [](const unsigned char*, uint64_t) { return simt::Value(); };
  for (const auto& interval : recorder.take(s.file, {0, no_values}).intervals)
    for (const simt::TraceStep& step : interval.steps)
      if (is_shared(step.kind) && !is_atomic(step.kind)) passes.insert(step.wavefronts.value_or(0));
  return passes;
}

simt::LineCost line_with(const simt::Observation& o, const std::string& id, const std::string& text) {
  std::ifstream file(os::in_repository(stage_of(id).file));
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    if (line.find(text) != std::string::npos)
      for (const auto& cost : o.lines)
        if (cost.line == number && cost.file == stage_of(id).file) return cost;
  FAIL("no cost on the line with: " << text);
  return {};
}

using Set = std::set<unsigned>;

}  // namespace

TEST_CASE("bank conflicts occur where theory predicts them", "[theory]") {
  // Stride 2s: s = 1 is 2-way, 2 is 4-way, 4 is 8-way; then fewer than 32 lanes are left to collide.
  CHECK(wavefronts("reduce/v1", 256) == Set{1, 2, 4, 8});
  CHECK(wavefronts("reduce/v1", 1024) == Set{1, 2, 4, 8, 16, 32});
  for (const unsigned block : {64u, 256u, 1024u}) {
    INFO(block);
    CHECK(wavefronts("reduce/v0", block) == Set{1});
    CHECK(wavefronts("reduce/v2", block) == Set{1});
  }
  CHECK(*wavefronts("scan/blelloch_blocked", 256).rbegin() == 16);
  CHECK(*wavefronts("scan/blelloch_blocked", 512).rbegin() == 32);
  CHECK(wavefronts("scan/blelloch_padded", 256) == Set{1});
}

TEST_CASE("the shared wavefronts of one full 256-thread block are as predicted", "[theory]") {
  struct {
    const char* id;
    uint64_t wavefronts;
  } const cases[] = {{"reduce/v0", 150}, {"reduce/v1", 150}, {"reduce/v1.5", 150}, {"reduce/v2", 45},
                     {"reduce/v3", 45},  {"reduce/v4", 45},  {"reduce/v4.1", 39},  {"reduce/v4.2", 28},
                     {"reduce/v5", 28},  {"reduce/v6", 28},  {"reduce/v7", 9},     {"reduce/v7.1", 9},
                     {"reduce/v7.2", 9}, {"reduce/v7.3", 9}, {"reduce/v8", 9},     {"reduce/v8.2", 9}};
  for (const auto& c : cases) {
    const auto o =
        observation_of(c.id, size_t{1} << 14, 256, {.counters = true, .hazards = false, .only_block = 0},
                       [](device::Machine& machine) { machine.limit_launches(1); });
    INFO(c.id);
    CHECK(o.counters.shared_load_wavefronts + o.counters.shared_store_wavefronts == c.wavefronts);
  }
}

TEST_CASE("few lanes are active in v0, and most lanes in v2", "[theory]") {
  const auto v0 = observation_of("reduce/v0", 1 << 14).counters,
             v2 = observation_of("reduce/v2", 1 << 14).counters;
  CHECK(v0.active_lanes_per_request() < 0.5 * v2.active_lanes_per_request());
  const auto line =
      line_with(observation_of("reduce/v0", 1 << 14), "reduce/v0", "partial[tid] += partial[tid + s]");
  // 128 + 64 + … + 1 = 255 lanes take part, in 8 + 8 + 8 + 8 + 8 + 4 + 2 + 1 = 47 warps: 5.4 lanes each.
  CHECK(line.counters.active_lanes_per_request() == Approx(255.0 / 47).epsilon(0.01));
}

TEST_CASE("a vector load moves 16 sectors", "[theory]") {
  const auto o = observation_of("reduce/v8", size_t{1} << 18, 256, {.counters = true, .hazards = false},
                                [](device::Machine& machine) { machine.limit_launches(1); });
  const auto line = line_with(o, "reduce/v8", "load_vec(input + at)").counters;
  CHECK(line.global_load_requests == (size_t{1} << 18) / 128);
  CHECK(line.global_load_sectors == 16 * line.global_load_requests);
}

TEST_CASE("Hillis-Steele moves n log2 n elements", "[theory]") {
  for (const unsigned log2_n : {10u, 14u}) {
    const uint64_t n = uint64_t{1} << log2_n;
    const auto c = observation_of("scan/hillis_steele", n).counters;
    INFO("n = 2^" << log2_n);
    CHECK(c.launches == log2_n);
    CHECK(c.global_store_requests == log2_n * n / 32);
    CHECK(c.global_store_sectors == log2_n * n / 8);  // n log2 n elements of four bytes
    CHECK(c.global_load_sectors >= log2_n * n / 8);
    CHECK(c.global_load_sectors <=
          2 * log2_n * n / 8 +
              log2_n * n / 32);  // plus the sectors of the partner, which are off by at most one
  }
}

TEST_CASE("integer divisions are counted where the source divides", "[theory]") {
  for (const std::string id : {"reduce/v0",
                               "reduce/v1",
                               "reduce/v1.5",
                               "reduce/v2",
                               "reduce/v3",
                               "reduce/v4",
                               "reduce/v4.1",
                               "reduce/v4.2",
                               "reduce/v5",
                               "reduce/v6",
                               "reduce/v7",
                               "reduce/v7.1",
                               "reduce/v7.2",
                               "reduce/v7.3",
                               "reduce/v8",
                               "reduce/v8.2",
                               "reduce_global/neighbored",
                               "reduce_global/neighbored_less",
                               "reduce_global/interleaved",
                               "reduce_atomic/per_element",
                               "reduce_atomic/per_block",
                               "reduce_op/sum",
                               "reduce_op/minloc",
                               "scan/hillis_steele",
                               "scan/three_kernel",
                               "scan/blelloch_global",
                               "scan/blelloch_blocked",
                               "scan/blelloch_padded",
                               "scan/subgroup",
                               "map/naive",
                               "map/vectorised",
                               "stencil/naive",
                               "stencil/tiled",
                               "pack/scan_scatter",
                               "pack/subgroup",
                               "unpack/scan_gather",
                               "unpack/subgroup"}) {
    const uint64_t divisions = observation_of(id, 5000).counters.integer_divisions;
    INFO(id);
    if (id == "reduce/v0" || id == "reduce_global/neighbored")
      CHECK(divisions >= 5000);
    else
      CHECK(divisions == 0);
  }
}

// The jobs have n = 2^20 and 256 threads per block, and every block is watched.
TEST_CASE("the counters of whole jobs match values calculated by hand", "[long][theory]") {
  struct Figure {
    const char* name;
    uint64_t Counters::*counter;
    uint64_t expected;
  };
  constexpr auto gl = &Counters::global_load_requests, gls = &Counters::global_load_sectors,
                 gs = &Counters::global_store_requests, sl = &Counters::shared_load_requests,
                 slw = &Counters::shared_load_wavefronts, ss = &Counters::shared_store_requests,
                 ssw = &Counters::shared_store_wavefronts, barriers = &Counters::barriers,
                 divisions = &Counters::integer_divisions, shuffles = &Counters::shuffles,
                 launches = &Counters::launches;
  const struct {
    const char* id;
    std::vector<Figure> figures;
  } jobs[] = {
      {"reduce/v0",
       {{"launches", launches, 3},
        {"global loads", gl, 32897},
        {"sectors loaded", gls, 131586},
        {"global stores", gs, 4113},
        {"shared loads", sl, 390735},
        {"their wavefronts", slw, 390735},
        {"shared stores", ss, 226215},
        {"their wavefronts", ssw, 226215},
        {"barriers", barriers, 296136},
        {"divisions", divisions, 8423424}}},
      {"reduce/v1",
       {{"shared loads", sl, 102825},
        {"their wavefronts", slw, 390735},
        {"shared stores", ss, 82260},
        {"their wavefronts", ssw, 226215},
        {"divisions", divisions, 0}}},
      {"reduce/v2",
       {{"shared loads", sl, 102825},
        {"their wavefronts", slw, 102825},
        {"shared stores", ss, 82260},
        {"their wavefronts", ssw, 82260}}},
      {"reduce/v3",
       {{"global loads", gl, 32833},
        {"sectors loaded", gls, 131329},
        {"shared loads", sl, 51325},
        {"shared stores", ss, 41060},
        {"barriers", barriers, 147816}}},
      {"reduce/v7",  // 513 blocks: 45 shuffles and a barrier of 8 warps in each
       {{"barriers", barriers, 4104}, {"shuffles", shuffles, 23085}}},
      {"reduce/v7.1", {{"barriers", barriers, 4104}, {"shuffles", shuffles, 23085}}},
      {"reduce/v7.2", {{"barriers", barriers, 2056}, {"shuffles", shuffles, 11565}}},  // 257 blocks
      {"reduce/v7.3", {{"barriers", barriers, 2056}, {"shuffles", shuffles, 11051}}},  // 43 shuffles
      {"reduce/v8",
       {{"global loads", gl, 8194},
        {"sectors loaded", gls, 131104},
        {"barriers", barriers, 2056},
        {"shuffles", shuffles, 11051}}},
      {"reduce/v8.2",
       {{"global loads", gl, 8194},
        {"sectors loaded", gls, 131104},
        {"shared loads", sl, 257},
        {"barriers", barriers, 2056},
        {"shuffles", shuffles, 11051}}},
      {"reduce/v9",  // all 8 warps of 256 blocks read is_last, after a second barrier
       {{"launches", launches, 1},
        {"shared loads", sl, 2305},
        {"barriers", barriers, 4104},
        {"shuffles", shuffles, 11051}}},
      {"reduce/v10", {{"launches", launches, 1}, {"shared loads", sl, 257}, {"barriers", barriers, 2056}}},
      {"scan/three_kernel",
       {{"shared loads", sl, 534683}, {"shared stores", ss, 296136}, {"barriers", barriers, 559368}}},
      {"scan/blelloch_blocked",
       {{"shared loads", sl, 199126},
        {"their wavefronts", slw, 815026},
        {"shared stores", ss, 158081},
        {"their wavefronts", ssw, 620006}}},
      {"scan/blelloch_padded",
       {{"shared loads", sl, 199126},
        {"their wavefronts", slw, 199126},
        {"shared stores", ss, 158081},
        {"their wavefronts", ssw, 158081}}},
      {"map/vectorised", {{"global loads", gl, 8192}, {"sectors loaded", gls, 131072}}},
      {"stencil/naive", {{"global loads", gl, 163776}, {"sectors loaded", gls, 718592}}},
  };
  for (const auto& job : jobs) {
    const auto c = observation_of(job.id, size_t{1} << 20).counters;
    CHECK(c.sampled_blocks == c.total_blocks);
    for (const Figure& figure : job.figures) {
      INFO(job.id << ": " << figure.name);
      CHECK(c.*figure.counter == figure.expected);
    }
  }
}

TEST_CASE("every instruction takes the number of wavefronts measured on an H200") {
  std::ifstream file(os::in_repository("results/h200/wavefronts.txt"));  // harness/record/wavefronts.py
  std::set<std::string> kinds;
  int patterns = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    unsigned wavefronts = 0, bytes = 0;
    std::string kind;
    words >> wavefronts >> kind >> bytes;
    std::array<uint64_t, 32> address{};
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      int64_t a = 0;
      words >> a;
      if (a < 0) continue;
      address[lane] = static_cast<uint64_t>(a);
      lanes |= 1u << lane;
    }
    REQUIRE(words);
    INFO(line);
    CHECK(simt::trace::shared_wavefronts(address.data(), lanes, bytes, kind == "load") == wavefronts);
    kinds.insert(kind + " of " + std::to_string(bytes));
    ++patterns;
  }
  CHECK(patterns == 510);
  CHECK(kinds.size() == 6);
}
