// ./ladder step ID: a walk through one thread block, one instruction of one warp at a time. Commands come from
// standard input, a line each; Enter repeats the last one. Nothing is wider than 80 columns.
#include <fmt/format.h>

#include <bit>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>

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

namespace cli {
namespace {

using data::Json;

constexpr const char* kHelp =
    "n next   p previous   b next barrier   w another warp   q quit   (Enter: again)";
constexpr size_t kColumns = 80;
constexpr size_t kPerRow = 8, kRows = 4;  // of values

struct At {
  size_t interval, step;
};

class Walk {
 public:
  Walk(const Json& trace, bool colour) : trace_(trace), colour_(colour) {
    for (size_t i = 0; i < trace["intervals"].size(); ++i)
      for (size_t s = 0; s < trace["intervals"][i]["steps"].size(); ++s) steps_.push_back({i, s});
  }

  size_t size() const { return steps_.size(); }

  // The place that the command leads to from `now`; nothing: there is none. n, p and b stay with the warp.
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

  unsigned warp_of(size_t i) const { return step(i)["warp"].get<unsigned>(); }

  void show(size_t now) const {
    const Json& s = step(now);
    const size_t barriers = steps_[now].interval;
    size_t before = 0, all = 0;  // of this warp
    for (size_t i = 0; i < size(); ++i)
      if (warp_of(i) == warp_of(now)) ++all, before += i < now;
    fmt::print("\n");
    print_wrapped(fmt::format("{} · block {} · warp {} of {} · instruction {} of {} · {}", text(trace_["id"]),
                              trace_["block_index"].get<uint64_t>(), warp_of(now),
                              trace_["warps"].get<unsigned>(), before + 1, all,
                              barriers == 0   ? "before any barrier"
                              : barriers == 1 ? "after 1 barrier"
                                              : fmt::format("after {} barriers", barriers)),
                  "", true);
    show_source(s);
    show_lanes(s);
    if (s.contains("bank")) show_banks(s);
    if (s.contains("sector") && s.contains("sectors"))
      fmt::print("  sectors  {} of 32 bytes\n", s["sectors"].get<unsigned>());
    if (s.contains("from")) show_by_lane("takes from lane", s["from"], s);
    if (s.contains("values")) show_by_lane(verb(s), s["values"], s);
    if (s.contains("object") && s["object"].is_string()) show_array(s, barriers);
  }

  // Why the command leads nowhere.
  void show_end(size_t now, char command) const {
    if (command == 'p')
      fmt::print("\nThis is the first instruction of warp {}.\n", warp_of(now));
    else if (command == 'w')
      fmt::print("\nNo other warp of this block does anything.\n");
    else
      fmt::print("\nThe end of warp {}.{}\n", warp_of(now),
                 other_warp(now) ? " w goes to another warp." : "");
    if (trace_["note"].is_string()) print_wrapped(text(trace_["note"]), "", false);
  }

 private:
  const Json& step(size_t i) const {
    return trace_["intervals"][steps_[i].interval]["steps"][steps_[i].step];
  }
  static std::string text(const Json& j) { return j.get<std::string>(); }
  std::string bold(const std::string& t) const { return report::styled(colour_, report::style::bold, t); }
  void print_wrapped(const std::string& words, const std::string& indent, bool strong) const {
    for (const std::string& line : report::wrapped(words, kColumns - indent.size()))
      fmt::print("{}{}\n", indent, strong ? bold(line) : line);
  }

  // Where the next warp is that does something in this interval; else in any.
  std::optional<size_t> other_warp(size_t now) const {
    const auto warps = trace_["warps"].get<unsigned>();
    for (const bool here : {true, false})
      for (unsigned k = 1; k < warps; ++k)
        for (size_t i = 0; i < size(); ++i)
          if (warp_of(i) == (warp_of(now) + k) % warps &&
              (!here || steps_[i].interval == steps_[now].interval))
            return i;
    return std::nullopt;
  }

  static std::string verb(const Json& s) {
    const std::string kind = text(s["kind"]);
    if (kind.ends_with("_load")) return "reads";
    return kind.ends_with("_store") ? "writes" : kind.ends_with("_atomic") ? "leaves" : "gets";
  }

  static uint32_t lanes(const Json& s) {
    return static_cast<uint32_t>(std::stoul(text(s["lanes"]), nullptr, 16));
  }

  void show_source(const Json& s) const {
    const std::string file = s.contains("file") ? text(s["file"]) : text(trace_["file"]);
    auto known = sources_.find(file);
    if (known == sources_.end()) {
      std::vector<std::string> source;
      try {
        source = text::lines_of(os::read_text(os::in_repository(file)));
      } catch (const os::Error&) {  // a helper's line, outside of the repository
      }
      known = sources_.emplace(file, std::move(source)).first;
    }
    const std::vector<std::string>& source = known->second;
    const auto line = s["line"].get<size_t>();
    for (size_t i = line > 2 ? line - 2 : 1; i <= line + 2 && i <= source.size(); ++i) {
      if (report::is_what_was(source[i - 1])) continue;
      const std::string shown = report::shortened(source[i - 1], kColumns - 7);
      if (i == line)
        fmt::print("{}\n", bold(fmt::format("> {:>4} {}", i, shown)));
      else
        fmt::print("  {:>4}{}{}\n", i, shown.empty() ? "" : " ", shown);
    }
  }

  void show_lanes(const Json& s) const {
    const uint32_t active = lanes(s);
    std::string row;
    for (unsigned lane = 0; lane < 32; ++lane) row += active >> lane & 1 ? '#' : '.';
    const std::string bytes =
        s.contains("bytes") ? fmt::format(", {} bytes in each lane", s["bytes"].get<unsigned>()) : "";
    std::string kind = text(s["kind"]);
    for (char& c : kind)
      if (c == '_') c = ' ';
    print_wrapped(kind + bytes + touched(s), "  ", false);
    fmt::print("  lanes    {}  {} of 32\n", row, std::popcount(active));
  }

  // "; partial[0] … partial[31]"
  static std::string touched(const Json& s) {
    if (!s.contains("index") || !s["object"].is_string()) return "";
    const Json *first = nullptr, *last = nullptr;
    for (const Json& index : s["index"])
      if (!index.is_null()) {
        if (first == nullptr) first = &index;
        last = &index;
      }
    if (first == nullptr) return "";
    const std::string name = text(s["object"]);
    if (*first == *last) return fmt::format("; {}[{}]", name, first->get<uint64_t>());
    return fmt::format("; {}[{}] … {}[{}]", name, first->get<uint64_t>(), name, last->get<uint64_t>());
  }

  // For each bank how many different words the warp wants of it: more than 1 is a conflict.
  void show_banks(const Json& s) const {
    std::map<uint64_t, uint64_t> bank_of_word;
    const uint64_t bytes = s["bytes"];
    for (const Json& address : s["address"]) {
      if (address.is_null()) continue;
      for (uint64_t word = address.get<uint64_t>() / 4; word <= (address.get<uint64_t>() + bytes - 1) / 4;
           ++word)
        bank_of_word[word] = word % 32;
    }
    std::vector<unsigned> words(32);
    for (const auto& [word, bank] : bank_of_word) ++words[bank];
    std::string row;
    for (const unsigned count : words)
      row += count == 0   ? '.'
             : count < 10 ? static_cast<char>('0' + count)
                          : static_cast<char>('a' + (count - 10) % 26);
    const auto wavefronts = s.value("wavefronts", 0u);
    if (wavefronts == 0) return;
    fmt::print("  banks    {}  {} wavefront{}{}\n", row, wavefronts, wavefronts == 1 ? "" : "s",
               wavefronts == 1 ? ": no conflict"
               : bytes <= 4    ? fmt::format(": {}-way conflict", wavefronts)
                               : "");
  }

  // What each lane has: eight to a line, '.' where a lane is not active; vectors two to a line.
  static void show_by_lane(const std::string& what, const Json& by_lane, const Json& s) {
    const bool vectors =
        std::any_of(by_lane.begin(), by_lane.end(), [](const Json& v) { return v.is_array(); });
    const size_t each = vectors ? 2 : kPerRow;
    fmt::print("  each lane {}:\n", what);
    size_t rows = 0;
    for (size_t first = 0; first < 32; first += each) {
      if ((lanes(s) >> first & ((uint64_t{1} << each) - 1)) == 0) continue;
      if (++rows > kRows) {
        fmt::print("           …\n");
        break;
      }
      std::string line = fmt::format("  {:>7}", fmt::format("lane {}", first));
      for (size_t lane = first; lane < first + each; ++lane) {
        std::string words = by_lane[lane].is_null()    ? "."
                            : by_lane[lane].is_array() ? ""
                                                       : shown(by_lane[lane]);
        if (by_lane[lane].is_array())
          for (const Json& value : by_lane[lane])
            words += fmt::format("{}{}", words.empty() ? "" : " ", shown(value));
        line += fmt::format(" {:>{}}", words, vectors ? 34 : 7);
      }
      fmt::print("{}\n", line);
    }
  }

  // The touched array as it stood at the last barrier, from the first touched element on.
  void show_array(const Json& s, size_t interval) const {
    const std::string name = text(s["object"]);
    if (!text(s["kind"]).starts_with("shared")) return;
    const Json* values = nullptr;
    for (size_t i = 0; i < interval; ++i) {
      const Json& shared = trace_["intervals"][i]["shared"];
      if (shared.contains(name)) values = &shared[name];
    }
    if (values == nullptr) return;
    uint64_t from = UINT64_MAX;
    for (const Json& index : s["index"])
      if (!index.is_null()) from = std::min(from, index.get<uint64_t>());
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

  static std::string shown(const Json& value) {
    if (value.is_null()) return "-";
    if (value.is_string()) return text(value);
    if (!value.is_number_float())
      return report::text_width(value.dump()) <= 7 ? value.dump()
                                                   : fmt::format("{:.1e}", value.get<double>());
    const std::string full = fmt::format("{:.4g}", value.get<double>());
    return full.size() <= 7 ? full : fmt::format("{:.1e}", value.get<double>());
  }

  const Json& trace_;
  bool colour_;
  std::vector<At> steps_;
  mutable std::map<std::string, std::vector<std::string>> sources_;
};

}  // namespace

static int step(const Options& o) {
  go_on_with_own_file(o);
  Exit status = good;
  const Json trace = watched_trace(o, stdout, status);
  const Walk walk(trace, colour_wanted(o.no_color));
  for (const std::string& line :
       report::wrapped(fmt::format("{} in {}; launch {}, block {} of {}.", trace["id"].get<std::string>(),
                                   trace["file"].get<std::string>(), o.launch, o.block_index,
                                   trace["blocks"].get<uint64_t>()),
                       kColumns))
    fmt::print("{}\n", line);
  fmt::print("{}\n", kHelp);
  if (walk.size() == 0) {
    fmt::print("This block does nothing that can be seen.\n");
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
    if (std::ferror(stdout)) return status;  // whoever read this has left
  }
  if (asks) fmt::print("\n");
  return status;
}

static const Registered registered_step{"step", step};

}  // namespace cli
