// The list of stages. A kernel file adds itself (registration.h); the harness reads all_stages().
#pragma once
#include <array>
#include <string>
#include <vector>

#include "data/names.h"
#include "stage/registration.h"

namespace ladder::stage {

constexpr auto names_of(DType) { return std::array{"f32", "f64", "i32", "u32", "i64", "u64"}; }
inline const char* dtype_name(DType type) { return data::name(type); }
size_t dtype_size(DType);  // bytes

struct Stage {
  std::string id;      // "reduce/v0"
  std::string idea;    // "modulo": a short description
  std::string file;    // "kernels/reduce/00_v0_modulo.cu", relative to the repository if known
  std::string after;   // the id of the stage on which this one improves; "": first in its track
  std::string spoils;  // pitfalls: the stage from which it differs by one mistake; "": none
  // The kProblem of its job: the task by which it is judged, unless its own track defines a task with its name.
  std::string problem;
  Build build;
  std::vector<Variant> variants;
  unsigned min_block = 32, max_block = 1024;
  size_t max_n = SIZE_MAX;  // larger n is skipped, with `limit_reason`
  std::string limit_reason;
  unsigned needs_sm = 0;      // cuda: skipped on a GPU or in a program for an older architecture: 90 is sm_90
  bool only_that_sm = false;  // the stage is skipped on newer architectures too
  std::string
      needs_gpu;  // simt: if set, the stage is skipped, because the executor does not have this feature
  ScanKind scan = ScanKind::none;
  device::Layout layout = device::Layout::one_gpu;
  bool needs_nccl = false;  // cuda: skipped if NCCL is not available; the executor has no NCCL
  unsigned same_bits = kEveryRun | kEveryGpu;
  bool serial = false;      // float sums may be added sequentially (error grows with n)
  std::string racy;         // declared to have a data race, with the reason
  std::string expect;       // pitfalls: the verdict that it must receive
  std::string expect_note;  // pitfalls: why the mistake is tempting

  bool on_several_gpus() const { return layout != device::Layout::one_gpu; }
  std::string track() const { return id.substr(0, id.find('/')); }
  std::string name() const { return id.substr(id.find('/') + 1); }
  const Variant* variant(DType) const;  // nullptr: not supported
};

// A track's place in the reading order, given in tracks/*.h. (The numbers in front of a track's files order its
// stages.) Tracks without a place come last, by name. Define it as a static object.
// `shown_n`: if not 0, the number of elements with which the track's stages are counted and explained.
struct Reading {
  Reading(std::string track, unsigned place, size_t shown_n = 0);
};
size_t shown_n(const std::string& track);  // 0: none is given

// All stages compiled for `build`: tracks in lesson order, stages within a track in `after` order.
std::vector<const Stage*> all_stages(Build build);
// For a program whose kernels are compiled only for `build`: registers each of its stages as a stage of build `of`, too.
void stand_for(Build build, Build of);
// The first mistake in the STAGE(…) lines, such as the same id in two files, or .after() with an unknown stage.
// "": none.
std::string registration_mistake(const std::vector<const Stage*>&);
// Exact id; nullptr if there is none.
const Stage* find_stage(Build build, const std::string& id);

}  // namespace ladder::stage
