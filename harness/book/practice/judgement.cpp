#include <algorithm>

#include "os/error.h"
#include "os/repository.h"
#include "practice/judge.h"

namespace ladder::practice {

using findings::Cause;
using findings::Evidence;

std::vector<std::string> Step::lines() const {
  std::vector<std::string> all;
  for (const findings::Evidence& detail : details) all.push_back(text_of(detail));
  return all;
}

Step without_cause(const Exercise& e, const Step& step) {
  const bool judged = step.what == "few_sizes" || step.what == "every_size";
  if (!e.is_repair() || step.good || !judged ||
      step.said.is_one_of({Cause::could_not_be_tried, Cause::nothing_could_be_tried}))
    return step;
  const Evidence first = step.details.empty() ? Evidence() : step.details.front();
  const bool has_place = std::any_of(step.details.begin(), step.details.end(),
                                     [](const Evidence& detail) { return detail.is(Cause::place); });
  Step told = step;
  told.said = {Cause::not_right};
  const Evidence* result = first.root().part("result");
  told.details = {result != nullptr ? *result
                  : has_place       ? Evidence(Cause::rule_broken)
                                    : first,
                  {Cause::look_for_it, {{"id", e.id()}}}};
  return told;
}

data::Json to_json(const Step& s) {
  data::Json one = {
      {"what", s.what}, {"good", s.good}, {"text", s.text()}, {"evidence", data::to_json(s.said)}};
  if (!s.details.empty()) {
    one["details"] = s.lines();
    one["findings"] = data::to_json(s.details);
  }
  if (s.what == "few_sizes" || s.what == "every_size") one["right"] = s.right;
  if (!s.counter.empty()) {
    one["counter"] = s.counter;
    one["value"] = data::compact_number(s.value);
    one["target"] = data::compact_number(s.target);
    one["better"] = s.better;
  }
  return one;
}

data::Json to_json(const Judgement& j) {
  data::Json steps = data::Json::array();
  for (const Step& s : j.steps) steps.push_back(to_json(s));
  return {{"$schema", os::schema("practice.schema.json")},
          {"practice_version", 1},
          {"id", j.id},
          {"file", j.file},
          {"reached", j.reached},
          {"steps", steps}};
}

Judgement judgement_from(const data::Json& json) try {
  Judgement j;
  j.id = json.at("id");
  j.file = json.at("file");
  j.reached = json.at("reached");
  for (const data::Json& one : json.at("steps")) {
    j.steps.push_back({one.at("what"), one.at("good"), findings::recorded(one.at("text"))});
  }
  return j;
} catch (const data::Json::exception& error) {
  throw os::Error(error.what());
}

}  // namespace ladder::practice
