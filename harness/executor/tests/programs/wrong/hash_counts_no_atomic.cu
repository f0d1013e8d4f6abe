// The slot of a key is claimed with atomicCAS(), but its counter is then incremented without an atomic.
// says: use an atomic
#include <cstdio>

__global__ void count(const int* keys, unsigned long long* slots, int* counts, int n, int capacity) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned long long key = keys[i] + 1;
  unsigned slot = key * 2654435761u % capacity;
  while (true) {
    const unsigned long long old = atomicCAS(&slots[slot], 0ull, key);
    if (old == 0 || old == key) break;
    slot = (slot + 1) % capacity;
  }
  counts[slot] += 1;  // bug: race
}

int main() {
  const int n = 300, capacity = 512;
  int host[capacity], *keys, *counts;
  unsigned long long* slots;
  for (int i = 0; i < n; ++i) host[i] = i % 90;
  cudaMalloc(&keys, n * sizeof(int));
  cudaMalloc(&slots, capacity * sizeof *slots);
  cudaMalloc(&counts, sizeof host);
  cudaMemcpy(keys, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(slots, 0, capacity * sizeof *slots);
  cudaMemset(counts, 0, sizeof host);
  count<<<3, 128>>>(keys, slots, counts, n, capacity);
  cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(keys);
  cudaFree(slots);
  cudaFree(counts);
  std::printf("%d\n", host[0]);
}
