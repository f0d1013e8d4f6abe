// LU decomposition without pivoting, with two kernels for each column.
#include <cmath>
#include <iostream>
#include <vector>

#define AT(m, r, c) (m)[(r) * n + (c)]

__global__ void divide_column(double* m, int n, int k) {
  int r = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n) AT(m, r, k) /= AT(m, k, k);
}

__global__ void subtract(double* m, int n, int k) {
  int r = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  int c = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n && c < n) AT(m, r, c) -= AT(m, r, k) * AT(m, k, c);
}

int main() {
  const int n = 40;
  std::vector<double> a(n * n), lu(n * n);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) AT(a, r, c) = r == c ? 50 : (r * 3 + c * 7) % 11;
  double* d;
  cudaMalloc(&d, n * n * sizeof(double));
  cudaMemcpy(d, a.data(), n * n * sizeof(double), cudaMemcpyHostToDevice);
  for (int k = 0; k < n - 1; ++k) {
    int left = n - 1 - k;
    divide_column<<<(left + 31) / 32, 32>>>(d, n, k);
    dim3 grid((left + 15) / 16, (left + 15) / 16);
    subtract<<<grid, dim3(16, 16)>>>(d, n, k);
  }
  cudaMemcpy(lu.data(), d, n * n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d);
  double worst = 0;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      double sum = 0;
      for (int k = 0; k <= std::min(r, c); ++k) sum += (k == r ? 1.0 : AT(lu, r, k)) * AT(lu, k, c);
      worst = std::max(worst, std::fabs(sum - AT(a, r, c)));
    }
  std::cout << "lu: " << (worst < 1e-9 ? "L times U is A" : "L times U is not A") << "\n";
  return worst < 1e-9 ? 0 : 1;
}
