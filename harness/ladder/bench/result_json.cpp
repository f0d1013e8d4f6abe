#include "bench/result_json.h"

#include <cmath>
#include <limits>

namespace ladder::data {
namespace {

// Rounds the ratio as in a file, so that statements about the interval agree with the file.
bench::Ratio as_written(const bench::Ratio& ratio) {
  const auto rounded = [](double x) { return std::isfinite(x) ? compact_number(x).get<double>() : x; };
  return {rounded(ratio.value), rounded(ratio.low), rounded(ratio.high)};
}

}  // namespace

Json JsonOf<check::Verdict>::write(const check::Verdict& verdict) {
  Json correct = verdict.passed();
  if (verdict.status == check::Status::unchecked) correct = nullptr;
  return {{"correct", std::move(correct)}, {"status", name(verdict.status)},
          {"error", verdict.error},        {"bound", verdict.bound},
          {"message", verdict.message()},  {"evidence", to_json(verdict.evidence)}};
}

void JsonOf<check::Verdict>::read(const Field& field, check::Verdict& verdict) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  verdict.status = one_of<check::Status>(at(field, "status"));
  verdict.error = number_if(field, "error").value_or(kNan);  // null: the result was NaN or infinite
  verdict.bound = number_if(field, "bound").value_or(kNan);
  if (const auto evidence = maybe(field, "evidence"))
    data::read(*evidence, verdict.evidence);
  else if (const std::string message = text_or(field, "message"); !message.empty())
    verdict.evidence = findings::recorded(message);
}

Json JsonOf<bench::Skipped>::write(const bench::Skipped& skipped) {
  return {{"reason", text_of(skipped)}, {"evidence", to_json<findings::Evidence>(skipped)}};
}

void JsonOf<bench::Skipped>::read(const Field& field, bench::Skipped& skipped) {
  const std::string reason = text(at(field, "reason"));
  if (const auto evidence = maybe(field, "evidence"))
    data::read<findings::Evidence>(*evidence, skipped);
  else
    skipped = findings::recorded(reason);
}

Json JsonOf<std::vector<bench::Size>>::write(const std::vector<bench::Size>& sizes) {
  Json json = Json::object();
  for (const bench::Size& size : sizes) json[size.name] = size.size;
  return json;
}

void JsonOf<std::vector<bench::Size>>::read(const Field& field, std::vector<bench::Size>& sizes) {
  for (const auto& [name, size] : members(field))
    data::read(size, sizes.emplace_back().size), sizes.back().name = name;
}

Json JsonOf<bench::Time>::write(const bench::Time& time) {
  return {{"unit", "s"},   {"median", time.median}, {"q1", time.q1},
          {"q3", time.q3}, {"min", time.min},       {"samples", to_json(time.samples)}};
}

void JsonOf<bench::Time>::read(const Field& field, bench::Time& time) {
  one_of(at(field, "unit"), {"s"});
  time.median = not_negative(at(field, "median"));
  // A quartile can be null in a file made elsewhere; the median is used instead.
  time.q1 = number_if(field, "q1").value_or(time.median);
  time.q3 = number_if(field, "q3").value_or(time.median);
  time.min = number_if(field, "min").value_or(time.median);
  if (const auto samples = maybe(field, "samples"))
    for (const Field& sample : items(*samples)) time.samples.push_back(not_negative(sample));
}

Json JsonOf<std::map<std::string, bench::Ratio>>::write(const std::map<std::string, bench::Ratio>& ratios) {
  Json json = Json::object();
  for (const auto& [name, ratio] : ratios)
    json[name] = {{"value", ratio.value},
                  {"low", ratio.low},
                  {"high", ratio.high},
                  {"distinguishable", as_written(ratio).distinguishable()}};
  return json;
}

void JsonOf<std::map<std::string, bench::Ratio>>::read(const Field& field,
                                                       std::map<std::string, bench::Ratio>& ratios) {
  for (const auto& [name, one] : members(field)) {
    bench::Ratio& ratio = ratios[name];
    ratio.value = not_negative(at(one, "value"));
    ratio.low = number_if(one, "low").value_or(0);  // null: no bound on that side
    ratio.high = number_if(one, "high").value_or(std::numeric_limits<double>::infinity());
  }
}

}  // namespace ladder::data
