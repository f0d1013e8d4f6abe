// The host waits for the wrong stream.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

void check(cudaError_t code, const std::string& what) {
  if (code == cudaSuccess) return;
  std::cerr << what << ": " << cudaGetErrorString(code) << std::endl;
  std::exit(1);
}

struct FreeDevice {
  void operator()(int* p) const { cudaFree(p); }
};
using Buffer = std::unique_ptr<int, FreeDevice>;

Buffer make(int n) {
  int* p = nullptr;
  check(cudaMalloc(&p, n * sizeof(int)), "cudaMalloc");
  return Buffer(p);
}

__global__ void identity(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x; }

int main() {
  const int n = 4096;
  Buffer x = make(n);
  int* host;
  cudaStream_t compute, transfer;
  check(cudaMallocHost(&host, n * sizeof(int)), "cudaMallocHost");
  check(cudaStreamCreate(&compute), "compute");
  check(cudaStreamCreate(&transfer), "transfer");
  identity<<<n / 128, 128, 0, compute>>>(x.get());
  check(cudaGetLastError(), "identity");
  check(cudaStreamSynchronize(transfer), "wait");
  check(cudaMemcpyAsync(host, x.get(), n * sizeof(int), cudaMemcpyDeviceToHost, transfer), "copy");  // bug: stream_race
  check(cudaStreamSynchronize(transfer), "wait");
  std::cout << host[n - 1] << '\n';
  check(cudaStreamSynchronize(compute), "wait");
  check(cudaStreamDestroy(compute), "compute");
  check(cudaStreamDestroy(transfer), "transfer");
  check(cudaFreeHost(host), "cudaFreeHost");
  return 0;
}
