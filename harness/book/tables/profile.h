// Nsight Compute's measurements of the longest launch of each stage: results/profile.schema.json, recorded by
// harness/record/profile.py.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "data/counts.h"
#include "tables/run_file.h"

namespace ladder::report {

struct StageProfile {
  std::string dtype;  // "f32"
  data::Extent n;
  double seconds = 0, sm_hertz = 0;  // duration of the launch; clock of the multiprocessors during it
  double warp_instructions = 0;
  double issue_slots = 0;                     // the share of cycles in which a scheduler issues, 0 to 1
  std::map<std::string, double> warp_states;  // the share of the warps' time, 0 to 1: "long_scoreboard"
  double multiprocessors = 0;                 // those that have at least one block

  std::pair<std::string, double> longest_wait() const;  // the largest of the states in which a warp waits
};

struct Profile {
  std::string device;  // "NVIDIA H200"
  data::Extent n;      // the n for every stage that has no limit on n
  unsigned block = 0;
  double multiprocessors = 0;
  std::map<std::string, StageProfile> stages;  // by id: "reduce/v0"
};

// The minimum time in which the schedulers can issue the launch's instructions: four in each multiprocessor
// issue at most one instruction per cycle (Nsight Compute, "Issue Slot Utilization").
double issue_seconds(const StageProfile&);
// Does the launch account for nearly all of a job of `seconds`?
bool is_whole_job(const StageProfile&, double seconds);

// Throws os::Error if the file is missing or malformed.
Profile read_profile(const std::string& path);

std::string profile_path(
    const RunFile&);  // profile.json in the folder of the results file; "" if there is none

// The profiles for this n and block, by stage id; none if they were recorded on a different GPU than the
// results.
std::map<std::string, StageProfile> profiles_beside(const RunFile&, uint64_t n, unsigned block);

}  // namespace ladder::report
