// A results file: what was run, where and when, and one row per stage, peer, ceiling and CPU reference.
// results/schema.json describes the JSON, docs/results.md explains it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bench/result.h"
#include "os/error.h"
#include "report/json_text.h"

namespace report {

inline constexpr int kSchemaVersion = 1;

struct Clocks {  // hertz; what could not be read is absent
  std::optional<double> sm, sm_max, memory, memory_max;
};

struct Context {
  std::string device;              // the GPU's name; "" if none was used
  std::string compute_capability;  // "9.0"
  std::string executor_presents;   // the device that the executor shows to stages; "" if it was not used
  std::string driver, toolkit;     // "580.82", "13.0"; "" without a GPU, without nvcc
  std::string compiler;            // of the host and executor code: "g++ 12.2.0"
  std::string git_commit;          // "" outside a repository
  bool git_dirty = false;          // there were changes that the commit does not have
  Clocks clocks;
  std::optional<double> peak_bandwidth;  // theoretical, bytes per second
  std::string date;                      // ISO 8601, UTC: "2025-11-20T21:17:00Z"
  std::string command_line;
  std::string host_cpu;
  unsigned host_threads = 0;
};

struct RunFile {
  int schema_version = kSchemaVersion;
  Context context;
  std::vector<bench::Result> results;
};

Json to_json(const RunFile&);
RunFile run_file_from_json(const Json&, const std::string& name);  // throws os::Error
RunFile parse_run_file(std::string_view text, const std::string& name);

// Throws os::Error: missing, unreadable, empty, cut short, malformed, a field of a wrong type, a newer schema.
RunFile read_file(const std::string& path);
// "-" is standard output. Throws os::Error.
void write_file(const std::string& path, const RunFile&);

std::string utc_now();  // for Context::date

}  // namespace report
