// What Nsight Compute recorded of the largest launch of each stage: results/profile.schema.json, by harness/record/profile.py.
#pragma once
#include <map>
#include <string>

namespace report {

struct Profile {
  std::string device, n;  // "NVIDIA H200", "2^28"
  unsigned block = 0;
  std::map<std::string, double>
      issue_slots;  // of an id ("reduce/v0"): the share in which a scheduler issues, 0 to 1
};

// Throws os::Error: missing, malformed.
Profile read_profile(const std::string& path);

}  // namespace report
