// Two kernels in two streams write to managed memory: one to the even elements, the other to the odd ones.
#include <cstdio>
#include <new>

class Managed {
 public:
  static void* operator new(size_t bytes) {
    void* p = nullptr;
    if (cudaMallocManaged(&p, bytes) != cudaSuccess) throw std::bad_alloc();
    return p;
  }
  static void operator delete(void* p) { cudaFree(p); }
};

struct Account : Managed {
  static const int n = 3000;
  long long cents[n];
};

__global__ void deposit(Account* account, int first, int amount) {
  int i = first + 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < Account::n) account->cents[i] += amount;
}

int main() {
  Account* account = new Account;
  cudaStream_t even, odd;
  if (cudaStreamCreate(&even) != cudaSuccess || cudaStreamCreate(&odd) != cudaSuccess) return 1;
  for (long long& c : account->cents) c = 100;
  deposit<<<6, 256, 0, even>>>(account, 0, 5);
  deposit<<<6, 256, 0, odd>>>(account, 1, 20);
  if (cudaError_t error = cudaDeviceSynchronize()) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return 1;
  }
  int wrong = 0;
  for (int i = 0; i < Account::n; ++i) wrong += account->cents[i] != (i % 2 ? 120 : 105);
  if (cudaStreamDestroy(even) != cudaSuccess || cudaStreamDestroy(odd) != cudaSuccess) return 1;
  delete account;
  std::printf("stream_managed: %d wrong\n", wrong);
  return wrong != 0;
}
