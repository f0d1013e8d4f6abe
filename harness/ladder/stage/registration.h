// The STAGE(...) line with which a kernel file adds itself to the list of stages, and the job that its run function
// receives. Every kernel file includes this header, so it includes little itself: nvcc reads everything again
// for each kernel file.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "device/context.h"

namespace ladder::stage {

namespace device = ladder::device;  // kernel files, which are outside ladder::, use all names of stage

struct Stage;  // registry.h

// The build for which a kernel file was compiled. `simt_traced` is `simt` with every memory access observed.
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

// The sizes of a problem, in the order in which its track names them: {n}, or {m, n, k}. Derived sizes may
// follow, such as the width of a grid of n cells.
struct Sizes {
  static constexpr size_t kMost = 4;
  size_t of[kMost] = {};
  constexpr size_t operator[](size_t i) const { return of[i]; }
  bool operator==(const Sizes&) const = default;
};

// Everything that one run needs. Each track's file (tracks/reduce.h, …) provides a typed view and documents the
// members that it uses. All pointers are device pointers, aligned to 256 bytes, in the order in which the track
// names the arrays.
struct Job {
  static constexpr size_t kMostArrays = 4;
  device::Context* context = nullptr;
  unsigned block = 0;  // threads per block
  size_t n = 0;        // total number of elements, as the track counts them
  Sizes sizes = {};
  const void* inputs[kMostArrays] = {};
  void* outputs[kMostArrays] = {};
  bool inclusive = true;  // for a scan: inclusive or exclusive

  template <typename T>
  const T* input(size_t i = 0) const {
    return static_cast<const T*>(inputs[i]);
  }
  template <typename T>
  T* output(size_t i = 0) const {
    return static_cast<T*>(outputs[i]);
  }
};

enum class ScanKind { none, inclusive, exclusive, both };

// The conditions under which a float result is bitwise identical, because its additions are always done in the
// same order.
enum SameBits : unsigned {
  kNever = 0,       // additions are done in the order in which blocks arrive
  kEveryRun = 1,    // in every run of one program on one GPU
  kEveryBlock = 2,  // with every block size (Job::block)
  kEverySm90 = 4,   // on every GPU from sm_90 onwards
  kEveryGpu = 8 | kEverySm90,
};

struct Variant {  // one element type of a stage
  DType dtype;
  void (*function)();
  void (*call)(void (*function)(), const Job&);
  void run(const Job& job) const { call(function, job); }
};

// Built by STAGE(...); each call restricts or documents the stage, e.g. STAGE("reduce/v4",
// …).after("v3").racy("…").
class Registration {
 public:
  template <typename... Jobs>
  Registration(Build build, const char* file, const char* id, const char* idea, void (*... run)(const Jobs&))
      : Registration(build, file, id, idea, {Jobs::kProblem...}, {make_variant(run)...}) {}

  Registration after(const char* stage_of_this_track) const;
  Registration spoils(const char* id) const;  // in any track: "reduce/v2"
  Registration min_block(unsigned block) const;
  Registration max_block(unsigned block) const;
  Registration max_n(size_t n, const char* reason) const;
  // .needs_sm(90): the file compiles for every architecture (harness/ladder/stage hides the features that older
  // ones lack), but runs only as code for sm_90 or newer. The executor always runs it.
  Registration needs_sm(unsigned architecture) const;
  // .only_sm(90): instructions that no other architecture has, such as wgmma. The executor always runs the file.
  Registration only_sm(unsigned architecture) const;
  // .needs_gpu("thread block clusters"): a feature that the executor does not have.
  Registration needs_gpu(const char* what_for) const;
  Registration inclusive() const;
  Registration exclusive() const;
  Registration inclusive_or_exclusive() const;
  // Declares, for several GPUs, how the elements are distributed among them.
  Registration shares() const;
  Registration dealt() const;
  Registration needs_nccl() const;
  Registration serial() const;
  // .same_bits(kEveryRun | kEveryBlock). The default is kEveryRun | kEveryGpu. `./ladder bits` checks the
  // declaration.
  Registration same_bits(unsigned where) const;
  Registration racy(const char* why) const;
  Registration expect(const char* verdict, const char* why_tempting) const;

 private:
  Registration(Build, const char* file, const char* id, const char* idea,
               std::initializer_list<const char*> problems, std::initializer_list<Variant>);
  template <typename Member, typename Value>
  Registration with(Member Stage::*member, Value value) const;
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
// the traced executor. Each build uses its own namespace (stage::inline STAGE_BACKEND), so that the linker does
// not mix up their functions.
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
#define STAGE(...)                                                           \
  [[maybe_unused]] static const ::ladder::stage::Registration registration = \
      ::ladder::stage::Registration(::ladder::stage::kThisBuild, __FILE__, __VA_ARGS__)

}  // namespace ladder::stage
