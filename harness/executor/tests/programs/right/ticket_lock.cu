// A ticket lock: a volatile store passes the turn on. A second lock is taken while the first one is held.
#include <cstdio>

struct Shared {
  unsigned tickets, turn, inner;
  int sum, largest;
};

__global__ void collect(const int* x, Shared* s) {
  if (threadIdx.x != 0) return;
  const unsigned mine = atomicAdd(&s->tickets, 1u);
  while (*(volatile unsigned*)&s->turn != mine) {
  }
  __threadfence();
  s->sum += x[blockIdx.x];
  while (atomicCAS(&s->inner, 0u, 1u) != 0) {
  }
  __threadfence();
  if (x[blockIdx.x] > s->largest) s->largest = x[blockIdx.x];
  __threadfence();
  atomicExch(&s->inner, 0u);
  __threadfence();
  *(volatile unsigned*)&s->turn = mine + 1;
}

int main() {
  const int blocks = 40;
  int host[blocks], *x, sum = 0;
  Shared result = {}, *s;
  for (int b = 0; b < blocks; ++b) sum += host[b] = (b * 11) % 31;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&s, sizeof *s);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(s, &result, sizeof result, cudaMemcpyHostToDevice);
  collect<<<blocks, 32>>>(x, s);
  cudaMemcpy(&result, s, sizeof result, cudaMemcpyDeviceToHost);
  int wrong = (result.sum != sum) + (result.largest != 30);
  std::printf("ticket_lock: %d wrong\n", wrong);
  cudaFree(x);
  cudaFree(s);
  return wrong;
}
