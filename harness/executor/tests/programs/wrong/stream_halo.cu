// Two halves in two streams; the first element of the second half needs the last element of the first half.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) if ((call) != cudaSuccess) { std::printf("failed: %s\n", #call); std::exit(1); }

// out[i] = in[i] - in[i - 1]
__global__ void differences(const float* in, float* out, int begin, int end) {
  int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end) out[i] = i > 0 ? in[i] - in[i - 1] : in[0];
}

int main() {
  const int n = 6000, half = n / 2;
  std::vector<cudaStream_t> streams(2);
  float *host, *in, *out;
  CHECK(cudaHostAlloc(&host, n * sizeof(float), cudaHostAllocDefault));
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  for (int i = 0; i < n; ++i) host[i] = 2.0f * i;
  for (auto& stream : streams) CHECK(cudaStreamCreate(&stream));

  for (int p = 0; p < 2; ++p) {
    const int begin = p * half;
    CHECK(cudaMemcpyAsync(in + begin, host + begin, half * sizeof(float), cudaMemcpyHostToDevice, streams[p]));
    differences<<<(half + 127) / 128, 128, 0, streams[p]>>>(in, out, begin, begin + half);  // bug: stream_race
    CHECK(cudaGetLastError());
  }
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost));

  std::printf("%g %g %g\n", host[half - 1], host[half], host[half + 1]);
  for (auto& stream : streams) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFreeHost(host));
}
