// C = A B with tiles in shared memory, the tile width as a template argument, and sizes that the width does not divide.
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

struct Matrix {
  int width, height;
  float* elements;
};

static void check(cudaError_t e, const char* what, int line) {
  if (e == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s: %s\n", line, what, cudaGetErrorName(e));
  std::exit(2);
}
#define CHECK(x) check((x), #x, __LINE__)

template <int TILE>
__global__ void multiply(Matrix A, Matrix B, Matrix C) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float acc = 0.0f;
  for (int t = 0; t < (A.width + TILE - 1) / TILE; ++t) {
    const int ac = t * TILE + tx, br = t * TILE + ty;
    As[ty][tx] = (row < A.height && ac < A.width) ? A.elements[row * A.width + ac] : 0.0f;
    Bs[ty][tx] = (br < B.height && col < B.width) ? B.elements[br * B.width + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; ++k) acc += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < C.height && col < C.width) C.elements[row * C.width + col] = acc;
}

Matrix to_device(const std::vector<float>& host, int height, int width) {
  Matrix m{width, height, nullptr};
  CHECK(cudaMalloc(&m.elements, host.size() * sizeof(float)));
  CHECK(cudaMemcpy(m.elements, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
  return m;
}

template <int TILE>
double run(const std::vector<float>& a, const std::vector<float>& b, int m, int k, int n) {
  Matrix A = to_device(a, m, k), B = to_device(b, k, n), C = to_device(std::vector<float>(m * n), m, n);
  dim3 threads(TILE, TILE), blocks((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  multiply<TILE><<<blocks, threads>>>(A, B, C);
  CHECK(cudaGetLastError());
  std::vector<float> c(m * n);
  CHECK(cudaMemcpy(c.data(), C.elements, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (Matrix* x : {&A, &B, &C}) CHECK(cudaFree(x->elements));
  double worst = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double want = 0;
      for (int x = 0; x < k; ++x) want += double(a[i * k + x]) * b[x * n + j];
      worst = std::fmax(worst, std::fabs(want - c[i * n + j]));
    }
  return worst;
}

int main() {
  const int m = 100, k = 131, n = 67;
  std::mt19937 random(7);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> a(m * k), b(k * n);
  for (auto& x : a) x = uniform(random);
  for (auto& x : b) x = uniform(random);
  const double worst = std::fmax(run<16>(a, b, m, k, n), run<32>(a, b, m, k, n));
  std::printf("matmul_tiled: largest error %g\n", worst);
  return worst < 1e-4 ? 0 : 1;
}
