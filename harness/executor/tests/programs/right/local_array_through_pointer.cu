// Each thread sorts its own array through pointers, also in a device function, and reads the array as bytes.
#include <cstdio>

constexpr int kMine = 8;

__device__ void swap_if_larger(float* a, float* b) {
  if (*a > *b) {
    const float t = *a;
    *a = *b;
    *b = t;
  }
}

__global__ void sort_own(const float* in, float* out, unsigned* bits) {
  float mine[kMine];
  float* end = mine + kMine;
  const float* from = in + threadIdx.x * kMine;
  for (float* p = mine; p != end; ++p) *p = *from++;
  for (float* last = end - 1; last > mine; --last)
    for (float* p = mine; p < last; ++p) swap_if_larger(p, p + 1);
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(mine);
  unsigned sum = 0;
  for (unsigned i = 0; i < sizeof mine; ++i) sum += bytes[i];
  bits[threadIdx.x] = sum;
  for (int i = 0; i < kMine; ++i) out[threadIdx.x * kMine + i] = end[i - kMine];
}

int main() {
  const int n = 64 * kMine;
  float host[n], *in, *out;
  unsigned* bits;
  for (int i = 0; i < n; ++i) host[i] = static_cast<float>(i * 37 % 101);
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&bits, 64 * sizeof *bits);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sort_own<<<1, 64>>>(in, out, bits);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  int mistakes = 0;
  for (int i = 0; i < n; ++i) mistakes += i % kMine > 0 && host[i - 1] > host[i];
  unsigned sums[64];
  cudaMemcpy(sums, bits, sizeof sums, cudaMemcpyDeviceToHost);
  for (const unsigned s : sums) mistakes += s == 0;
  cudaFree(in);
  cudaFree(out);
  cudaFree(bits);
  std::printf("%d\n", mistakes);
  return mistakes != 0;
}
