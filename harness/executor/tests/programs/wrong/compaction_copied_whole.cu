// Keeps the odd numbers, in an output that is large enough for all numbers, and copies the whole output back.
// The host reads only the kept numbers, so the unwritten rest is reported only as a remark.
#include <cstdio>
#include <vector>

__global__ void keep_odd(const int* in, const int* place, int* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (in[i] % 2) out[place[i]] = in[i];
}

int main() {
  const int n = 1024, bytes = n * sizeof(int);
  std::vector<int> values(n), places(n);
  int count = 0, mistakes = 0, *in, *place, *out;
  for (int i = 0; i < n; ++i) {
    values[i] = i;
    places[i] = count;
    count += i % 2;
  }
  cudaMalloc(&in, bytes);
  cudaMalloc(&place, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, values.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(place, places.data(), bytes, cudaMemcpyHostToDevice);
  keep_odd<<<2, 256>>>(in, place, out, n);
  cudaMemcpy(values.data(), out, bytes, cudaMemcpyDeviceToHost);  // bug: never_written
  for (int i = 0; i < count; ++i) mistakes += values[i] != 2 * i + 1;
  printf("%d mistakes\n", mistakes);
  cudaFree(in);
  cudaFree(place);
  cudaFree(out);
  return mistakes != 0;
}
