// How close each stage comes to two ceilings: the bytes that memory delivers, and the instructions that the
// schedulers issue. If the other of the two bars is longer in the next stage, the bottleneck has moved.
#include "charts/chart.h"

#include <algorithm>

#include <fmt/format.h>

#include "charts/chart_parts.h"
#include "charts/svg.h"
#include "os/error.h"

namespace ladder::report {
namespace {

// All sizes are in pixels.
constexpr double kBar = 11, kRow = 2 * kBar + 8, kTop = 96, kFoot = 78, kMargin = 14, kGap = 14, kWidth = 880,
                 kNumber = 56;

struct Share {
  const char *colour, *words;
  double value;
};

}  // namespace

svg::Document limits_chart(const Group& group, const RunFile& file, const Profile& profile,
                           const TableOptions& options) {
  Rows rows;
  for (const bench::Result* row : group.stages)
    if (row->fraction_of_ceiling && !is_wrong(*row) && profile.stages.contains(row->id)) rows.push_back(row);
  if (rows.empty())
    throw os::Error(fmt::format("no row of {} has both a bandwidth here and a profile", group.track));

  double name = 0;
  for (const bench::Result* row : rows) name = std::max(name, svg::text_width(stage_name(*row), 12, true));
  const double end = kTop + kRow * static_cast<double>(rows.size()), bars = std::ceil(kMargin + name + kGap);
  const std::string bandwidth = fmt::format("Bandwidth: {}.", where_measured(file.context, "")),
                    issued = fmt::format("Issue slots: Nsight Compute on {}, for the largest launch.",
                                         profile.device);
  const double least = svg::text_width(bandwidth, 11) + 2 * kMargin,
               width = std::max(least, options.slide ? (end + kFoot) * 16 / 9 : kWidth);
  const Axis x{0, 100, bars, width - kNumber - kMargin, false};
  const std::string title =
      fmt::format("{} · limits · {} · {}", group.track, conditions(group), profile.device);
  std::string body = svg::text(kMargin, 24, "head", title), description;
  const auto shares = [&](const bench::Result& row) {
    return std::array{
        Share{"blue", "of the memory read ceiling", 100 * *row.fraction_of_ceiling},
        Share{"orange", "of the issue slots in use", 100 * profile.stages.at(row.id).issue_slots}};
  };
  for (double y = 48; const Share& share : shares(*rows[0])) {
    body += svg::rect(kMargin, y - 9, 10, 10, share.colour) +
            svg::text(kMargin + 16, y, "", fmt::format("% {}", share.words));
    y += 16;
  }
  for (const double mark : {0, 20, 40, 60, 80, 100}) {
    body += svg::line(x.at(mark), kTop - 6, x.at(mark), end, mark == 0 ? "line" : "rule");
    body += svg::text(x.at(mark), end + 15, "middle small soft", fmt::format("{:g}", mark));
  }
  body += svg::text((x.from + x.to) / 2, end + 32, "middle soft", "share of the ceiling (%)");
  for (size_t r = 0; r < rows.size(); ++r) {
    double y = kTop + kRow * static_cast<double>(r);
    body += svg::text(kMargin, y + kBar + 4, "strong", stage_name(*rows[r]));
    description += fmt::format("{}{}: ", r > 0 ? "; " : "", stage_name(*rows[r]));
    for (const Share& share : shares(*rows[r])) {
      body += svg::rect(bars, y, x.at(share.value) - bars, kBar - 1, share.colour);
      body += svg::text(x.to + kNumber, y + kBar - 1, "small end", fmt::format("{:.1f} %", share.value));
      description += fmt::format("{:.1f} % {}{}", share.value, share.words,
                                 share.colour == std::string_view("blue") ? ", " : "");
      y += kBar;
    }
  }
  body += svg::text(kMargin, end + 52, "small soft", bandwidth) +
          svg::text(kMargin, end + 68, "small soft", issued);
  return {width, end + kFoot, title, fmt::format("{}. {} {}", description, bandwidth, issued), body};
}

}  // namespace ladder::report
