// The executor's counters, for kernels in tests/kernels/counting.cu whose counts follow from theory:
// reconvergence of diverged lanes, banks, sectors, divisions, synchronisation, sampling.
#include <cstring>
#include <fstream>
#include <memory>
#include <set>
#include <string>

#include "simt/observation.h"
#include "os/repository.h"
#include "simt/trace/observer.h"
#include "platform/source.h"
#include "simt/machine.h"
#include "stage/registry.h"
#include "tests/catch.h"

using namespace ladder;

namespace {

simt::Observation count(const std::string& name, size_t n = 32, unsigned block = 32,
                        simt::TraceOptions options = {}) {
  const stage::Stage* s = stage::find_stage(stage::Build::simt_traced, "test/" + name);
  REQUIRE(s);
  const auto machine = simt::make_machine();
  const size_t bytes = (n + 1024) * 16;
  void* input = machine->allocate("input", bytes);
  void* output = machine->allocate("output", bytes);
  machine->fill(input, 1, bytes);
  machine->fill(output, 0, bytes);
  stage::Job job;
  job.context = machine.get();
  job.block = block;
  job.n = n;
  job.inputs[0] = input;
  job.outputs[0] = output;
  simt::set_trace_options(options);
  simt::take_observation();
  machine->next_run();
  s->variants[0].run(job);
  machine->synchronize();
  simt::set_trace_options({});
  simt::Observation o = simt::take_observation();
  INFO(name);
  CHECK(o.complete);
  return o;
}

// The line of counting.cu that contains `text`.
simt::LineCost line_with(const simt::Observation& o, const std::string& text) {
  std::ifstream file(os::in_repository("harness/executor/tests/kernels/counting.cu"));
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    if (line.find(text) != std::string::npos)
      for (const auto& cost : o.lines)
        if (cost.line == number && cost.file == "harness/executor/tests/kernels/counting.cu") return cost;
  FAIL("no cost on the line with: " << text);
  return {};
}

}  // namespace

TEST_CASE("diverged lanes reconverge", "[trace]") {
  SECTION("a loop with a different trip count in every lane is counted correctly") {
    const auto o = count("count_loop");
    const auto body = line_with(o, "// loop body");
    CHECK(body.counters.global_load_requests == 31);   // one for each iteration of the longest loop
    CHECK(body.counters.memory_lanes == 31 * 32 / 2);  // 31 lanes are active, then 30, … 1
    CHECK(body.counters.global_load_sectors == 31);    // all lanes read input[k]
    const auto after = line_with(o, "// after loop");
    CHECK(after.counters.global_store_requests == 1);  // all lanes have reconverged here
    CHECK(after.counters.memory_lanes == 32);
  }
  SECTION("a function called from both branches is counted for each call") {
    const auto o = count("count_called_from_both");
    const auto inside = line_with(o, "// in function");
    CHECK(inside.counters.global_load_requests == 2);  // one request for each call
    CHECK(inside.counters.memory_lanes == 32);
    CHECK(o.counters.global_load_requests == 4);
    CHECK(line_with(o, "// after if").counters.global_store_requests == 1);
  }
  SECTION("continue in a loop is counted correctly") {
    const auto o = count("count_continue");
    CHECK(line_with(o, "// every lane").counters.global_load_requests == 6);
    CHECK(line_with(o, "// every lane").counters.memory_lanes == 6 * 32);
    CHECK(line_with(o, "// odd lanes").counters.global_load_requests == 6);
    CHECK(line_with(o, "// odd lanes").counters.memory_lanes == 6 * 16);
  }
  SECTION("nested loops are counted correctly") {
    const auto o = count("count_nested");
    const auto body = line_with(o, "// inner body");
    CHECK(body.counters.global_load_requests == 6);    // two iterations of three each
    CHECK(body.counters.memory_lanes == 24 + 2 * 24);  // lanes 0-15 iterate once, lanes 16-31 twice
  }
  SECTION("a loop that lanes leave at different times is counted correctly") {
    const auto o = count("count_break");
    const auto body = line_with(o, "// until own number");
    CHECK(body.counters.global_load_requests == 10);
    CHECK(body.counters.memory_lanes == 31 + 30 + 29 + 28 + 27 + 26 + 25 + 24 + 23 + 22);
    CHECK(line_with(o, "// after break").counters.global_store_requests == 1);
  }
  SECTION("lanes that have returned are not counted") {
    const auto o = count("count_early_return", 64, 64);
    CHECK(line_with(o, "// the first twenty").counters.global_load_requests == 2);  // two warps
    CHECK(line_with(o, "// the first twenty").counters.memory_lanes == 40);
    CHECK(line_with(o, "// the first twenty").executions == 2);
    CHECK(o.counters.active_lanes_per_request() == 20);
  }
}

TEST_CASE("wavefronts are counted for 32 banks of shared memory", "[trace]") {
  struct {
    const char* name;
    unsigned load, store;  // wavefronts
  } const cases[] = {
      {"count_stride_1", 1, 1},         {"count_stride_2", 2, 1},
      {"count_stride_4", 4, 1},         {"count_stride_8", 8, 1},
      {"count_stride_16", 16, 1},       {"count_stride_32", 32, 1},
      {"count_stride_33", 1, 1},        {"count_padded", 1, 1},
      {"count_broadcast", 1, 1},        {"count_two_words", 2, 1},
      {"count_reversed", 1, 1},         {"count_double", 2, 2},
      {"count_double_stride_2", 4, 2},  {"count_double_stride_16", 32, 2},
      {"count_float4", 4, 4},           {"count_float4_stride_2", 8, 4},
      {"count_float4_broadcast", 2, 4}, {"count_bytes", 1, 1},
      {"count_bytes_stride_4", 1, 1},
  };
  for (const auto& c : cases) {
    const auto o = count(c.name);
    INFO(c.name);
    CHECK(o.counters.shared_load_requests == 1);
    CHECK(o.counters.shared_load_wavefronts == c.load);
    // Thread 0 clears the array element by element, in requests of one lane and one wavefront each.
    CHECK(o.counters.shared_store_wavefronts - o.counters.shared_store_requests == c.store - 1);
    CHECK(o.hazards.empty());
  }
}

TEST_CASE("global memory is counted in 32-byte sectors", "[trace]") {
  struct {
    const char* name;
    unsigned sectors;
  } const cases[] = {
      {"count_sectors_word", 4},
      {"count_sectors_word_off_by_one", 5},
      {"count_sectors_word_stride_2", 8},
      {"count_sectors_word_stride_8", 32},
      {"count_sectors_word_stride_32", 32},
      {"count_sectors_reversed", 4},
      {"count_sectors_double", 8},
      {"count_sectors_float4", 16},
      {"count_sectors_float4_stride_2", 32},
      {"count_sectors_byte", 1},
  };
  for (const auto& c : cases) {
    const auto o = count(c.name);
    INFO(c.name);
    CHECK(o.counters.global_load_requests == 1);
    CHECK(o.counters.global_load_sectors == c.sectors);
    CHECK(o.counters.global_store_requests == 1);
    CHECK(o.counters.global_store_sectors == c.sectors);
    CHECK(o.counters.memory_lanes == 64);
  }
}

TEST_CASE("divisions are counted per lane", "[trace]") {
  const auto o = count("count_divisions", 64, 64);
  CHECK(o.counters.integer_divisions == 64 + 2 * 5);
  CHECK(line_with(o, "// unsigned, all lanes").counters.integer_divisions == 64);
  CHECK(line_with(o, "// signed, five lanes").counters.integer_divisions == 10);
}

TEST_CASE("synchronisation is counted per warp", "[trace]") {
  const auto o = count("count_synchronisation", 64, 64);
  CHECK(o.counters.barriers == 2 * 2);
  CHECK(o.counters.shuffles == 2 * (5 + 1 + 1));  // including the shuffle by half a warp, and the reduction
  CHECK(o.counters.votes == 2 * 3);
  CHECK(o.counters.warp_syncs == 2 * 2);
  CHECK(o.counters.launches == 1);
  CHECK(line_with(o, "for (unsigned s = 16; s > 0; s /= 2) x +=").counters.shuffles == 10);
}

TEST_CASE("atomics are counted neither as loads nor as stores", "[trace]") {
  const auto o = count("count_atomics", 64, 64);
  CHECK(o.counters.atomics == 2 + 2);
  CHECK(o.counters.global_load_requests == 2);
  CHECK(o.counters.global_store_requests == 2);
  CHECK(o.counters.shared_load_requests == 2);  // the read of the total at the end
  CHECK(o.counters.shared_store_requests == 1);
}

TEST_CASE("sampled blocks represent all blocks if all blocks do the same work", "[trace]") {
  const size_t n = 64 * 128;
  const auto all = count("count_uniform", n, 128), some = count("count_uniform", n, 128, {true, true, 7});
  CHECK(all.counters.sampled_blocks == 64);
  CHECK(all.counters.total_blocks == 64);
  CHECK(some.counters.sampled_blocks == 7);
  CHECK(some.counters.total_blocks == 64);
  CHECK(some.counters.launches == 1);
  const auto same = [&](auto member) { CHECK(all.counters.*member == some.counters.*member); };
  for (auto member :
       {&simt::Counters::global_load_requests, &simt::Counters::global_load_sectors,
        &simt::Counters::global_store_requests, &simt::Counters::global_store_sectors,
        &simt::Counters::shared_load_requests, &simt::Counters::shared_load_wavefronts,
        &simt::Counters::shared_store_requests, &simt::Counters::shared_store_wavefronts,
        &simt::Counters::memory_lanes, &simt::Counters::barriers, &simt::Counters::integer_divisions,
        &simt::Counters::issued_blocks, &simt::Counters::issued_lanes})
    same(member);
  CHECK(all.counters.integer_divisions == n);
  CHECK(all.counters.warp_efficiency() == Approx(1.0));
  REQUIRE(all.lines.size() == some.lines.size());
  for (size_t i = 0; i < all.lines.size(); ++i) {
    CHECK(all.lines[i].executions == some.lines[i].executions);
    CHECK(all.lines[i].line == some.lines[i].line);
  }
}

TEST_CASE("lines are sorted and add up to the total", "[trace]") {
  const auto o = count("count_synchronisation", 256, 128);
  simt::Counters sum;
  for (size_t i = 0; i < o.lines.size(); ++i) {
    sum += o.lines[i].counters;
    CHECK(o.lines[i].file == "harness/executor/tests/kernels/counting.cu");
    if (i > 0) CHECK(o.lines[i - 1].line < o.lines[i].line);
  }
  CHECK(sum.global_load_requests == o.counters.global_load_requests);
  CHECK(sum.shuffles == o.counters.shuffles);
  CHECK(sum.barriers == o.counters.barriers);
  CHECK(sum.issued_blocks == o.counters.issued_blocks);
}

namespace {
struct Listening {
  explicit Listening(simt::trace::Observer& o) { simt::trace::set_observer(&o); }
  ~Listening() { simt::trace::set_observer(nullptr); }
};
}  // namespace

TEST_CASE("an observer receives the values that each lane has read, even if several loads are merged",
          "[trace]") {
  struct : simt::trace::Observer {
    std::vector<uint32_t> values;  // the values of lane 0
    void instruction(const simt::trace::WarpInstruction& i) override {
      if (i.kind == simt::trace::Kind::basic_block) return;
      REQUIRE(i.value);
      std::memcpy(&values.emplace_back(), i.value[0].data(), 4);
    }
    void barrier(const simt::Worker&) override {}
  } observer;
  const Listening listening(observer);
  CHECK(count("count_members").counters.global_load_requests == 2);
  CHECK(observer.values == std::vector<uint32_t>{0x01010101, 0, 0x04040404});  // loads, and the stored values
}

TEST_CASE("an observer receives every warp instruction in order", "[trace]") {
  struct : simt::trace::Observer {
    struct Seen {
      simt::trace::Kind kind;
      uint32_t lanes;
      const void* pc;
      uint64_t distance;  // between the first two addresses
    };
    std::vector<Seen> seen;
    unsigned barriers = 0;
    void instruction(const simt::trace::WarpInstruction& i) override {
      if (i.kind != simt::trace::Kind::basic_block)
        seen.push_back({i.kind, i.lanes, i.pc, i.address[1] - i.address[0]});
    }
    void barrier(const simt::Worker&) override { ++barriers; }
  } observer;
  {
    const Listening listening(observer);
    count("count_uniform", 32, 32);
  }
  using simt::trace::Kind;
  REQUIRE(observer.seen.size() == 6);
  const Kind order[] = {Kind::global_load, Kind::shared_store, Kind::barrier,
                        Kind::shared_load, Kind::division,     Kind::global_store};
  for (int i = 0; i < 6; ++i) {
    CHECK(observer.seen[i].kind == order[i]);
    CHECK(observer.seen[i].lanes == 0xffffffffu);
    CHECK(simt::source_line(observer.seen[i].pc).file == "harness/executor/tests/kernels/counting.cu");
    if (i > 0)
      CHECK(simt::source_line(observer.seen[i].pc).line >= simt::source_line(observer.seen[i - 1].pc).line);
  }
  CHECK(observer.seen[0].distance == 4);
  CHECK(observer.barriers == 2);  // one at the barrier, one at the end of the block
}

TEST_CASE("every counter is in the list exactly once, and is added by +=", "[counters]") {
  simt::Counters a, b;
  std::set<std::string> names;
  uint64_t next = 1;
  for (const simt::Counter& counter : simt::kCounters) {
    CHECK(names.insert(counter.name).second);
    CHECK(a.*counter.value == 0);  // not 0 if the list contains this member twice
    a.*counter.value = next;
    b.*counter.value = 1000 * next++;
  }
  a += b;
  next = 1;
  for (const simt::Counter& counter : simt::kCounters) CHECK(a.*counter.value == 1001 * next++);
}
