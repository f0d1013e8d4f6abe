// A finding as data, without any English: its cause and the facts that belong to it. Detectors, checks and
// comparisons of runs produce findings. The displayed text is derived from them: findings/text.h.
#pragma once
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "data/json_members.h"
#include "findings/causes.h"
#include "findings/object.h"

namespace ladder::findings {

struct Fact;

struct Evidence {
  Cause cause = Cause::none;
  std::vector<Fact> facts;

  Evidence() = default;
  Evidence(Cause its_cause, std::initializer_list<Fact> its_facts = {});

  bool empty() const { return cause == Cause::none; }
  bool is(Cause other) const { return cause == other; }
  bool is_one_of(std::initializer_list<Cause>) const;
  // A finding that adds something to another, as in "{what} (n = 33)", wraps that finding as its fact
  // `what`.
  const Evidence& root() const;  // the innermost evidence; this one if it wraps none
  Evidence& root() { return const_cast<Evidence&>(std::as_const(*this).root()); }
  bool holds(Cause) const;  // whether this evidence, or one of its parts, has this cause
  bool holds(const Evidence&) const;
  const Fact* find(std::string_view name) const;  // the first fact with that name; nullptr: not known
  bool has(std::string_view name) const { return find(name) != nullptr; }
  std::string text(std::string_view name) const;      // "" if it is not known, or is a number or evidence
  int64_t number(std::string_view name) const;        // 0 if it is not known or not a number
  const Evidence* part(std::string_view name) const;  // nullptr if it is not known or not evidence
  Evidence& add(Fact);                                // appends the fact
  Evidence& set(Fact);                                // replaces the facts with this name
  bool operator==(const Evidence&) const = default;
};

struct Fact {
  std::string name;
  std::variant<int64_t, std::string, Object, std::vector<Evidence>> value;  // the last alternative: its parts

  Fact(std::string n, std::string text) : name(std::move(n)), value(std::move(text)) {}
  Fact(std::string n, const char* text) : name(std::move(n)), value(std::string(text)) {}
  Fact(std::string n, std::integral auto number) : name(std::move(n)), value(static_cast<int64_t>(number)) {}
  Fact(std::string n, Object object) : name(std::move(n)), value(std::move(object)) {}
  Fact(std::string n, Evidence evidence);
  std::string text() const;            // "" if it is a number or evidence
  const Evidence* part() const;        // nullptr if it is not evidence
  bool operator==(const Fact&) const;  // in JSON an object is a string, so it is equal to its text
};

using Findings = std::vector<Evidence>;

// Text from another source: an exception, or a file without evidence.
inline Evidence recorded(const std::string& text) { return {Cause::recorded, {{"text", text}}}; }

// Wraps the evidence `what` in a cause `around` that adds facts to it.
inline Evidence around(Evidence what, Cause cause, std::initializer_list<Fact> facts = {}) {
  Evidence evidence(cause, facts);
  return std::move(evidence.add({"what", std::move(what)}));
}

// Visits each value of this type among the facts, including those of parts.
template <typename Type, typename F>
void for_each_fact(Evidence& evidence, F f) {
  for (Fact& fact : evidence.facts) {
    if (auto* value = std::get_if<Type>(&fact.value)) f(*value);
    if (auto* parts = std::get_if<std::vector<Evidence>>(&fact.value))
      for (Evidence& part : *parts) for_each_fact<Type>(part, f);
  }
}

}  // namespace ladder::findings

template <>
struct ladder::data::JsonOf<ladder::findings::Evidence> {
  static Json write(const findings::Evidence&);  // {"cause": "race_no_barrier", "thread": "0", …}
  static void read(const Field&, findings::Evidence&);
};
