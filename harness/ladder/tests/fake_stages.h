// Correct stages in plain C++, each written differently from its reference. The tests of the checker also use
// broken versions of them.
#pragma once
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>
#include <vector>

#include "ladder/tests/fake_machine.h"

#include "tracks/map.h"
#include "tracks/pack.h"
#include "tracks/reduce.h"
#include "tracks/scan.h"
#include "tracks/stencil.h"
#include "tracks/unpack.h"

namespace ladder::fake {

template <typename T>
T add(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return a + b;
  else
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
}

template <typename T>
T tree_sum(const T* x, size_t n) {
  if (n == 0) return T{};
  return n == 1 ? x[0] : add(tree_sum(x, n / 2), tree_sum(x + n / 2, n - n / 2));
}

template <typename T>
void reduce(const ReduceJob<T>& job) {
  *job.output = tree_sum(job.input, job.n);
}

template <typename T>
void reduce_serially(const ReduceJob<T>& job) {
  T sum{};
  for (size_t i = 0; i < job.n; ++i) sum = add(sum, job.input[i]);
  *job.output = sum;
}

template <typename T>
T padding(T largest) {
  return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : largest;
}
template <typename T>
void min(const ReduceJob<T>& job) {
  *job.output =
      job.n == 0 ? padding(std::numeric_limits<T>::max()) : *std::min_element(job.input, job.input + job.n);
}
template <typename T>
void max(const ReduceJob<T>& job) {
  const T lowest =
      std::is_floating_point_v<T> ? static_cast<T>(-padding(T{})) : std::numeric_limits<T>::lowest();
  *job.output = job.n == 0 ? lowest : *std::max_element(job.input, job.input + job.n);
}
template <typename T>
using MinLocJob = ReduceJob<T, stage::ValueAndIndex<T>>;
template <typename T>
void minloc(const MinLocJob<T>& job) {
  if (job.n == 0) {
    *job.output = {padding(std::numeric_limits<T>::max()), UINT64_MAX};
    return;
  }
  const T* at = std::min_element(job.input, job.input + job.n);
  *job.output = {*at, static_cast<uint64_t>(at - job.input)};
}

// Scans block by block, like a three-kernel scan.
template <typename T>
void scan(const ScanJob<T>& job) {
  T before{};
  for (size_t begin = 0; begin < job.n; begin += job.block) {
    T sum{};
    for (size_t i = begin; i < std::min<size_t>(job.n, begin + job.block); ++i) {
      const T x = job.input[i];
      job.output[i] = add(before, job.inclusive ? add(sum, x) : sum);
      sum = add(sum, x);
    }
    before = add(before, sum);
  }
}

template <typename T>
void map(const MapJob<T>& job) {
  for (size_t i = 0; i < job.n; ++i) job.output[i] = std::sqrt(job.input[i]);
}

template <typename T>
void stencil(const StencilJob<T>& job) {
  const auto w = static_cast<int64_t>(job.width), n = static_cast<int64_t>(job.n);
  const auto cell = [&](int64_t row, int64_t column) {
    const int64_t i = row * w + column;
    return row < 0 || column < 0 || column >= w || i >= n ? T{} : job.input[i];
  };
  for (int64_t i = 0; i < n; ++i) {
    const int64_t r = i / w, c = i % w;
    T sum = cell(r, c);
    for (const T x : {cell(r - 1, c), cell(r + 1, c), cell(r, c - 1), cell(r, c + 1)}) sum = add(sum, x);
    job.output[i] = sum / T{5};
  }
}

template <typename T>
void pack(const PackJob<T>& job) {
  T* end = std::copy_if(job.input, job.input + job.n, job.output, [](T x) { return stage::keep(x); });
  *job.count = static_cast<uint64_t>(end - job.output);
}

template <typename T>
void unpack(const UnpackJob<T>& job) {
  const T* next = job.packed;
  for (size_t i = 0; i < job.n; ++i) job.output[i] = job.flags[i] ? *next++ : T{};
}

inline stage::Stage as_registered(stage::Stage stage, stage::ScanKind kind) {
  stage.scan = kind;
  return stage;
}
inline stage::Stage as_serial(stage::Stage stage) {
  stage.serial = true;
  return stage;
}

// One correct stage per task, for every element type of its track.
inline std::vector<stage::Stage> right_stages() {
  using stage::ScanKind;
  return {
      make_stage("reduce/tree", reduce<float>, reduce<double>, reduce<int>, reduce<uint32_t>, reduce<int64_t>,
                 reduce<uint64_t>),
      as_serial(make_stage("reduce_atomic/serial", reduce_serially<float>, reduce_serially<int>)),
      make_stage("reduce_global/tree", reduce<float>, reduce<int>),
      make_stage("reduce_op/sum", reduce<float>, reduce<int>),
      make_stage("reduce_op/min", min<float>, min<int>, min<uint32_t>),
      make_stage("reduce_op/max", max<float>, max<int>, max<uint32_t>),
      make_stage("reduce_op/minloc", minloc<float>, minloc<int>, minloc<uint32_t>),
      as_registered(make_stage("scan/inclusive", scan<float>, scan<double>, scan<int>, scan<uint64_t>),
                    ScanKind::inclusive),
      as_registered(make_stage("scan/exclusive", scan<float>, scan<int>, scan<uint32_t>),
                    ScanKind::exclusive),
      as_registered(make_stage("scan/both", scan<float>, scan<int>), ScanKind::both),
      make_stage("map/plain", map<float>, map<double>),
      make_stage("stencil/plain", stencil<float>, stencil<double>, stencil<int>, stencil<uint32_t>),
      make_stage("pack/plain", pack<float>, pack<int>, pack<uint32_t>, pack<uint64_t>),
      make_stage("unpack/plain", unpack<float>, unpack<int>, unpack<uint32_t>),
  };
}

}  // namespace ladder::fake
