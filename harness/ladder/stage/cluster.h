// Thread block clusters: blocks that run at the same time, close to each other, and can access each other's
// shared memory (distributed shared memory). On the GPU: cooperative groups; needs sm_90. In code for an older
// GPU, these functions trap. The executor has no clusters: a stage that uses them declares .needs_sm(90) and
// .needs_gpu("thread block clusters").
#pragma once
#ifdef __CUDACC__
#include <cooperative_groups.h>
#endif
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

inline constexpr unsigned kMostInCluster = 8;  // the most blocks in a cluster, on every GPU that has clusters

#if defined(__CUDACC__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900)

using Cluster = cooperative_groups::cluster_group;
using cooperative_groups::this_cluster;

#else

struct Cluster {
  __device__ static void barrier_arrive() { __trap(); }
  __device__ static void barrier_wait() { __trap(); }
  template <typename T>
  __device__ static T* map_shared_rank(T* shared, unsigned) {
    return shared;
  }
};
__device__ inline Cluster this_cluster() { return {}; }

#endif

// Like launch(), but all blocks of the grid form one cluster.
template <typename JobOf, typename... Parameters, typename... Arguments>
void launch_cluster(const JobOf& job, void (*kernel)(Parameters...), Shape shape, Arguments... arguments) {
#ifdef __CUDACC__
  if (!job.context.count_launch()) return;
  allow_shared(kernel, shape.dynamic_shared);
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {shape.grid.x, shape.grid.y, shape.grid.z};
  cudaLaunchConfig_t config{};
  config.gridDim = shape.grid;
  config.blockDim = shape.block;
  config.dynamicSmemBytes = shape.dynamic_shared;
  config.stream = static_cast<cudaStream_t>(job.context.stream);
  config.attrs = &cluster;
  config.numAttrs = 1;
  cuda::check(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...));
#else
  launch(job, kernel, shape, arguments...);  // traps
#endif
}

}  // namespace ladder::stage::inline STAGE_BACKEND
