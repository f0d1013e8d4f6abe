// Copies from and to host memory of every kind, up to the last byte of each block.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

__global__ void next(int* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ++p[i];
}

int main() {
  constexpr int kMost = 5000;
  int* data;
  cudaMalloc(&data, kMost * sizeof(int));
  cudaMemset(data, 0, kMost * sizeof(int));
  next<<<(kMost + 255) / 256, 256>>>(data, kMost);
  int sum = 0;
  const auto fetch = [&](int* to, int n) {
    cudaMemcpy(to, data, n * sizeof(int), cudaMemcpyDeviceToHost);
    sum += to[n - 1];
  };
  auto* grown = static_cast<int*>(std::malloc(10 * sizeof(int)));
  fetch(grown, 10);
  for (int n = 100; n <= kMost; n *= 7) {
    grown = static_cast<int*>(std::realloc(grown, n * sizeof(int)));
    fetch(grown, n);
    fetch(grown + n - 1, 1);
  }
  std::free(grown);
  auto* zeros = static_cast<int*>(std::calloc(kMost, sizeof(int)));
  fetch(zeros, kMost);
  std::free(zeros);
  std::vector<int> all(7);
  for (const int n : {7, 700, kMost, 70}) {
    all.resize(n);
    fetch(all.data(), n);
  }
  std::string text(3 * sizeof(int), ' ');
  text += "and more, until the text needs another block of memory";
  cudaMemcpy(text.data(), data, text.size(), cudaMemcpyDeviceToHost);
  int local[3];
  fetch(local, 3);
  static int kept[kMost];
  fetch(kept, kMost);
  int* in_new = new int[33];
  fetch(in_new, 33);
  delete[] in_new;
  cudaFree(data);
  std::printf("%d\n", sum);
  return sum == 15 ? 0 : 1;
}
