#include "simt/what_costs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>

#include "simt/machine.h"
#include "text/units.h"

namespace simt {
namespace {

constexpr uint64_t kFew = 16,
                   kMuch = 1 << 14;  // requests of a line, and of a kernel, from which on it matters
constexpr double kPart = 0.05;       // of all passes of a kernel: what is less is not told
constexpr size_t kMost = 3;

struct Cost {
  double wasted;      // passes: the worst is told first
  const char* about;  // part of the names of the counters that show it
  std::string what, cure, page;
};

double ratio(uint64_t a, uint64_t b) { return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b); }

// Lines of one file that waste in the same way.
struct Lines {
  std::vector<int> lines;
  uint64_t requests = 0, passes = 0, extra = 0;
};
using ByFile = std::map<std::string, Lines>;

std::string places(const KernelCosts& k, const std::string& file, const std::vector<int>& lines) {
  return fmt::format("{}{} {} of {}", k.name.empty() ? "" : k.name + ", ",
                     lines.size() == 1 ? "line" : "lines", fmt::join(lines, ", "),
                     std::filesystem::path(file).filename().string());
}

// What takes more than twice what the same bytes would take if they stood side by side; half as much again, where these are
// what is asked for.
void costs_of_requests(const KernelCosts& k, bool asked, std::vector<Cost>& found) {
  const double all =
      static_cast<double>(k.seen->counters.global_sectors() + k.seen->counters.shared_wavefronts());
  ByFile of_banks, of_sectors;
  const auto look = [&](ByFile& of, const LineCost& line, uint64_t requests, uint64_t passes,
                        uint64_t extra) {
    if (requests < kFew || (asked ? 3 : 2) * extra <= passes || static_cast<double>(extra) <= kPart * all)
      return;
    Lines& same = of[line.file];
    same.lines.push_back(line.line);
    same.requests += requests;
    same.passes += passes;
    same.extra += extra;
  };
  for (const LineCost& line : k.seen->lines) {
    const Counters& c = line.counters;
    look(of_banks, line, c.shared_requests(), c.shared_wavefronts(), line.extra_wavefronts);
    look(of_sectors, line, c.global_requests(), c.global_sectors(), line.extra_sectors);
  }
  for (const auto& [file, l] : of_banks)
    found.push_back(
        {static_cast<double>(l.extra), "wavefronts",
         fmt::format("{}: each request to shared memory takes {:.1f} wavefronts, and {:.1f} would do. "
                     "Its lanes want different words of the same bank, which gives one at a time.",
                     places(k, file, l.lines), ratio(l.passes, l.requests),
                     ratio(l.passes - l.extra, l.requests)),
         "Let neighbouring lanes take neighbouring words; in a table with rows of 32 words, rows of 33 do it",
         "docs/first/bank_conflict.md"});
  // A warp of a narrow block takes several rows of it, which lie apart even where x counts elements.
  const uint32_t narrow = k.seen->narrow;
  for (const auto& [file, l] : of_sectors) {
    const bool apart = l.passes > 2 * (l.passes - l.extra);  // else they may be neighbours, but for a few
    found.push_back(
        {static_cast<double>(l.extra), "sectors",
         fmt::format(
             "{}: each request to global memory touches {:.1f} sectors of 32 bytes, and {:.1f} "
             "would do. {}",
             places(k, file, l.lines), ratio(l.passes, l.requests), ratio(l.passes - l.extra, l.requests),
             narrow > 0 ? fmt::format("The block has {} thread{} in x, so a warp takes {} rows of it.",
                                      narrow, narrow == 1 ? "" : "s", (31 + narrow) / narrow)
             : apart    ? "Its lanes take elements that are far apart."
                     : "Its lanes take elements of several pieces, or of one that begins in the middle of a "
                       "sector."),
         narrow > 0
             ? "Give the block 32 threads in x, and let the index grow by 1 from one threadIdx.x to the next"
         : apart ? "Let the index grow by 1 from one threadIdx.x to the next"
                 : "Let a warp take one piece that begins at a multiple of 32 bytes",
         "docs/first/coalesced.md"});
  }
}

void costs_of_divisions(const KernelCosts& k, std::vector<Cost>& found) {
  for (const LineCost& line : k.seen->lines)
    if (const uint64_t divisions = line.counters.integer_divisions;
        divisions >= kFew * 32 && divisions > line.counters.memory_lanes)
      found.push_back(
          {static_cast<double>(divisions) / 32, "divisions",
           fmt::format("{}: {} divisions or remainders of whole numbers. A GPU has no instruction for "
                       "them, and each takes many.",
                       places(k, line.file, {line.line}), report::count_text(static_cast<double>(divisions))),
           "By a power of two, a shift or a mask does the same", "docs/reduce/v1.5.md"});
}

void costs_of_kernel(const KernelCosts& k, const std::string& counter, std::vector<Cost>& found) {
  const Counters& c = k.seen->counters;
  const uint64_t all = c.global_requests() + c.shared_requests();
  if (all < kFew) return;
  const std::string name = k.name.empty() ? "" : k.name + ": ";
  const double lanes = c.active_lanes_per_request();
  if (all >= kMuch / 16 && lanes < 2)
    found.push_back({(32 - lanes) * static_cast<double>(all), "lanes",
                     fmt::format("{}in each of its {} requests to memory, {:.1f} of 32 lanes are active, "
                                 "and the others of the warp do nothing.",
                                 name, report::count_text(static_cast<double>(all)), lanes),
                     "Take blocks of 128 or 256 threads, and share the work among all of them",
                     "docs/first/stride.md"});
  static const auto machine = make_machine();
  const device::Device& gpu = machine->device();
  const uint64_t blocks = k.launches == 0 ? 0 : k.blocks / k.launches;
  if (all / std::max<uint64_t>(1, k.launches) >= kMuch && blocks < gpu.multiprocessors / 4)
    found.push_back(
        {static_cast<double>(all), "",
         fmt::format(
             "{}{} for {} requests to memory. A block runs on one multiprocessor, and an H200 has {}: the "
             "others are idle.",
             name, blocks == 1 ? "1 block" : fmt::format("{} blocks", blocks),
             report::count_text(static_cast<double>(all)), gpu.multiprocessors),
         "Start more blocks, with less work for each", "docs/machine/latency.md"});
  const auto is_of = [&](const char* what) { return counter.find(what) != std::string::npos; };
  costs_of_requests(k, is_of("sectors") || is_of("wavefronts"), found);
  costs_of_divisions(k, found);
}

}  // namespace

std::vector<std::string> costs(std::span<const KernelCosts> kernels, const std::string& no_cure_of,
                               const std::string& counter) {
  std::vector<Cost> found;
  for (const KernelCosts& k : kernels) costs_of_kernel(k, counter, found);
  std::stable_sort(found.begin(), found.end(),
                   [](const Cost& a, const Cost& b) { return a.wasted > b.wasted; });
  const auto is_about = [&](const Cost& cost) {
    return *cost.about != 0 && counter.find(cost.about) != std::string::npos;
  };
  if (!counter.empty()) std::erase_if(found, std::not_fn(is_about));
  std::vector<std::string> told;
  for (const Cost& cost : found)
    if (told.size() < kMost)
      told.push_back(cost.page == no_cure_of ? cost.what
                                             : fmt::format("{} {}: {}", cost.what, cost.cure, cost.page));
  return told;
}

}  // namespace simt
