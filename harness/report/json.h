// One result, its counters and hazards, and an observation, as JSON and back.
#pragma once
#include "bench/result.h"
#include "report/json_fields.h"
#include "simt/observation.h"

namespace report {

Json to_json(const bench::Result&);
Json to_json(const simt::Counters&);  // the keys of results/schema.json
Json to_json(const simt::Hazard&);
Json to_json(const simt::Observation&);  // counters, lines[], hazards[]

// These throw os::Error, naming the field, on anything of a wrong type. Unknown keys are skipped.
bench::Result result_from(const Field&);
simt::Counters counters_from(const Field&);
simt::Hazard hazard_from(const Field&);
simt::Observation observation_from(const Field&);

struct CounterKey {
  const char* name;
  uint64_t simt::Counters::*value;
};
// All integer counters in file order, for who compares or lists them.
const std::vector<CounterKey>& counter_keys();

}  // namespace report
