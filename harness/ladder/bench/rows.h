// Which rows a plan asks for, before anything has run: one for each n, element type, block size and stage,
// and what stands beside them.
#pragma once
#include <string>
#include <vector>

#include "bench/plan.h"
#include "check/tasks.h"
#include "cuda/device_facts.h"

namespace bench {

struct Row {
  Result result;  // who and what; `skipped` where it cannot be run
  const stage::Stage* stage = nullptr;
  stage::DType dtype = stage::DType::f32;
  const check::Task* task = nullptr;  // what it computes; none: nothing that could be checked, or a ceiling
  check::Sizes sizes = {};
  bool inclusive = true;
  size_t order = 0;    // among the rows of its backend
  bool apart = false;  // timed apart from the others of its group

  std::string name() const;  // unique within its n and element type
  device::Placement placement() const;
  // What it is asked for, with this input.
  check::Case the_case(check::InputKind, uint64_t seed) const;
};

// The stages that the plan names, as compiled for that build.
std::vector<const stage::Stage*> planned_stages(const Plan&, stage::Build);
bool names(const Plan&, const std::string& id);  // the plan says this id itself

// Stages that offer both kinds of scan take the kind of the stage that they improve on.
bool runs_inclusive(const stage::Stage&);

// Why the stage cannot be asked for this; "" if it can.
std::string not_offered(const stage::Stage&, size_t n, stage::DType, unsigned block);

// The n that `run` takes where none is named. The executor takes kDefaultN. A GPU takes kDefaultNOnGpu, which is
// larger than its caches; if its free memory is too small for that, the largest power of two that fits. The CPU
// references beside a GPU take the GPU's n, if the host's memory holds it.
size_t default_n(const Plan&, Backend);
size_t gpu_n(size_t free_bytes);
std::vector<data::Extent> ns(const Plan&, Backend);  // those that are named, or that one

// On how many GPUs a stage for several runs where the plan does not say: on all that can reach each other; on
// the executor as many as it presents. {0} for any other stage.
std::vector<unsigned> gpus_for(const stage::Stage&, const Plan&, Backend);
device::Placement placement_of(const stage::Stage&, unsigned gpus);  // 0: the executor's default

// Who and what: of a stage, or of what stands beside the stages.
Result result_for(const std::string& id, const std::string& idea, Backend, size_t n, stage::DType);

// A row for this stage; `skipped` if it does not offer the element type, block size or n, if n exceeds the
// memory, or if the GPU or the program is too old for it.
Row make_row(const stage::Stage&, Backend backend, const data::Extent& n, stage::DType, unsigned block,
             unsigned gpus = 0);
std::vector<Row> stage_rows(const Plan&, stage::Build);
void take_sizes(Row&, const check::Sizes&);
// As asked for. Throws std::invalid_argument where its task has others.
void take_sizes(Row&, const data::Extent&);

// A row for each planned file that does not compile, and each n; in all else like the `rows` of its track.
std::vector<Result> broken_rows(const Plan&, Backend, const std::vector<data::Extent>& ns,
                                const std::vector<Row>& rows);

// Why code for this architecture (Stage::needs_sm) does not run on this GPU, or in this program. "": it does.
std::string lacks_sm(unsigned needed, const cuda::DeviceFacts&);

const std::vector<std::string>& ceiling_ids();       // of reference_ids()
const std::vector<std::string>& link_ceiling_ids();  // of reference_ids(): beside stages for several GPUs

// What the stage computes; null for a track that has no reference.
const check::Task* known_task(const stage::Stage&);

std::string scan_name(bool inclusive);  // "inclusive"

}  // namespace bench
