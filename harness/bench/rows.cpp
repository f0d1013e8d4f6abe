#include "bench/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "cuda/device_facts.h"

namespace bench {
namespace {

constexpr size_t kDefaultN = size_t{1} << 20;
constexpr unsigned kDefaultBlock = 256;

double available_host_memory() {  // bytes; 0: not known
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;) {
    double kibibytes = 0;
    if (word == "MemAvailable:" && file >> kibibytes) return 1024 * kibibytes;
  }
  return 0;
}

// Input and output alone; what a stage needs beside them it finds out itself.
std::string too_large(Backend backend, check::Task task, size_t n, stage::DType type) {
  const double needed = static_cast<double>(n) * static_cast<double>(stage::dtype_size(type)) *
                        (check::is_reduction(task) ? 1 : 2);
  const double there = backend == Backend::cuda ? static_cast<double>(cuda::device_facts().memory_bytes)
                                                : available_host_memory();
  if (there == 0 || needed <= there) return "";
  constexpr double kGibibyte = 1 << 30;
  return fmt::format("n = {} needs {:.1f} GiB, {:.1f} GiB are {}", n, needed / kGibibyte, there / kGibibyte,
                     backend == Backend::cuda ? "on the GPU" : "available");
}

std::string limit(const stage::Stage& stage, Backend backend, check::Task task, size_t n, stage::DType type,
                  unsigned block) {
  if (stage.variant(type) == nullptr) {
    std::string offered;
    for (const stage::Variant& v : stage.variants)
      offered += (offered.empty() ? "" : ", ") + std::string(stage::dtype_name(v.dtype));
    return fmt::format("has no {} version, only {}", stage::dtype_name(type), offered);
  }
  if (block < stage.min_block || block > stage.max_block)
    return fmt::format("takes blocks of {} to {} threads", stage.min_block, stage.max_block);
  if (n > stage.max_n)
    return fmt::format("takes at most {} elements{}{}", stage.max_n, stage.limit_reason.empty() ? "" : ": ",
                       stage.limit_reason);
  return too_large(backend, task, n, type);
}

Backend backend_of(stage::Build build) { return build == stage::Build::cuda ? Backend::cuda : Backend::simt; }

template <typename T>
std::vector<T> or_default(const std::vector<T>& asked, T otherwise) {
  return asked.empty() ? std::vector<T>{otherwise} : asked;
}

}  // namespace

const std::vector<std::string>& reference_ids() {
  static const std::vector<std::string> ids = {
      "peer/cub_reduce",     "peer/thrust_reduce",    "peer/cub_scan",       "peer/thrust_scan",
      "peer/cub_select",     "ceiling/read",          "ceiling/copy",        "ceiling/memcpy",
      "ceiling/launch",      "cpu/sequential_reduce", "cpu/parallel_reduce", "cpu/recursive_reduce",
      "cpu/sequential_scan", "cpu/parallel_scan"};
  return ids;
}

std::string Row::name() const {
  return fmt::format("{}{}{}", result.id, result.block > 0 ? fmt::format(" block {}", result.block) : "",
                     result.scan.empty() || stage != nullptr ? "" : " " + result.scan);
}

bool names(const Plan& plan, const std::string& id) {
  return std::find(plan.ids.begin(), plan.ids.end(), id) != plan.ids.end();
}

std::vector<const stage::Stage*> planned_stages(const Plan& plan, stage::Build build) {
  std::vector<const stage::Stage*> stages = stage::all_stages(build);
  if (!plan.ids.empty()) std::erase_if(stages, [&](const stage::Stage* s) { return !names(plan, s->id); });
  return stages;
}

std::string scan_name(bool inclusive) { return inclusive ? "inclusive" : "exclusive"; }

bool runs_inclusive(const stage::Stage& stage) {
  if (stage.scan == stage::ScanKind::exclusive) return false;
  if (stage.scan != stage::ScanKind::both || stage.after.empty() || stage.after == stage.id) return true;
  const stage::Stage* before = stage::find_stage(stage.build, stage.after);
  return before == nullptr || runs_inclusive(*before);
}

std::optional<check::Task> known_task(const stage::Stage& stage) {
  try {
    return check::task_of(stage);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

std::string family_of(check::Task task) {
  switch (task) {
    case check::Task::scan:
      return "scan";
    case check::Task::map:
      return "map";
    case check::Task::stencil:
      return "stencil";
    case check::Task::pack:
      return "pack";
    case check::Task::unpack:
      return "unpack";
    default:
      return "reduce";
  }
}

Row make_row(const stage::Stage& stage, Backend backend, size_t n, stage::DType type, unsigned block) {
  Row row;
  row.stage = &stage;
  row.dtype = type;
  row.inclusive = runs_inclusive(stage);
  Result& r = row.result;
  r.id = stage.id;
  r.track = stage.track();
  r.stage = stage.name();
  r.idea = stage.idea;
  r.backend = backend;
  r.n = n;
  r.dtype = stage::dtype_name(type);
  r.block = block;
  try {
    row.task = check::task_of(stage);
    if (row.task == check::Task::scan) r.scan = scan_name(row.inclusive);
    r.skipped = limit(stage, backend, row.task, n, type, block);
  } catch (const std::invalid_argument& no_reference) {
    r.skipped = no_reference.what();
  }
  return row;
}

std::vector<Row> stage_rows(const Plan& plan, stage::Build build) {
  std::vector<Row> rows;
  const std::vector<const stage::Stage*> stages = planned_stages(plan, build);
  for (const size_t n : or_default(plan.ns, kDefaultN))
    for (const unsigned block : or_default(plan.blocks, kDefaultBlock))
      for (const stage::Stage* stage : stages)
        for (const stage::DType type : or_default(plan.dtypes, stage->variants.front().dtype))
          rows.push_back(make_row(*stage, backend_of(build), n, type, block));
  for (size_t i = 0; i < rows.size(); ++i) rows[i].order = i;
  return rows;
}

}  // namespace bench
