#include "simt/counters_json.h"

#include <algorithm>
#include <cmath>

namespace ladder::data {
namespace {

uint64_t memory_requests(const simt::Counters& c) { return c.global_requests() + c.shared_requests(); }

}  // namespace

Json JsonOf<simt::Counters>::write(const simt::Counters& counters) {
  Json json = Json::object();
  for (const simt::Counter& counter : simt::kCounters) json[counter.name] = counters.*counter.value;
  json["active_lanes_per_request"] = counters.active_lanes_per_request();
  json["indicative_warp_efficiency"] = counters.warp_efficiency();
  return json;
}

void JsonOf<simt::Counters>::read(const Field& field, simt::Counters& counters) {
  for (const simt::Counter& counter : simt::kCounters)
    counters.*counter.value = whole_or(field, counter.name);
  // A profiler reports only the ratio, not this count.
  if (!maybe(field, "memory_lanes"))
    if (const auto ratio = number_if(field, "active_lanes_per_request"))
      counters.memory_lanes = static_cast<uint64_t>(
          std::llround(std::clamp(*ratio, 0.0, 32.0) * static_cast<double>(memory_requests(counters))));
}

}  // namespace ladder::data
