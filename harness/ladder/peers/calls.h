// The calls of CUB and Thrust, in plain types. Of the project this header alone is included beside theirs (tests/floors.py), and all that
// it declares is inside ladder::. So no name of ours can stand in the way of theirs: CUB calls data(x), and a global
// namespace of that name is found. peers.cpp makes workloads of the calls.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace ladder::peers {

struct Call {
  const void* input;
  void* output;
  uint64_t* count;  // of pack
  size_t n;
  cudaStream_t stream;
  // Temporary storage: the same again in every call.
  void* (*storage_of)(void* context, size_t bytes);
  void* context;
  void* storage(size_t bytes) const { return storage_of(context, bytes); }
};

// T: float, uint32_t. Without storage, CUB says how much it needs.
template <typename T>
cudaError_t cub_reduce(void* storage, size_t& bytes, const Call&);
template <typename T>
cudaError_t cub_scan(void* storage, size_t& bytes, const Call&, bool inclusive);
template <typename T>
cudaError_t cub_select(void* storage, size_t& bytes, const Call&);

// A newer CUB lets the caller choose how much of the result is the same to the bit. It asks for its storage in the call.
bool has_determinism();
cudaError_t cub_reduce_any_order(const Call&);
cudaError_t cub_reduce_gpu_to_gpu(const Call&);
cudaError_t cub_scan_run_to_run(const Call&, bool inclusive);

struct Version {
  int major, minor, subminor;
};
Version cub_version();

// They throw where a call fails. The answer is returned to the host.
template <typename T>
T thrust_reduce(const Call&);
template <typename T>
void thrust_scan(const Call&, bool inclusive);

}  // namespace ladder::peers
