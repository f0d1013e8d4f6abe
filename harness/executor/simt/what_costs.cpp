#include "simt/what_costs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>

#include "simt/machine.h"
#include "text/units.h"

namespace ladder::simt {
namespace {

constexpr uint64_t kFew = 16,
                   kMuch = 1 << 14;  // requests per line, and per kernel, above which costs matter
constexpr double kPart = 0.05;       // fraction of a kernel's passes below which nothing is reported
constexpr size_t kMost = 3;

struct Cost {
  double wasted;      // the number of wasted passes: findings with the highest number come first
  const char* about;  // occurs in the names of all counters that show this cost
  Evidence what;
  std::string page;
};

double ratio(uint64_t a, uint64_t b) { return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b); }

// Lines in one file that waste requests in the same way.
struct Lines {
  std::vector<int> lines;
  uint64_t requests = 0, passes = 0, extra = 0;
};
using ByFile = std::map<std::string, Lines>;

// Evidence with the facts about a place: the kernel, if several exist, and the lines.
Evidence of_lines(Cause cause, const KernelCosts& k, const std::string& file, const std::vector<int>& lines) {
  Evidence evidence(cause, {{"lines", fmt::format("{}", fmt::join(lines, ", "))},
                            {"count", lines.size()},
                            {"file", std::filesystem::path(file).filename().string()}});
  if (!k.name.empty()) evidence.add({"kernel", k.name});
  return evidence;
}

std::string one_digit(double x) { return fmt::format("{:.1f}", x); }

// Reports lines that take more than twice as many passes as contiguous bytes would take. If the question is
// about these passes, the limit is 1.5 times as many.
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
  const auto cost = [&](Cause cause, const std::string& file, const Lines& l, const char* about,
                        const char* page) {
    Evidence evidence = of_lines(cause, k, file, l.lines);
    evidence.add({"passes", one_digit(ratio(l.passes, l.requests))})
        .add({"would_do", one_digit(ratio(l.passes - l.extra, l.requests))});
    found.push_back({static_cast<double>(l.extra), about, std::move(evidence), page});
  };
  for (const auto& [file, l] : of_banks)
    cost(Cause::cost_of_bank_conflicts, file, l, "wavefronts", "docs/first/bank_conflict.md");
  // A warp of a narrow block covers several rows, which are not adjacent in memory even if x indexes the
  // elements.
  const uint32_t narrow = k.seen->narrow;
  for (const auto& [file, l] : of_sectors) {
    // Otherwise, the bytes may be adjacent, except for a few.
    const bool apart = l.passes > 2 * (l.passes - l.extra);
    cost(narrow > 0 ? Cause::cost_of_narrow_block
         : apart    ? Cause::cost_of_elements_apart
                    : Cause::cost_of_pieces,
         file, l, "sectors", "docs/first/coalesced.md");
    if (narrow > 0) found.back().what.add({"threads", narrow}).add({"rows", (31 + narrow) / narrow});
  }
}

void costs_of_divisions(const KernelCosts& k, std::vector<Cost>& found) {
  for (const LineCost& line : k.seen->lines)
    if (const uint64_t divisions = line.counters.integer_divisions;
        divisions >= kFew * 32 && divisions > line.counters.memory_lanes)
      found.push_back({static_cast<double>(divisions) / 32, "divisions",
                       of_lines(Cause::cost_of_divisions, k, line.file, {line.line})
                           .add({"divisions", text::count_text(static_cast<double>(divisions))}),
                       "docs/reduce/v1.5.md"});
}

void costs_of_kernel(const KernelCosts& k, const std::string& counter, std::vector<Cost>& found) {
  const Counters& c = k.seen->counters;
  const uint64_t all = c.global_requests() + c.shared_requests();
  if (all < kFew) return;
  const auto of_all = [&](Cause cause) {
    Evidence evidence(cause, {{"requests", text::count_text(static_cast<double>(all))}});
    if (!k.name.empty()) evidence.add({"kernel", k.name});
    return evidence;
  };
  const double lanes = c.active_lanes_per_request();
  if (all >= kMuch / 16 && lanes < 2)
    found.push_back({(32 - lanes) * static_cast<double>(all), "lanes",
                     of_all(Cause::cost_of_idle_lanes).add({"lanes", one_digit(lanes)}),
                     "docs/first/stride.md"});
  static const auto machine = make_machine();
  const device::Device& gpu = machine->device();
  const uint64_t blocks = k.launches == 0 ? 0 : k.blocks / k.launches;
  if (all / std::max<uint64_t>(1, k.launches) >= kMuch && blocks < gpu.multiprocessors / 4)
    found.push_back({static_cast<double>(all), "",
                     of_all(Cause::cost_of_few_blocks)
                         .add({"blocks", blocks})
                         .add({"multiprocessors", gpu.multiprocessors}),
                     "docs/machine/latency.md"});
  const auto is_of = [&](const char* what) { return counter.find(what) != std::string::npos; };
  costs_of_requests(k, is_of("sectors") || is_of("wavefronts"), found);
  costs_of_divisions(k, found);
}

}  // namespace

std::vector<Evidence> costs(std::span<const KernelCosts> kernels, const std::string& no_cure_of,
                            const std::string& counter) {
  std::vector<Cost> found;
  for (const KernelCosts& k : kernels) costs_of_kernel(k, counter, found);
  std::stable_sort(found.begin(), found.end(),
                   [](const Cost& a, const Cost& b) { return a.wasted > b.wasted; });
  const auto is_about = [&](const Cost& cost) {
    return *cost.about != 0 && counter.find(cost.about) != std::string::npos;
  };
  if (!counter.empty()) std::erase_if(found, std::not_fn(is_about));
  std::vector<Evidence> worst;
  for (Cost& cost : found) {
    if (worst.size() == kMost) break;
    if (cost.page != no_cure_of) cost.what.add({"page", cost.page});
    worst.push_back(std::move(cost.what));
  }
  return worst;
}

}  // namespace ladder::simt
