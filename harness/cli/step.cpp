// ./ladder step ID: a walk through one thread block, one warp instruction at a time. Commands come from
// standard input, a line each; Enter repeats the last one.
#include <fmt/format.h>

#include <bit>
#include <cstdio>
#include <iostream>
#include <map>

#include "cli/block_trace.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "report/source.h"
#include "cli/terminal.h"
#include "os/error.h"
#include "os/files.h"
#include "os/repository.h"
#include "report/style.h"
#include "report/units.h"

namespace cli {
namespace {

using data::Json;

constexpr const char* kHelp =
    "n next instruction   b next barrier   w next warp   p previous   q quit   (Enter: again)";
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

  // The place after `now` that the command leads to; size() when there is none.
  size_t next(size_t now, char command) const {
    if (command == 'p') return now == 0 ? 0 : now - 1;
    size_t to = now + 1;
    if (command == 'b')
      while (to < size() && steps_[to].interval == steps_[now].interval) ++to;
    if (command == 'w')
      while (to < size() && step(to)["warp"] == step(now)["warp"]) ++to;
    return to;
  }

  void show(size_t now) const {
    const Json& s = step(now);
    const size_t barriers = steps_[now].interval;
    fmt::print("\n{}\n",
               bold(fmt::format("{} · block {} · warp {} of {} · instruction {} of {} · {}",
                                text(trace_["id"]), trace_["block_index"].get<uint64_t>(),
                                s["warp"].get<unsigned>(), trace_["warps"].get<unsigned>(), now + 1, size(),
                                barriers == 0   ? "before any barrier"
                                : barriers == 1 ? "after 1 barrier"
                                                : fmt::format("after {} barriers", barriers))));
    show_source(s);
    show_lanes(s);
    if (s.contains("bank")) show_banks(s);
    if (s.contains("sector") && s.contains("sectors"))
      fmt::print("  sectors  {} of 32 bytes\n", s["sectors"].get<unsigned>());
    if (s.contains("object") && s["object"].is_string()) show_values(s, barriers);
  }

  // What shared memory holds when all is done.
  void show_end() const {
    fmt::print("\nThe end of the block.\n");
    if (trace_["note"].is_string()) fmt::print("{}\n", text(trace_["note"]));
  }

 private:
  const Json& step(size_t i) const {
    return trace_["intervals"][steps_[i].interval]["steps"][steps_[i].step];
  }
  static std::string text(const Json& j) { return j.get<std::string>(); }
  std::string bold(const std::string& t) const { return report::styled(colour_, report::style::bold, t); }
  static uint32_t lanes(const Json& s) {
    return static_cast<uint32_t>(std::stoul(text(s["lanes"]), nullptr, 16));
  }

  void show_source(const Json& s) const {
    const std::string file = s.contains("file") ? text(s["file"]) : text(trace_["file"]);
    auto known = sources_.find(file);
    if (known == sources_.end()) {
      std::vector<std::string> source;
      try {
        source = report::lines_of(os::read_text(os::in_repository(file)));
      } catch (const os::Error&) {  // a helper's line, outside of the repository
      }
      known = sources_.emplace(file, std::move(source)).first;
    }
    const std::vector<std::string>& source = known->second;
    const auto line = s["line"].get<size_t>();
    for (size_t i = line > 2 ? line - 2 : 1; i <= line + 2 && i <= source.size(); ++i) {
      const std::string shown = report::shortened(source[i - 1], 92);
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
    fmt::print("  {}{}{}\n", kind, bytes, touched(s));
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
               : bytes <= 4    ? fmt::format(": a {}-way conflict", wavefronts)
                               : "");
  }

  // The touched array as it stood at the last barrier, from the first touched element on.
  void show_values(const Json& s, size_t interval) const {
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
      std::string line = fmt::format("  {:>6} ", fmt::format("[{}]", from + row * kPerRow));
      for (size_t i = from + row * kPerRow; i < std::min<size_t>(from + (row + 1) * kPerRow, values->size());
           ++i)
        line += fmt::format(" {:>10}", shown((*values)[i]));
      fmt::print("{}\n", line);
    }
  }

  static std::string shown(const Json& value) {
    if (value.is_null()) return "-";
    if (value.is_string()) return text(value);
    return value.is_number_float() ? fmt::format("{:.6g}", value.get<double>()) : value.dump();
  }

  const Json& trace_;
  bool colour_;
  std::vector<At> steps_;
  mutable std::map<std::string, std::vector<std::string>> sources_;
};

}  // namespace

int step(const Options& o) {
  int status = good;
  const Json trace = watched_trace(o, stdout, status);
  const Walk walk(trace, colour_wanted(o.no_color));
  fmt::print("{} in {}; launch {}, block {} of {}.\n{}\n", trace["id"].get<std::string>(),
             trace["file"].get<std::string>(), o.launch, o.block_index, trace["blocks"].get<uint64_t>(),
             kHelp);
  if (walk.size() == 0) {
    fmt::print("This block does nothing that can be seen.\n");
    return status;
  }
  const bool asks = stdout_is_terminal();
  size_t now = 0;
  char last = 'n';
  walk.show(now);
  for (std::string line;
       (asks ? (fmt::print("(n b w p q) "), std::fflush(stdout)) : 0), std::getline(std::cin, line);) {
    const size_t begin = line.find_first_not_of(" \t\r");
    const char command = begin == std::string::npos ? last : line[begin];
    if (command == 'q') return status;
    if (std::string("nbwp").find(command) == std::string::npos) {
      fmt::print("{}\n", kHelp);
      continue;
    }
    last = command;
    const size_t to = walk.next(now, command);
    if (to >= walk.size()) {
      walk.show_end();
      return status;
    }
    now = to;
    walk.show(now);
    if (std::ferror(stdout)) return status;  // whoever read this has left
  }
  if (asks) fmt::print("\n");
  return status;
}

}  // namespace cli
