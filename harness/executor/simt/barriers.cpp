#include "simt/barriers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <utility>

#include "os/error.h"
#include "os/files.h"

namespace ladder::simt {
namespace {

using Set = std::vector<uint32_t>;

constexpr size_t kMostSets = 256;
constexpr uint64_t kFewRounds = 4;  // with fewer, a ring of buffers may not have wrapped around yet

bool holds(const Set& all, const Set& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

void add_set(BarrierUses& to, Set set) {
  if (std::any_of(to.one_of.begin(), to.one_of.end(), [&](const Set& s) { return holds(set, s); })) return;
  std::erase_if(to.one_of, [&](const Set& s) { return holds(s, set); });
  if (to.one_of.size() < kMostSets)
    to.one_of.push_back(std::move(set));
  else
    to.complete = false;
}

bool may_stand_in_loop(const BarrierPlace& p, const std::string& folder) {
  try {
    return stands_in_loop(os::read_text((std::filesystem::path(folder) / p.file).string()), p.line);
  } catch (const os::Error&) {  // the file cannot be read
    return true;
  }
}

}  // namespace

void add_uses(BarrierUses& to, const BarrierUses& more) {
  BarrierUses all;
  all.complete = to.complete && more.complete;
  std::map<BarrierPlace, uint64_t> rounds;
  for (const BarrierUses* uses : {&std::as_const(to), &more})
    for (const BarrierPlace& p : uses->places) rounds[p] = std::max(rounds[p], p.rounds);
  for (const auto& [place, most] : rounds) all.places.push_back({place.file, place.line, most});
  for (const BarrierUses* uses : {&std::as_const(to), &more})
    for (const Set& set : uses->one_of) {
      Set moved;
      for (const uint32_t i : set)
        moved.push_back(static_cast<uint32_t>(
            std::lower_bound(all.places.begin(), all.places.end(), uses->places[i]) - all.places.begin()));
      std::sort(moved.begin(), moved.end());
      moved.erase(std::unique(moved.begin(), moved.end()), moved.end());
      add_set(all, std::move(moved));
    }
  to = std::move(all);
}

bool stands_in_loop(const std::string& source, int line) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::vector<bool> braces;  // for each open brace: does it belong to a loop?
  bool loop = false;         // the body of a loop comes next, with or without braces
  int parentheses = 0, at = 1;
  for (size_t i = 0; i < source.size() && at < line; ++i) {
    const std::string_view rest = std::string_view(source).substr(i);
    const char c = source[i];
    if (c == '\n') {
      ++at;
    } else if (rest.starts_with("//") || (c == '#' && (i == 0 || source[i - 1] == '\n'))) {
      i = std::min(source.find('\n', i), source.size()) - 1;
    } else if (rest.starts_with("/*")) {
      const size_t end = std::min(source.find("*/", i + 2), source.size());
      at += static_cast<int>(std::count(source.begin() + static_cast<std::ptrdiff_t>(i),
                                        source.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      i = end + 1;
    } else if (c == '"' || (c == '\'' && (i == 0 || !is_word(source[i - 1])))) {
      for (++i; i < source.size() && source[i] != c && source[i] != '\n'; ++i)
        if (source[i] == '\\') ++i;
    } else if (is_word(c)) {
      size_t end = i;
      while (end < source.size() && is_word(source[end])) ++end;
      const std::string_view word = rest.substr(0, end - i);
      loop |= word == "for" || word == "while" || word == "do";
      i = end - 1;
    } else if (c == '(') {
      ++parentheses;
    } else if (c == ')') {
      --parentheses;
    } else if (c == '{') {
      braces.push_back(std::exchange(loop, false));
    } else if (c == '}') {
      if (!braces.empty()) braces.pop_back();
    } else if (c == ';' && parentheses == 0) {
      loop = false;
    }
  }
  return loop || std::find(braces.begin(), braces.end(), true) != braces.end();
}

std::vector<SurplusBarrier> surplus_barriers(const BarrierUses& uses, const std::string& folder) {
  std::vector<SurplusBarrier> surplus;
  if (!uses.complete) return surplus;
  std::vector<Set> left = uses.one_of;
  const auto members = [&](uint32_t i) {
    return std::count_if(left.begin(), left.end(),
                         [&](const Set& s) { return std::find(s.begin(), s.end(), i) != s.end(); });
  };
  std::vector<uint32_t> candidates;
  for (uint32_t i = 0; i < uses.places.size(); ++i) {
    const BarrierPlace& p = uses.places[i];
    if (p.rounds >= kFewRounds || !may_stand_in_loop(p, folder)) candidates.push_back(i);
  }
  // The barriers that order the least come first. Among barriers that order the same amount, later ones come
  // first.
  std::sort(candidates.begin(), candidates.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(members(a), -int64_t{a}) < std::pair(members(b), -int64_t{b});
  });
  std::vector<uint32_t> gone;
  for (const uint32_t i : candidates) {
    if (std::find(left.begin(), left.end(), Set{i}) != left.end()) continue;
    for (Set& s : left) std::erase(s, i);
    gone.push_back(i);
  }
  std::sort(gone.begin(), gone.end());
  for (const uint32_t i : gone) {
    SurplusBarrier s{uses.places[i], {}};
    Set instead;
    for (size_t k = 0; k < left.size(); ++k)
      if (std::find(uses.one_of[k].begin(), uses.one_of[k].end(), i) != uses.one_of[k].end())
        instead.insert(instead.end(), left[k].begin(), left[k].end());
    std::sort(instead.begin(), instead.end());
    instead.erase(std::unique(instead.begin(), instead.end()), instead.end());
    for (const uint32_t other : instead) s.instead.push_back(uses.places[other]);
    surplus.push_back(std::move(s));
  }
  return surplus;
}

std::vector<findings::Evidence> evidence_of(const std::vector<SurplusBarrier>& surplus) {
  std::vector<findings::Evidence> all;
  const auto name_of = [](const std::string& file) {
    return std::filesystem::path(file).filename().string();
  };
  for (const SurplusBarrier& s : surplus) {
    std::vector<std::string> lines;
    for (const BarrierPlace& p : s.instead)
      lines.push_back(std::to_string(p.line) + (p.file == s.place.file ? "" : " of " + name_of(p.file)));
    findings::Evidence evidence(
        s.instead.empty() ? findings::Cause::barrier_ordered_nothing : findings::Cause::barrier_ordered_twice,
        {{"line", s.place.line}, {"file", name_of(s.place.file)}});
    if (!lines.empty())
      evidence.add({"others", fmt::format("{}", fmt::join(lines, " and "))}).add({"count", lines.size()});
    all.push_back(std::move(evidence));
  }
  return all;
}

}  // namespace ladder::simt
