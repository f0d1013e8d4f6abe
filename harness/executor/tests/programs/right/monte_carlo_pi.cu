// Estimates pi with random points; each thread has its own linear congruential generator.
#include <cmath>
#include <cstdint>
#include <cstdio>

struct Lcg {
  uint64_t state;
  __host__ __device__ explicit Lcg(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15ull + 1) { next(); next(); }
  __host__ __device__ float next() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (state >> 40) * (1.0f / (1 << 24));
  }
};

__global__ void throw_darts(int each, unsigned long long *hits) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  Lcg random(id + 1);
  unsigned long long mine = 0;
  for (int i = 0; i < each; ++i) {
    float x = random.next(), y = random.next();
    if (x * x + y * y < 1.0f) ++mine;
  }
  atomicAdd(hits, mine);
}

int main() {
  const int blocks = 16, threads = 128, each = 200;
  unsigned long long *d_hits, hits = 0;
  cudaMalloc(&d_hits, sizeof hits);
  cudaMemcpy(d_hits, &hits, sizeof hits, cudaMemcpyHostToDevice);
  throw_darts<<<blocks, threads>>>(each, d_hits);
  cudaMemcpy(&hits, d_hits, sizeof hits, cudaMemcpyDeviceToHost);
  cudaFree(d_hits);
  double pi = 4.0 * hits / (double(blocks) * threads * each);
  printf("monte_carlo_pi: %.4f\n", pi);
  return std::fabs(pi - 3.14159265) < 0.02 ? 0 : 1;
}
