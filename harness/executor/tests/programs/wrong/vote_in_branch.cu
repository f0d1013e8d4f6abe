// The vote names all lanes, but only those that keep their element call it.
#include <cstdio>
__global__ void compact(const int* values, int* out, int* count) {
  const int value = values[threadIdx.x];
  unsigned kept = 0;
  if (value > 0) kept = __ballot_sync(0xffffffff, true);  // bug: deadlock
  const int leader = __ffs(kept) - 1;
  int base = 0;
  if (threadIdx.x == leader) base = atomicAdd(count, __popc(kept));
  base = __shfl_sync(0xffffffff, base, leader);
  if (value > 0) out[base + __popc(kept & ((1u << threadIdx.x) - 1))] = value;
}

int main() {
  int host[32], *values, *out, *count, found = 0;
  for (int i = 0; i < 32; i++) host[i] = i % 3 - 1;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(count, 0, sizeof(int));
  compact<<<1, 32>>>(values, out, count);
  cudaMemcpy(&found, count, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", found);
  cudaFree(values);
  cudaFree(out);
  cudaFree(count);
}
