// Kernels of tests/kernels/language.cu on every available backend, compared with expectations computed here one
// thread at a time: barriers, shuffles, votes, reductions, atomics, shared memory, indices, waiting blocks.
#include <functional>
#include <map>
#include <numeric>

#include "simt/executor.h"
#include "simt/observation.h"
#include "cuda/device_facts.h"
#include "cuda/machine.h"
#include "simt/machine.h"
#include "stage/registry.h"
#include "tests/catch.h"

using namespace ladder;

namespace {

using Words = std::vector<uint32_t>;
using stage::Build;

Words random_words(size_t n) {
  Words words(n);
  uint32_t x = 12345;
  for (uint32_t& w : words) w = (x = x * 1664525 + 1013904223) >> 22;  // below 1024
  return words;
}

Words run(device::Machine& machine, Build backend, const std::string& name, const Words& input,
          unsigned block, size_t outputs) {
  const stage::Stage* s = stage::find_stage(backend, "test/" + name);
  REQUIRE(s);
  auto* in = static_cast<uint32_t*>(machine.allocate("input", input.size() * 4));
  auto* out = static_cast<uint32_t*>(machine.allocate("output", outputs * 4));
  machine.upload(in, input.data(), input.size() * 4);
  machine.fill(out, 0xA5, outputs * 4);
  stage::Job job;
  job.context = &machine;
  job.block = block;
  job.n = input.size();
  job.inputs[0] = in;
  job.outputs[0] = out;
  machine.next_run();
  s->variants[0].run(job);
  machine.synchronize();
  Words result(outputs);
  machine.download(result.data(), out, outputs * 4);
  CHECK(machine.damaged_guards().empty());
  machine.release(in);
  machine.release(out);
  machine.reset();
  return result;
}

// The position of element i of the input in its block and warp; at(l) is the element of lane l of the same
// warp.
struct Place {
  const Words& input;
  unsigned block;
  size_t i;
  size_t block_first() const { return i / block * block; }
  size_t warp_first() const { return block_first() + (i - block_first()) / 32 * 32; }
  unsigned lane() const { return static_cast<unsigned>(i - warp_first()); }
  uint32_t in(size_t j) const { return j < input.size() ? input[j] : 0; }
  uint32_t at(unsigned lane) const { return in(warp_first() + lane); }
};

uint32_t fold_warp(const Place& p, const std::function<uint32_t(uint32_t, uint32_t)>& op) {
  uint32_t total = p.at(0);
  for (unsigned l = 1; l < 32; ++l) total = op(total, p.at(l));
  return total;
}

uint32_t loop_sum(uint32_t x) {
  uint32_t sum = 0;
  for (uint32_t k = 0; k < x % 40; ++k) {
    if (k % 3 == 1) continue;
    if (sum > 300) break;
    sum += k;
  }
  return sum;
}

uint32_t expected_shuffles(const Place& p) {
  const unsigned l = p.lane();
  uint32_t sum = p.at(5);
  sum = sum * 31 + p.at(l / 8 * 8 + 3);
  sum = sum * 31 + p.at(l >= 2 ? l - 2 : l);
  sum = sum * 31 + p.at(l % 16 >= 3 ? l - 3 : l);
  sum = sum * 31 + p.at(l < 31 ? l + 1 : l);
  sum = sum * 31 + p.at(l % 8 == 0 ? l + 7 : l);
  sum = sum * 31 + p.at(l ^ 16);
  sum = sum * 31 + p.at((l ^ 4) < l / 4 * 4 + 4 ? l ^ 4 : l);
  return sum;
}

uint32_t expected_votes(const Place& p) {
  uint32_t ballot = 0;
  bool any = false, all = true;
  for (unsigned l = 0; l < 32; ++l) {
    ballot |= (p.at(l) & 1) << l;
    any |= p.at(l) == 7;
    all &= p.at(l) < 1000;
  }
  const uint32_t result = (ballot * 2 + any) * 2 + all, x = p.in(p.i);
  return result + static_cast<uint32_t>(__builtin_popcount(result)) +
         static_cast<uint32_t>(__builtin_ffs(static_cast<int>(x))) +
         (x ? static_cast<uint32_t>(__builtin_clz(x)) : 32);
}

uint32_t expected_reductions(const Place& p) {
  const auto largest = [](uint32_t a, uint32_t b) { return std::max(a, b); };
  const auto smallest = [](uint32_t a, uint32_t b) { return std::min(a, b); };
  uint32_t result = fold_warp(p, std::plus<uint32_t>());
  const uint32_t extremes = fold_warp(p, largest) + fold_warp(p, smallest);
  result = result * 31 + extremes;
  result = result * 31 + (extremes - 1000);
  return result * 31 + (fold_warp(p, std::bit_and<uint32_t>()) ^ fold_warp(p, std::bit_or<uint32_t>()) ^
                        fold_warp(p, std::bit_xor<uint32_t>()));
}

uint32_t expected_half_warps(const Place& p) {
  if (p.lane() < 16) return p.at(p.lane() ^ 2u) + p.at(p.lane() ^ 3u);
  uint32_t sum = 0;
  for (unsigned l = 16; l < 32; ++l) sum += p.at(l);
  return sum;
}

uint32_t expected_barrier_counts(const Place& p) {
  uint32_t odd = 0;
  bool all = true, any = false;
  for (size_t j = p.block_first(); j < p.block_first() + p.block; ++j) {
    odd += p.in(j)&1;
    all &= p.in(j) < 1000;
    any |= p.in(j) == 7;
  }
  return odd * 4 + all * 2 + any;
}

uint32_t expected_histogram(const Place& p) {
  uint32_t count = 0;
  for (size_t j = p.block_first(); j < std::min(p.block_first() + p.block, p.input.size()); ++j)
    count += p.input[j] % 16 == (p.i - p.block_first()) % 16;
  return count;
}

const std::map<std::string, std::function<uint32_t(const Place&)>> kPerThread = {
    {"barrier_reverses", [](const Place& p) { return p.in(2 * p.block_first() + p.block - 1 - p.i); }},
    {"dynamic_shared_reverses", [](const Place& p) { return p.in(2 * p.block_first() + p.block - 1 - p.i); }},
    {"much_dynamic_shared", [](const Place& p) { return p.in(p.i ^ 1); }},
    {"barrier_in_loop",
     [](const Place& p) {
       return p.in(p.block_first() + (p.i - p.block_first() + 5 * (p.block - 1)) % p.block);
     }},
    {"barrier_counts", expected_barrier_counts},
    {"shuffles", expected_shuffles},
    {"wide_shuffle", [](const Place& p) { return p.at(p.lane() ^ 1) + p.at(std::min(31u, p.lane() + 1)); }},
    {"votes", expected_votes},
    {"warp_reductions", expected_reductions},
    {"half_warps", expected_half_warps},
    {"vector_loads", [](const Place& p) { return p.i < p.input.size() / 4 * 4 ? p.in(p.i ^ 3) : p.in(p.i); }},
    {"shared_atomics", expected_histogram},
    {"divergent_loop", [](const Place& p) { return loop_sum(p.in(p.i)) + loop_sum(p.at(p.lane() ^ 1)); }},
    {"waits_for_next_block", [](const Place& p) { return p.in(p.i) + 1; }},
};

struct Target {
  Build backend;
  const char* name;
  std::unique_ptr<device::Machine> machine;
};

std::vector<Target> targets() {
  std::vector<Target> all;
  all.push_back({Build::simt, "simt", simt::make_machine()});
  all.push_back({Build::simt_traced, "simt, traced", simt::make_machine()});
  if (cuda::device_facts().available) all.push_back({Build::cuda, "cuda", cuda::make_machine()});
  return all;
}

}  // namespace

TEST_CASE("the language behaves as CUDA specifies, on every backend", "[language]") {
  for (Target& target : targets())
    for (const auto& [name, expected] : kPerThread)
      for (const unsigned block : {32u, 64u, 96u, 256u, 1024u})
        for (const size_t n : {size_t{1}, size_t{31}, size_t{32}, size_t{1000}, size_t{4099}}) {
          INFO(name << ", " << target.name << ", block " << block << ", n = " << n);
          const Words input = random_words(n);
          const Words output = run(*target.machine, target.backend, name, input, block, n);
          size_t wrong = 0;
          for (size_t i = 0; i < n; ++i) wrong += output[i] != expected(Place{input, block, i});
          CHECK(wrong == 0);
        }
}

TEST_CASE("global atomics from many blocks add up", "[language]") {
  const Words in = random_words(5000);
  uint32_t sum = 0, largest = 0, either = 0, odd = 0;
  for (const uint32_t x : in) {
    sum += x;
    largest = std::max(largest, x);
    either |= x;
    odd ^= x;
  }
  const Words expected = {sum, largest, 0, 5000 % 10, either, odd, 0 - sum, sum};
  for (Target& target : targets()) {
    INFO(target.name);
    CHECK(run(*target.machine, target.backend, "global_atomics", in, 256, 8) == expected);
  }
}

TEST_CASE("blocks and lanes may wait for one another by polling a word", "[language]") {
  for (Target& target : targets())
    for (const unsigned block : {32u, 96u}) {
      INFO(target.name << ", block " << block);
      const Words input = random_words(500);
      Words expected = input;
      for (uint32_t& x : expected) ++x;
      CHECK(run(*target.machine, target.backend, "looks_at_next_block", input, block, 500) == expected);
      CHECK(run(*target.machine, target.backend, "looks_at_next_lane", input, block, 500) == expected);
      simt::take_observation();  // through volatile words in shared memory, which is still reported as a race
    }
}

TEST_CASE("a thread may have hundreds of KB of local memory", "[language]") {
  for (Target& target : targets()) {
    if (target.backend == Build::cuda)
      continue;  // a GPU allocates this memory for as many threads as can be resident: 80 GB
    INFO(target.name);
    Words expected = random_words(32);
    const Words input = expected;
    for (uint32_t& x : expected) x += 70;
    CHECK(run(*target.machine, target.backend, "much_local_memory", input, 32, 32) == expected);
  }
}

TEST_CASE("code that accesses the last element of a tree in shared memory can be linked", "[language]") {
  for (Target& target : targets()) {
    INFO(target.name);
    const Words input = random_words(64);
    CHECK(run(*target.machine, target.backend, "last_of_a_tree", input, 64, 1) ==
          Words{std::accumulate(input.begin(), input.end(), 64u)});
  }
}

TEST_CASE("device code can test __CUDA_ARCH__, and max and min of a NaN and a number return the number",
          "[language]") {
  for (Target& target : targets()) {
    const Words output = run(*target.machine, target.backend, "numbers_of_a_gpu", Words(40), 32, 40);
    for (uint32_t i = 0; i < 40; ++i) CHECK(output[i] == 4 * i + 1);
  }
}

TEST_CASE("the indices of a three-dimensional launch are right", "[language]") {
  constexpr unsigned kCount = 3 * 4 * 5 * 2 * 3 * 4;
  Words expected;
  for (unsigned bz = 0; bz < 5; ++bz)
    for (unsigned by = 0; by < 4; ++by)
      for (unsigned bx = 0; bx < 3; ++bx)
        for (unsigned tz = 0; tz < 4; ++tz)
          for (unsigned ty = 0; ty < 3; ++ty)
            for (unsigned tx = 0; tx < 2; ++tx)
              expected.push_back(((((bx * 8 + by) * 8 + bz) * 8 + tx) * 8 + ty) * 8 + tz);
  for (Target& target : targets()) {
    INFO(target.name);
    CHECK(run(*target.machine, target.backend, "indices", Words(kCount), 256, kCount) == expected);
  }
}

TEST_CASE("a deadlock on the executor ends, and the next launch works", "[language]") {
  for (const Build backend : {Build::simt, Build::simt_traced}) {
    const auto machine = simt::make_machine();
    CHECK_THROWS_AS(run(*machine, backend, "deadlock", Words(64), 64, 64), simt::KernelStopped);
    const auto observed = simt::take_observation();
    REQUIRE(observed.hazards.size() == 1);
    CHECK(observed.hazards[0].kind == simt::HazardKind::deadlock);
    CHECK(run(*machine, backend, "barrier_reverses", Words(64, 7), 64, 64) == Words(64, 7));
  }
}

TEST_CASE("launch shapes that no device supports are refused", "[language]") {
  simt::Launch launch{};
  launch.grid = dim3(1);
  launch.block = dim3(1025);
  CHECK_THROWS_AS(simt::run(launch), std::invalid_argument);
  launch.block = dim3(0);
  CHECK_THROWS_AS(simt::run(launch), std::invalid_argument);
  launch.block = dim3(32);
  launch.grid = dim3(0);
  CHECK_THROWS_AS(simt::run(launch), std::invalid_argument);
  launch.grid = dim3(1);
  launch.block = dim3(1, 1, 65);
  CHECK_THROWS_AS(simt::run(launch), std::invalid_argument);
  launch.block = dim3(32);
  launch.grid = dim3(1, 65536);
  CHECK_THROWS_AS(simt::run(launch), std::invalid_argument);
  launch.grid = dim3(1);
  launch.dynamic_shared = simt::kMaxDynamicShared + 1;
  CHECK_THROWS_AS(simt::run(launch), std::invalid_argument);
}
