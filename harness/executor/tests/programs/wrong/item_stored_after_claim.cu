// Consumers take an index that has been reserved, but the item may not have been stored yet.
#include <cstdio>
__global__ void queue(int* tail, int* head, int* items, int* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    int k = atomicAdd(tail, 1);
    items[k] = t + 1;
  } else {
    while (atomicAdd(tail, 0) < 32) { }
    int k = atomicAdd(head, 1);
    int v = items[k];  // bug: race
  // says: performs its atomic before this write
    out[k] = v * v;
  }
}
int main() {
  int *tail, *head, *items, *out, h[32];
  cudaMalloc(&tail, 4); cudaMalloc(&head, 4); cudaMalloc(&items, 128); cudaMalloc(&out, 128);
  cudaMemset(tail, 0, 4); cudaMemset(head, 0, 4);
  cudaMemset(items, 0, 128);
  void* args[] = {&tail, &head, &items, &out};
  cudaLaunchCooperativeKernel((void*)queue, 2, 32, args, 0, 0);
  cudaMemcpy(h, out, 128, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int v : h) sum += v;
  printf("%s\n", sum == 32 * 33 * 65 / 6 ? "OK" : "WRONG");
  cudaFree(tail); cudaFree(head); cudaFree(items); cudaFree(out);
}
