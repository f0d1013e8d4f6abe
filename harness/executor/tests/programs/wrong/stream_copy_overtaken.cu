// The kernel and the copy of its input are in different streams, so the kernel may overtake the copy.
#include <cstdio>
#include <stdexcept>

static void check(cudaError_t code) {
  if (code != cudaSuccess) throw std::runtime_error(cudaGetErrorString(code));
}

class Stream {
 public:
  Stream() { check(cudaStreamCreate(&s_)); }
  ~Stream() { cudaStreamDestroy(s_); }
  Stream(const Stream&) = delete;
  operator cudaStream_t() const { return s_; }

 private:
  cudaStream_t s_ = nullptr;
};

__global__ void scale(float* x, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}

int main() {
  const int n = 4096;
  float *host, *device, last = 0;
  check(cudaMallocHost(&host, n * sizeof(float)));
  check(cudaMalloc(&device, n * sizeof(float)));
  for (int i = 0; i < n; ++i) host[i] = 0.5f * i;
  {
    Stream copies, kernels;
    check(cudaMemcpyAsync(device, host, n * sizeof(float), cudaMemcpyHostToDevice, copies));
    scale<<<n / 256, 256, 0, kernels>>>(device, 4.0f, n);  // bug: stream_race
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
  }
  check(cudaMemcpy(&last, device + n - 1, sizeof(float), cudaMemcpyDeviceToHost));
  check(cudaFree(device));
  check(cudaFreeHost(host));
  std::printf("%g\n", last);
  return 0;
}
