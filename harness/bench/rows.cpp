#include "bench/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <fstream>

namespace bench {
namespace {

constexpr size_t kDefaultN = size_t{1} << 20, kDefaultGpuN = size_t{1} << 28;
// What a family of tracks holds of GPU memory for each element, all of its stages together: reduce the most
// (the in-place stages with a copy each, and one for the first pass), and room to spare.
constexpr size_t kGpuBytesPerElement = 56, kHostBytesPerElement = 16;
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
std::string too_large(const std::string& backend, check::Task task, size_t n, stage::DType type) {
  const double needed = static_cast<double>(n) * static_cast<double>(stage::dtype_size(type)) *
                        (check::is_reduction(task) ? 1 : 2);
  const double there =
      backend == "cuda" ? static_cast<double>(cuda::device_facts().free_bytes) : available_host_memory();
  if (there == 0 || needed <= there) return "";
  constexpr double kGibibyte = 1 << 30;
  return fmt::format("n = {} needs {:.1f} GiB, {:.1f} GiB are {}", n, needed / kGibibyte, there / kGibibyte,
                     backend == "cuda" ? "free on the GPU" : "available");
}

std::string limit(const stage::Stage& stage, const std::string& backend, check::Task task, size_t n,
                  stage::DType type, unsigned block) {
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
  if (backend == "cuda")
    if (const std::string reason = lacks_sm(stage.needs_sm, cuda::device_facts()); !reason.empty())
      return reason;
  return too_large(backend, task, n, type);
}

const char* backend_name(stage::Backend backend) { return backend == stage::Backend::cuda ? "cuda" : "simt"; }

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

std::vector<const stage::Stage*> planned_stages(const Plan& plan, stage::Backend backend) {
  std::vector<const stage::Stage*> stages = stage::all_stages(backend);
  if (!plan.ids.empty()) std::erase_if(stages, [&](const stage::Stage* s) { return !names(plan, s->id); });
  return stages;
}

std::string scan_name(bool inclusive) { return inclusive ? "inclusive" : "exclusive"; }

bool runs_inclusive(const stage::Stage& stage) {
  if (stage.scan == stage::ScanKind::exclusive) return false;
  if (stage.scan != stage::ScanKind::both || stage.after.empty() || stage.after == stage.id) return true;
  const stage::Stage* before = stage::find_stage(stage.backend, stage.after);
  return before == nullptr || runs_inclusive(*before);
}

std::string lacks_sm(unsigned needed, const cuda::DeviceFacts& gpu) {
  if (gpu.code_sm >= needed) return "";
  const std::string needs = "needs compute capability " + cuda::capability(needed);
  if (gpu.sm < needed) return fmt::format("{}; this GPU has {}", needs, gpu.compute_capability);
  return fmt::format("{}; this GPU has {}, but this program was compiled for {} only", needs,
                     gpu.compute_capability, gpu.compiled_for);
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

size_t gpu_n(size_t free_bytes) {
  return std::clamp(std::bit_floor(free_bytes / kGpuBytesPerElement), kDefaultN, kDefaultGpuN);
}

size_t default_n(const Plan& plan, const std::string& backend) {
  const bool with_gpu = std::find(plan.backends.begin(), plan.backends.end(), "cuda") != plan.backends.end();
  if (backend == "simt" || !with_gpu) return kDefaultN;
  const size_t n = gpu_n(cuda::device_facts().free_bytes);
  if (backend == "cuda") return n;
  const auto host = static_cast<size_t>(available_host_memory());
  return std::clamp(std::bit_floor(host / kHostBytesPerElement), kDefaultN, n);
}

std::vector<size_t> ns(const Plan& plan, const std::string& backend) {
  return plan.ns.empty() ? std::vector<size_t>{default_n(plan, backend)} : plan.ns;
}

Row make_row(const stage::Stage& stage, const std::string& backend, size_t n, stage::DType type,
             unsigned block) {
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

std::vector<Row> stage_rows(const Plan& plan, stage::Backend backend) {
  std::vector<Row> rows;
  const std::vector<const stage::Stage*> stages = planned_stages(plan, backend);
  for (const size_t n : ns(plan, backend_name(backend)))
    for (const unsigned block : or_default(plan.blocks, kDefaultBlock))
      for (const stage::Stage* stage : stages)
        for (const stage::DType type : or_default(plan.dtypes, stage->variants.front().dtype))
          rows.push_back(make_row(*stage, backend_name(backend), n, type, block));
  for (size_t i = 0; i < rows.size(); ++i) rows[i].order = i;
  return rows;
}

}  // namespace bench
