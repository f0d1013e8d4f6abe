// A row for each round of a tree, and a cell for each thread, show which threads are active and how many
// wavefronts their requests take. A warp's round ends when the warp has stored to shared memory, or
// passed values by a shuffle.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drawings/drawing_parts.h"
#include "drawings/drawings.h"

namespace ladder::report {
namespace {

using namespace drawing;

struct Round {
  std::vector<uint64_t> wavefronts;  // for each thread: wavefronts of its costliest request; 0: inactive
  uint64_t requests = 0, passes = 0, shuffles = 0;
  bool reads_shared = false, writes_shared = false, reads_global = false, writes_global = false;
  bool adds = false;  // a shuffle, or two loads by one warp: two values become one
  bool ends_at_barrier = false;

  bool is_empty() const {
    return std::all_of(wavefronts.begin(), wavefronts.end(), [](auto w) { return w == 0; });
  }
};

bool is_shared_request(StepKind kind) { return is_shared(kind) && !is_atomic(kind); }

void add(Round& round, const TraceStep& step) {
  const simt::Lanes lanes = step.lanes;
  const uint64_t passes = is_shared_request(step.kind) ? step.wavefronts.value_or(1) : 1;
  const size_t first = step.warp * 32;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes.has(lane) && first + lane < round.wavefronts.size()) {
      uint64_t& most = round.wavefronts[first + lane];
      most = std::max(most, passes);
    }
  if (is_shared_request(step.kind)) {
    ++round.requests;
    round.passes += passes;
    (step.kind == StepKind::shared_load ? round.reads_shared : round.writes_shared) = true;
  }
  round.reads_global = round.reads_global || step.kind == StepKind::global_load;
  round.writes_global = round.writes_global || step.kind == StepKind::global_store;
}

bool loads(StepKind kind) { return is_load(kind) || kind == StepKind::bulk_load; }
bool stores(StepKind kind) { return is_store(kind) || kind == StepKind::bulk_store; }
bool is_work(StepKind kind) { return is_shuffle(kind) || loads(kind) || stores(kind) || is_atomic(kind); }

// The rounds of one interval: the r-th rounds of all warps together.
std::vector<Round> rounds_of(const TraceInterval& interval, size_t threads) {
  std::vector<Round> rounds;
  struct Warp {
    size_t round = 0;
    unsigned loads = 0;  // loads from shared memory in this round
    bool begun = false, has_stored = false;
  };
  std::vector<Warp> warps(32);
  for (const TraceStep& step : interval.steps) {
    if (!is_work(step.kind)) continue;
    Warp& warp = warps[step.warp];
    const bool is_stored = stores(step.kind);
    if (warp.begun && (is_shuffle(step.kind) || (warp.has_stored && !is_stored))) warp = {warp.round + 1};
    while (rounds.size() <= warp.round) rounds.push_back({.wavefronts = std::vector<uint64_t>(threads)});
    Round& round = rounds[warp.round];
    add(round, step);
    warp.begun = true;
    warp.has_stored = warp.has_stored || is_stored;
    if (step.kind == StepKind::shared_load && ++warp.loads == 2) round.adds = true;
    if (is_shuffle(step.kind)) {
      round.adds = true;
      ++round.shuffles;
      warp = {warp.round + 1};
    }
  }
  std::erase_if(rounds, [](const Round& r) { return r.is_empty(); });
  return rounds;
}

std::vector<Round> rounds_of_block(const BlockTrace& trace) {
  std::vector<Round> all;
  const size_t threads = trace.warps * 32, intervals = trace.intervals.size();
  for (size_t i = 0; i < intervals; ++i) {
    for (Round& round : rounds_of(trace.intervals[i], threads)) all.push_back(std::move(round));
    if (!all.empty() && i + 1 < intervals) all.back().ends_at_barrier = true;
  }
  return all;
}

std::string label(const Round& round, unsigned& level) {
  if ((round.adds && !round.writes_global) || (round.reads_shared && round.writes_shared))
    return fmt::format("level {}", ++level);
  if (round.reads_global && round.writes_shared) return "load";
  if (round.writes_global) return "result";
  return round.reads_shared || round.reads_global ? "read" : "write";
}

std::string cost(const Round& round) {
  if (round.requests == 0 && round.shuffles > 0) return count_of(round.shuffles, "shuffle");
  if (round.requests == 0) return "";
  return fmt::format("{}, {}", count_of(round.requests, "request"), count_of(round.passes, "wavefront"));
}

constexpr double kLeft = 56, kRight = 166, kRow = 16, kCell = 11, kWarpGap = 3;

struct Columns {
  double thread, warp;
  size_t threads;
  double x(size_t t) const {
    return kMargin + kLeft + static_cast<double>(t / 32) * warp + static_cast<double>(t % 32) * thread;
  }
};

Columns columns_for(const BlockTrace& trace) {
  const auto warps = trace.warps;
  const double room = kWidth - 2 * kMargin - kLeft - kRight - static_cast<double>(warps) * kWarpGap;
  const double thread = std::min(8.0, std::floor(room / static_cast<double>(32 * warps) * 2) / 2);
  if (thread < 1)
    throw os::Error(
        fmt::format("{} has blocks of {} threads, too many to draw: use block=256", trace.id, 32 * warps));
  return {thread, 32 * thread + kWarpGap, 32 * warps};
}

std::string row_of(const Round& round, const Columns& columns, double y) {
  std::string out;
  for (size_t warp = 0; warp * 32 < columns.threads; ++warp)
    out += svg::rect(columns.x(warp * 32), y, 32 * columns.thread, kCell, "idle");
  // Adjacent cells that look the same are one shape, unless there is room to separate them.
  const double gap = columns.thread >= 4 ? 1 : 0;
  for (size_t t = 0; t < columns.threads;) {
    size_t end = t + 1;
    if (gap == 0)
      while (end < columns.threads && end % 32 != 0 && round.wavefronts[end] == round.wavefronts[t]) ++end;
    if (round.wavefronts[t] > 0)
      out += svg::rect(columns.x(t), y, static_cast<double>(end - t) * columns.thread - gap, kCell,
                       rise_of(round.wavefronts[t]));
    t = end;
  }
  return out;
}

// Round k of every stage appears at the same time, for each k in turn, and remains visible; then the animation
// restarts. For readers who prefer reduced motion, nothing moves and all rounds are shown.
struct Film {
  uint64_t seconds;
  size_t rounds;

  std::string frame(size_t k, const std::string& inside) const {
    return seconds == 0 ? inside : fmt::format("<g class=\"frame{}\">{}</g>\n", k, inside);
  }
  std::string style() const {
    if (seconds == 0) return "";
    std::string css;
    for (size_t k = 1; k < rounds; ++k) {  // the first row is visible from the start
      const double from = 75.0 * static_cast<double>(k) / static_cast<double>(rounds);
      css += fmt::format(
          "@keyframes frame{0}{{0%,{1:.1f}%{{opacity:.08}}{2:.1f}%,100%{{opacity:1}}}}"
          ".frame{0}{{animation:frame{0} {3}s linear infinite}}",
          k, from, from + 2, seconds);
    }
    return fmt::format("<style>@media (prefers-reduced-motion:no-preference){{{}}}</style>\n", css);
  }
};

}  // namespace

std::string levels_drawing(const Traces& traces, const DrawingOptions& o) {
  std::string body, description;
  Film film{o.moves, 0};
  double y = 8;
  for (const BlockTrace& trace : traces) {
    const Columns columns = columns_for(trace);
    const std::vector<Round> rounds = rounds_of_block(trace);
    if (rounds.empty())
      throw os::Error(fmt::format("this block of {} does nothing that can be drawn", trace.id));
    uint64_t requests = 0, passes = 0, barriers = 0;
    for (const Round& r : rounds) requests += r.requests, passes += r.passes, barriers += r.ends_at_barrier;
    y += 16;
    body += svg::text(kMargin, y, "head", trace.id);
    body += svg::text(kWidth - kMargin, y, "soft end",
                      fmt::format("in all: {}, {}, {}", count_of(requests, "request"),
                                  count_of(passes, "wavefront"), count_of(barriers, "barrier")));
    y += 17;
    for (size_t warp = 0; warp * 32 < columns.threads; ++warp)
      body += svg::text(columns.x(warp * 32), y, "soft small",
                        fmt::format("{}{}", columns.thread > 1 ? "warp " : "", warp));
    y += 5;
    unsigned level = 0;
    description += fmt::format("{}: ", trace.id);
    film.rounds = std::max(film.rounds, rounds.size());
    for (const Round& round : rounds) {
      const std::string name = label(round, level), price = cost(round);
      const auto busy =
          std::count_if(round.wavefronts.begin(), round.wavefronts.end(), [](auto w) { return w > 0; });
      body += svg::text(kMargin, y + 10, "soft", name);
      body += film.frame(static_cast<size_t>(&round - rounds.data()),
                         svg::told(fmt::format("{}: {} of {} threads", name, busy, columns.threads),
                                   row_of(round, columns, y)) +
                             svg::text(kWidth - kMargin, y + 10, "end", price));
      description += fmt::format("{}, {} of {} threads{}{}; ", name, busy, columns.threads,
                                 price.empty() ? "" : ", ", price);
      y += kRow;
      if (round.ends_at_barrier)
        body += svg::line(columns.x(0), y - 2.5, columns.x(columns.threads - 1) + columns.thread, y - 2.5,
                          "line dotted");
    }
    y += 12;
  }
  y += 10;
  body += key_of_rises(kMargin, y, "does nothing");
  body += film.style();
  body += svg::line(kWidth - kMargin - 90, y - 4, kWidth - kMargin - 56, y - 4, "line dotted");
  body += svg::text(kWidth - kMargin, y, "soft end", "barrier");
  const std::string ids = ids_of(traces);
  return svg::written({kWidth, y + 12, fmt::format("{}: which threads of a block work in each round", ids),
                       description, body});
}

}  // namespace ladder::report
