// 100000 ones are added, and the result is wrong: docs/try.md shows what ./ladder try finds.
#include <cstdio>
#include <vector>

__global__ void block_sums(const float* input, float* sums, int n) {
  __shared__ float partial[256];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  partial[t] = i < n ? input[i] : 0;

  for (int s = 1; s < 256; s *= 2) {
    int index = 2 * s * t;
    if (index < 256) partial[index] += partial[index + s];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = partial[0];
}

int main() {
  const int n = 100000, blocks = (n + 255) / 256;
  std::vector<float> ones(n, 1.0f), sums(blocks);
  float *input, *d_sums;
  cudaMalloc(&input, n * sizeof(float));
  cudaMalloc(&d_sums, blocks * sizeof(float));
  cudaMemcpy(input, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  block_sums<<<blocks, 256>>>(input, d_sums, n);
  cudaMemcpy(sums.data(), d_sums, blocks * sizeof(float), cudaMemcpyDeviceToHost);
  float total = 0;
  for (float s : sums) total += s;
  std::printf("%.0f of %d\n", total, n);
  cudaFree(input);
  cudaFree(d_sums);
}
