// The JSON form of a row's parts, in results files and between processes: data::to_json(row),
// data::from_json<Result>(field), data::packed(row), data::unpacked<Result>(bytes).
#pragma once
#include <map>
#include <string>

#include "bench/result.h"
#include "data/json_members.h"
#include "simt/counters_json.h"

namespace ladder::data {

template <>
struct JsonOf<check::Verdict> {
  static Json write(const check::Verdict&);
  static void read(const Field&, check::Verdict&);
};

template <>
struct JsonOf<bench::Skipped> {  // {"reason": the text, "evidence": …}
  static Json write(const bench::Skipped&);
  static void read(const Field&, bench::Skipped&);
};

template <>
struct JsonOf<std::vector<bench::Size>> {  // {"m": 128, "n": 128, "k": 64}
  static Json write(const std::vector<bench::Size>&);
  static void read(const Field&, std::vector<bench::Size>&);
};

template <>
struct JsonOf<bench::Time> {
  static Json write(const bench::Time&);
  static void read(const Field&, bench::Time&);
};

template <>
struct JsonOf<std::map<std::string, bench::Ratio>> {
  static Json write(const std::map<std::string, bench::Ratio>&);
  static void read(const Field&, std::map<std::string, bench::Ratio>&);
};

}  // namespace ladder::data
