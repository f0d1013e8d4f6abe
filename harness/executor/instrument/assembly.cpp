#include "instrument/assembly.h"

#include <algorithm>

namespace ladder::instrument {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool begins_name(char c) { return is_of_name(c) && !is_digit(c); }

Line parsed(std::string_view text) {
  Line line;
  line.text = text;
  if (text.empty()) return line;
  if (begins_name(text[0])) {
    const size_t end =
        static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_of_name) - text.begin());
    if (end < text.size() && text[end] == ':') {
      line.kind = Kind::label;
      line.word = text.substr(0, end);
      return line;
    }
  }
  const std::string_view all = trimmed(text);
  if (all.empty()) return line;
  const size_t end = std::min(all.find_first_of(" \t"), all.size());
  line.word = all.substr(0, end);
  line.operands = trimmed(all.substr(end));
  if (all[0] == '.')
    line.kind = Kind::directive;
  else if (is_blank(text[0]) && all[0] >= 'a' && all[0] <= 'z')
    line.kind = Kind::instruction;
  return line;
}

bool contains_one_of(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != text.npos; });
}

Area area_of(std::string_view section) {
  if (contains_one_of(section, {".tbss", ".tdata"})) return Area::shared;
  if (contains_one_of(section, {"simt_constant_"})) return Area::constant;
  if (contains_one_of(section, {"simt_managed_"})) return Area::managed;
  return contains_one_of(section, {".data", ".bss", ".rodata", ".sdata"}) ? Area::data : Area::code;
}

std::string_view between_quotes(std::string_view text) {
  const size_t first = text.find('"'), last = text.rfind('"');
  return first < last ? text.substr(first + 1, last - first - 1) : std::string_view();
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  constexpr const char* kBetween = " \t,";
  for (size_t at = text.find_first_not_of(kBetween); at != text.npos;
       at = text.find_first_not_of(kBetween, at)) {
    const size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}
bool starts_with_one_of(std::string_view word, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return word.starts_with(start); });
}
bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}
bool is_of_name(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '$'; }

std::string_view Line::called() const {
  std::string_view name = operands.substr(0, operands.find_first_of(" \t"));
  if (name.ends_with("@PLT")) name.remove_suffix(4);
  return name;
}

std::string_view Line::jump_target(bool arm) const {
  const bool jumps = kind == Kind::instruction && !calls() &&
                     (arm ? word.starts_with('b') || is_one_of(word, {"cbz", "cbnz", "tbz", "tbnz"})
                          : word.starts_with('j'));
  const auto words = words_of(operands);
  return jumps && !words.empty() && words.back().starts_with(".L") ? words.back() : std::string_view();
}

bool Line::is_in_sequence() const {
  switch (kind) {
    case Kind::instruction:
      return !calls();
    case Kind::directive:
      return word == ".loc" || word.starts_with(".cfi");
    case Kind::label:
      return starts_with_one_of(word, {".LVL", ".LBB", ".LBE", ".LBI", ".LFB", ".LEH"});
    default:
      return false;
  }
}

Assembly::Assembly(std::string text, Options of) : options(std::move(of)), source_(std::move(text)) {
  const std::string_view all = source_;
  for (size_t at = 0; at < all.size();) {
    const size_t end = std::min(all.find('\n', at), all.size());
    lines.push_back(parsed(all.substr(at, end - at)));
    at = end + 1;
  }
  read();
}

void Assembly::read() {
  for (const Line& line : lines)
    if (line.is(".type")) {
      const auto words = words_of(line.operands);
      if (words.size() < 2) continue;
      const std::string_view type = words[1].substr(1);
      if (type == "function") functions.insert(words[0]);
      if (type == "object") objects.insert(words[0]);
      if (type == "gnu_unique_object") unique.insert(words[0]);
    }
  Area area = Area::code;
  std::string_view function;
  std::unordered_map<std::string_view, std::string_view> files;
  for (Line& line : lines) {
    if (line.kind == Kind::label) {
      defined.insert(line.word);
      if (area == Area::shared) shared.insert(line.word);
      if (functions.contains(line.word)) function = line.word;
    } else if (line.kind == Kind::directive) {
      const auto words = words_of(line.operands);
      if (line.is(".arch") && line.operands.starts_with("armv8"))
        arm = true;
      else if (line.is(".section") && !line.operands.starts_with("__patchable_function_entries"))
        area = area_of(line.operands);
      else if (is_one_of(line.word, {".text", ".data", ".bss"}))
        area = area_of(line.text);
      else if (line.is(".set") && !words.empty())
        aliases.insert(words[0]);
      else if (is_one_of(line.word, {".globl", ".global", ".weak"}) && !words.empty())
        global.insert(words[0]);
      else if (line.is(".file") && !words.empty())
        (is_number(words[0]) ? files[words[0]] : own_file) = between_quotes(line.operands);
      else if (line.is(".loc") && words.size() > 1)
        begins_at.try_emplace(function, std::string(files[words[0]]) + ":" + std::string(words[1]));
    }
    line.area = area;
    line.function = function;
  }
}

void Assembly::replace(Line& line, std::string text) {
  replaced_.push_back(std::move(text));
  Line made = parsed(replaced_.back());
  line.text = made.text, line.kind = made.kind, line.word = made.word, line.operands = made.operands;
}

bool Assembly::is_own(std::string_view symbol) const {
  if (shared.contains(symbol) || starts_with_one_of(symbol, {"_ZSt", "_ZNSt"}) ||
      is_one_of(symbol, {"threadIdx", "blockIdx", "blockDim", "gridDim", "simt_dynamic_shared"}))
    return true;
  // An `extern thread_local` variable is accessed through its own function.
  const std::string name = symbol.starts_with("_Z") ? std::string(symbol.substr(2))
                                                    : std::to_string(symbol.size()) + std::string(symbol);
  return functions.contains("_ZTW" + name);
}

bool Assembly::is_of_library(std::string_view symbol) const {
  if (!symbol.starts_with("_Z") || objects.contains(symbol) || unique.contains(symbol)) return false;
  std::string_view name = symbol.substr(2);
  const auto is_theirs = [](std::string_view n) {
    return starts_with_one_of(n, {"St", "Sa", "Sb", "Ss", "Si", "So", "Sd", "9__gnu_cxx", "6ladder"});
  };
  if (is_theirs(name)) return true;
  if (!name.starts_with('N')) return false;
  name.remove_prefix(1);
  if (name.starts_with('K')) name.remove_prefix(1);
  if (name.starts_with('R') || name.starts_with('O')) name.remove_prefix(1);
  return is_theirs(name);
}

std::string Assembly::text() const {
  std::string out;
  out.reserve(source_.size() + source_.size() / 4 + tail.size());
  for (const Line& line : lines) {
    out += line.before;
    if (!line.removed) {
      out += line.text;
      out += '\n';
    }
    out += line.after;
  }
  return out + tail;
}

}  // namespace ladder::instrument
