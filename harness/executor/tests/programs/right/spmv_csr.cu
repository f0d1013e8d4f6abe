// A sparse matrix in CSR form times a vector: first with a thread for each row, then with a warp for each row.
#include <cmath>
#include <cstdio>
#include <vector>

struct Csr {
  std::vector<int> starts, columns;
  std::vector<double> values;
  int rows() const { return int(starts.size()) - 1; }
};

Csr make_matrix(int n) {
  Csr m;
  m.starts.push_back(0);
  for (int r = 0; r < n; ++r) {
    const int length = r % 50 == 7 ? 0 : 1 + (r * 13) % 70;
    for (int k = 0; k < length; ++k) {
      m.columns.push_back((r + k * 3) % n);
      m.values.push_back(1.0 + (r + k) % 5);
    }
    m.starts.push_back(int(m.columns.size()));
  }
  return m;
}

__global__ void spmv_scalar(int rows, const int* starts, const int* columns, const double* values, const double* x,
                            double* y) {
  const int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < rows) {
    double dot = 0;
    for (int k = starts[row]; k < starts[row + 1]; ++k) dot += values[k] * x[columns[k]];
    y[row] = dot;
  }
}

__global__ void spmv_vector(int rows, const int* __restrict__ starts, const int* __restrict__ columns,
                            const double* __restrict__ values, const double* __restrict__ x, double* y) {
  const int row = (blockDim.x * blockIdx.x + threadIdx.x) / warpSize;
  const int lane = threadIdx.x % warpSize;
  if (row >= rows) return;  // true for the whole warp
  double dot = 0;
  for (int k = starts[row] + lane; k < starts[row + 1]; k += warpSize) dot += values[k] * __ldg(&x[columns[k]]);
  for (int d = warpSize / 2; d > 0; d /= 2) dot += __shfl_xor_sync(0xffffffff, dot, d);
  if (lane == 0) y[row] = dot;
}

template <class T>
T* upload(const std::vector<T>& v) {
  T* p = nullptr;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

int main() {
  const int n = 500;
  const Csr m = make_matrix(n);
  std::vector<double> x(n), want(n), y(n, -1);
  for (int i = 0; i < n; ++i) x[i] = i % 11;
  for (int r = 0; r < n; ++r)
    for (int k = m.starts[r]; k < m.starts[r + 1]; ++k) want[r] += m.values[k] * x[m.columns[k]];

  int *starts = upload(m.starts), *columns = upload(m.columns);
  double *values = upload(m.values), *dx = upload(x), *dy = upload(y);
  int wrong = 0;
  for (int version = 0; version < 2; ++version) {
    if (version == 0)
      spmv_scalar<<<(n + 127) / 128, 128>>>(m.rows(), starts, columns, values, dx, dy);
    else
      spmv_vector<<<(n * 32 + 127) / 128, 128>>>(m.rows(), starts, columns, values, dx, dy);
    cudaMemcpy(y.data(), dy, n * sizeof(double), cudaMemcpyDeviceToHost);
    for (int r = 0; r < n; ++r) wrong += std::fabs(y[r] - want[r]) > 1e-9;
  }
  cudaFree(starts);
  cudaFree(columns);
  cudaFree(values);
  cudaFree(dx);
  cudaFree(dy);
  printf("spmv_csr: %zu values, %d rows wrong\n", m.values.size(), wrong);
  return wrong != 0;
}
