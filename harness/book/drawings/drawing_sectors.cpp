// One request of one warp to global memory: its lanes above, the 32-byte sectors that it touches below. A
// sector is fetched or written as a whole; its filled part shows the bytes that the lanes requested.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "drawings/drawing_parts.h"
#include "drawings/drawings.h"

namespace ladder::report {
namespace {

using namespace drawing;

constexpr WarpColumns kColumns{56, 22.3};
constexpr double kFan = 60, kSectorRow = 18;

struct Sectors {
  std::vector<uint64_t> numbers;
  double cell, gap, jump;  // width of a word; space between neighbours; space for omitted sectors

  Sectors(const std::set<uint64_t>& touched) : numbers(touched.begin(), touched.end()) {
    const auto count = static_cast<double>(numbers.size());
    gap = count > 16 ? 3 : 6;
    jump = count > 16 ? 0 : 14;
    size_t jumps = 0;
    for (size_t i = 1; i < numbers.size(); ++i) jumps += numbers[i] != numbers[i - 1] + 1;
    const double room = 32 * kColumns.box - (count - 1) * gap - static_cast<double>(jumps) * jump;
    cell = std::min(kColumns.box - 3, room / (8 * count));
  }
  double width() const { return 8 * cell; }
  double x(size_t i) const {
    double at = kMargin + kColumns.left + static_cast<double>(i) * (width() + gap);
    for (size_t k = 1; k <= i; ++k) at += numbers[k] != numbers[k - 1] + 1 ? jump : 0;
    return at;
  }
};

}  // namespace

std::string sectors_drawing(const Traces& traces, const DrawingOptions& o) {
  const StepKind kind = wanted_kind(o, StepKind::global_load, StepKind::global_store);
  std::string body, description;
  double y = 8;
  for (const BlockTrace& trace : traces) {
    const TraceStep& step = *picked(trace, o.step, {kind}, "global " + o.kind);
    const simt::Lanes lanes = step.lanes;
    const uint64_t bytes = step.bytes.value_or(0);
    std::set<uint64_t> touched, words;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (!lanes.has(lane) || !step.address[lane]) continue;
      const auto address = *step.address[lane];
      for (uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
        words.insert(word);
        touched.insert(word / 8);
      }
    }
    if (touched.empty())
      throw os::Error(fmt::format("step={} of {} accesses no named buffer", o.step, trace.id));
    const Sectors sectors(touched);
    const auto active = lanes.count();
    const std::string object = step.object.is_one() ? step.object.names[0] : "several buffers";
    const bool load = o.kind == "load";
    const std::string sentence =
        load ? fmt::format("{} of {} bytes each read{} {} bytes of {}: {}, {} bytes, are fetched",
                           count_of(active, "lane"), bytes, active == 1 ? "s" : "", words.size() * 4, object,
                           count_of(touched.size(), "sector"), touched.size() * 32)
             : fmt::format("{} of {} bytes each write{} {} bytes of {}, which lie in {}",
                           count_of(active, "lane"), bytes, active == 1 ? "s" : "", words.size() * 4, object,
                           count_of(touched.size(), "sector"));
    body += request_head(trace, fmt::format("global {} {} of warp 0, line {}", o.kind, o.step, step.line),
                         sentence, lanes, kColumns, y);
    description += fmt::format("{}: {}. ", trace.id, sentence);
    const double from = y + kLaneRow, to = from + kFan;
    const auto place_of = [&](uint64_t word) {
      const auto at =
          std::find(sectors.numbers.begin(), sectors.numbers.end(), word / 8) - sectors.numbers.begin();
      return sectors.x(static_cast<size_t>(at)) + static_cast<double>(word % 8) * sectors.cell;
    };
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (!lanes.has(lane) || !step.address[lane]) continue;
      const uint64_t word = *step.address[lane] / 4;
      const uint64_t last = (*step.address[lane] + bytes - 1) / 4;
      body += svg::curve(kColumns.middle(lane), from + 1,
                         (place_of(word) + place_of(last) + sectors.cell) / 2, to - 1, "line");
    }
    y = to;
    body += svg::text(kMargin, y + 13, "soft", "sectors");
    const bool numbered = sectors.width() >= 20;
    const double round = sectors.cell > 5 ? 2 : 0, space = sectors.cell > 5   ? 1.5
                                                           : sectors.cell > 3 ? 0.5
                                                                              : 0;
    for (size_t i = 0; i < sectors.numbers.size(); ++i) {
      for (uint64_t k = 0; k < 8; ++k)
        body += svg::rect(sectors.x(i) + static_cast<double>(k) * sectors.cell, y, sectors.cell - space,
                          kSectorRow, words.contains(sectors.numbers[i] * 8 + k) ? "rise1" : "idle", round);
      body += svg::rect(sectors.x(i) - 1.5, y - 1.5, sectors.width() + 3 - space, kSectorRow + 3,
                        "outline stroke-line", 2);
      if (numbered || i == 0 || i + 1 == sectors.numbers.size())
        body += svg::text(sectors.x(i) + sectors.width() / 2, y + kSectorRow + 13, "tiny middle soft",
                          std::to_string(sectors.numbers[i]));
    }
    y += kSectorRow + 24;
  }
  y += 8;
  body += svg::rect(kMargin, y - 9, 10, 10, "rise1");
  body += svg::text(kMargin + 15, y, "soft",
                    o.kind == "load" ? "4 bytes that a lane reads" : "4 bytes that a lane writes");
  body += svg::rect(kMargin + 200, y - 9, 10, 10, "idle");
  body += svg::text(kMargin + 215, y, "soft",
                    o.kind == "load" ? "4 bytes that are fetched with them but not used"
                                     : "4 bytes of a sector that are not changed");
  const std::string ids = ids_of(traces);
  return svg::written({kWidth, y + 12, fmt::format("{}: the sectors that one request of a warp touches", ids),
                       description, body});
}

}  // namespace ladder::report
