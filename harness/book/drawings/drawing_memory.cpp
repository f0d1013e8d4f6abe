// One array over time: a column for each element, a row for each round in which threads write it, and an arrow
// from each element that a thread has read to the element that it writes. For an array that is only read: a row
// for each round of reads, with the thread that reads each element.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "drawings/drawing_parts.h"
#include "drawings/drawings.h"

namespace ladder::report {
namespace {

using namespace drawing;

constexpr double kLeft = 58, kCellHeight = 20, kFan = 34;
constexpr size_t kMostElements = 1200, kMostColumns = 256, kMostRows = 40;

struct Arrow {
  uint64_t from, to;
  auto operator<=>(const Arrow&) const = default;
};
struct Row {
  std::map<uint64_t, Access> touched;  // by element
  std::set<Arrow> arrows;
  std::map<uint64_t, uint64_t>
      readers;  // for the last row, in which nothing is written: how many threads read each element
  bool after_barrier = false;
};

// A warp's round ends when it reads again after writing (for an array that is only read: at each request).
std::vector<Row> rows_of(const BlockTrace& trace, const std::string& object, bool only_read) {
  std::vector<Row> rows;
  struct Thread {
    std::set<uint64_t> read;
    bool has_written = false;
  };
  std::map<size_t, Thread> threads;
  for (const TraceInterval& interval : trace.intervals) {
    std::vector<Row> here;
    std::map<size_t, size_t> round;      // by warp
    std::map<size_t, bool> has_written;  // for each warp: true if it has written in this round
    for (const TraceStep& step : interval.steps) {
      const std::vector<Access> all = accesses(step, object);
      if (all.empty()) continue;
      const unsigned warp = step.warp;
      const bool write = all.front().write;
      if (!write && has_written[warp]) {
        ++round[warp];
        has_written[warp] = false;
      }
      has_written[warp] = has_written[warp] || write || only_read;
      if (here.size() <= round[warp]) here.resize(round[warp] + 1);
      Row& row = here[round[warp]];
      for (const Access& a : all) {
        Thread& t = threads[a.thread];
        if (!a.write) {
          if (t.has_written) t = {};
          t.read.insert(a.element);
          if (only_read) row.touched.insert_or_assign(a.element, a);
          continue;
        }
        t.has_written = true;
        row.touched.insert_or_assign(a.element, a);
        for (const uint64_t from : t.read) row.arrows.insert({from, a.element});
      }
    }
    std::erase_if(here, [](const Row& r) { return r.touched.empty(); });
    for (size_t i = 0; i < here.size(); ++i) {
      here[i].after_barrier = i == 0 && !rows.empty();
      rows.push_back(std::move(here[i]));
    }
  }
  // The last row shows reads that lead to no store into this array, such as the reads of a tile with its halo.
  Row last;
  last.after_barrier = true;
  uint64_t most = 0;
  if (!only_read)
    for (const auto& [id, t] : threads)
      for (const uint64_t element : t.read)
        if (!t.has_written) most = std::max(most, ++last.readers[element]);
  if (most > 1) rows.push_back(std::move(last));
  return rows;
}

struct Array {
  std::string name;
  bool only_read = true;
  uint64_t first = UINT64_MAX, last = 0;
  std::set<uint64_t> used;
};

Array array_of(const BlockTrace& trace, const std::string& object) {
  Array array;
  array.name = object;
  for (const TraceInterval& interval : trace.intervals)
    for (const TraceStep& step : interval.steps)
      for (const Access& a : accesses(step, object)) {
        array.only_read = array.only_read && !a.write;
        array.first = std::min(array.first, a.element);
        array.last = std::max(array.last, a.element);
        array.used.insert(a.element);
      }
  if (array.used.empty())
    throw os::Error(fmt::format("object={}: this block of {} does not access it; it accesses {}", object,
                                trace.id, names_of(trace)));
  if (array.last - array.first + 1 > kMostElements)
    throw os::Error(fmt::format(
        "object={}: {} has elements {} to {} here, too many to draw: choose a smaller block= or n=", object,
        trace.id, array.first, array.last));
  return array;
}

// One array of one trace, as it is drawn.
struct Figure {
  Array array;
  std::vector<Row> rows;
  double cell, space;
  bool fits = true;  // do all numbers fit into their cells? If not, none is shown
  uint64_t grid;     // elements per line; 0: the array is a single line

  Figure(const BlockTrace& trace, const std::string& object, uint64_t line)
      : array(array_of(trace, object)), grid(line) {
    rows = rows_of(trace, object, array.only_read);
    if (grid > 0) {
      array.first = 0;
      array.last = (array.last / grid + 1) * grid - 1;
    }
    if (rows.size() > kMostRows)
      throw os::Error(fmt::format(
          "object={}: {} would have {} rows, too many to draw: choose a smaller block= or n=", object,
          trace.id, rows.size()));
    if (columns() > kMostColumns)
      throw os::Error(
          fmt::format("object={}: {} would have {} columns, too many to draw; a smaller block= or n= has "
                      "fewer, and line=34 draws the array as lines of 34",
                      object, trace.id, columns()));
    cell = std::min(32.0, (kWidth - 2 * kMargin - kLeft) / static_cast<double>(columns()));
    space = cell > 8 ? 2 : 0.5;
    for (const Row& row : rows)
      for (const auto& [element, access] : row.touched)
        fits = fits && svg::text_width(words(access), 11) <= width() + 1;
  }
  size_t count() const { return array.last - array.first + 1; }
  size_t columns() const { return grid > 0 ? grid : count(); }
  size_t lines() const { return grid > 0 ? array.last / grid + 1 : 1; }
  double height() const { return static_cast<double>(lines()) * (kCellHeight + 2) - 2; }
  double width() const { return cell - space; }
  double x(uint64_t e) const {
    return kMargin + kLeft + static_cast<double>(grid > 0 ? e % grid : e - array.first) * cell;
  }
  double y(uint64_t e) const { return grid > 0 ? static_cast<double>(e / grid) * (kCellHeight + 2) : 0; }
  double middle(uint64_t e) const { return x(e) + width() / 2; }
  std::string words(const Access& a) const { return array.only_read ? std::to_string(a.thread) : a.value; }
  bool has_readers() const { return !rows.back().readers.empty(); }
};

std::string cell_shape(const Figure& f, uint64_t e, double y, const std::string& look) {
  return svg::rect(f.x(e), y + f.y(e), f.width(), kCellHeight, look, f.width() > 6 ? 2 : 0);
}

std::string element_numbers(const Figure& f, double y) {
  std::string out;
  const uint64_t every = f.cell >= 15 ? 1 : f.cell >= 8 ? 4 : 8;
  const uint64_t first = f.grid > 0 ? 0 : f.array.first, last = f.grid > 0 ? f.grid - 1 : f.array.last;
  for (uint64_t e = first; e <= last; ++e)
    if (e % every == 0) out += svg::text(f.middle(e), y, "tiny middle soft", std::to_string(e));
  return out;
}

std::string arrows(const Figure& f, const Row& row, double from, double to) {
  std::string out;
  if (row.after_barrier)
    out += svg::line(kMargin, (from + to) / 2, kMargin + kLeft - 8, (from + to) / 2, "line dotted");
  for (const auto& [a, b] : f.grid > 0 ? std::set<Arrow>() : row.arrows)
    out += a == b ? svg::curve(f.middle(a), from + 1, f.middle(b), to - 1, "line dotted")
                  : svg::arrow(f.middle(a), from + 1, f.middle(b), to - 1, "blue");
  return out;
}

// `now`: the known value of each element.
std::string cells(const Figure& f, const Row& row, double y, std::map<uint64_t, std::string>& now) {
  std::string out;
  for (uint64_t e = f.array.first; e <= f.array.last; ++e) {
    const auto there = row.touched.find(e);
    const bool on = there != row.touched.end();
    if (on) now[e] = f.words(there->second);
    const std::string shape = cell_shape(f, e, y, on ? "blue" : "idle");
    out += on ? svg::told(fmt::format("thread {} {} {}[{}]{}", there->second.thread,
                                      f.array.only_read ? "reads" : "writes", f.array.name, e,
                                      there->second.value.empty() ? "" : ": " + there->second.value),
                          shape)
              : shape;
    if (f.fits && now.contains(e) && (on || !f.array.only_read))
      out += svg::text(f.middle(e), y + f.y(e) + 13.5,
                       (on ? "tiny middle on" : "tiny middle soft") + tight(now[e], f.width()), now[e]);
  }
  return out;
}

uint64_t most_readers(const Row& row) {
  uint64_t most = 0;
  for (const auto& [element, count] : row.readers) most = std::max(most, count);
  return most;
}

std::string reader_cells(const Figure& f, const Row& row, double y) {
  std::string out;
  for (uint64_t e = f.array.first; e <= f.array.last; ++e) {
    const auto there = row.readers.find(e);
    const std::string rise = there == row.readers.end() ? "idle" : rise_of(there->second);
    out += cell_shape(f, e, y, rise);
    if (there == row.readers.end()) continue;
    const std::string count = std::to_string(there->second);
    if (svg::text_width(count, 11) <= f.width() - 1)
      out += svg::text(f.middle(e), y + f.y(e) + 13.5, "tiny middle on" + rise.substr(4), count);
  }
  return out;
}

// The legend; moves `y` down to its last line.
std::string key(const std::vector<Figure>& figures, double& y) {
  const bool writes =
      std::any_of(figures.begin(), figures.end(), [](const Figure& f) { return !f.array.only_read; });
  const bool arrow = std::any_of(figures.begin(), figures.end(), [](const Figure& f) {
    return std::any_of(f.rows.begin(), f.rows.end(),
                       [&](const Row& r) { return f.grid == 0 && !r.arrows.empty(); });
  });
  std::string out = svg::rect(kMargin, y - 9, 10, 10, "blue");
  out += svg::text(kMargin + 15, y, "soft",
                   writes ? "written in this step" : "read in this request, by the thread with this number");
  if (arrow) {
    out += svg::arrow(kMargin + 150, y - 4, kMargin + 176, y - 4, "blue");
    out += svg::text(kMargin + 182, y, "soft", "from an element read to an element written");
    out += svg::line(kMargin + 450, y - 4, kMargin + 476, y - 4, "line dotted");
    out += svg::text(kMargin + 482, y, "soft", "the same element (at the left: a barrier)");
  }
  if (std::any_of(figures.begin(), figures.end(), [](const Figure& f) { return f.has_readers(); })) {
    y += 18;
    out += svg::text(kMargin, y, "soft", "readers: the number of threads that read the element at the end");
    double x = kMargin + 345;
    for (const auto& [look, words] :
         {std::pair{"rise1", "1"}, {"rise2", "2"}, {"rise3", "3 to 4"}, {"rise4", "5 or more"}}) {
      out += svg::rect(x, y - 9, 10, 10, look) + svg::text(x + 15, y, "soft", words);
      x += 31 + svg::text_width(words);
    }
  }
  return out;
}

}  // namespace

std::string memory_drawing(const Traces& traces, const DrawingOptions& o) {
  std::string body, description;
  std::vector<Figure> figures;
  double y = 8;
  for (const BlockTrace& trace : traces) {
    if (o.object.empty())
      throw os::Error(fmt::format("a drawing of memory needs object=NAME, an array of {}: {}", trace.id,
                                  names_of(trace)));
    const Figure& f = figures.emplace_back(trace, o.object, o.line);
    y += 16;
    body += svg::text(kMargin, y, "head", trace.id);
    body += svg::text(kWidth - kMargin, y, "soft end",
                      fmt::format("{}[{}] to [{}]", o.object, f.array.first, f.array.last));
    y += 14;
    body += element_numbers(f, y);
    y += 4;
    const char* const step = f.array.only_read ? "request" : "step";
    std::map<uint64_t, std::string> now;
    for (size_t r = 0; r < f.rows.size(); ++r) {
      const Row& row = f.rows[r];
      const bool readers = !row.readers.empty();
      if (r > 0 && !f.array.only_read) {
        const double to = y - 3 + (readers ? kFan / 2 : kFan);
        body += arrows(f, row, y - 3, to);
        y = to;
      }
      body += svg::text(kMargin, y + 14, "soft", readers ? "readers" : fmt::format("{} {}", step, r + 1));
      body += readers ? reader_cells(f, row, y) : cells(f, row, y, now);
      description += readers ? fmt::format("{}: each element is read by at most {} threads at the end; ",
                                           trace.id, most_readers(row))
                             : fmt::format("{}, {} {}: {} of {} elements; ", trace.id, step, r + 1,
                                           row.touched.size(), f.array.used.size());
      y += f.height() + 3;
    }
    y += 8;
    if (const size_t unused = f.count() - f.array.used.size(); unused > 0) {
      body +=
          svg::text(kMargin, y + 6, "small soft", count_of(unused, "element") + " in between: never used");
      y += 12;
    }
  }
  y += 10;
  body += key(figures, y);
  return svg::written(
      {kWidth, y + 12,
       fmt::format("{}: which threads read and write {} in each step", ids_of(traces), o.object), description,
       body});
}

}  // namespace ladder::report
