// An inclusive scan of any length: scans the blocks, scans their sums (recursively), and then adds these sums.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr int BLOCK = 256;

void ok(cudaError_t e) {
  if (e != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(e));
}

template <typename T>
class DeviceVector {
 public:
  explicit DeviceVector(size_t n) : size_(n) { ok(cudaMalloc(&data_, n * sizeof(T))); }
  explicit DeviceVector(const std::vector<T>& host) : DeviceVector(host.size()) {
    ok(cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceVector() { cudaFree(data_); }
  DeviceVector(const DeviceVector&) = delete;
  DeviceVector& operator=(const DeviceVector&) = delete;
  T* get() { return data_; }
  std::vector<T> host() const {
    std::vector<T> copy(size_);
    ok(cudaMemcpy(copy.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return copy;
  }

 private:
  T* data_ = nullptr;
  size_t size_;
};

__global__ void scan_blocks(int* data, int* sums, int n) {
  __shared__ int values[BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  values[threadIdx.x] = i < n ? data[i] : 0;
  for (int step = 1; step < BLOCK; step *= 2) {
    __syncthreads();
    const int add = threadIdx.x >= step ? values[threadIdx.x - step] : 0;
    __syncthreads();
    values[threadIdx.x] += add;
  }
  if (i < n) data[i] = values[threadIdx.x];
  if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = values[threadIdx.x];
}

__global__ void add_sums(int* data, const int* sums, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (blockIdx.x > 0 && i < n) data[i] += sums[blockIdx.x - 1];
}

void inclusive_scan(int* data, int n) {
  const int blocks = (n + BLOCK - 1) / BLOCK;
  DeviceVector<int> sums(blocks);
  scan_blocks<<<blocks, BLOCK>>>(data, sums.get(), n);
  ok(cudaGetLastError());
  if (blocks == 1) return;
  inclusive_scan(sums.get(), blocks);
  add_sums<<<blocks, BLOCK>>>(data, sums.get(), n);
  ok(cudaGetLastError());
}

}  // namespace

int main() try {
  int wrong = 0;
  for (int n : {1, 255, 256, 257, 70000}) {
    std::vector<int> values(n);
    for (int i = 0; i < n; ++i) values[i] = (i * 7919) % 23 - 11;
    DeviceVector<int> device(values);
    inclusive_scan(device.get(), n);
    const std::vector<int> got = device.host();
    int sum = 0;
    for (int i = 0; i < n; ++i) wrong += got[i] != (sum += values[i]);
  }
  std::printf("scan_multi_block: %d wrong\n", wrong);
  return wrong != 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 2;
}
