// Barriers marked "surplus" order nothing, or only accesses that other barriers also order. All other barriers
// are needed. ./ladder try --explain names all surplus barriers and no others (test_try.cpp).
#include <cooperative_groups.h>

#include <cstdio>

constexpr int kBlock = 128;

__global__ void twice(const int* in, int* out) {
  __shared__ int tile[kBlock];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  __syncthreads();  // surplus
  out[threadIdx.x] = tile[kBlock - 1 - threadIdx.x];
}

__global__ void at_both_ends(const int* in, int* out) {
  __shared__ int tile[kBlock];
  __syncthreads();  // surplus
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const int value = tile[threadIdx.x ^ 1];
  __syncthreads();  // surplus
  out[threadIdx.x] = value;
}

__global__ void between_reads(const int* in, int* out) {
  __shared__ int tile[kBlock];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const int value = tile[threadIdx.x ^ 1];
  __syncthreads();  // surplus
  out[threadIdx.x] = value + tile[threadIdx.x ^ 2];
}

__global__ void own_element(const int* in, int* out) {
  __shared__ int tile[kBlock];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();  // surplus
  out[threadIdx.x] = 2 * tile[threadIdx.x];
}

__global__ void in_a_loop(const int* in, int* out) {
  __shared__ int sums[kBlock];
  const int tid = threadIdx.x;
  sums[tid] = in[tid];
  __syncthreads();
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    if (tid < stride) sums[tid] += sums[tid + stride];
    __syncthreads();
    __syncthreads();  // surplus
  }
  if (tid == 0) out[0] = sums[0];
}

__global__ void behind_one_warp(const int* in, int* out) {
  __shared__ int sums[kBlock];
  const int tid = threadIdx.x;
  sums[tid] = in[tid];
  __syncthreads();
  if (tid < 32) {
    sums[tid] += sums[tid + 32] + sums[tid + 64] + sums[tid + 96];
    __syncwarp();
    if (tid < 16) sums[tid] += sums[tid + 16];
    __syncwarp();
  }
  __syncthreads();  // surplus
  if (tid < 16) out[tid] = sums[15 - tid];
}

__global__ void two_arrays(const int* in, int* out) {
  __shared__ int a[kBlock], b[kBlock];
  const int tid = threadIdx.x;
  a[tid] = in[tid];
  __syncthreads();  // surplus
  b[tid] = 3 * in[tid];
  __syncthreads();
  out[tid] = a[tid ^ 1] + b[tid ^ 2];
}

__global__ void of_a_group(const int* in, int* out) {
  __shared__ int tile[kBlock];
  const auto block = cooperative_groups::this_thread_block();
  tile[threadIdx.x] = in[threadIdx.x];
  block.sync();
  const int value = tile[threadIdx.x ^ 1];
  block.sync();  // surplus
  out[threadIdx.x] = value;
}

__global__ void two_buffers(const int* in, int* out) {
  __shared__ int buffer[2][kBlock];
  const int tid = threadIdx.x;
  int from = 0;
  buffer[0][tid] = in[tid];
  __syncthreads();
  for (int distance = 1; distance < kBlock; distance *= 2) {
    buffer[1 - from][tid] = buffer[from][tid] + (tid >= distance ? buffer[from][tid - distance] : 0);
    from = 1 - from;
    __syncthreads();
    __syncthreads();  // surplus
  }
  out[tid] = buffer[from][kBlock - 1 - tid];
}

__global__ void between_atomics(const int* in, int* out) {
  __shared__ int bins[4];
  const int tid = threadIdx.x;
  if (tid < 4) bins[tid] = 0;
  __syncthreads();
  atomicAdd(&bins[in[tid] % 4], 1);
  __syncthreads();  // surplus
  atomicAdd(&bins[in[tid] / 4 % 4], 1);
  __syncthreads();
  if (tid < 4) out[tid] = bins[tid];
}

__global__ void in_global_memory(const int* in, int* scratch, int* out) {
  const int tid = threadIdx.x;
  scratch[tid] = in[tid];
  __syncthreads();
  const int value = scratch[kBlock - 1 - tid];
  __syncthreads();  // surplus
  out[tid] = value;
}

// In the next three kernels, all barriers are needed.
__global__ void in_place(const int* in, int* out) {
  __shared__ int tile[kBlock];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const int value = tile[threadIdx.x ^ 1];
  __syncthreads();  // a thread writes a word that another has read
  tile[threadIdx.x] = value;
  out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void handed_over(const int* in, int* scratch, unsigned* flag, int* out) {
  if (blockIdx.x == 0) {
    scratch[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(flag, 1u);
    }
    return;
  }
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0u) == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  out[threadIdx.x] = scratch[threadIdx.x];
}

__global__ void last_block(const int* in, int* parts, unsigned* done, int* out) {
  __shared__ bool last;
  parts[blockIdx.x * kBlock + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(done, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x == 1) {
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x * kBlock; ++i) sum += parts[i];
    out[0] = sum;
  }
}

__global__ void rounds(const int* in, int* out, int n) {
  __shared__ int tile[kBlock];
  int sum = 0;
  for (int first = 0; first < n; first += kBlock) {
    tile[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    sum += tile[threadIdx.x ^ 1];
    __syncthreads();  // a single iteration does not show whether it is needed
  }
  if (__syncthreads_or(sum < 0)) sum = 0;
  out[threadIdx.x] = sum;
}

int main() {
  int *in, *out, *scratch;
  unsigned *done, *flag;
  cudaMalloc(&in, kBlock * sizeof(int));
  cudaMalloc(&out, kBlock * sizeof(int));
  cudaMalloc(&scratch, 4 * kBlock * sizeof(int));
  cudaMalloc(&done, sizeof(unsigned));
  cudaMalloc(&flag, sizeof(unsigned));
  int values[kBlock];
  for (int i = 0; i < kBlock; ++i) values[i] = i;
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(done, 0, sizeof(unsigned));
  cudaMemset(flag, 0, sizeof(unsigned));
  twice<<<1, kBlock>>>(in, out);
  at_both_ends<<<1, kBlock>>>(in, out);
  between_reads<<<1, kBlock>>>(in, out);
  own_element<<<1, kBlock>>>(in, out);
  in_a_loop<<<1, kBlock>>>(in, out);
  behind_one_warp<<<1, kBlock>>>(in, out);
  two_arrays<<<1, kBlock>>>(in, out);
  of_a_group<<<1, kBlock>>>(in, out);
  two_buffers<<<1, kBlock>>>(in, out);
  between_atomics<<<1, kBlock>>>(in, out);
  in_global_memory<<<1, kBlock>>>(in, scratch, out);
  in_place<<<1, kBlock>>>(in, out);
  handed_over<<<2, kBlock>>>(in, scratch, flag, out);
  last_block<<<4, kBlock>>>(in, scratch, done, out);
  rounds<<<1, kBlock>>>(in, out, kBlock);
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(scratch);
  cudaFree(done);
  cudaFree(flag);
  const bool right = values[0] == 1 && values[kBlock - 1] == kBlock - 2;
  std::printf("%s\n", right ? "right" : "wrong");
  return right ? 0 : 1;
}
