// The consumer sets the flag that gives the slot back to the producer before it has read the slot.
#include <cstdio>
__global__ void pipe(volatile int* turn, int* slots, int* out, int n) {
  if (threadIdx.x != 0) return;
  for (int k = 0; k < n; ++k) {
    if (blockIdx.x == 0) {
      while (*turn != 0) { }
      __threadfence();
      slots[0] = k + 1;
      __threadfence();
      *turn = 1;
    } else {
      while (*turn != 1) { }
      __threadfence();
      if (k % 2 == 0) { out[k] = slots[0]; __threadfence(); *turn = 0; }
      else { *turn = 0; __threadfence(); out[k] = slots[0]; }  // bug: race
  // says: before that store or atomic, with a __threadfence() in between
    }
  }
}
int main() {
  int *t, *s, *o, h[6], n = 6;
  cudaMalloc(&t, 4); cudaMalloc(&s, 4); cudaMalloc(&o, sizeof(h));
  cudaMemset(t, 0, 4);
  void* args[] = {&t, &s, &o, &n};
  cudaLaunchCooperativeKernel((void*)pipe, 2, 32, args, 0, 0);
  cudaMemcpy(h, o, sizeof(h), cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int k = 0; k < n; ++k) ok &= h[k] == k + 1;
  printf("%s\n", ok ? "OK" : "WRONG");
  cudaFree(t); cudaFree(s); cudaFree(o);
}
