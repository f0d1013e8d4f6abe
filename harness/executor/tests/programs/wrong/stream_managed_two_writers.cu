// Two kernels in two streams add to the same managed memory.
#include <iostream>

class Account {
 public:
  explicit Account(int n) : n_(n) {
    status_ = cudaMallocManaged(&cents_, n * sizeof(long long));
    for (int i = 0; ok() && i < n; ++i) cents_[i] = 100;
  }
  ~Account() { cudaFree(cents_); }
  bool ok() const { return status_ == cudaSuccess; }
  long long* cents() { return cents_; }
  int size() const { return n_; }

 private:
  long long* cents_ = nullptr;
  int n_;
  cudaError_t status_;
};

__global__ void deposit(long long* cents, int n, int amount) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) cents[i] += amount;
}

int main() {
  Account account(1500);
  cudaStream_t monday, tuesday;
  if (!account.ok() || cudaStreamCreate(&monday) != cudaSuccess || cudaStreamCreate(&tuesday) != cudaSuccess) {
    std::cerr << "no memory or no stream\n";
    return 1;
  }
  const int blocks = (account.size() + 255) / 256;
  deposit<<<blocks, 256, 0, monday>>>(account.cents(), account.size(), 5);
  deposit<<<blocks, 256, 0, tuesday>>>(account.cents(), account.size(), 20);  // bug: stream_race
  if (cudaError_t error = cudaDeviceSynchronize()) {
    std::cerr << cudaGetErrorString(error) << '\n';
    return 1;
  }
  std::cout << account.cents()[0] << " cents\n";
  cudaStreamDestroy(monday);
  cudaStreamDestroy(tuesday);
  return 0;
}
