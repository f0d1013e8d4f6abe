// The executor's hazards: every faulty kernel in tests/kernels/hazards.cu must be detected, with the right
// kind, lines and names, and nothing may be reported for its correct counterparts. The kernels are tested for
// every block size, with an incomplete last block.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "os/memory.h"
#include "simt/executor.h"
#include "simt/observation.h"
#include "simt/machine.h"
#include "simt/memory.h"
#include "stage/registry.h"
#include "tests/catch.h"
#include "executor/tests/hazard_text.h"

using namespace ladder;

namespace {

using stage::Build;

struct Way {
  bool freed_input = false;
  unsigned schedule = 0, blocks = 3, runs = 1;
};

simt::Observation observe(const std::string& name, unsigned block, Way way = {},
                          std::vector<uint32_t>* answer = nullptr) {
  const stage::Stage* s = stage::find_stage(Build::simt_traced, "test/" + name);
  REQUIRE(s);
  const auto machine = simt::make_machine();
  const size_t n = way.blocks * block - 5;
  void* input = machine->allocate("input", n * 4);
  void* output = machine->allocate("output", (n + 2) * 4);
  machine->fill(input, 1, n * 4);
  machine->fill(output, 0, (n + 2) * 4);
  if (name.find("static") != std::string::npos || name.find("shuffle") != std::string::npos ||
      name.find("local") != std::string::npos || name.find("variable_") != std::string::npos ||
      name.find("constant") != std::string::npos || name.find("warp") != std::string::npos) {
    machine->release(output);  // these kernels write one word per thread, even beyond n
    output = machine->allocate("output", way.blocks * block * 4);
  }
  if (way.freed_input) machine->release(input);
  stage::Job job;
  job.context = machine.get();
  job.block = block;
  job.n = n;
  job.inputs[0] = input;
  job.outputs[0] = output;
  simt::set_trace_options({.counters = false, .schedule = way.schedule});
  simt::take_observation();
  for (unsigned run = 0; run < way.runs; ++run) {
    if (run > 0) machine->fill(output, 0xff, n * 4);
    machine->next_run();
    try {
      s->variants[0].run(job);
      machine->synchronize();
    } catch (const simt::KernelStopped&) {
    }
  }
  if (answer) {
    answer->resize(n);
    machine->download(answer->data(), output, n * 4);
  }
  simt::set_trace_options({});
  return simt::take_observation();
}

std::string all_of(const simt::Observation& o) {
  std::string text;
  for (const auto& h : o.hazards) text += text_of(h);
  return text;
}

struct Bug {
  const char* name;
  const char* kind;
  const char* space;
  const char* object;  // prefix of the object's name
  const char* line;    // text on one of the hazard's lines
  const char* advice;  // text in the message
  unsigned min_block = 32;
};

const Bug kBugs[] = {
    {"bug_missing_barrier", "race", "shared", "tile[", "tile[blockDim.x - 1 - threadIdx.x]", "put a __sync"},
    {"bug_read_then_write", "race", "shared", "tile[", "tile[tid] += left", "put a __sync"},
    {"bug_step_then_step", "race", "shared", "tile[", "tile[tid] += left", "put a __sync"},
    {"bug_reused_too_early", "race", "shared", "buffer[", "buffer[tid] = mirrored", "put a __sync"},
    {"bug_all_write_one", "race", "shared", "last[0]", "last = threadIdx.x", "have only one of them write"},
    {"bug_same_byte", "race", "shared", "flags[", "threadIdx.x >> kShift", "have only one of them write"},
    {"bug_first_of_four", "race", "shared", "large[0]", "= large[0]", "put a __sync"},
    {"bug_byte_read_before", "race", "shared", "bytes[0]", "bytes[0] = 9", "put a __sync", 64},
    {"bug_byte_of_written_word", "race", "shared", "word", "unsigned short*", "put a __sync", 96},
    {"bug_volatile_warp", "race", "shared", "partial[", "p[tid] = p[tid] + other", "__syncwarp()"},
    {"bug_shuffle_is_no_fence", "race", "shared", "tile[", "output[i] = tile[from]", "__syncwarp()"},
    {"bug_across_halves", "race", "shared", "tile[", "tile[tid ^ (kLanes - 1)]", "__syncwarp()"},
    {"bug_shuffle_from_returned_lane", "inactive_lane", "", "", "__shfl_down_sync(kAll",
     "do not reach this call, but its mask"},
    {"bug_shuffle_from_lane_outside", "inactive_lane", "", "", "__shfl_down_sync(0x0000ffffu",
     "does not take part"},
    {"bug_early_return", "early_exit", "", "", "__syncthreads()", "Make every thread reach it"},
    {"bug_barrier_in_branch", "barrier_divergence", "", "", "__syncthreads()", "out of the branch"},
    {"bug_waits_for_nobody", "deadlock", "", "", "__shfl_sync", "wait"},
    {"bug_read_past_end", "out_of_bounds", "global", "input[", "= input[i]", "just past the end of input"},
    {"bug_write_past_end", "out_of_bounds", "global", "output[", "output[i + 3]",
     "just past the end of output"},
    {"bug_before_start", "out_of_bounds", "global", "input[-1]", "input[static_cast<int>(i) - 1]",
     "4 bytes before the start of input"},
    {"bug_static_shared_past_end", "out_of_bounds", "shared", "small[32]", "small[threadIdx.x + 1]",
     "just past the end of small, which has 32 elements"},
    {"bug_dynamic_shared_past_end", "out_of_bounds", "shared", "dynamic[", "dynamic[threadIdx.x + 1]",
     "bytes of dynamic shared memory; request more"},
    {"bug_far_past_end", "invalid_address", "global", "0x", "small[far]", "not device memory"},
    {"bug_null", "invalid_address", "global", "0x0", "nowhere[threadIdx.x]", "null pointer"},
    {"bug_host_pointer", "invalid_address", "global", "0x", "host[threadIdx.x]", "not device memory"},
    {"bug_vector_misaligned", "misaligned", "global", "input[", "reinterpret_cast<const uint4*>(input + i)",
     "multiple of"},
    {"bug_vector_misaligned_by_8", "misaligned", "global", "input[",
     "reinterpret_cast<const uint4*>(input + i)", "8 past a multiple of 16"},
    {"bug_shared_misaligned", "misaligned", "shared", "tile[", "reinterpret_cast<double*>",
     "4 past a multiple of 8"},
    {"bug_leaked_local", "invalid_address", "local", "a local variable of thread 0", "*pointer + mine",
     "local variables of another"},
    {"bug_uninitialised_static", "uninitialised", "shared", "tile[0]", "output[i] = tile[threadIdx.x]",
     "starts with arbitrary values, so write"},
    {"bug_uninitialised_dynamic", "uninitialised", "shared", "dynamic_words[7]", "output[i] = dynamic_words",
     "starts with arbitrary values, so write"},
    {"bug_uninitialised_counter", "uninitialised", "shared", "counter[0]", "atomicAdd(&counter",
     "starts with arbitrary values, so write"},
    {"bug_atomic_and_plain", "race", "shared", "counter[0]", "counter = 5", "__sync"},
    {"bug_read_before_atomics_end", "race", "shared", "counter[0]", "= counter;", "__sync"},
    {"bug_global_in_block", "race", "global", "output[", "output[i] += output[i - 1]", "a __sync"},
    {"bug_global_across_blocks", "race", "global", "output[", "output[i - blockDim.x]",
     "blocks run in any order"},
    {"bug_blocks_write_one", "race", "global", "output[0]", "output[0] = blockIdx.x",
     "blocks run in any order"},
    {"bug_no_fence", "race", "global", "results[", "results[n - 1 - k]", "put a __threadfence() between"},
    {"bug_fence_after_ticket", "race", "global", "results[", "results[n - 1 - k]",
     "put a __threadfence() between the write"},
    {"bug_fence_before_ticket", "race", "global", "results[", "results[n - 1 - k]",
     "put a __threadfence() between the atomic that reads"},
    {"bug_fence_of_block_scope", "race", "global", "results[", "results[n - 1 - k]", "__threadfence()"},
    {"bug_fence_without_barrier", "race", "global", "results[", "results[n - 1 - k]", "__threadfence()"},
    {"bug_memset_race", "race", "shared", "tile[", "output[i] = tile[threadIdx.x]", "put a __sync"},
    {"bug_memcpy_past_end", "out_of_bounds", "global", "input[", "memcpy(output, input + i",
     "past the end of input"},
    {"bug_uninitialised_lock", "uninitialised", "shared", "lock[0]", "atomicExch(&lock",
     "starts with arbitrary values, so write"},
    {"bug_counts_before_zero", "race", "shared", "bins[", "bins[threadIdx.x] = 0", ""},
    {"bug_memcpy_uninitialised", "uninitialised", "shared", "tile[0]", "memcpy(output, tile",
     "starts with arbitrary values, so write"},
    {"bug_by_value_race", "race", "shared", "tile[", "sum_of(tile[", "put a __sync"},
    {"bug_by_value_past_end", "out_of_bounds", "global", "input[", "last_of(*", " the end of input"},
    {"bug_variable_past_end", "out_of_bounds", "global", "device_words[16]", "device_words[16",
     "just past the end of device_words, which has 16 elements"},
    {"bug_store_to_constant", "invalid_address", "global", "constant_words[0]", "(constant_words)[0] = 1",
     "a kernel can only read it"},
    {"bug_past_one_letter", "out_of_bounds", "global", "c[8]", "::c[8", "which has 8 elements"},
    {"bug_launch_in_kernel", "crash", "", "", "simt::run(", "launch that kernel from the host"},
    {"bug_plain_read_of_atomic", "race", "global", "output[0]", "seen = output[0]", ""},
    {"bug_grid_barrier_volatile", "race", "global", "words[", "words[n - i]", "__threadfence()"},
    {"bug_plain_sum", "race", "global", "output[0]", "*output += input[i]", "use an atomic"},
    {"bug_plain_sum_shared", "race", "shared", "total[0]", "total += input[i]", "use an atomic"},
    {"bug_bound", "race", "shared", "partial[", "tid <= s", "check the index and the bound in the condition"},
    {"bug_tree_without_barrier", "race", "shared", "partial[", "tid <= s", "put a __sync"},
    {"bug_lock_without_fence", "race", "global", "output[0]", "output[0] = output[0] + 1", "__threadfence()"},
    {"bug_round_the_barrier", "early_exit", "", "", "__syncthreads()", "skipped it"},
    {"bug_index_wraps", "out_of_bounds", "global", "input[4294967295]", "input[i - 1]",
     "is -1 converted to an unsigned 32-bit number"},
    {"bug_guide_without_fence", "race", "global", "output[", "total += output[b]",
     "put a __threadfence() between"},
    {"bug_waits_without_fence", "race", "shared", "value[0]", "output[blockIdx.x] = value", ""},
    {"bug_waits_for_ever", "deadlock", "", "", "while (*flag == 0)",
     "no thread writes the values that they are waiting for"},
    {"bug_much_static_shared", "out_of_bounds", "shared", "", "= threadIdx.x", "48 KB"},
    {"bug_much_shared_in_all", "out_of_bounds", "shared", "", "= threadIdx.x", "227 KB"},
    {"bug_shift_by_32", "undefined_arithmetic", "", "", "1u << 32 * (input[i]",
     "shifts a 32-bit number by 32"},
    {"bug_shift_by_64", "undefined_arithmetic", "", "", ">> 64 * (input[i]", "shifts a 64-bit number by 64:"},
    {"bug_float_too_large", "undefined_arithmetic", "", "", "static_cast<int>(x[i])",
     "to int, which cannot hold it"},
    {"bug_negative_float", "undefined_arithmetic", "", "", "static_cast<unsigned>(-1.5f",
     "converts -1.500000 to unsigned int"},
    {"bug_nan_to_integer", "undefined_arithmetic", "", "", "static_cast<long long>(nothing)",
     "converts NaN to long long"},
    {"bug_own_array", "out_of_bounds", "", "", "last[k] = input[i] + k",
     "accesses element 8 of an array with 8 elements"},
    {"bug_own_array_read", "out_of_bounds", "", "", "output[i] = seen[(input[i] & 1) + 3]",
     "element 4 of an array with 4 elements"},
    {"bug_array_in_structure", "out_of_bounds", "", "", "bins.low[31 + (input[0] & 1)] = 7",
     "element 32 of an array with 32 elements"},
    {"bug_array_in_device_structure", "out_of_bounds", "", "", "bins->low[31 +",
     "element 32 of an array with 32 elements"},
    {"bug_own_array_in_function", "out_of_bounds", "", "", "sum += v[k]",
     "element 4 of an array with 4 elements"},
    {"bug_own_table", "out_of_bounds", "", "", "table[3 + (input[i] & 1)][2]",
     "element 4 of an array with 4 elements"},
    {"bug_chain", "race", "global", "output[", "output[threadIdx.x]", "put a __threadfence() between"},
};

const char* const kCorrect[] = {
    "ok_rows_as_one",
    "ok_end_of_array",
    "ok_barrier",
    "ok_two_barriers",
    "ok_reused_after_barrier",
    "ok_one_writes",
    "ok_neighbouring_bytes",
    "ok_first_of_four",
    "ok_halves_in_turn",
    "ok_syncwarp",
    "ok_within_halves",
    "ok_shuffle_of_half",
    "ok_block_takes_branch",
    "ok_whole_input",
    "ok_vectors",
    "ok_own_local",
    "ok_table",
    "ok_hole_in_structure",
    "ok_atomics",
    "ok_global_in_block",
    "ok_two_launches",
    "ok_fence_on_both_sides",
    "ok_fence_by_each_thread",
    "ok_chain",
    "ok_memset_shared",
    "ok_by_value",
    "ok_word_beside_vectors",
    "ok_guide_last_block",
    "ok_guide_compare_and_swap",
    "ok_grid_barrier",
    "ok_grid_barrier_volatile",
    "ok_lane_waits_for_lane",
    "ok_waits_in_shared",
    "ok_is_waited_for_in_shared",
    "ok_much_shared",
    "ok_lock",
    "ok_shifts",
    "ok_conversions",
    "ok_exchange_writes",
    "ok_looks_and_ends",
    "ok_writer_sleeps",
    "ok_sixteen_groups",
};

}  // namespace

TEST_CASE("every planted bug is found, named and located", "[trace]") {
  for (const unsigned block : {32u, 64u, 128u, 256u, 512u, 1024u})
    for (const Bug& bug : kBugs) {
      if (block < bug.min_block) continue;
      const auto o = observe(bug.name, block);
      INFO(bug.name << " at block " << block << " gives:\n" << all_of(o));
      REQUIRE_FALSE(o.hazards.empty());
      const auto h = std::find_if(o.hazards.begin(), o.hazards.end(),
                                  [&](auto& x) { return data::name(x.kind) == std::string(bug.kind); });
      REQUIRE(h != o.hazards.end());
      CHECK(h->space == bug.space);
      CHECK(h->object.text().starts_with(bug.object));
      CHECK(h->count >= 1);
      CHECK_FALSE(h->where.empty());
      CHECK(on_line(*h, bug.line));
      for (const auto& a : h->where) {
        CHECK(a.file == "harness/executor/tests/kernels/hazards.cu");
        CHECK_FALSE(a.access.empty());
        CHECK(a.thread.block >= 0);
      }
      CHECK(h->message().find(bug.advice) != std::string::npos);
      // A mistake causes hazards of only one kind, apart from its consequences.
      for (const auto& x : o.hazards) {
        const std::set<std::string> also = {bug.kind, "uninitialised", "early_exit", "inactive_lane", "race"};
        CHECK(also.count(data::name(x.kind)));
      }
    }
}

TEST_CASE("nothing is reported for correct kernels", "[trace]") {
  for (const unsigned block : {32u, 64u, 96u, 128u, 256u, 512u, 1024u})
    for (const char* name : kCorrect) {
      const auto o = observe(name, block);
      INFO(name << " at block " << block << " gives:\n" << all_of(o));
      CHECK(o.hazards.empty());
    }
}

TEST_CASE("a thread that polls but makes progress is not reported as deadlocked", "[trace]") {
  CHECK(all_of(observe("looks_for_long", 32)) == "");
}

TEST_CASE("nothing is reported for correct kernels, whatever the order of their blocks", "[trace]") {
  for (unsigned schedule = 1; schedule <= 6; ++schedule)
    for (const char* name : kCorrect)
      for (const unsigned blocks : {3u, 19u}) {
        if (std::string(name).find("grid_barrier") != std::string::npos && schedule % 2 == 1 && blocks > 4)
          continue;  // all its blocks must be resident, but this launch does not request that
        const auto o = observe(name, 64, {.schedule = schedule, .blocks = blocks});
        INFO(name << " with schedule " << schedule << " and " << blocks << " blocks gives:\n" << all_of(o));
        CHECK(o.hazards.empty());
      }
}

TEST_CASE("blocks that must be resident together need a launch that makes them resident", "[trace]") {
  const auto o = observe("ok_grid_barrier", 64, {.schedule = 1, .blocks = 19});
  INFO(all_of(o));
  REQUIRE(o.hazards.size() == 1);
  CHECK(o.hazards[0].kind == simt::HazardKind::deadlock);
  CHECK(o.hazards[0].message().find("use launch_resident(), which makes all blocks resident") !=
        std::string::npos);
  CHECK(source_of(o.hazards[0].where.at(0)).find("while (atomicAdd(arrived, 0u)") != std::string::npos);
  for (unsigned schedule = 0; schedule <= 6; ++schedule)
    for (const char* name : {"resident_grid_barrier", "order_by_index", "order_by_ticket"})
      CHECK(all_of(observe(name, 64, {.schedule = schedule, .blocks = 19})) == "");
}

TEST_CASE("a block that runs ahead may accept a message from an earlier run, which gives a wrong result",
          "[trace]") {
  const auto wrong = [](const char* name, unsigned schedule) {
    std::vector<uint32_t> answer;
    observe(name, 64, {.schedule = schedule, .blocks = 19, .runs = 4}, &answer);
    for (size_t i = 0; i < answer.size(); ++i)
      if (answer[i] != 0x01010101u * (i / 64 + 1)) return true;
    return false;
  };
  CHECK_FALSE(wrong("flags_of_any_run", 0));  // blocks that run one after another do not show the hazard
  CHECK(wrong("flags_of_any_run", 2));
  for (unsigned schedule = 0; schedule <= 6; ++schedule) CHECK_FALSE(wrong("flags_of_this_run", schedule));
}

TEST_CASE(
    "a thread whose compare-and-swap fails retries immediately, so a loop needs few attempts in any order",
    "[trace]") {
  for (unsigned schedule = 0; schedule <= 6; ++schedule) {
    std::vector<uint32_t> answer;
    const auto o = observe("sum_by_swaps", 256, {.schedule = schedule, .blocks = 40}, &answer);
    INFO("with schedule " << schedule << ": " << all_of(o));
    CHECK(o.hazards.empty());
    CHECK(answer[0] == 0x01010101u * static_cast<uint32_t>(answer.size()));
    CHECK(answer[1] <= 3 * answer.size());
  }
}

TEST_CASE("a block larger than __launch_bounds__ allows is not launched", "[trace]") {
  CHECK(observe("bounded", 64).hazards.empty());
  for (const Build build : {Build::simt, Build::simt_traced}) {
    const auto machine = simt::make_machine();
    stage::Job job;
    job.context = machine.get();
    job.block = 65;
    job.n = 65;
    job.inputs[0] = machine->allocate("input", 65 * 4);
    job.outputs[0] = machine->allocate("output", 65 * 4);
    CHECK_THROWS_WITH(
        stage::find_stage(build, "test/bounded")->variants[0].run(job),
        "a block of 65 threads: this kernel's __launch_bounds__ allows 64; launch smaller blocks, or "
        "raise the bound");
  }
}

TEST_CASE("freed memory is out of bounds", "[trace]") {
  const auto o = observe("ok_whole_input", 64, {.freed_input = true});
  INFO(all_of(o));
  REQUIRE_FALSE(o.hazards.empty());
  CHECK(o.hazards[0].kind == simt::HazardKind::out_of_bounds);
  CHECK(o.hazards[0].message().find("after input has been freed") != std::string::npos);
}

TEST_CASE(
    "addresses are reused once all have been used, and memory that the system could free counts as free") {
  constexpr size_t kMost = size_t{300} << 30;
  auto* const first = static_cast<char*>(simt::device_allocate("first", kMost, true));
  for (char *p = first, *before = nullptr; before == nullptr || p != first; before = p) {
    REQUIRE(simt::device_free(p) == kMost);
    CHECK_FALSE(simt::device_free(p));
    CHECK_FALSE(simt::find_allocation(p)->live);
    p = static_cast<char*>(simt::device_allocate("again", kMost, true));
    REQUIRE(p != before);
    CHECK((simt::find_allocation(p)->live && simt::find_allocation(p)->name == "again"));
    CHECK((*p == 0 && p[kMost - 1] == 0));
    *p = p[kMost - 1] = 1;
  }
  simt::device_free(first);
  // Larger than any freed allocation.
  auto* const large = static_cast<char*>(simt::device_allocate("large", 2 * kMost, true));
  CHECK(
      (simt::find_allocation(large + kMost)->live && simt::find_allocation(large + kMost)->name == "large"));
  CHECK((*large == 0 && large[kMost - 1] == 0));
  simt::device_free(large);
  CHECK(static_cast<double>(simt::device_free_bytes()) > 0.8 * os::available_memory());
}

TEST_CASE("a race is reported with both threads, both lines and the element", "[trace]") {
  const auto o = observe("bug_missing_barrier", 256);
  INFO(all_of(o));
  REQUIRE(o.hazards.size() == 2);  // a thread that reads too early may also read unwritten memory
  CHECK(read_too_early(o.hazards[1]));
  CHECK(o.hazards[1].message().find(" before thread ") != std::string::npos);
  const auto& h = o.hazards[0];
  REQUIRE(h.where.size() == 2);
  CHECK(h.where[0].line != h.where[1].line);
  CHECK(h.where[0].thread != h.where[1].thread);
  CHECK(std::set<std::string>{h.where[0].access, h.where[1].access} ==
        std::set<std::string>{"read", "write"});
  CHECK(h.count > 100);  // a hazard that occurs many times on the same two lines is reported once
  CHECK(h.message().find("__syncthreads()") != std::string::npos);
}

TEST_CASE("a cause is reported before its consequences", "[trace]") {
  // partial[256] is read but never written: the bound is wrong, and the race is only a consequence.
  const auto bound = observe("bug_bound", 256);
  INFO(all_of(bound));
  REQUIRE(bound.hazards.size() >= 2);
  CHECK(bound.hazards[0].kind == simt::HazardKind::uninitialised);
  CHECK(bound.hazards[0].object.text() == "partial[256]");
  CHECK_FALSE(read_too_early(bound.hazards[0]));
  CHECK(bound.hazards[1].kind == simt::HazardKind::race);
  CHECK(bound.hazards[1].message().find("__syncwarp") == std::string::npos);
  // An atomic is executed before the store that should precede it.
  const auto zero = observe("bug_counts_before_zero", 256);
  INFO(all_of(zero));
  REQUIRE(zero.hazards.size() >= 2);
  CHECK(zero.hazards[0].kind == simt::HazardKind::race);
  CHECK(read_too_early(zero.hazards.back()));
  // If warps race, the missing ordering between two lanes of one warp is not reported.
  for (const simt::Hazard& h : observe("bug_missing_barrier", 256).hazards)
    CHECK(h.message().find("__syncwarp") == std::string::npos);
}

TEST_CASE("hazards are discarded once taken", "[trace]") {
  CHECK_FALSE(observe("bug_missing_barrier", 64).hazards.empty());
  CHECK(simt::take_observation().hazards.empty());
  CHECK(observe("ok_barrier", 64).hazards.empty());
}

TEST_CASE("two identical runs give the same findings, word for word", "[trace]") {
  for (const char* name : {"bug_volatile_warp", "bug_no_fence", "bug_static_shared_past_end"})
    CHECK(all_of(observe(name, 128)) == all_of(observe(name, 128)));
}
