#include "pages/marks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "data/counts.h"
#include "os/error.h"
#include "text/lines.h"
#include "text/nearest.h"

namespace ladder::pages {
bool Arguments::has(std::string_view key) const {
  return std::any_of(values.begin(), values.end(), [&](const auto& pair) { return pair.first == key; });
}

std::string Arguments::text(std::string_view key, const std::string& otherwise) const {
  for (const auto& [name, value] : values)
    if (name == key) return value;
  return otherwise;
}

uint64_t Arguments::whole(std::string_view key, uint64_t otherwise) const {
  if (!has(key)) return otherwise;
  try {
    return data::count_from(text(key));
  } catch (const os::Error& error) {
    throw os::Error(fmt::format("{}={}: {}", key, text(key), error.what()));
  }
}

void Arguments::allow(const std::string& mark, const std::vector<std::string>& keys) const {
  std::vector<std::string> seen;
  for (const auto& [key, value] : values) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw os::Error(fmt::format("\"{}={}\" is not known in {}; {}", key, value, mark,
                                  keys.empty() ? "it takes no key=value pairs"
                                               : fmt::format("known {} {}=", keys.size() == 1 ? "is" : "are",
                                                             fmt::join(keys, "=, "))));
    if (std::find(seen.begin(), seen.end(), key) != seen.end())
      throw os::Error(fmt::format("{}= occurs twice in {}", key, mark));
    seen.push_back(key);
  }
}

Arguments arguments_of(const std::string& text) {
  Arguments arguments;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    std::string word;
    size_t equals = std::string::npos;
    while (at < text.size() && text[at] != ' ') {
      const bool way = word.starts_with('/');  // a path in a JSON file: /rows/n=2^18/ratio
      if (text[at] == '=' && equals == std::string::npos && !way) equals = word.size();
      if (text[at] != '"') {
        word += text[at++];
        continue;
      }
      const size_t end = text.find('"', at + 1);
      if (end == std::string::npos) throw os::Error("a quote (\") is not closed");
      word += text.substr(at + 1, end - at - 1);
      at = end + 1;
    }
    if (equals == std::string::npos)
      arguments.words.push_back(word);
    else
      arguments.values.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return arguments;
}

namespace {

constexpr std::string_view kOpen = "<!-- ", kClose = " -->", kValue = "<!--=", kValueEnd = "<!--/-->";

// "table" for "<!-- table: … -->"; "" for any other line.
std::string name_of(const std::string& line) {
  if (!line.starts_with(kOpen)) return "";
  const size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", kOpen.size());
  return end == std::string::npos || line[end] != ':' ? "" : line.substr(kOpen.size(), end - kOpen.size());
}

std::string closing(const std::string& name) { return fmt::format("<!-- /{} -->", name); }

Arguments said_by(const std::string& line, const std::string& name) {
  if (!line.ends_with(kClose))
    throw os::Error(fmt::format("the mark {} must be one whole line, and end in \" -->\"", name));
  const size_t begin = kOpen.size() + name.size() + 1;
  return arguments_of(line.substr(begin, line.size() - kClose.size() - begin));
}

// The marker of a code block ("```", "~~~~"), or "".
std::string fence_of(const std::string& line) {
  const size_t begin = line.find_first_not_of(' ');
  if (begin == std::string::npos || (line[begin] != '`' && line[begin] != '~')) return "";
  const size_t end = std::min(line.find_first_not_of(line[begin], begin), line.size());
  return end - begin < 3 ? "" : line.substr(begin, end - begin);
}

class Page {
 public:
  Page(const std::string& name, const Writers& writers) : name_(name), writers_(writers) {}

  Written written(const std::string& text) {
    for (const std::string& line : text::lines_of(text)) {
      ++number_;
      if (!open_.empty())
        inside(line);
      else
        outside(line);
    }
    if (!open_.empty()) broken(fmt::format("{} is not closed: no {}", open_, closing(open_)), opened_at_);
    if (is_broken_)
      out_.text = text;
    else if (!text.empty() && !text.ends_with('\n'))
      out_.text.pop_back();
    return std::move(out_);
  }

 private:
  void mistake(const std::string& what, size_t line) {
    out_.mistakes.push_back(fmt::format("{}, line {}: {}", name_, line, what));
  }
  void broken(const std::string& what, size_t line) {
    mistake(what, line);
    is_broken_ = true;
  }
  void keep(const std::string& line) { out_.text += line + '\n'; }

  void inside(const std::string& line) {
    if (line == closing(open_)) {
      out_.text += fresh_ ? *fresh_ : held_;
      keep(line);
      open_.clear();
      fence_.clear();
      return;
    }
    const std::string name = fence_.empty() ? name_of(line) : "";
    if (writers_.blocks.contains(name)) {  // the open mark counts as closed here: the rest may be right
      broken(fmt::format("{} of line {} is not closed: no {}", open_, opened_at_, closing(open_)), number_);
      open_.clear();
      fence_.clear();
      outside(line);
      return;
    }
    toggle_fence(line);
    held_ += line + '\n';
  }

  bool toggle_fence(const std::string& line) {
    const std::string fence = fence_of(line);
    if (fence.empty()) return false;
    if (fence_.empty())
      fence_ = fence;
    else if (fence[0] == fence_[0] && fence.size() >= fence_.size())
      fence_.clear();
    return true;
  }

  void outside(const std::string& line) {
    if (toggle_fence(line) || !fence_.empty()) return keep(line);
    const std::string name = name_of(line);
    if (writers_.blocks.contains(name)) return opened(line, name);
    if (writers_.alone.contains(name)) {
      try {
        writers_.alone.at(name)(said_by(line, name));
        ++out_.marks;
      } catch (const os::Error& error) {
        mistake(error.what(), number_);
      }
      return keep(line);
    }
    for (const auto& [block, writer] : writers_.blocks)
      if (line == closing(block)) broken(fmt::format("{} without a {} before it", line, block), number_);
    if (!name.empty()) mistyped(name);
    values_of(line);
  }

  void opened(const std::string& line, const std::string& name) {
    keep(line);
    open_ = name;
    opened_at_ = number_;
    held_.clear();
    fresh_.reset();
    try {
      fresh_ = "\n" + writers_.blocks.at(name)(said_by(line, name)) + "\n";
      ++out_.marks;
    } catch (const os::Error& error) {
      mistake(error.what(), number_);
    }
  }

  void mistyped(const std::string& name) {
    const auto& others = writers_.known_comments;
    if (std::find(others.begin(), others.end(), name) != others.end()) return;
    std::vector<std::string> names;
    for (const auto& [block, writer] : writers_.blocks) names.push_back(block);
    for (const auto& [one, writer] : writers_.alone) names.push_back(one);
    const std::string hint = text::did_you_mean(name, names);
    if (!hint.empty()) mistake(fmt::format("there is no mark {}{}", name, hint), number_);
  }

  // Fills in a line's inline marks.
  void values_of(const std::string& line) {
    for (size_t at = 0; at < line.size();) {
      if (line[at] == '`') {  // a code span begins and ends with the same number of backticks
        const size_t end = std::min(line.find_first_not_of('`', at), line.size());
        const std::string ticks = line.substr(at, end - at);
        size_t to = end;
        do {
          to = line.find(ticks, to);
          if (to == std::string::npos) break;
          const size_t past = std::min(line.find_first_not_of('`', to), line.size());
          if (past - to == ticks.size()) break;
          to = past;
        } while (true);
        const size_t next = to == std::string::npos ? end : to + ticks.size();
        out_.text += line.substr(at, next - at);
        at = next;
      } else if (line.compare(at, kValue.size(), kValue) == 0) {
        at = value(line, at);
      } else {
        out_.text += line[at++];
      }
    }
    out_.text += '\n';
  }

  size_t value(const std::string& line, size_t at) {
    const size_t said = line.find("-->", at), end = line.find(kValueEnd, at);
    if (said == std::string::npos || end == std::string::npos || end < said ||
        line.substr(at + 1, end - at - 1).find(kValue) != std::string::npos) {
      mistake(fmt::format("{} is not closed: its value and {} must follow on the same line",
                          line.substr(at, std::min(said, line.size()) - at + 3), kValueEnd),
              number_);
      out_.text += line[at];
      return at + 1;
    }
    const std::string mark = line.substr(at, said + 3 - at);
    out_.text += mark;
    try {
      out_.text += writers_.value(arguments_of(line.substr(at + kValue.size(), said - at - kValue.size())));
      ++out_.marks;
    } catch (const os::Error& error) {
      mistake(fmt::format("{}: {}", mark, error.what()), number_);
      out_.text += line.substr(said + 3, end - said - 3);
    }
    out_.text += kValueEnd;
    return end + kValueEnd.size();
  }

  const std::string& name_;
  const Writers& writers_;
  Written out_;
  bool is_broken_ = false;
  size_t number_ = 0, opened_at_ = 0;
  std::string open_, fence_, held_;   // the open mark and code block; the mark's existing contents
  std::optional<std::string> fresh_;  // the mark's new contents; nullopt: the mark is wrong
};

}  // namespace

Written with_marks(const std::string& text, const std::string& page, const Writers& writers) {
  return Page(page, writers).written(text);
}

}  // namespace ladder::pages
