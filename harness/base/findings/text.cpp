#include "findings/text.h"

#include <array>

namespace ladder::findings {
namespace {

struct Sentence {
  Cause cause;
  std::string_view words;
};
constexpr Sentence kSentences[] = {
#define SENTENCE(name, words) {Cause::name, words},
#include "findings/sentences.def"
#undef SENTENCE
};
constexpr bool has_all_in_order() {
  size_t i = 0;
  for (const Sentence& s : kSentences)
    if (static_cast<size_t>(s.cause) != i++) return false;
  return i == names_of(Cause()).size();
}
static_assert(
    has_all_in_order(),
    "findings/sentences.def lacks a cause of findings/causes.h, or lists them in a different order");

std::string value_of(const Fact& fact) {
  if (const auto* number = std::get_if<int64_t>(&fact.value)) return std::to_string(*number);
  const Evidence* part = fact.part();
  return part ? text_of(*part) : fact.text();
}

// All facts with this name, concatenated; if there are none, the name itself.
std::string values_of(const Evidence& evidence, std::string_view name) {
  std::string all;
  for (const Fact& fact : evidence.facts)
    if (fact.name == name) all += value_of(fact);
  return all.empty() && !evidence.has(name) ? "{" + std::string(name) + "}" : all;
}

std::string verb(const std::string& access) {
  return access == "read"       ? "reads"
         : access == "write"    ? "writes"
         : access == "free"     ? "frees"
         : access == "allocate" ? "allocates"
                                : "atomically updates";
}

std::string counted(const std::string& number, const std::string& noun) {
  if (number == "1") return number + " " + noun;
  return number + " " + noun + (noun.ends_with("ch") ? "es" : "s");
}

// Removes and returns the text up to the first `|` outside braces, and drops the `|`.
std::string_view next_part(std::string_view& rest) {
  int depth = 0;
  for (size_t i = 0; i < rest.size(); ++i) {
    depth += rest[i] == '{' ? 1 : rest[i] == '}' ? -1 : 0;
    if (rest[i] != '|' || depth > 0) continue;
    const std::string_view part = rest.substr(0, i);
    rest.remove_prefix(i + 1);
    return part;
  }
  return std::exchange(rest, {});
}

std::string placeholder(std::string_view inside, const Evidence& evidence) {
  std::string_view rest = inside;
  const std::string_view what = next_part(rest);
  const auto chosen = [&](bool first) {
    const std::string_view one = next_part(rest), other = next_part(rest);
    return filled(first ? one : other, evidence);
  };
  if (what.starts_with('?')) return chosen(evidence.has(what.substr(1)));
  if (const size_t equal = what.find('='); equal != std::string_view::npos)
    return chosen(evidence.has(what.substr(0, equal)) &&
                  values_of(evidence, what.substr(0, equal)) == what.substr(equal + 1));
  const size_t colon = what.find(':');
  const std::string value = values_of(evidence, what.substr(0, colon));
  if (colon == std::string_view::npos) return value;
  const std::string form(what.substr(colon + 1));
  if (form == "verb") return verb(value);
  return form == "access" ? "the " + value : counted(value, form);
}

}  // namespace

std::string filled(std::string_view pattern, const Evidence& evidence) {
  std::string out;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if ((c == '{' || c == '}') && i + 1 < pattern.size() && pattern[i + 1] == c) {
      out += c;
      ++i;
    } else if (c == '{') {
      int depth = 1;
      const size_t begin = i + 1;
      while (depth > 0 && ++i < pattern.size()) depth += pattern[i] == '{' ? 1 : pattern[i] == '}' ? -1 : 0;
      out += placeholder(pattern.substr(begin, i - begin), evidence);
    } else {
      out += c;
    }
  }
  return out;
}

std::string text_of(const Evidence& evidence) {
  return filled(kSentences[static_cast<size_t>(evidence.cause)].words, evidence);
}

}  // namespace ladder::findings
