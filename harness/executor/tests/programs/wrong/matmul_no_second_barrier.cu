// The next tile overwrites the current one while other threads are still reading it.
#include <cstdio>
#include <vector>

template <int TILE>
__global__ void multiply(const int* A, const int* B, int* C, int n) {
  __shared__ int a[TILE][TILE];
  __shared__ int b[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  int sum = 0;
  for (int start = 0; start < n; start += TILE) {
    a[y][x] = A[row * n + start + x];
    b[y][x] = B[(start + y) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += a[y][k] * b[k][x];  // bug: race
  }
  C[row * n + col] = sum;
}

int main() {
  const int n = 64;
  std::vector<int> A(n * n, 1), B(n * n, 2), C(n * n);
  const size_t bytes = n * n * sizeof(int);
  int *dA, *dB, *dC;
  cudaMalloc(&dA, bytes);
  cudaMalloc(&dB, bytes);
  cudaMalloc(&dC, bytes);
  cudaMemcpy(dA, A.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B.data(), bytes, cudaMemcpyHostToDevice);
  multiply<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(dA, dB, dC, n);
  cudaMemcpy(C.data(), dC, bytes, cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  int wrong = 0;
  for (int c : C) wrong += c != 2 * n;
  printf("%d wrong\n", wrong);
  return 0;
}
