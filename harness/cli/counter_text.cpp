#include "cli/counter_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "os/repository.h"
#include "tables/counter_changes.h"
#include "tables/profile.h"
#include "text/style.h"
#include "text/units.h"

namespace ladder::cli {
namespace {

std::string memory(const char* what, uint64_t requests, uint64_t passes, const char* unit) {
  if (requests == 0) return "";
  return fmt::format("  {:<14} {:>10} requests {:>11} {} {:>6.2f} per request\n", what, requests, passes,
                     unit, simt::per(passes, requests));
}

// The recorded results/GPU/profile.json files, by GPU.
std::vector<std::string> profiles() {
  std::vector<std::string> paths;
  std::error_code none;
  for (const auto& folder : std::filesystem::directory_iterator(os::in_repository("results"), none))
    if (std::filesystem::exists(folder.path() / "profile.json", none))
      paths.push_back((folder.path() / "profile.json").string());
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

std::string totals_text(const simt::Counters& c) {
  std::string text =
      memory("global loads", c.global_load_requests, c.global_load_sectors, "sectors   ") +
      memory("global stores", c.global_store_requests, c.global_store_sectors, "sectors   ") +
      memory("shared loads", c.shared_load_requests, c.shared_load_wavefronts, "wavefronts") +
      memory("shared stores", c.shared_store_requests, c.shared_store_wavefronts, "wavefronts");
  if (c.shared_load_requests > 0 && c.shared_store_requests > 0)  // other tables show this sum
    text += memory("  the two", c.shared_requests(), c.shared_wavefronts(), "wavefronts");
  if (c.active_lanes_per_request() > 0)
    text += fmt::format("  {:<14} {:>10.1f} of 32 in each of these requests\n", "active lanes",
                        c.active_lanes_per_request());
  if (c.issued_blocks > 0)
    text += fmt::format("  {:<14} {:>10.1f} % of the lanes active over all instructions (indicative)\n",
                        "warps", 100 * c.warp_efficiency());
  simt::tell_counters([&](const simt::Counter& counter) {
    const uint64_t count = c.*counter.value;
    if (counter.label == nullptr || count == 0) return;
    std::string unit = counter.unit;
    if (count == 1 && unit.ends_with('s')) unit.pop_back();
    text += fmt::format("  {:<14} {:>10} {}\n", counter.label, count, unit);
  });
  return text.empty() ? "  nothing was counted\n" : text;
}

std::string costs_text(std::span<const simt::KernelCosts> kernels, bool colour) {
  std::string text;
  for (const findings::Evidence& cost : simt::costs(kernels))
    for (const std::string& line : text::wrapped(findings::text_of(cost), 92)) text += "  " + line + "\n";
  return text.empty() ? ""
                      : fmt::format("\n{}\n{}", text::styled(colour, text::style::bold, "Main costs"), text);
}

std::string barriers_text(const std::vector<simt::SurplusBarrier>& surplus, bool colour) {
  if (surplus.empty()) return "";
  std::string text;
  std::vector<std::string> sentences;
  for (const findings::Evidence& barrier : simt::evidence_of(surplus)) sentences.push_back(text_of(barrier));
  sentences.push_back(
      "This was observed only with these sizes and this order of threads. Try other sizes before you remove "
      "a barrier.");
  for (const std::string& sentence : sentences)
    for (const std::string& line : text::wrapped(sentence, 92)) text += "  " + line + "\n";
  return fmt::format("\n{}\n{}", text::styled(colour, text::style::bold, "Barriers that were not needed"),
                     text);
}

std::string recorded_text(const std::string& id, const std::string& before) {
  constexpr const char* kRow = "  {:<24} {:>8} {:>13} {:>19}   {}\n";
  std::string text;
  for (const std::string& path : profiles()) {
    const report::Profile profile = report::read_profile(path);
    const auto own = profile.stages.find(id);
    if (own == profile.stages.end()) continue;
    for (const std::string& which : {before, id}) {
      const auto found = profile.stages.find(which);
      if (found == profile.stages.end() || found->second.n != own->second.n) continue;
      const report::StageProfile& p = found->second;
      const auto [state, share] = p.longest_wait();
      const std::string device = text::short_device(profile.device);
      text += fmt::format(kRow, fmt::format("{} {}", device.substr(0, device.find(' ')), which),
                          text::n_text(p.n), text::percent_text(p.issue_slots) + " %",
                          text::count_text(p.warp_instructions),
                          fmt::format("{} {} %", state, text::percent_text(share)));
    }
  }
  if (text.empty()) return "";
  return "\nRecorded by Nsight Compute for the longest launch (docs/machine/stalls.md explains it):\n" +
         fmt::format(kRow, "", "n", "issue slots", "warp instructions",
                     "longest wait (share of the warps' time)") +
         text;
}

void print_changes(const std::string& since, const simt::Counters& before, const simt::Counters& after) {
  const std::vector<report::CounterChange> changes = report::counter_changes(before, after);
  if (changes.empty()) {
    fmt::print("\nNo counter has changed since {}.\n", since);
    return;
  }
  fmt::print("\nChanges in the counters since {}, largest first:\n", since);
  for (const report::CounterChange& change : changes) {
    std::string indent = "  ";
    for (const std::string& line : text::wrapped(change.sentence(), 96)) {
      fmt::print("{}{}\n", indent, line);
      indent = "      ";
    }
  }
}

}  // namespace ladder::cli
