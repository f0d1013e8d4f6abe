// All threads in a block store a structure in the same place. Only the last member is the same for all threads.
#include <cstdio>

struct Particle {
  float mass;
  int cell, next, kind;
  int tag;
};

__global__ void first_one(const Particle* in, Particle* out) {
  out[0] = in[threadIdx.x];  // bug: race
}

int main() {
  const int n = 64;
  Particle host[n], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = {static_cast<float>(i), i, i + 1, i % 3, 7};
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof(Particle));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  first_one<<<1, n>>>(in, out);
  cudaMemcpy(host, out, sizeof(Particle), cudaMemcpyDeviceToHost);
  std::printf("cell %d\n", host[0].cell);
  cudaFree(in);
  cudaFree(out);
}
