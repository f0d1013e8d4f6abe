// Pieces in several streams. Each kernel also reads the previous piece's last element, so it waits for that copy too.
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
  const int n = 6000, pieces = 3, each = n / pieces;
  std::vector<cudaStream_t> streams(pieces);
  std::vector<cudaEvent_t> copied(pieces);
  float *host, *in, *out;
  CHECK(cudaHostAlloc(&host, n * sizeof(float), cudaHostAllocDefault));
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  for (int i = 0; i < n; ++i) host[i] = 2.0f * i;
  for (auto& stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (auto& event : copied) CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));

  for (int p = 0; p < pieces; ++p) {
    const int begin = p * each;
    CHECK(cudaMemcpyAsync(in + begin, host + begin, each * sizeof(float), cudaMemcpyHostToDevice, streams[p]));
    CHECK(cudaEventRecord(copied[p], streams[p]));
    if (p > 0) CHECK(cudaStreamWaitEvent(streams[p], copied[p - 1], 0));
    differences<<<(each + 127) / 128, 128, 0, streams[p]>>>(in, out, begin, begin + each);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost));

  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host[i] != (i > 0 ? 2.0f : 0.0f);
  for (auto& stream : streams) CHECK(cudaStreamDestroy(stream));
  for (auto& event : copied) CHECK(cudaEventDestroy(event));
  CHECK(cudaFree(in)); CHECK(cudaFree(out)); CHECK(cudaFreeHost(host));
  std::printf("stream_halo: %d wrong\n", wrong);
  return wrong != 0;
}
