// What the benchmark's processes tell each other, as bytes. Not a file format:
// both ends are the same program.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/result.h"

namespace bench::wire {

using nlohmann::json;

json from(const check::Verdict&);
json from(const simt::Counters&);
json from(const simt::Hazard&);
json from(const std::vector<simt::Hazard>&);
json from(const Result&);  // all but speedups

check::Verdict to_verdict(const json&);
simt::Counters to_counters(const json&);
std::vector<simt::Hazard> to_hazards(const json&);
Result to_result(const json&);

std::string pack(const json&);  // keeps NaN and infinity, and text that is no UTF-8
json unpack(const std::string&);

}  // namespace bench::wire
