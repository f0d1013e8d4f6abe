// ./ladder step ID: steps through one thread block, one instruction of one warp at a time. Commands come from
// standard input, one per line; Enter repeats the last one. No output is wider than 80 columns.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <map>
#include <optional>
#include <set>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/looking.h"
#include "cli/own_file.h"
#include "look/source.h"
#include "cli/terminal.h"
#include "os/error.h"
#include "os/files.h"
#include "os/repository.h"
#include "text/style.h"
#include "text/units.h"
#include "text/lines.h"

namespace ladder::cli {
namespace {

using simt::BlockTrace;
using simt::TraceStep;

constexpr const char* kHelp =
    "n next   p previous   b next barrier   w another warp   q quit   (Enter: again)";
constexpr size_t kColumns = 80;
constexpr size_t kPerRow = 8, kRows = 4;  // for values

struct At {
  size_t interval, step;
};

class Walk {
 public:
  Walk(const BlockTrace& trace, bool colour) : trace_(trace), colour_(colour) {
    for (size_t i = 0; i < trace.intervals.size(); ++i)
      for (size_t s = 0; s < trace.intervals[i].steps.size(); ++s) steps_.push_back({i, s});
  }

  size_t size() const { return steps_.size(); }

  // The position to which the command leads from `now`; nullopt: none. n, p and b stay with the warp.
  std::optional<size_t> next(size_t now, char command) const {
    const unsigned warp = warp_of(now);
    if (command == 'w') return other_warp(now);
    if (command == 'p') {
      for (size_t i = now; i-- > 0;)
        if (warp_of(i) == warp) return i;
      return std::nullopt;
    }
    for (size_t i = now + 1; i < size(); ++i)
      if (warp_of(i) == warp && (command == 'n' || steps_[i].interval > steps_[now].interval)) return i;
    return std::nullopt;
  }

  unsigned warp_of(size_t i) const { return step(i).warp; }

  void show(size_t now) const {
    const TraceStep& s = step(now);
    const size_t barriers = steps_[now].interval;
    size_t before = 0, all = 0;  // the number of this warp's steps before this one, and in total
    for (size_t i = 0; i < size(); ++i)
      if (warp_of(i) == warp_of(now)) ++all, before += i < now;
    fmt::print("\n");
    print_wrapped(fmt::format("{} · block {} · warp {} of {} · instruction {} of {} · {}", trace_.id,
                              trace_.block_index, warp_of(now), trace_.warps, before + 1, all,
                              barriers == 0   ? "before any barrier"
                              : barriers == 1 ? "after 1 barrier"
                                              : fmt::format("after {} barriers", barriers)),
                  "", true);
    show_source(s);
    show_lanes(s);
    if (s.wavefronts) show_banks(s);
    if (s.sectors) fmt::print("  sectors  {} of 32 bytes\n", *s.sectors);
    if (!s.from.empty())
      show_by_lane("takes from lane", s, 1, [&](unsigned lane) { return std::to_string(*s.from[lane]); });
    if (!s.values.empty()) show_values(s);
    if (is_shared(s.kind) && s.object.is_one()) show_array(s, barriers);
  }

  // Says why the command cannot move.
  void show_end(size_t now, char command) const {
    if (command == 'p')
      fmt::print("\nThis is the first instruction of warp {}.\n", warp_of(now));
    else if (command == 'w')
      fmt::print("\nNo other warp of this block does anything.\n");
    else
      fmt::print("\nThe end of warp {}.{}\n", warp_of(now),
                 other_warp(now) ? " w switches to another warp." : "");
    if (!trace_.note.empty()) print_wrapped(trace_.note, "", false);
  }

 private:
  const TraceStep& step(size_t i) const { return trace_.intervals[steps_[i].interval].steps[steps_[i].step]; }
  std::string bold(const std::string& t) const { return text::styled(colour_, text::style::bold, t); }
  void print_wrapped(const std::string& words, const std::string& indent, bool strong) const {
    for (const std::string& line : text::wrapped(words, kColumns - indent.size()))
      fmt::print("{}{}\n", indent, strong ? bold(line) : line);
  }

  // The next warp that does something in this interval or, if there is none, in any interval.
  std::optional<size_t> other_warp(size_t now) const {
    for (const bool here : {true, false})
      for (unsigned k = 1; k < trace_.warps; ++k)
        for (size_t i = 0; i < size(); ++i)
          if (warp_of(i) == (warp_of(now) + k) % trace_.warps &&
              (!here || steps_[i].interval == steps_[now].interval))
            return i;
    return std::nullopt;
  }

  static std::string verb(simt::StepKind kind) {
    return is_load(kind) ? "reads" : is_store(kind) ? "writes" : is_atomic(kind) ? "leaves" : "gets";
  }

  void show_source(const TraceStep& s) const {
    const std::string& file = s.file.empty() ? trace_.file : s.file;
    auto known = sources_.find(file);
    if (known == sources_.end()) {
      std::vector<std::string> source;
      try {
        source = text::lines_of(os::read_text(os::in_repository(file)));
      } catch (const os::Error&) {  // a helper's line, outside the repository
      }
      known = sources_.emplace(file, std::move(source)).first;
    }
    const std::vector<std::string>& source = known->second;
    const auto line = static_cast<size_t>(s.line);
    for (size_t i = line > 2 ? line - 2 : 1; i <= line + 2 && i <= source.size(); ++i) {
      if (look::is_what_was(source[i - 1])) continue;
      const std::string shown = text::shortened(source[i - 1], kColumns - 7);
      if (i == line)
        fmt::print("{}\n", bold(fmt::format("> {:>4} {}", i, shown)));
      else
        fmt::print("  {:>4}{}{}\n", i, shown.empty() ? "" : " ", shown);
    }
  }

  void show_lanes(const TraceStep& s) const {
    std::string row;
    for (unsigned lane = 0; lane < 32; ++lane) row += s.lanes.has(lane) ? '#' : '.';
    std::string kind = data::name(s.kind);
    for (char& c : kind)
      if (c == '_') c = ' ';
    const std::string bytes = s.bytes ? fmt::format(", {} bytes in each lane", *s.bytes) : "";
    print_wrapped(kind + bytes + touched(s), "  ", false);
    fmt::print("  lanes    {}  {} of 32\n", row, s.lanes.count());
  }

  // "; partial[0] … partial[31]"
  static std::string touched(const TraceStep& s) {
    if (!s.object.is_one()) return "";
    std::optional<uint64_t> first, last;
    for (const std::optional<uint64_t>& index : s.index)
      if (index) {
        if (!first) first = index;
        last = index;
      }
    if (!first) return "";
    const std::string& name = s.object.names[0];
    if (first == last) return fmt::format("; {}[{}]", name, *first);
    return fmt::format("; {}[{}] … {}[{}]", name, *first, name, *last);
  }

  // For each bank, the number of different words that the warp accesses in it: more than 1 is a conflict.
  static void show_banks(const TraceStep& s) {
    std::set<uint64_t> wanted;
    const uint64_t bytes = *s.bytes;
    for (const std::optional<uint64_t>& address : s.address)
      for (uint64_t word = address.value_or(0) / 4; address && word <= (*address + bytes - 1) / 4; ++word)
        wanted.insert(word);
    std::vector<unsigned> words(32);
    for (const uint64_t word : wanted) ++words[word % 32];
    std::string row;
    for (const unsigned count : words)
      row += count == 0   ? '.'
             : count < 10 ? static_cast<char>('0' + count)
                          : static_cast<char>('a' + (count - 10) % 26);
    const unsigned wavefronts = *s.wavefronts;
    fmt::print("  banks    {}  {} wavefront{}{}\n", row, wavefronts, wavefronts == 1 ? "" : "s",
               wavefronts == 1 ? ": no conflict"
               : bytes <= 4    ? fmt::format(": {}-way conflict", wavefronts)
                               : "");
  }

  // The value of each lane: eight per line, '.' for an inactive lane; vectors two per line.
  static void show_values(const TraceStep& s) {
    const bool vectors =
        std::any_of(s.values.begin(), s.values.end(), [](const auto& values) { return values.size() > 1; });
    show_by_lane(verb(s.kind), s, vectors ? 4 : 1, [&](unsigned lane) {
      std::string words;
      for (const simt::Value& value : s.values[lane]) words += (words.empty() ? "" : " ") + shown(value);
      return words;
    });
  }

  template <typename Words>
  static void show_by_lane(const std::string& what, const TraceStep& s, unsigned elements, Words words) {
    const auto each = static_cast<unsigned>(kPerRow / elements);
    fmt::print("  each lane {}:\n", what);
    size_t rows = 0;
    for (unsigned first = 0; first < 32; first += each) {
      if ((s.lanes.mask >> first & ((uint64_t{1} << each) - 1)) == 0) continue;
      if (++rows > kRows) {
        fmt::print("           …\n");
        break;
      }
      std::string line = fmt::format("  {:>7}", fmt::format("lane {}", first));
      for (unsigned lane = first; lane < first + each; ++lane)
        line += fmt::format(" {:>{}}", s.lanes.has(lane) ? words(lane) : ".", elements > 1 ? 34 : 7);
      fmt::print("{}\n", line);
    }
  }

  // The accessed array as it was at the last barrier, starting at the first accessed element.
  void show_array(const TraceStep& s, size_t interval) const {
    const std::string& name = s.object.names[0];
    const std::vector<simt::Value>* values = nullptr;
    for (size_t i = 0; i < interval; ++i)
      for (const simt::SharedArrayValues& array : trace_.intervals[i].shared)
        if (array.name == name) values = &array.values;
    if (values == nullptr) return;
    uint64_t from = UINT64_MAX;
    for (const std::optional<uint64_t>& index : s.index)
      if (index) from = std::min(from, *index);
    if (from >= values->size()) return;
    from -= from % kPerRow;
    fmt::print("  {} at the last barrier:\n", name);
    for (size_t row = 0; row < kRows && from + row * kPerRow < values->size(); ++row) {
      std::string line = fmt::format("  {:>7}", fmt::format("[{}]", from + row * kPerRow));
      for (size_t i = from + row * kPerRow; i < std::min<size_t>(from + (row + 1) * kPerRow, values->size());
           ++i)
        line += fmt::format(" {:>7}", shown((*values)[i]));
      fmt::print("{}\n", line);
    }
  }

  static std::string shown(const simt::Value& value) {
    if (std::holds_alternative<std::monostate>(value)) return "-";
    const auto* number = std::get_if<double>(&value);
    std::string full = number == nullptr ? data::to_json(value).dump() : fmt::format("{:.4g}", *number);
    if (full.size() <= 7) return full;
    return fmt::format("{:.1e}", data::to_json(value).get<double>());
  }

  const BlockTrace& trace_;
  bool colour_;
  std::vector<At> steps_;
  mutable std::map<std::string, std::vector<std::string>> sources_;
};

}  // namespace

static int step(const Options& o) {
  go_on_with_own_file(o);
  const auto [trace, row, status] = watched_trace(o, stdout);
  const Walk walk(trace, colour_wanted(o.no_color));
  for (const std::string& line : text::wrapped(fmt::format("{} in {}; launch {}, block {} of {}.", trace.id,
                                                           trace.file, o.launch, o.block_index, trace.blocks),
                                               kColumns))
    fmt::print("{}\n", line);
  fmt::print("{}\n", kHelp);
  if (walk.size() == 0) {
    fmt::print("This block does nothing that can be shown.\n");
    return status;
  }
  const bool asks = stdout_is_terminal();
  size_t now = 0;
  char last = 'n';
  walk.show(now);
  for (std::string line;
       (asks ? (fmt::print("(n p b w q) "), std::fflush(stdout)) : 0), std::getline(std::cin, line);) {
    const size_t begin = line.find_first_not_of(" \t\r");
    const char command = begin == std::string::npos ? last : line[begin];
    if (command == 'q') return status;
    if (std::string("npbw").find(command) == std::string::npos) {
      fmt::print("{}\n", kHelp);
      continue;
    }
    last = command;
    if (const std::optional<size_t> to = walk.next(now, command)) {
      now = *to;
      walk.show(now);
    } else {
      walk.show_end(now, command);
    }
    if (std::ferror(stdout)) return status;  // the program that reads the output has ended
  }
  if (asks) fmt::print("\n");
  return status;
}

static void declare_step(const Syntax& s) {
  s.help("Walk through one thread block, instruction by instruction", R"(
  ./ladder step reduce/v2 --n 256
  ./ladder step reduce/v1 --block-index 3)");
  s.one_stage();
  s.block();
}

static const Registered registered_step{"step", declare_step, step};

}  // namespace ladder::cli
