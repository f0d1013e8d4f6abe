// Two host threads each do half of the work in their per-thread streams and wait. Then the main thread continues.
#include <iostream>
#include <thread>

__global__ void triangle(int* x, int begin, int end) {
  int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end) x[i] = i * (i + 1) / 2;
}

__global__ void differences(const int* x, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i] - (i > 0 ? x[i - 1] : 0);
}

cudaError_t half(int* x, int begin, int end) {
  triangle<<<(end - begin + 255) / 256, 256, 0, cudaStreamPerThread>>>(x, begin, end);
  if (cudaError_t error = cudaGetLastError()) return error;
  return cudaStreamSynchronize(cudaStreamPerThread);
}

int main() {
  const int n = 5001;
  int *x, *out;
  const size_t bytes = n * sizeof(int);
  if (cudaMallocManaged(&x, bytes) != cudaSuccess || cudaMallocManaged(&out, bytes) != cudaSuccess) {
    std::cerr << "no memory\n";
    return 1;
  }
  cudaError_t first, second;
  std::thread left([&] { first = half(x, 0, n / 2); });
  std::thread right([&] { second = half(x, n / 2, n); });
  left.join();
  right.join();
  differences<<<(n + 255) / 256, 256, 0, cudaStreamPerThread>>>(x, out, n);
  cudaError_t third = cudaStreamSynchronize(cudaStreamPerThread);
  if (first || second || third) {
    std::cerr << cudaGetErrorString(first ? first : second ? second : third) << '\n';
    return 1;
  }
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += out[i] != i;
  for (int* p : {x, out}) cudaFree(p);
  std::cout << "stream_own_halves: " << wrong << " wrong\n";
  return wrong != 0;
}
