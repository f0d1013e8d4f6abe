// The programs for ./ladder doctor --self-test: for each kind of finding, one program with it and one without.
// ./self_test race; ./self_test race right; ./self_test: all kinds, one line each
#include <cuda_fp16.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int kThreads = 64;
constexpr size_t kBytes = kThreads * sizeof(int);

// --- kernels ---

__global__ void race(int* data, bool right) {
  __shared__ int partial[kThreads];
  partial[threadIdx.x] = threadIdx.x;
  if (right) __syncthreads();
  data[threadIdx.x] = partial[kThreads - 1 - threadIdx.x];
}

__global__ void out_of_bounds(int* data, bool right) { data[threadIdx.x + (right ? 0 : 1)] = 1; }

__global__ void uninitialised(int* data, bool right) {
  __shared__ int partial[kThreads];
  if (right || threadIdx.x < kThreads / 2) partial[threadIdx.x] = threadIdx.x;
  __syncthreads();
  data[threadIdx.x] = partial[kThreads - 1 - threadIdx.x];
}

__global__ void misaligned(int* data, bool right) {
  const int first = 4 * threadIdx.x + (right ? 0 : 1);
  if (threadIdx.x < kThreads / 8) *reinterpret_cast<long long*>(data + first) = 1;
}

__global__ void invalid_address(int* data, bool right) { (right ? data : nullptr)[threadIdx.x] = 1; }

__global__ void barrier_divergence(int* data, bool right) {
  if (right) {
    __syncthreads();
  } else if (threadIdx.x < 32) {
    data[threadIdx.x] = 1;
    __syncthreads();
  } else {
    data[threadIdx.x] = 2;
    __syncthreads();
  }
  data[threadIdx.x] += 1;
}

__global__ void early_exit(int* data, bool right) {
  if (!right && threadIdx.x >= 32) return;
  __syncthreads();
  data[threadIdx.x] = 1;
}

__global__ void deadlock(int* data, bool right) {
  if (right) atomicExch(data, 1);
  while (atomicAdd(data, 0) == 0) {
  }
}

__global__ void inactive_lane(int* data, bool right) {
  if (right || threadIdx.x < 16) data[threadIdx.x] = __shfl_xor_sync(~0u, static_cast<int>(threadIdx.x), 1);
}

__global__ void undefined_arithmetic(int* data, bool right) {
  data[threadIdx.x] = 1000 / static_cast<int>(threadIdx.x + (right ? 1 : 0));
}

__global__ void crash(int* data, bool right) {
  if (!right) __trap();
  data[threadIdx.x] = 1;
}

__global__ void same_value(int* data, bool right) {
  if (!right || threadIdx.x == 0) *data = 1;
}

__global__ void never_used(int* data, bool right) {
  __shared__ int partial[kThreads];
  if (right || threadIdx.x < 32) partial[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int other = __shfl_xor_sync(~0u, partial[threadIdx.x], 1);
  data[threadIdx.x] = threadIdx.x < 32 ? other : 0;
}

__global__ void lost_in_rounding(int* data, bool right) {
  float all = 0;
  __half half = __float2half(0.0f);
  for (int i = 0; i < 4096; ++i) right ? all += 1.0f : __half2float(half = __hadd(half, __float2half(1.0f)));
  data[threadIdx.x] = static_cast<int>(all + __half2float(half));
}

__global__ void ones(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

// --- host code ---

using Kernel = void (*)(int*, bool);
int host[2 * kThreads];

void print_sum() {
  int sum = 0;
  for (const int value : host) sum += value;
  std::printf("%d\n", sum);
}

int* zeros(size_t bytes = kBytes) {
  int* data;
  cudaMalloc(&data, bytes);
  cudaMemset(data, 0, bytes);
  return data;
}

int fetched(int* data, size_t bytes = kBytes) {
  const cudaError_t failed = cudaMemcpy(host, data, bytes, cudaMemcpyDeviceToHost);
  if (failed != cudaSuccess) std::printf("%s\n", cudaGetErrorString(failed));
  cudaFree(data);
  print_sum();
  return 0;
}

template <Kernel kKernel>
int of_kernel(bool right) {
  int* data = zeros();
  kKernel<<<1, kThreads>>>(data, right);
  return fetched(data);
}

int host_reads_device(bool right) {
  int* data = zeros();
  ones<<<1, kThreads>>>(data);
  cudaDeviceSynchronize();
  if (!right) std::printf("%d\n", *static_cast<volatile int*>(data));
  return fetched(data);
}

int host_pointer_in_kernel(bool right) {
  int* data = zeros();
  ones<<<1, kThreads>>>(right ? data : host);
  return fetched(data);
}

int copy_direction(bool right) {
  int* data = zeros();
  const cudaError_t failed =
      cudaMemcpy(data, host, kBytes, right ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
  if (failed != cudaSuccess) std::printf("%s\n", cudaGetErrorString(failed));
  return fetched(data);
}

int copy_size(bool right) {
  int *data = zeros(), *to = host;
  if (right)
    cudaMemcpy(to, data, kBytes, cudaMemcpyDeviceToHost);
  else
    cudaMemcpy(to, data, sizeof(to), cudaMemcpyDeviceToHost);
  return fetched(data);
}

int copy_past_end(bool right) { return fetched(zeros(), kBytes + (right ? 0 : sizeof(int))); }

int not_waited_for(bool right) {
  int* data;
  cudaMallocManaged(&data, kBytes);
  ones<<<1, kThreads>>>(data);
  if (right) cudaDeviceSynchronize();
  std::printf("%d\n", data[0]);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}

int stream_race(bool right) {
  int* data = zeros();
  cudaStream_t one, other;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cudaDeviceSynchronize();
  ones<<<1, kThreads, 0, one>>>(data);
  ones<<<1, kThreads, 0, right ? one : other>>>(data);
  cudaDeviceSynchronize();
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
  return fetched(data);
}

int ignored_error(bool right) {
  int* data = zeros();
  ones<<<1, right ? kThreads : 2048>>>(data);
  cudaMemcpy(host, data, kBytes, cudaMemcpyDeviceToHost);
  cudaFree(data);
  print_sum();
  return 0;
}

// A hundred elements in blocks of 64 threads: n / 64 blocks, so there is no block for the remainder.
__global__ void doubled(const int* from, int* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 2 * from[i];
}
int failed_call(bool right) {
  int* data = zeros();
  ones<<<1, right ? kThreads : 2048>>>(data);
  if (cudaGetLastError() != cudaSuccess) cudaMemset(data, 0, kBytes);
  return fetched(data);
}

int not_computed(bool right) {
  constexpr int n = 100;
  int *from, *to;
  cudaMalloc(&from, n * sizeof(int));
  cudaMalloc(&to, n * sizeof(int));
  cudaMemcpy(from, host, n * sizeof(int), cudaMemcpyHostToDevice);
  doubled<<<(n + (right ? 63 : 0)) / 64, 64>>>(from, to, n);
  cudaFree(from);
  return fetched(to, n * sizeof(int));
}

int never_written(bool right) {
  int* data;
  cudaMalloc(&data, 2 * kBytes);
  if (right) cudaMemset(data, 0, 2 * kBytes);
  ones<<<1, kThreads>>>(data);
  return fetched(data, 2 * kBytes);
}

int not_copied_back(bool right) {
  int* data = zeros();
  ones<<<1, kThreads>>>(data);
  if (right) return fetched(data);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}

int leak(bool right) {
  int* data = zeros();
  ones<<<1, kThreads>>>(data);
  cudaMemcpy(host, data, kBytes, cudaMemcpyDeviceToHost);
  if (right) cudaFree(data);
  print_sum();
  return 0;
}

constexpr struct {
  const char* kind;
  int (*run)(bool right);
} kAll[] = {
#define KERNEL(kind) \
  { #kind, of_kernel < kind> }
    KERNEL(race),
    KERNEL(out_of_bounds),
    KERNEL(uninitialised),
    KERNEL(misaligned),
    KERNEL(invalid_address),
    KERNEL(barrier_divergence),
    KERNEL(early_exit),
    KERNEL(deadlock),
    KERNEL(inactive_lane),
    KERNEL(undefined_arithmetic),
    KERNEL(crash),
    KERNEL(same_value),
    KERNEL(never_used),
    KERNEL(lost_in_rounding),
#define HOST(kind) \
  { #kind, kind }
    HOST(host_reads_device),
    HOST(host_pointer_in_kernel),
    HOST(copy_direction),
    HOST(copy_past_end),
    HOST(copy_size),
    HOST(not_waited_for),
    HOST(stream_race),
    HOST(ignored_error),
    HOST(failed_call),
    HOST(not_computed),
    HOST(never_written),
    HOST(not_copied_back),
    HOST(leak)};

int main(int argc, char** argv) {
  for (const auto& one : kAll)
    if (argc == 1)
      std::printf("%s\n", one.kind);
    else if (std::strcmp(one.kind, argv[1]) == 0)
      return one.run(argc > 2);
  return argc == 1 ? 0 : 77;
}
