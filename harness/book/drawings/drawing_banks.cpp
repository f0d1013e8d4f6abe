// One request of one warp to shared memory: its lanes above, the 32 banks below, and in each bank the words
// that the lanes access. Two words in one bank take two wavefronts.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "drawings/drawing_parts.h"
#include "drawings/drawings.h"

namespace ladder::report {
namespace {

using namespace drawing;

constexpr WarpColumns kColumns{50, 22.5};
constexpr double kFan = 66, kWordRow = 17;

}  // namespace

std::string banks_drawing(const Traces& traces, const DrawingOptions& o) {
  const StepKind kind = wanted_kind(o, StepKind::shared_load, StepKind::shared_store);
  std::string body, description;
  double y = 8;
  for (const BlockTrace& trace : traces) {
    const TraceStep& step = *picked(trace, o.step, {kind}, "shared " + o.kind);
    const simt::Lanes lanes = step.lanes;
    const uint64_t bytes = step.bytes.value_or(0);
    std::map<unsigned, std::map<uint64_t, std::string>> words;  // for each bank: the words and their labels
    std::map<unsigned, std::set<unsigned>> banks_of_lane;
    size_t wanted = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (!lanes.has(lane) || !step.address[lane]) continue;
      const auto address = *step.address[lane], index = *step.index[lane];
      for (uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
        const auto bank = static_cast<unsigned>(word % 32);
        wanted += words[bank].emplace(word, fmt::format("{}", index)).second;
        banks_of_lane[lane].insert(bank);
      }
    }
    size_t depth = 1;
    for (const auto& [bank, there] : words) depth = std::max(depth, there.size());
    const auto active = lanes.count();
    const auto passes = step.wavefronts.value_or(1);
    const std::string sentence =
        fmt::format("{} access{} {} in {}: {}", count_of(active, "lane"), active == 1 ? "es" : "",
                    count_of(wanted, "word"), count_of(words.size(), "bank"), count_of(passes, "wavefront"));
    body += request_head(trace, fmt::format("shared {} {} of warp 0, line {}", o.kind, o.step, step.line),
                         sentence, lanes, kColumns, y);
    description += fmt::format("{}: {}. ", trace.id, sentence);
    const double from = y + kLaneRow, to = from + kFan;
    y = to + 14;
    for (const auto& [lane, banks] : banks_of_lane)
      for (const unsigned bank : banks)
        body += svg::curve(kColumns.middle(lane), from + 1, kColumns.middle(bank), to, "line");
    body += svg::text(kMargin, to + 10, "soft", "banks");
    body += svg::text(kMargin, y + 12, "soft", "words");
    for (unsigned bank = 0; bank < 32; ++bank) {
      body += svg::text(kColumns.middle(bank), to + 10, "tiny middle soft", std::to_string(bank));
      const auto& there = words[bank];
      auto word = there.begin();
      for (size_t d = 0; d < depth; ++d) {
        const bool on = word != there.end();
        const std::string rise = rise_of(there.size());
        const double top = y + static_cast<double>(d) * kWordRow;
        body += svg::rect(kColumns.x(bank), top, kColumns.box - 3, kWordRow - 2, on ? rise : "idle", 2);
        if (!on) continue;
        body +=
            svg::text(kColumns.middle(bank), top + 11.5,
                      fmt::format("tiny middle on{}{}", rise.back(), tight(word->second, kColumns.box - 3)),
                      word->second);
        ++word;
      }
    }
    y += static_cast<double>(depth) * kWordRow + 4;
  }
  y += 16;
  body += key_of_rises(kMargin, y, "no word is accessed");
  const std::string ids = ids_of(traces);
  return svg::written({kWidth, y + 12, fmt::format("{}: the banks that one request of a warp accesses", ids),
                       description, body});
}

}  // namespace ladder::report
