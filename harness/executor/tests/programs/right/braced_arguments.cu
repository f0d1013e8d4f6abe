// Kernel arguments are written as { … }. Their parts are evaluated on the host, where they may name variables of
// static storage duration, call functions, and be nested or designated.
#include <cstdio>

struct Range {
  int* first;
  int count;
};
struct Job {
  Range to;
  int factor, offset;
};

static int* numbers;
int factor = 3;
static int offset() { return factor + 1; }

__global__ void fill(Range to, int value) {
  if (threadIdx.x < to.count) to.first[threadIdx.x] = value;
}
__global__ void scale(Job job) {
  if (threadIdx.x < job.to.count)
    job.to.first[threadIdx.x] = job.to.first[threadIdx.x] * job.factor + job.offset;
}

int main() {
  constexpr int kCount = 40;
  int host[kCount];
  cudaMalloc(&numbers, sizeof host);
  fill<<<1, 64>>>({numbers, kCount}, {2});
  scale<<<1, 64>>>({{numbers, kCount}, factor, offset()});
  factor = 5;  // after the launch
  scale<<<1, 64>>>({.to = {numbers, 1}, .factor = 0, .offset{factor}});
  cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(numbers);
  std::printf("%d %d %d\n", host[0], host[1], host[kCount - 1]);
  return host[0] != 5 || host[1] != 10 || host[kCount - 1] != 10;
}
