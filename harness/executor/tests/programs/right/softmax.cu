// The softmax of each row: one block per row, which first finds the largest value.
#include <cmath>
#include <cstdio>
#include <vector>

__device__ float block_reduce(float x, float* scratch, bool maximum) {
  const int t = threadIdx.x;
  scratch[t] = x;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) scratch[t] = maximum ? fmaxf(scratch[t], scratch[t + s]) : scratch[t] + scratch[t + s];
    __syncthreads();
  }
  const float result = scratch[0];
  __syncthreads();  // scratch is reused
  return result;
}

__global__ void softmax(const float* in, float* out, int columns) {
  extern __shared__ float scratch[];
  const float* row = in + blockIdx.x * columns;
  float largest = -INFINITY;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) largest = fmaxf(largest, row[c]);
  largest = block_reduce(largest, scratch, true);
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += expf(row[c] - largest);
  sum = block_reduce(sum, scratch, false);
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[blockIdx.x * columns + c] = __expf(row[c] - largest) / sum;
}

int main() {
  const int rows = 24, columns = 150, threads = 64;
  std::vector<float> x(rows * columns), y(rows * columns);
  for (int i = 0; i < rows * columns; i++) x[i] = float((i * 7919) % 200) / 20 - 3;
  float *dx, *dy;
  cudaMalloc(&dx, x.size() * sizeof(float));
  cudaMalloc(&dy, y.size() * sizeof(float));
  cudaMemcpy(dx, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice);
  softmax<<<rows, threads, threads * sizeof(float)>>>(dx, dy, columns);
  cudaMemcpy(y.data(), dy, y.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dy);
  double worst = 0;
  for (int r = 0; r < rows; r++) {
    double sum = 0;
    for (int c = 0; c < columns; c++) sum += std::exp(double(x[r * columns + c]));
    for (int c = 0; c < columns; c++)
      worst = std::fmax(worst, std::fabs(y[r * columns + c] - std::exp(double(x[r * columns + c])) / sum));
  }
  printf("softmax: largest error %.1e\n", worst);
  return worst < 1e-5 ? 0 : 1;
}
