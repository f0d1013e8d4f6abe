// The calls to CUB and Thrust, with plain types. This is the only project header that is included along
// with theirs (tests/floors.py). peers.cpp turns the calls into workloads.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace ladder::peers::calls {

struct Call {
  const void* input;
  void* output;
  uint64_t* count;  // for pack
  size_t n;
  cudaStream_t stream;
  // Temporary storage: the same memory in every call.
  void* (*storage_of)(void* context, size_t bytes);
  void* context;
  void* storage(size_t bytes) const { return storage_of(context, bytes); }
};

// T: float, uint32_t. Without storage, CUB returns the size that it needs.
template <typename T>
cudaError_t cub_reduce(void* storage, size_t& bytes, const Call&);
template <typename T>
cudaError_t cub_scan(void* storage, size_t& bytes, const Call&, bool inclusive);
template <typename T>
cudaError_t cub_select(void* storage, size_t& bytes, const Call&);

// In newer versions of CUB, the caller chooses the level of determinism, and CUB allocates its storage
// during the call.
bool has_determinism();
cudaError_t cub_reduce_any_order(const Call&);
cudaError_t cub_reduce_gpu_to_gpu(const Call&);
cudaError_t cub_scan_run_to_run(const Call&, bool inclusive);

struct Version {
  int major, minor, subminor;
};
Version cub_version();

// These functions throw if a call fails. The answer is returned to the host.
template <typename T>
T thrust_reduce(const Call&);
template <typename T>
void thrust_scan(const Call&, bool inclusive);

}  // namespace ladder::peers::calls
