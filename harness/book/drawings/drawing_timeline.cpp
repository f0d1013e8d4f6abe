// The blocks of one launch, one row each, over time as the executor ran them: when a block posts a message,
// from which block it takes one, and where it waits for that message. Time is in turns, not seconds, and only
// turns in which something happens are drawn.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "drawings/drawing_parts.h"
#include "drawings/drawings.h"

namespace ladder::report {
namespace {

using namespace drawing;

constexpr double kLeft = 66, kRow = 34, kBar = 12;
constexpr size_t kMostBlocks = 20;

struct Launch {
  const simt::LaunchTrace& trace;
  std::map<uint64_t, double> x;  // for each turn in which something happens
  std::map<uint64_t, double> y;  // for each block

  explicit Launch(const simt::LaunchTrace& t, double top) : trace(t) {
    if (t.blocks.size() > kMostBlocks)
      throw os::Error(
          fmt::format("{} has {} blocks here, too many to draw: use a smaller n=", t.id, t.blocks.size()));
    if (t.messages.empty())
      throw os::Error(fmt::format(
          "the blocks of launch {} of {} exchange no messages: choose another launch with launch=", t.launch,
          t.id));
    std::set<uint64_t> turns;
    for (const simt::BlockRun& b : t.blocks) {
      y[b.block] = top + static_cast<double>(y.size()) * kRow;
      turns.insert({b.start, b.end});
      turns.insert(b.posts.begin(), b.posts.end());
      turns.insert(b.copies.begin(), b.copies.end());
    }
    for (const simt::Message& m : t.messages) {
      turns.insert(m.read);
      if (m.waited()) turns.insert(m.first_look);
    }
    const double step = (kWidth - 2 * kMargin - kLeft - 10) / static_cast<double>(turns.size() - 1);
    for (const uint64_t turn : turns) x[turn] = kMargin + kLeft + 4 + static_cast<double>(x.size()) * step;
  }
};

std::string block_row(const Launch& l, const simt::BlockRun& b) {
  const double y = l.y.at(b.block), from = l.x.at(b.start), to = l.x.at(b.end);
  std::string out = svg::text(kMargin, y + 10, "soft", fmt::format("block {}", b.block));
  out += svg::rect(from, y, std::max(2.0, to - from), kBar, "rise1", 2);
  for (const simt::Message& m : l.trace.messages)
    if (m.to == b.block && m.waited())
      out += svg::rect(l.x.at(m.first_look), y, l.x.at(m.read) - l.x.at(m.first_look), kBar, "orange") +
             svg::rect(l.x.at(m.first_look), y, l.x.at(m.read) - l.x.at(m.first_look), kBar, "hatch");
  for (const uint64_t turn : b.copies) out += svg::rect(l.x.at(turn) - 2.5, y + 1, 5, kBar - 2, "purple");
  for (const uint64_t turn : b.posts) out += svg::circle(l.x.at(turn), y + kBar / 2, 4, "blue");
  return out;
}

std::string message_arrows(const Launch& l) {
  std::string out;
  for (const simt::Message& m : l.trace.messages) {
    const bool down = l.y.at(m.from) < l.y.at(m.to);
    const double from = l.y.at(m.from) + (down ? kBar / 2 + 4 : kBar / 2 - 4),
                 to = l.y.at(m.to) + (down ? -1 : kBar + 1);
    out += svg::arrow(l.x.at(m.posted), from, l.x.at(m.read), to, m.waited() ? "blue" : "grey");
  }
  return out;
}

}  // namespace

std::string timeline_drawing(const std::vector<simt::LaunchTrace>& traces, const DrawingOptions&) {
  std::string body, description;
  bool copies = false;
  double y = 8;
  for (const simt::LaunchTrace& trace : traces) {
    y += 16;
    const Launch l(trace, y + 18);
    size_t waits = 0, posts = 0;
    for (const simt::Message& m : l.trace.messages) waits += m.waited();
    for (const simt::BlockRun& b : trace.blocks) {
      posts += b.posts.size();
      copies = copies || !b.copies.empty();
    }
    const std::string sentence = fmt::format(
        "{} post {}, which are read {}; a reader had to wait {}", count_of(trace.blocks.size(), "block"),
        count_of(posts, "message"), count_of(trace.messages.size(), "time"), count_of(waits, "time"));
    body += svg::text(kMargin, y, "head", trace.id);
    body += svg::text(kWidth - kMargin, y, "soft end", sentence);
    description += fmt::format("{}: {}. ", trace.id, sentence);
    for (const simt::BlockRun& b : trace.blocks) body += block_row(l, b);
    body += message_arrows(l);
    y = l.y.rbegin()->second + kBar + 12;
  }
  y += 12;
  double x = kMargin;
  const auto one = [&](const std::string& shape, const std::string& words) {
    body += shape + svg::text(x + 20, y, "soft", words);
    x += 20 + svg::text_width(words) + 16;
  };
  one(svg::rect(x, y - 9, 10, 10, "rise1"), "from its first turn to its last");
  one(svg::circle(x + 5, y - 4, 4, "blue"), "posts a message");
  one(svg::rect(x, y - 9, 10, 10, "orange") + svg::rect(x, y - 9, 10, 10, "hatch"), "waits for a message");
  if (copies) one(svg::rect(x + 2, y - 9, 5, 10, "purple"), "requests a bulk copy");
  x = kMargin;
  y += 18;
  one(svg::arrow(x, y - 4, x + 14, y - 4, "blue"), "was waited for");
  one(svg::arrow(x, y - 4, x + 14, y - 4, "grey"), "was already there");
  body += svg::text(kWidth - kMargin, y, "soft end",
                    "from left to right: the order in the executor, not the time");
  return svg::written({kWidth, y + 12,
                       fmt::format("{}: which blocks post messages, and which wait for them", ids_of(traces)),
                       description, body});
}

}  // namespace ladder::report
