// Nsight Compute's measurements of each stage's largest launch: results/profile.schema.json, recorded by
// harness/record/profile.py.
#pragma once
#include <map>
#include <string>

namespace report {

struct Profile {
  std::string device, n;  // "NVIDIA H200", "2^28"
  unsigned block = 0;
  std::map<std::string, double>
      issue_slots;  // by id ("reduce/v0"): the fraction of cycles in which a scheduler issues, 0 to 1
};

// Throws os::Error if the file is missing or malformed.
Profile read_profile(const std::string& path);

}  // namespace report
