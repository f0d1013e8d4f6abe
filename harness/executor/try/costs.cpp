#include "try/costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "simt/machine.h"
#include "text/units.h"

namespace try_program {
namespace {

using simt::Counters;
using simt_runtime::KernelSeen;

// What a request of a whole warp takes at most when it is well made, 16 bytes for each lane: 16 sectors of 32 bytes, 4
// wavefronts of 128. How wide an access was is not counted, so only what is above is surely wasted.
constexpr double kSectors = 16, kWavefronts = 4;
constexpr uint64_t kFew = 16,
                   kMuch = 1 << 14;  // requests of a line, and of a kernel, from which on it matters
constexpr size_t kMost = 3;

struct Cost {
  double wasted;  // passes: the worst is told first
  std::string sentence;
};

double ratio(uint64_t a, uint64_t b) { return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b); }

uint64_t requests(const Counters& c) {
  return c.global_load_requests + c.global_store_requests + c.shared_load_requests + c.shared_store_requests;
}

void costs_of_line(const KernelSeen& k, const simt::LineCost& line, std::vector<Cost>& found) {
  const Counters& c = line.counters;
  const std::string at = fmt::format("{}, line {} of {}", k.name, line.line,
                                     std::filesystem::path(line.file).filename().string());
  const auto tell = [&](uint64_t asked, uint64_t passes, double most, const char* before, const char* after) {
    if (asked >= kFew && ratio(passes, asked) > most)
      found.push_back({static_cast<double>(passes) - most * static_cast<double>(asked),
                       fmt::format("{}: {} {:.1f} {}", at, before, ratio(passes, asked), after)});
  };
  tell(c.shared_load_requests + c.shared_store_requests, c.shared_load_wavefronts + c.shared_store_wavefronts,
       kWavefronts, "each request to shared memory takes",
       "wavefronts; without bank conflicts it takes 1 (4 where a lane moves 16 bytes). The lanes want "
       "different "
       "words of one bank. In a table with rows of 32 words, rows of 33 words cure it: "
       "docs/first/bank_conflict.md");
  tell(c.global_load_requests + c.global_store_requests, c.global_load_sectors + c.global_store_sectors,
       kSectors, "each request to global memory touches",
       "sectors of 32 bytes; where neighbouring lanes take neighbouring elements of 4 bytes, it touches 4. "
       "Let the "
       "index grow by 1 from one threadIdx.x to the next: docs/first/coalesced.md");
  if (c.integer_divisions >= kFew * 32 && c.integer_divisions > c.memory_lanes)
    found.push_back(
        {static_cast<double>(c.integer_divisions) / 32,
         fmt::format(
             "{}: {} divisions or remainders of whole numbers. A GPU has no instruction for them, and "
             "each takes many. By a power of two, a shift or a mask does the same: docs/reduce/v1.5.md",
             at, report::count_text(static_cast<double>(c.integer_divisions)))});
}

void costs_of_kernel(const KernelSeen& k, std::vector<Cost>& found) {
  const uint64_t all = requests(k.seen.counters);
  if (k.watched_launches == 0 || all < kFew) return;
  const double lanes = k.seen.counters.active_lanes_per_request();
  if (all >= kMuch / 16 && lanes < 2)
    found.push_back({(32 - lanes) * static_cast<double>(all),
                     fmt::format("{}: in each of its {} requests to memory, {:.1f} of 32 lanes are active, "
                                 "and the others of the warp do nothing. Take blocks of 128 or 256 threads, "
                                 "and share the work among all of them: docs/first/stride.md",
                                 k.name, report::count_text(static_cast<double>(all)), lanes)});
  static const auto machine = simt::make_machine();
  const device::Device& gpu = machine->device();
  const uint64_t blocks = k.launches == 0 ? 0 : k.total_blocks / k.launches;
  if (all / std::max<uint64_t>(1, k.launches) >= kMuch && blocks < gpu.multiprocessors / 4)
    found.push_back(
        {static_cast<double>(all),
         fmt::format(
             "{}: {} for {} requests to memory. A block runs on one multiprocessor, and an H200 has {}: the "
             "others are idle. Start more blocks, with less work for each: docs/machine/latency.md",
             k.name, blocks == 1 ? "1 block" : fmt::format("{} blocks", blocks),
             report::count_text(static_cast<double>(all)), gpu.multiprocessors)});
  for (const simt::LineCost& line : k.seen.lines) costs_of_line(k, line, found);
}

}  // namespace

std::vector<std::string> costs(const simt_runtime::Seen& seen) {
  std::vector<Cost> found;
  for (const KernelSeen& k : seen.kernels) costs_of_kernel(k, found);
  std::stable_sort(found.begin(), found.end(),
                   [](const Cost& a, const Cost& b) { return a.wasted > b.wasted; });
  std::vector<std::string> told;
  for (const Cost& cost : found)
    if (told.size() < kMost) told.push_back(cost.sentence);
  return told;
}

}  // namespace try_program
