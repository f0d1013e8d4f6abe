// One reduction for every operator: reduce_op/sum, min, max and minloc use this kernel, each with its own `op`.
// An operator must be associative and commutative, because the threads do not combine the elements in order. It
// needs an identity with op(identity, x) == x, which replaces elements past the end and is the answer if n is
// 0. `load` returns element i: the input's value, a value with its index, or the result of a block. The shape
// is that of reduce/v7: many loads in flight, shuffles within a warp, one barrier, two passes.
#include "tracks/reduce.h"

namespace {

constexpr int kPerThread = 8;        // elements per thread in each tile
constexpr unsigned kMaxGrid = 2048;  // blocks

template <typename T>
struct LoadValue {
  const T* values;
  __device__ T operator()(size_t i) const { return values[i]; }
};

template <typename T>
__device__ T shuffle_down(T value, unsigned s) {
  return __shfl_down_sync(0xffffffffu, value, s);
}
template <typename T>
__device__ ValueAndIndex<T> shuffle_down(ValueAndIndex<T> pair, unsigned s) {
  return {__shfl_down_sync(0xffffffffu, pair.value, s), __shfl_down_sync(0xffffffffu, pair.index, s)};
}

// Combines a warp's 32 values with op; lane 0 receives the result.
template <typename Value, typename Op>
__device__ Value warp_reduce(Value value, Op op) {
  for (unsigned s = kWarpSize / 2; s > 0; s /= 2) value = op(value, shuffle_down(value, s));
  return value;
}

template <int kBlock, typename Load, typename Value, typename Op>
__global__ void reduce(Load load, Value* block_results, size_t n, Value identity, Op op) {
  __shared__ Value partial[kBlock / kWarpSize];
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  constexpr size_t kTile = size_t{kBlock} * kPerThread;
  Value value = identity;
  for (size_t i = blockIdx.x * kTile + tid; i < n; i += gridDim.x * kTile) {
    for (int k = 0; k < kPerThread; ++k) {
      value = op(value, i + k * kBlock < n ? load(i + k * kBlock) : identity);
    }
  }

  value = warp_reduce(value, op);
  if (lane == 0) partial[warp] = value;
  __syncthreads();

  if (warp == 0) {
    value = lane < kBlock / kWarpSize ? partial[lane] : identity;
    value = warp_reduce(value, op);
  }
  if (tid == 0) block_results[blockIdx.x] = value;
}

template <typename T, typename Value, typename Load, typename Op>
void operator_reduce(const ReduceJob<T, Value>& job, Load load, Value identity, Op op) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const unsigned blocks = std::min(kMaxGrid, blocks_for(job.n, kBlock * kPerThread));
    if (blocks == 1) {
      launch(job, reduce<kBlock, Load, Value, Op>, {1, kBlock}, load, job.output, job.n, identity, op);
      return;
    }
    Value* results = scratch<Value>(job, "block_results", blocks);
    launch(job, reduce<kBlock, Load, Value, Op>, {blocks, kBlock}, load, results, job.n, identity, op);
    launch(job, reduce<kBlock, LoadValue<Value>, Value, Op>, {1, kBlock}, LoadValue<Value>{results},
           job.output, blocks, identity, op);
  });
}

}  // namespace
