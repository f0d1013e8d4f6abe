// The list of stages. A kernel file adds itself with one STAGE(...) line; the harness reads all_stages().
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "device/context.h"

namespace stage {

// How a kernel file was compiled. `simt_traced` is `simt` with every memory access observed.
enum class Build { cuda, simt, simt_traced };

enum class DType { f32, f64, i32, u32, i64, u64 };
template <typename T>
constexpr DType dtype_of();
template <>
constexpr DType dtype_of<float>() {
  return DType::f32;
}
template <>
constexpr DType dtype_of<double>() {
  return DType::f64;
}
template <>
constexpr DType dtype_of<int32_t>() {
  return DType::i32;
}
template <>
constexpr DType dtype_of<uint32_t>() {
  return DType::u32;
}
template <>
constexpr DType dtype_of<int64_t>() {
  return DType::i64;
}
template <>
constexpr DType dtype_of<uint64_t>() {
  return DType::u64;
}
const char* dtype_name(DType);  // "f32"
size_t dtype_size(DType);       // bytes
bool dtype_is_float(DType);

// Everything one run needs. Each track's header (stage/reduce.h, …) gives a typed view and says what is used.
// All pointers are device pointers, aligned to 256 bytes; which buffers a task has: check/tasks.h.
struct Job {
  device::Context* context = nullptr;
  unsigned block = 0;  // threads in each
  size_t n = 0;        // elements of the input (unpack: of the output)
  const void* input = nullptr;
  const void* second_input = nullptr;
  void* output = nullptr;
  void* second_output = nullptr;
  size_t width = 0;       // stencil: cells per row; transpose: columns
  bool inclusive = true;  // scan: which of the two
};

enum class ScanKind { none, inclusive, exclusive, both };

// What a pitfall must be found to be (see kernels/pitfalls): "" for a correct stage.
using Verdict = std::string;

struct Variant {  // one element type of a stage
  DType dtype;
  void (*function)();
  void (*call)(void (*function)(), const Job&);
  void run(const Job& job) const { call(function, job); }
};

struct Stage {
  std::string id;       // "reduce/v0"
  std::string idea;     // "modulo", a few words
  std::string file;     // "kernels/reduce/00_v0_modulo.cu", relative to the repository where that is known
  std::string after;    // the id of the stage that this one improves on; "" starts the track
  std::string spoils;   // pitfalls: the id of the stage that it is, with one mistake; "" if there is none
  std::string problem;  // whose inputs and reference judge it: the track of its job (reduce_op: its own)
  Build build;
  std::vector<Variant> variants;
  unsigned min_block = 32, max_block = 1024;
  size_t max_n = SIZE_MAX;  // larger n is skipped, with `limit_reason`
  std::string limit_reason;
  unsigned needs_sm = 0;  // cuda: skipped on a GPU, and in a program, for an older architecture: 90 is sm_90
  ScanKind scan = ScanKind::none;
  device::Layout layout = device::Layout::one_gpu;
  bool needs_nccl = false;  // cuda: skipped where NCCL is not there; the executor has none
  bool serial = false;      // float sums may be added one after the other (error grows with n)
  std::string racy;         // declared to be a data race, and why
  std::string expect;       // pitfalls: the verdict that it must receive
  std::string expect_note;  // pitfalls: why it is tempting

  bool on_several_gpus() const { return layout != device::Layout::one_gpu; }
  std::string track() const { return id.substr(0, id.find('/')); }
  std::string name() const { return id.substr(id.find('/') + 1); }
  const Variant* variant(DType) const;  // nullptr: not offered
};

// All stages compiled by `build`, tracks in lesson order, stages within a track in `after` order.
std::vector<const Stage*> all_stages(Build build);
// The first mistake in the STAGE(…) lines, such as an id of two files or .after() of no stage. "": none.
std::string registration_mistake(const std::vector<const Stage*>&);
// Exact id; nullptr if there is none.
const Stage* find_stage(Build build, const std::string& id);

// Built by STAGE(...); each call narrows or explains, e.g. STAGE("reduce/v4", …).after("v3").racy("…").
class Registration {
 public:
  template <typename... Jobs>
  Registration(Build build, const char* file, const char* id, const char* idea, void (*... run)(const Jobs&))
      : Registration(build, file, id, idea, {Jobs::kProblem...}, {make_variant(run)...}) {}

  Registration after(const char* stage_of_this_track) const;
  Registration spoils(const char* id) const {  // of any track: "reduce/v2"
    stage_->spoils = id;
    return *this;
  }
  Registration min_block(unsigned block) const {
    stage_->min_block = block;
    return *this;
  }
  Registration max_block(unsigned block) const {
    stage_->max_block = block;
    return *this;
  }
  Registration max_n(size_t n, const char* reason) const {
    stage_->max_n = n;
    stage_->limit_reason = reason;
    return *this;
  }
  // .needs_sm(90): the file compiles for every architecture (what is missing on older ones is hidden in
  // harness/stage), but runs only as code for sm_90 or newer. The executor runs it always.
  Registration needs_sm(unsigned architecture) const {
    stage_->needs_sm = architecture;
    return *this;
  }
  Registration inclusive() const {
    stage_->scan = ScanKind::inclusive;
    return *this;
  }
  Registration exclusive() const {
    stage_->scan = ScanKind::exclusive;
    return *this;
  }
  Registration inclusive_or_exclusive() const {
    stage_->scan = ScanKind::both;
    return *this;
  }
  // For several GPUs: how the elements are spread over them.
  Registration shares() const {
    stage_->layout = device::Layout::shares;
    return *this;
  }
  Registration dealt() const {
    stage_->layout = device::Layout::dealt;
    return *this;
  }
  Registration needs_nccl() const {
    stage_->needs_nccl = true;
    return *this;
  }
  Registration serial() const {
    stage_->serial = true;
    return *this;
  }
  Registration racy(const char* why) const {
    stage_->racy = why;
    return *this;
  }
  Registration expect(const char* verdict, const char* why_tempting) const {
    stage_->expect = verdict;
    stage_->expect_note = why_tempting;
    return *this;
  }

 private:
  Registration(Build, const char* file, const char* id, const char* idea, std::vector<const char*> problems,
               std::vector<Variant>);
  template <typename JobOf>
  static Variant make_variant(void (*run)(const JobOf&)) {
    return {dtype_of<typename JobOf::Element>(), reinterpret_cast<void (*)()>(run),
            [](void (*function)(), const Job& job) {
              reinterpret_cast<void (*)(const JobOf&)>(function)(JobOf(job));
            }};
  }
  Stage* stage_;
};

// A kernel file is compiled up to three times into one program: for CUDA, for the executor, and for
// the traced executor. Each build uses its own namespace (stage::inline STAGE_BACKEND), so that the
// linker keeps their functions apart.
#if defined(__CUDACC__)
#define STAGE_BACKEND on_cuda
#elif defined(LADDER_TRACED)
#define STAGE_BACKEND on_simt_traced
#else
#define STAGE_BACKEND on_simt
#endif
inline namespace STAGE_BACKEND {
#if defined(__CUDACC__)
constexpr Build kThisBuild = Build::cuda;
#elif defined(LADDER_TRACED)
constexpr Build kThisBuild = Build::simt_traced;
#else
constexpr Build kThisBuild = Build::simt;
#endif
}  // namespace STAGE_BACKEND

// STAGE("reduce/v1", "strided index", run<float>, run<int>).after("v0");
#define STAGE(...)                                                   \
  [[maybe_unused]] static const ::stage::Registration registration = \
      ::stage::Registration(::stage::kThisBuild, __FILE__, __VA_ARGS__)

}  // namespace stage
