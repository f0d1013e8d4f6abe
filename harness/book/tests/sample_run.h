// Made-up results for the tests of report/: those from a GPU and those from the executor.
#pragma once
#include <unistd.h>

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "bench/statistics.h"
#include "tables/run_file.h"

namespace ladder::sample {

inline bench::Result stage_row(const std::string& id, const std::string& idea, bench::Backend backend,
                               uint64_t n) {
  bench::Result row;
  row.id = id;
  row.track = id.substr(0, id.find('/'));
  row.stage = id.substr(id.find('/') + 1);
  row.idea = idea;
  row.backend = backend;
  row.n = n;
  row.dtype = "f32";
  row.block = 256;
  row.verdict.status = check::Status::correct;
  row.verdict.bound = 0.5;
  row.verdict.error = 0.25;
  row.bytes = 4 * n;
  return row;
}

inline void set_time(bench::Result& row, double median) {
  std::vector<double> samples;
  for (int i = -10; i <= 10; ++i) samples.push_back(median * (1 + 0.001 * i));
  row.time = bench::summarise(samples);
  row.bandwidth = static_cast<double>(row.bytes) / row.time->median;
}

inline simt::Counters counters(uint64_t scale) {
  simt::Counters c;
  c.global_load_requests = 32 * scale;
  c.global_load_sectors = 128 * scale;
  c.global_store_requests = scale;
  c.global_store_sectors = scale;
  c.shared_load_requests = 60 * scale;
  c.shared_load_wavefronts = 90 * scale;
  c.shared_store_requests = 40 * scale;
  c.shared_store_wavefronts = 60 * scale;
  c.memory_lanes = 1500 * scale;
  c.barriers = 72 * scale;
  c.integer_divisions = 2048 * scale;
  c.launches = 3;
  c.issued_blocks = 100 * scale;
  c.issued_lanes = 1600 * scale;
  c.sampled_blocks = 64;
  c.total_blocks = 4096;
  return c;
}

inline report::Context context() {
  report::Context c;
  c.compiler = "g++ 12.2.0";
  c.git_commit = "0123456789abcdef0123456789abcdef01234567";
  c.git_dirty = true;
  c.date = "2025-11-20T21:17:00Z";
  c.command_line = "ladder run reduce --json \"a file.json\"";
  c.host_cpu = "Some CPU @ 3.00GHz";
  c.host_threads = 2;
  return c;
}

inline report::RunFile gpu_run() {
  report::RunFile file;
  file.context = context();
  file.context.device = "NVIDIA H200";
  file.context.compute_capability = "9.0";
  file.context.driver = "580.82.07";
  file.context.toolkit = "13.0";
  file.context.clocks.sm_max = 1.98e9;
  file.context.clocks.memory = 3.201e9;
  file.context.peak_bandwidth = 4.814e12;
  const uint64_t n = 1u << 25;
  bench::Result v0 = stage_row("reduce/v0", "modulo", bench::Backend::cuda, n);
  set_time(v0, 314.94e-6);
  v0.first_pass = bench::summarise({310e-6, 311e-6, 312e-6});
  v0.fraction_of_ceiling = 0.092;
  v0.speedup["vs_first"] = {1, 1, 1};
  bench::Result v1 = stage_row("reduce/v1", "strided index", bench::Backend::cuda, n);
  set_time(v1, 201.66e-6);
  v1.fraction_of_ceiling = 1.04;
  v1.fraction_of_peak = 0.14;
  v1.speedup["vs_first"] = {1.56, 1.55, 1.57};
  v1.speedup["vs_previous"] = {1.01, 0.99, 1.03};
  v1.speedup["vs_peer"] = {0.2, 0.19, std::numeric_limits<double>::infinity()};
  bench::Result v4 = stage_row("reduce/v4", "unrolled last warp, volatile", bench::Backend::cuda, n);
  v4.verdict.status = check::Status::wrong;
  v4.verdict.error = std::numeric_limits<double>::quiet_NaN();
  v4.verdict.evidence = findings::recorded("output[0] is nan, expected 16777216 (n = 2^25, random)");
  bench::Result v8 = stage_row("reduce/v8", "vectorised", bench::Backend::cuda, n);
  v8.verdict.status = check::Status::unchecked;
  v8.skipped = findings::recorded("needs 8 GiB, but only 2 GiB is free");
  bench::Result cub = stage_row("peer/cub_reduce", "", bench::Backend::cuda, n);
  cub.block = 0;
  set_time(cub, 42e-6);
  bench::Result ceiling = stage_row("ceiling/read", "", bench::Backend::cuda, n);
  ceiling.block = 0;
  ceiling.verdict = {};
  set_time(ceiling, 30e-6);
  bench::Result cpu = stage_row("cpu/sequential_reduce", "", bench::Backend::cpu, n);
  cpu.block = 0;
  set_time(cpu, 12e-3);
  file.results = {v0, v1, v4, v8, cub, ceiling, cpu};
  return file;
}

inline report::RunFile executor_run() {
  report::RunFile file;
  file.context = context();
  file.context.executor_presents = "NVIDIA H200";
  const uint64_t n = 1u << 20;
  bench::Result v0 = stage_row("reduce/v0", "modulo", bench::Backend::simt, n);
  set_time(v0, 105e-3);
  v0.counters = counters(4096);
  bench::Result v1 =
      stage_row("reduce/v1", "strided index, with a very long idea that no terminal has room for at all",
                bench::Backend::simt, n);
  set_time(v1, 95e-3);
  v1.counters = counters(1000);
  v1.counters->integer_divisions = 0;
  v1.verdict.status = check::Status::racy;
  v1.hazards = std::vector{
      simt::Hazard{simt::HazardKind::race,
                   "shared",
                   {{"kernels/reduce/01_v1_strided_index.cu", 21, {3, "17"}, "read"},
                    {"kernels/reduce/01_v1_strided_index.cu", 21, {3, "49"}, "write"}},
                   {"partial", {17}},
                   12,
                   findings::recorded("two threads access the same element without a barrier: put "
                                      "__syncthreads() between \"them\"")}};
  bench::Result cpu = stage_row("cpu/sequential_reduce", "", bench::Backend::cpu, n);
  cpu.block = 0;
  set_time(cpu, 0.4e-3);
  file.results = {v0, v1, cpu};
  return file;
}

// A folder that is removed at the end of the test.
struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "ladder_test.XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(path, ignored);
  }
  std::string operator/(const std::string& name) const { return (path / name).string(); }
  size_t entries() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(path), {}));
  }
};

}  // namespace ladder::sample
