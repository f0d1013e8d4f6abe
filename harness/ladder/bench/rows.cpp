#include "bench/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "bench/cpu_baselines.h"
#include "bench/defaults.h"
#include "check/element_types.h"
#include "cuda/nccl.h"
#include "mpi/job.h"
#include "os/memory.h"
#include "stage/broken.h"

namespace ladder::bench {
namespace {

// GPU memory that a family of tracks uses per element, for all its stages together. The value is slightly more
// than reduce needs, which uses the most (one copy for each in-place stage, and one for the first pass).
constexpr size_t kGpuBytesPerElement = 56, kHostBytesPerElement = 16;

// Counts only inputs and outputs, except single elements and buffers of unknown size; only the stage itself
// knows what other memory it needs.
double least_bytes(const Row& row) {
  double bytes = 0;
  const auto add = [&](const auto& buffer) {
    if (buffer.count == check::Count::one || buffer.count == check::Count::marked) return;
    const size_t each = check::with_type(
        row.dtype, [&](auto zero) { return check::size_of<decltype(zero)>(buffer.element); });
    bytes +=
        static_cast<double>(each) * static_cast<double>(check::elements(buffer, row.sizes, row.result.n, 0));
  };
  for (const check::InputBuffer& input : row.task->inputs) add(input);
  for (const check::OutputBuffer& output : row.task->outputs) add(output);
  return bytes;
}

Evidence too_large(const Row& row, unsigned gpus) {
  const Backend backend = row.result.backend;
  const double needed = least_bytes(row);
  const double there = backend == Backend::cuda ? gpus * static_cast<double>(cuda::device_facts().free_bytes)
                                                : os::available_memory();
  if (there == 0 || needed <= there) return {};
  const auto gibibytes = [](double bytes) { return fmt::format("{:.1f}", bytes / (1 << 30)); };
  Evidence why(Cause::needs_more_memory,
               {{"n", row.result.n}, {"needed", gibibytes(needed)}, {"available", gibibytes(there)}});
  if (backend == Backend::cuda) why.add({"gpus", gpus});
  return why;
}

Evidence lacks_gpus(unsigned gpus) {
  const cuda::DeviceFacts& facts = cuda::device_facts();
  if (gpus <= facts.reachable_gpus) return {};
  if (gpus <= facts.gpus)
    return {Cause::gpus_not_reachable, {{"gpus", gpus}, {"reachable", facts.reachable_gpus}}};
  return {Cause::too_few_gpus, {{"gpus", gpus}, {"here", facts.gpus}}};
}

Evidence lacks_process(const stage::Stage& stage) {
  if (mpi::processes() == 1 || stage.needs_nccl) return {};
  Evidence why(Cause::needs_one_process);
  return stage.on_several_gpus() ? why.add({"several_gpus", 1}) : why;
}

Evidence lacks_nccl(Backend backend) {
  if (backend != Backend::cuda) return {Cause::executor_has_no_nccl};
  const std::string why = cuda::why_no_nccl();
  return why.empty() ? Evidence() : findings::recorded(why);
}

Backend backend_of(stage::Build build) { return build == stage::Build::cuda ? Backend::cuda : Backend::simt; }

template <typename T>
std::vector<T> or_default(const std::vector<T>& asked, T otherwise) {
  return asked.empty() ? std::vector<T>{otherwise} : asked;
}

}  // namespace

Evidence not_offered(const stage::Stage& stage, size_t n, stage::DType type, unsigned block) {
  if (stage.variant(type) == nullptr) {
    std::string offered;
    for (const stage::Variant& v : stage.variants)
      offered += (offered.empty() ? "" : ", ") + std::string(stage::dtype_name(v.dtype));
    return {Cause::no_version_for_type, {{"dtype", stage::dtype_name(type)}, {"offered", offered}}};
  }
  if (block < stage.min_block || block > stage.max_block)
    return {Cause::other_block_sizes, {{"least", stage.min_block}, {"most", stage.max_block}}};
  if (n <= stage.max_n) return {};
  Evidence why(Cause::too_many_elements, {{"most", stage.max_n}});
  return stage.limit_reason.empty() ? why : why.add({"reason", stage.limit_reason});
}

const std::vector<std::string>& ceiling_ids() {
  static const std::vector<std::string> ids = {"ceiling/read", "ceiling/copy", "ceiling/memcpy",
                                               "ceiling/launch"};
  return ids;
}

const std::vector<std::string>& link_ceiling_ids() {
  static const std::vector<std::string> ids = {"ceiling/peer_copy", "ceiling/peer_read",
                                               "ceiling/launch_each", "ceiling/nccl"};
  return ids;
}

const std::vector<std::string>& reference_ids() {
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> all;
    for (const check::Task* task : check::tasks())
      all.insert(all.end(), task->peers.begin(), task->peers.end());
    for (const auto* ids : {&ceiling_ids(), &link_ceiling_ids()})
      all.insert(all.end(), ids->begin(), ids->end());
    for (const Baseline& baseline : cpu_baselines()) all.push_back(baseline.id);
    return all;
  }();
  return ids;
}

device::Placement Row::placement() const {
  return stage == nullptr ? device::Placement{} : placement_of(*stage, result.gpus.value_or(1));
}

device::Placement placement_of(const stage::Stage& stage, unsigned gpus) {
  if (!stage.on_several_gpus()) return {};
  return {.gpus = gpus == 0 ? kPresentedGpus[0] : gpus, .layout = stage.layout};
}

std::vector<unsigned> gpus_for(const stage::Stage& stage, const Plan& plan, Backend backend) {
  if (!stage.on_several_gpus()) return {0};
  if (!plan.gpus.empty()) return plan.gpus;
  if (backend == Backend::simt) return {kPresentedGpus[0]};
  return {std::clamp(cuda::device_facts().reachable_gpus, 2u,
                     device::kMaxGpus)};  // with one GPU, the row says that there are too few
}

check::Case Row::the_case(check::InputKind input, uint64_t seed) const {
  return {
      .dtype = dtype, .n = result.n, .input = input, .seed = seed, .inclusive = inclusive, .sizes = sizes};
}

std::string Row::name() const {
  return fmt::format(
      "{}{}{}{}", result.id, result.block > 0 ? fmt::format(" block {}", result.block) : "",
      result.gpus ? fmt::format(" on {} GPU{}", *result.gpus, *result.gpus == 1 ? "" : "s") : "",
      result.scan.empty() || stage != nullptr ? "" : " " + result.scan);
}

bool names(const Plan& plan, const std::string& id) {
  return std::find(plan.ids.begin(), plan.ids.end(), id) != plan.ids.end();
}

std::vector<const stage::Stage*> planned_stages(const Plan& plan, stage::Build build) {
  if (plan.held != nullptr) return {plan.held};
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

Evidence lacks_sm(const stage::Stage& stage, const cuda::DeviceFacts& gpu) {
  const unsigned needed = stage.needs_sm;
  const bool too_new = stage.only_that_sm && gpu.sm > needed;
  if (gpu.code_sm >= needed && !too_new) return {};
  Evidence why(Cause::other_compute_capability,
               {{"needed", cuda::capability(needed)}, {"here", gpu.compute_capability}});
  if (stage.only_that_sm) why.add({"only", 1});
  if (gpu.sm >= needed && !too_new) why.add({"compiled_for", gpu.compiled_for});
  return why;
}

const check::Task* known_task(const stage::Stage& stage) {
  try {
    return &check::task_of(stage);
  } catch (const std::invalid_argument&) {
    return nullptr;
  }
}

size_t gpu_n(size_t free_bytes) {
  return std::clamp(std::bit_floor(free_bytes / kGpuBytesPerElement), kDefaultN, kDefaultNOnGpu);
}

size_t default_n(const Plan& plan, Backend backend) {
  const bool with_gpu =
      std::find(plan.backends.begin(), plan.backends.end(), Backend::cuda) != plan.backends.end();
  if (backend == Backend::simt || !with_gpu) return kDefaultN;
  const size_t n = gpu_n(cuda::device_facts().free_bytes);
  if (backend == Backend::cuda) return n;
  const auto host = static_cast<size_t>(os::available_memory());
  return std::clamp(std::bit_floor(host / kHostBytesPerElement), kDefaultN, n);
}

size_t shown_n(const stage::Stage& stage) {
  const size_t of_track = stage::shown_n(stage.track());
  return std::min(of_track > 0 ? of_track : kDefaultN, stage.max_n);
}

std::vector<data::Extent> ns(const Plan& plan, Backend backend) {
  return plan.ns.empty() ? std::vector<data::Extent>{default_n(plan, backend)} : plan.ns;
}

Result result_for(const std::string& id, const std::string& idea, Backend backend, size_t n,
                  stage::DType type) {
  Result r;
  r.id = id;
  r.track = id.substr(0, id.find('/'));
  r.stage = id.substr(id.find('/') + 1);
  r.idea = idea;
  r.backend = backend;
  r.n = n;
  r.dtype = stage::dtype_name(type);
  return r;
}

void take_sizes(Row& row, const data::Extent& extent) {
  take_sizes(row, extent.sizes.empty() ? check::arranged(*row.task, extent)
                                       : check::sizes_from(*row.task, extent.sizes));
}

void take_sizes(Row& row, const check::Sizes& sizes) {
  row.sizes = sizes;
  row.result.n = check::elements(*row.task, row.sizes);
  row.result.sizes.clear();
  for (const auto& [name, size] : check::named_sizes(*row.task, row.sizes))
    row.result.sizes.push_back({name, size});
}

Row make_row(const stage::Stage& stage, Backend backend, const data::Extent& n, stage::DType type,
             unsigned block, unsigned gpus) {
  Row row;
  row.stage = &stage;
  row.dtype = type;
  row.inclusive = runs_inclusive(stage);
  row.result = result_for(stage.id, stage.idea, backend, n, type);
  Result& r = row.result;
  r.block = block;
  const device::Placement placement = placement_of(stage, gpus);
  if (stage.on_several_gpus()) r.gpus = placement.gpus;
  try {
    row.task = &check::task_of(stage);
    take_sizes(row, n);
    if (row.task->two_kinds) r.scan = scan_name(row.inclusive);
    r.skipped = not_offered(stage, r.n, type, block);
    if (r.skipped.empty()) r.skipped = lacks_process(stage);
    if (r.skipped.empty() && backend == Backend::simt && !stage.needs_gpu.empty())
      r.skipped = {Cause::executor_has_no_feature, {{"feature", stage.needs_gpu}}};
    if (r.skipped.empty() && backend == Backend::cuda) r.skipped = lacks_sm(stage, cuda::device_facts());
    if (r.skipped.empty() && backend == Backend::cuda && stage.on_several_gpus())
      r.skipped = lacks_gpus(placement.gpus);
    if (r.skipped.empty() && stage.needs_nccl) r.skipped = lacks_nccl(backend);
    if (r.skipped.empty()) r.skipped = too_large(row, placement.gpus);
  } catch (const std::invalid_argument& no_reference) {
    r.skipped = findings::recorded(no_reference.what());
  }
  return row;
}

std::vector<Row> stage_rows(const Plan& plan, stage::Build build) {
  std::vector<Row> rows;
  const std::vector<const stage::Stage*> stages = planned_stages(plan, build);
  for (const data::Extent& n : ns(plan, backend_of(build)))
    for (const unsigned block : or_default(plan.blocks, kDefaultBlock))
      for (const stage::Stage* stage : stages)
        for (const stage::DType type : or_default(plan.dtypes, stage->variants.front().dtype))
          for (const unsigned gpus : gpus_for(*stage, plan, backend_of(build)))
            rows.push_back(make_row(*stage, backend_of(build), n, type, block, gpus));
  for (size_t i = 0; i < rows.size(); ++i) rows[i].order = i;
  return rows;
}

std::vector<Result> broken_rows(const Plan& plan, Backend backend, const std::vector<data::Extent>& ns,
                                const std::vector<Row>& rows) {
  std::vector<Result> results;
  if (backend == Backend::cpu) return results;
  const auto build = backend == Backend::cuda ? stage::Build::cuda : stage::Build::simt;
  for (const stage::Broken& broken : stage::broken(build)) {
    if (plan.ids.empty() ? broken.track() == "pitfalls" : !names(plan, broken.id)) continue;
    const auto like = std::find_if(rows.begin(), rows.end(),
                                   [&](const Row& row) { return row.result.track == broken.track(); });
    for (const size_t n : ns) {
      Result r = result_for(broken.id, broken.file, backend, n,
                            like == rows.end() ? stage::DType::f32 : like->dtype);
      r.block = like == rows.end() ? kDefaultBlock : like->result.block;
      r.verdict.status = check::Status::does_not_compile;
      r.verdict.evidence = {Cause::compiler_refuses, {{"said", broken.first_message()}, {"id", r.id}}};
      if (broken.problem() == std::string("does not link")) r.verdict.evidence.add({"link", 1});
      results.push_back(std::move(r));
    }
  }
  return results;
}

}  // namespace ladder::bench
