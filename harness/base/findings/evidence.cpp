#include "findings/evidence.h"

#include <algorithm>

#include "findings/rank.h"

namespace ladder::findings {

Evidence::Evidence(Cause its_cause, std::initializer_list<Fact> its_facts)
    : cause(its_cause), facts(its_facts) {}

Fact::Fact(std::string n, Evidence evidence)
    : name(std::move(n)), value(std::vector<Evidence>{std::move(evidence)}) {}

std::string Fact::text() const {
  if (const auto* object = std::get_if<Object>(&value)) return object->text();
  const auto* text = std::get_if<std::string>(&value);
  return text ? *text : "";
}

const Evidence* Fact::part() const {
  const auto* parts = std::get_if<std::vector<Evidence>>(&value);
  return parts && !parts->empty() ? &parts->front() : nullptr;
}

bool Fact::operator==(const Fact& other) const {
  return name == other.name && (value == other.value || (!text().empty() && text() == other.text()));
}

bool Evidence::is_one_of(std::initializer_list<Cause> causes) const {
  return std::find(causes.begin(), causes.end(), cause) != causes.end();
}

const Evidence& Evidence::root() const {
  const Evidence* inner = part("what");
  return inner ? inner->root() : *this;
}

namespace {
template <typename Is>
bool any_part(const Evidence& evidence, const Is& is) {
  if (is(evidence)) return true;
  for (const Fact& fact : evidence.facts)
    if (const Evidence* part = fact.part(); part && any_part(*part, is)) return true;
  return false;
}
}  // namespace

bool Evidence::holds(Cause other) const {
  return any_part(*this, [&](const Evidence& part) { return part.is(other); });
}
bool Evidence::holds(const Evidence& other) const {
  return any_part(*this, [&](const Evidence& part) { return part == other; });
}

const Fact* Evidence::find(std::string_view name) const {
  const auto found =
      std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.name == name; });
  return found == facts.end() ? nullptr : &*found;
}

std::string Evidence::text(std::string_view name) const {
  const Fact* fact = find(name);
  return fact ? fact->text() : "";
}

int64_t Evidence::number(std::string_view name) const {
  const Fact* fact = find(name);
  const auto* value = fact ? std::get_if<int64_t>(&fact->value) : nullptr;
  return value ? *value : 0;
}

const Evidence* Evidence::part(std::string_view name) const {
  const Fact* fact = find(name);
  return fact ? fact->part() : nullptr;
}

Evidence& Evidence::add(Fact fact) {
  facts.push_back(std::move(fact));
  return *this;
}

Evidence& Evidence::set(Fact fact) {
  std::erase_if(facts, [&](const Fact& known) { return known.name == fact.name; });
  return add(std::move(fact));
}

}  // namespace ladder::findings

namespace ladder::data {
namespace {

constexpr const char *kCause = "cause", *kConfidence = "confidence";

Json json_of(const findings::Evidence&);

Json value_of(const findings::Fact& fact) {
  if (const auto* number = std::get_if<int64_t>(&fact.value)) return *number;
  if (const findings::Evidence* part = fact.part()) return json_of(*part);
  return fact.text();
}

// Several facts with the same name become a list.
Json json_of(const findings::Evidence& evidence) {
  if (evidence.empty()) return nullptr;
  Json json = {{kCause, name(evidence.cause)}};
  for (const findings::Fact& fact : evidence.facts) {
    Json value = value_of(fact);
    if (!json.contains(fact.name)) {
      json[fact.name] = std::move(value);
      continue;
    }
    Json& known = json[fact.name];
    if (!known.is_array()) known = Json::array({known});
    known.push_back(std::move(value));
  }
  return json;
}

findings::Fact fact_of(const std::string& name, const Field& field) {
  if (field.value->is_number_integer()) return {name, field.value->get<int64_t>()};
  if (field.value->is_object()) return {name, from_json<findings::Evidence>(field)};
  return {name, data::text(field)};
}

}  // namespace

Json JsonOf<findings::Evidence>::write(const findings::Evidence& evidence) {
  Json json = json_of(evidence);
  if (!evidence.empty())
    json[kConfidence] =
        name(confidence_of(evidence));  // only the whole finding has a confidence, not its parts
  return json;
}

void JsonOf<findings::Evidence>::read(const Field& field, findings::Evidence& evidence) {
  evidence = {};
  if (field.value->is_null()) return;
  evidence.cause = one_of<findings::Cause>(at(field, kCause));
  for (const auto& [name, value] : members(field)) {
    if (name == kCause || name == kConfidence) continue;
    if (!value.value->is_array())
      evidence.add(fact_of(name, value));
    else
      for (const Field& item : items(value)) evidence.add(fact_of(name, item));
  }
}

}  // namespace ladder::data
