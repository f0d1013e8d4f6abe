// The rows that a plan requests, before anything has run: one for each n, element type, block size and stage,
// and those of the references.
#pragma once
#include <string>
#include <vector>

#include "bench/plan.h"
#include "check/tasks.h"
#include "cuda/device_facts.h"

namespace ladder::bench {

struct Row {
  Result result;  // identification; `skipped` if it cannot be run
  const stage::Stage* stage = nullptr;
  stage::DType dtype = stage::DType::f32;
  const check::Task* task = nullptr;  // its task; null: it cannot be checked, or is a ceiling
  check::Sizes sizes = {};
  bool inclusive = true;
  size_t order = 0;    // the row's position among those of its backend
  bool apart = false;  // timed separately from the others in its group

  std::string name() const;  // unique among rows with the same n and element type
  device::Placement placement() const;
  // The row's case with this input.
  check::Case the_case(check::InputKind, uint64_t seed) const;
};

// The stages named by the plan, compiled for that build.
std::vector<const stage::Stage*> planned_stages(const Plan&, stage::Build);
bool names(const Plan&, const std::string& id);  // the plan names this id explicitly

// A stage that supports both kinds of scan uses the kind of the stage on which it improves.
bool runs_inclusive(const stage::Stage&);

// Returns the reason why the stage does not support this combination; empty if it does.
Evidence not_offered(const stage::Stage&, size_t n, stage::DType, unsigned block);

// The n that `run` uses if none is given. The executor uses kDefaultN. A GPU uses kDefaultNOnGpu, which exceeds
// its caches; if its free memory is too small, it uses the largest power of two that fits. CPU references
// compared with a GPU use the GPU's n, if host memory is large enough.
size_t default_n(const Plan&, Backend);
size_t shown_n(const stage::Stage&);  // the n that `explain` and `counters` use if none is given
size_t gpu_n(size_t free_bytes);
std::vector<data::Extent> ns(const Plan&, Backend);  // the values of n in the plan, or the default

// The GPU counts at which a multi-GPU stage runs if the plan names none: all GPUs that can reach each other; on
// the executor, the counts that it simulates. {0} for any other stage.
std::vector<unsigned> gpus_for(const stage::Stage&, const Plan&, Backend);
device::Placement placement_of(const stage::Stage&, unsigned gpus);  // 0: the executor's default

// The identifying fields for a stage or a reference.
Result result_for(const std::string& id, const std::string& idea, Backend, size_t n, stage::DType);

// A row for this stage; `skipped` if the stage does not support the element type, block size or n, if n exceeds
// the memory, or if the GPU or the program is too old for it.
Row make_row(const stage::Stage&, Backend backend, const data::Extent& n, stage::DType, unsigned block,
             unsigned gpus = 0);
std::vector<Row> stage_rows(const Plan&, stage::Build);
void take_sizes(Row&, const check::Sizes&);
// Sets the row's sizes to the requested ones. Throws std::invalid_argument if its task cannot have them.
void take_sizes(Row&, const data::Extent&);

// A row for each n and each planned file that does not compile, with the type and block size of its track's
// `rows`.
std::vector<Result> broken_rows(const Plan&, Backend, const std::vector<data::Extent>& ns,
                                const std::vector<Row>& rows);

// Returns the reason why code for the stage's architecture does not run on this GPU or in this program; empty
// if it does.
Evidence lacks_sm(const stage::Stage&, const cuda::DeviceFacts&);

const std::vector<std::string>& ceiling_ids();       // subset of reference_ids()
const std::vector<std::string>& link_ceiling_ids();  // subset of reference_ids(), for multi-GPU stages

// The task that the stage computes; null for a track without a reference.
const check::Task* known_task(const stage::Stage&);

std::string scan_name(bool inclusive);  // "inclusive"

}  // namespace ladder::bench
