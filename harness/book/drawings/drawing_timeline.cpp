// The blocks of one launch, a row for each, from left to right in the order in which the executor ran them: when a
// block posts a message for others, from which block it takes one, and where it waited for it. Time here is turns,
// not seconds, and only turns in which something happens are drawn.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "drawings/drawing_parts.h"
#include "drawings/drawings.h"

namespace report {
namespace {

using namespace drawing;
using data::Json;

constexpr double kLeft = 66, kRow = 34, kBar = 12;
constexpr size_t kMostBlocks = 20;

struct Message {
  uint64_t from, to, posted, first_look, read;
  bool waited() const { return first_look < posted; }
};

struct Launch {
  const Json& trace;
  std::vector<Message> messages;
  std::map<uint64_t, double> x;  // of each turn in which something happens
  std::map<uint64_t, double> y;  // of each block

  explicit Launch(const Json& json, double top) : trace(json) {
    if (json["blocks"].size() > kMostBlocks)
      throw os::Error(fmt::format("{} has {} blocks here, too many to draw: say a smaller n=", id_of(json),
                                  json["blocks"].size()));
    for (const Json& m : json["messages"])
      messages.push_back({m["from"], m["to"], m["posted"], m["first_look"], m["read"]});
    if (messages.empty())
      throw os::Error(fmt::format("the blocks of launch {} of {} tell each other nothing: say launch=",
                                  json["launch"].get<int>(), id_of(json)));
    std::set<uint64_t> turns;
    for (const Json& b : json["blocks"]) {
      y[b["block"]] = top + static_cast<double>(y.size()) * kRow;
      turns.insert({b["start"].get<uint64_t>(), b["end"].get<uint64_t>()});
      for (const char* list : {"posts", "copies"})
        for (const Json& turn : b[list]) turns.insert(turn.get<uint64_t>());
    }
    for (const Message& m : messages) {
      turns.insert(m.read);
      if (m.waited()) turns.insert(m.first_look);
    }
    const double step = (kWidth - 2 * kMargin - kLeft - 10) / static_cast<double>(turns.size() - 1);
    for (const uint64_t turn : turns) x[turn] = kMargin + kLeft + 4 + static_cast<double>(x.size()) * step;
  }
};

std::string block_row(const Launch& l, const Json& b) {
  const double y = l.y.at(b["block"]), from = l.x.at(b["start"]), to = l.x.at(b["end"]);
  std::string out = svg::text(kMargin, y + 10, "soft", fmt::format("block {}", b["block"].get<uint64_t>()));
  out += svg::rect(from, y, std::max(2.0, to - from), kBar, "rise1", 2);
  for (const Message& m : l.messages)
    if (m.to == b["block"] && m.waited())
      out += svg::rect(l.x.at(m.first_look), y, l.x.at(m.read) - l.x.at(m.first_look), kBar, "orange") +
             svg::rect(l.x.at(m.first_look), y, l.x.at(m.read) - l.x.at(m.first_look), kBar, "hatch");
  for (const Json& turn : b["copies"]) out += svg::rect(l.x.at(turn) - 2.5, y + 1, 5, kBar - 2, "purple");
  for (const Json& turn : b["posts"]) out += svg::circle(l.x.at(turn), y + kBar / 2, 4, "blue");
  return out;
}

std::string message_arrows(const Launch& l) {
  std::string out;
  for (const Message& m : l.messages) {
    const bool down = l.y.at(m.from) < l.y.at(m.to);
    const double from = l.y.at(m.from) + (down ? kBar / 2 + 4 : kBar / 2 - 4),
                 to = l.y.at(m.to) + (down ? -1 : kBar + 1);
    out += svg::arrow(l.x.at(m.posted), from, l.x.at(m.read), to, m.waited() ? "blue" : "grey");
  }
  return out;
}

}  // namespace

std::string timeline_drawing(const Traces& traces, const DrawingOptions&) {
  std::string body, description, ids;
  bool copies = false;
  double y = 8;
  for (const Json& trace : traces) {
    y += 16;
    const Launch l(trace, y + 18);
    ids += (ids.empty() ? "" : ", ") + id_of(trace);
    size_t waits = 0, posts = 0;
    for (const Message& m : l.messages) waits += m.waited();
    for (const Json& b : trace["blocks"]) {
      posts += b["posts"].size();
      copies = copies || !b["copies"].empty();
    }
    const std::string sentence = fmt::format(
        "{} post {}, which are read {}; a reader had to wait {}", count_of(trace["blocks"].size(), "block"),
        count_of(posts, "message"), count_of(l.messages.size(), "time"), count_of(waits, "time"));
    body += svg::text(kMargin, y, "head", id_of(trace));
    body += svg::text(kWidth - kMargin, y, "soft end", sentence);
    description += fmt::format("{}: {}. ", id_of(trace), sentence);
    for (const Json& b : trace["blocks"]) body += block_row(l, b);
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
  one(svg::rect(x, y - 9, 10, 10, "orange") + svg::rect(x, y - 9, 10, 10, "hatch"), "waits for one");
  if (copies) one(svg::rect(x + 2, y - 9, 5, 10, "purple"), "asks for a bulk copy");
  x = kMargin;
  y += 18;
  one(svg::arrow(x, y - 4, x + 14, y - 4, "blue"), "was waited for");
  one(svg::arrow(x, y - 4, x + 14, y - 4, "grey"), "was there already");
  body += svg::text(kWidth - kMargin, y, "soft end", "from left to right: the executor's order, not seconds");
  return svg::written({kWidth, y + 12,
                       fmt::format("{}: which blocks post messages, and which wait for them", ids),
                       description, body});
}

}  // namespace report
