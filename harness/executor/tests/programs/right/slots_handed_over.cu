// Two warps pass slots back and forth, each with a flag for full or empty. The flags are volatile, and fences
// order the accesses to the slot. Two threads do the same with a single flag, in shared and in global memory.
#include <cstdio>

constexpr int kSlots = 2, kRounds = 12;

__global__ void queue(int* result) {
  __shared__ int slot[kSlots][32];
  __shared__ volatile int full[kSlots];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < kSlots) full[threadIdx.x] = 0;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < kRounds; ++i) {
    int s = i % kSlots;
    bool fills = threadIdx.x < 32;
    if (lane == 0)
      while (full[s] == fills) __nanosleep(50);
    __threadfence_block();
    __syncwarp();
    if (fills)
      slot[s][lane] = i * lane;
    else
      sum += slot[s][31 - lane];
    __syncwarp();
    if (lane == 0) {
      __threadfence_block();
      full[s] = fills;
    }
    __syncwarp();
  }
  if (threadIdx.x >= 32) result[lane] = sum;
}

__global__ void one_flag(volatile int* flag, int* box, int* result) {
  __shared__ volatile int turn;
  __shared__ int shared_box;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  int sum = 0;
  for (int i = 1; i <= kRounds; ++i) {
    if (threadIdx.x == 0) {
      while (turn != 0) {
      }
      __threadfence_block();
      shared_box = i;
      __threadfence_block();
      turn = 1;
      while (*flag != 0) __threadfence();
      __threadfence();
      *box = i;
      __threadfence();
      *flag = 1;
    } else if (threadIdx.x == 40) {
      while (turn == 0) {
      }
      __threadfence_block();
      sum += shared_box;
      __threadfence_block();
      turn = 0;
      while (*flag == 0) __threadfence();
      __threadfence();
      sum += *box;
      __threadfence();
      *flag = 0;
    }
  }
  if (threadIdx.x == 40) *result = sum;
}

int main() {
  int *d_result, *flag_and_box, result[33];
  cudaMalloc(&d_result, sizeof result);
  cudaMalloc(&flag_and_box, 2 * sizeof(int));
  cudaMemset(flag_and_box, 0, 2 * sizeof(int));
  queue<<<1, 64>>>(d_result);
  one_flag<<<1, 64>>>(flag_and_box, flag_and_box + 1, d_result + 32);
  cudaMemcpy(result, d_result, sizeof result, cudaMemcpyDeviceToHost);
  bool right = result[32] == kRounds * (kRounds + 1);
  for (int lane = 0; lane < 32; ++lane) right &= result[lane] == kRounds * (kRounds - 1) / 2 * (31 - lane);
  printf("%d and %d: %s\n", result[0], result[32], right ? "right" : "wrong");
  cudaFree(d_result);
  cudaFree(flag_and_box);
  return !right;
}
