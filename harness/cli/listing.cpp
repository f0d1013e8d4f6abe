#include "cli/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "look/source.h"
#include "os/files.h"
#include "os/repository.h"
#include "text/style.h"
#include "text/units.h"
#include "text/lines.h"

namespace ladder::cli {
namespace {

using simt::Counters;
using simt::LineCost;
using text::count_text;
namespace style = text::style;

constexpr size_t kCosts = 30;  // the columns before the line number; five more precede the source

// "32897×4": the number of requests, and the passes that each takes.
std::string requests(uint64_t count, uint64_t passes) {
  if (count == 0) return "";
  const double each = simt::per(passes, count);
  return fmt::format("{}×{:.{}f}", count_text(static_cast<double>(count)), each,
                     each < 9.95 && each != std::round(each) ? 1 : 0);
}

std::string lanes(const Counters& c) {
  const double active =
      c.active_lanes_per_request() > 0 ? c.active_lanes_per_request() : 32 * c.warp_efficiency();
  return active > 0 ? fmt::format("{:.1f}", active) : "";
}

// The counters without a column, as text. (For a barrier, the line already shows how often it was executed.)
std::string also(const Counters& c) {
  std::string text;
  simt::tell_counters([&](const simt::Counter& counter) {
    if (counter.beside_line == nullptr || c.*counter.value == 0) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                        count_text(static_cast<double>(c.*counter.value)), counter.beside_line);
  });
  return text;
}

bool opens_function(const std::vector<std::string>& source, size_t i) {
  return !source[i].empty() && source[i][0] != ' ' && source[i][0] != '}' && source[i][0] != '#' &&
         (i == 0 || source[i - 1].empty());
}

}  // namespace

std::string listing_heading(const ListingStyle& l) {
  return text::styled(l.colour, style::faint, "times lanes   global    shared") + "\n" +
         text::styled(l.colour, style::faint, "  run  /32  ×sectors  ×wavefr. line") + "\n";
}

std::string listing(const std::string& file, const std::vector<LineCost>& lines, const ListingStyle& l) {
  if (lines.empty()) return "";
  const std::vector<std::string> source = text::lines_of(os::read_text(os::in_repository(file)));
  std::map<size_t, const LineCost*> cost;
  for (const LineCost& line : lines)
    if (line.line > 0 && static_cast<size_t>(line.line) <= source.size())
      cost[static_cast<size_t>(line.line) - 1] = &line;
  if (cost.empty()) return "";

  size_t begin = cost.begin()->first, end = cost.rbegin()->first;
  while (begin > 0 && !opens_function(source, begin)) --begin;
  while (end + 1 < source.size() && !source[end].starts_with('}')) ++end;

  std::string out;
  for (size_t i = begin; i <= end; ++i) {
    if (look::is_what_was(source[i])) continue;  // skips the line of the starting file
    const std::string text = text::shortened(source[i], l.columns - kCosts - 5);
    const auto found = cost.find(i);
    if (found == cost.end()) {
      out +=
          text::styled(l.colour, style::faint, fmt::format("{:{}} {:>3} {}", "", kCosts, i + 1, text)) + "\n";
      continue;
    }
    const Counters& c = found->second->counters;
    const std::string global = requests(c.global_requests(), c.global_sectors());
    const std::string shared = requests(c.shared_requests(), c.shared_wavefronts());
    const bool conflict = c.shared_wavefronts() > c.shared_requests();
    out += fmt::format("{:>5} {:>4} {:>9} {} {:>3} {}\n",
                       count_text(static_cast<double>(found->second->executions)), lanes(c), global,
                       text::styled(l.colour && conflict, style::warn, fmt::format("{:>9}", shared)), i + 1,
                       text);
    if (const std::string more = also(c); !more.empty()) {
      const size_t indent = std::min<size_t>(source[i].find_first_not_of(' '), 40);
      const std::string note = text::shortened("^ " + more, l.columns - kCosts - 5 - indent);
      out +=
          text::styled(l.colour, style::note, fmt::format("{:{}}{}", "", kCosts + 5 + indent, note)) + "\n";
    }
  }
  while (out.ends_with(" \n")) out.replace(out.size() - 2, 2, "\n");
  return out;
}

}  // namespace ladder::cli
