// Leaves only this many GiB of the GPU's memory free while a command runs: take_memory 3 'ladder run'
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>

int main(int, char** argv) {
  const size_t leave = static_cast<size_t>(std::atof(argv[1]) * (1 << 30));
  size_t free = 0, total = 0;
  void* taken = nullptr;
  if (cudaMemGetInfo(&free, &total) != cudaSuccess || free <= leave ||
      cudaMalloc(&taken, free - leave) != cudaSuccess) {
    std::fprintf(stderr, "take_memory: cannot leave %s of %.1f GiB\n", argv[1],
                 static_cast<double>(free) / (1 << 30));
    return 2;
  }
  return std::system(argv[2]) == 0 ? 0 : 1;
}
