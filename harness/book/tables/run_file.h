// A results file: the command, the machine and the date, and one row per stage, peer, ceiling and CPU reference.
// results/schema.json specifies the JSON, and docs/results.md explains it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bench/result.h"
#include "os/error.h"
#include "data/json_text.h"

namespace ladder::report {

inline constexpr int kSchemaVersion = 1;

struct Clocks {  // hertz; values that could not be read are absent
  std::optional<double> sm, sm_max, memory, memory_max;
};

constexpr auto members_of(const Clocks*) {
  using data::Member;
  constexpr auto kForm = data::Form::left_out_if_empty;
  return std::tuple{Member{"sm", &Clocks::sm, kForm}, Member{"sm_max", &Clocks::sm_max, kForm},
                    Member{"memory", &Clocks::memory, kForm},
                    Member{"memory_max", &Clocks::memory_max, kForm}};
}

struct Context {
  std::string device;              // the GPU's name; "" if none was used
  std::string compute_capability;  // "9.0"
  std::string executor_presents;   // the device that the executor simulates; "" if it was not used
  std::string driver, toolkit;     // "580.82", "13.0"; "" without a GPU or without nvcc
  std::string cub;                 // the peers' version: "3.0.1"; "" without nvcc, and in older files
  std::string compiler;            // for host and executor code: "g++ 12.2.0"
  std::string version;             // Warp Ladder's version: "0.9.0"; "" in older files
  std::string git_commit;          // "" outside a repository
  bool git_dirty = false;          // there were uncommitted changes
  Clocks clocks;
  std::optional<unsigned> multiprocessors;  // missing in older files
  std::optional<unsigned> gpus;          // if there are several GPUs: how many can access each other's memory
  std::string links;                     // the links between the first two GPUs: "NV18"
  std::optional<unsigned> processes;     // if several: one for each GPU
  std::optional<unsigned> hosts;         // the number of hosts that the processes run on
  std::string l2_cache;                  // "warm" (bench::Plan::warm_cache); "": cold
  std::optional<double> peak_bandwidth;  // theoretical, bytes per second
  std::optional<double> power_limit;     // watts
  std::optional<uint64_t> memory_bytes, l2_bytes;
  std::optional<bool> ecc;
  std::string date;  // ISO 8601, UTC: "2025-11-20T21:17:00Z"
  std::string command_line;
  std::string host;  // the computer's name, or $LADDER_HOST; "" if that is empty
  std::string host_cpu;
  unsigned host_threads = 0;
};

constexpr auto members_of(const Context*) {
  using data::Member;
  constexpr auto kNull = data::Form::null_if_empty;
  return std::tuple{Member{"device", &Context::device, kNull},
                    Member{"compute_capability", &Context::compute_capability, kNull},
                    Member{"executor_presents", &Context::executor_presents, kNull},
                    Member{"driver", &Context::driver, kNull},
                    Member{"toolkit", &Context::toolkit, kNull},
                    Member{"cub", &Context::cub, kNull},
                    Member{"compiler", &Context::compiler},
                    Member{"version", &Context::version, kNull},
                    Member{"git_commit", &Context::git_commit, kNull},
                    Member{"git_dirty", &Context::git_dirty},
                    Member{"clocks", &Context::clocks},
                    Member{"multiprocessors", &Context::multiprocessors, kNull},
                    Member{"gpus", &Context::gpus, data::Form::left_out_if_empty},
                    Member{"links", &Context::links, kNull},
                    Member{"processes", &Context::processes, data::Form::left_out_if_empty},
                    Member{"hosts", &Context::hosts, data::Form::left_out_if_empty},
                    Member{"l2_cache", &Context::l2_cache, data::Form::left_out_if_empty},
                    Member{"peak_bandwidth", &Context::peak_bandwidth},
                    Member{"power_limit", &Context::power_limit},
                    Member{"memory_bytes", &Context::memory_bytes},
                    Member{"l2_bytes", &Context::l2_bytes},
                    Member{"ecc", &Context::ecc},
                    Member{"date", &Context::date},
                    Member{"command_line", &Context::command_line},
                    Member{"host", &Context::host, kNull},
                    Member{"host_cpu", &Context::host_cpu},
                    Member{"host_threads", &Context::host_threads}};
}

struct RunFile {
  int schema_version = kSchemaVersion;
  Context context;
  std::vector<bench::Result> results;
  std::string path = {};  // the file from which it was read; not part of its contents
};

data::Json to_json(const RunFile&);

// Throws os::Error if the file is missing, unreadable, empty, truncated or malformed, or has a field of the
// wrong type or a newer schema.
RunFile parse_run_file(std::string_view text, const std::string& name);
RunFile read_file(const std::string& path);
// "-" is standard output. Throws os::Error.
void write_file(const std::string& path, const RunFile&);

std::string utc_now();  // for Context::date

}  // namespace ladder::report
