// The copy passed to the kernel frees the memory, and the original object frees it again.
#include <cstdio>

struct Buffer {
  float* p;
  explicit Buffer(int n) { cudaMalloc(&p, n * sizeof *p); }
  ~Buffer() { cudaFree(p); }  // bug: ignored_error
};

__global__ void set(Buffer b) { b.p[threadIdx.x] = static_cast<float>(threadIdx.x); }

int main() {
  Buffer b(64);
  set<<<1, 64>>>(b);
  cudaDeviceSynchronize();
  std::printf("done\n");
}
