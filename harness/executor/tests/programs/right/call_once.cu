// Host code with thread-local variables: its own, and those of the standard library.
#include <cstdio>
#include <mutex>
#include <thread>

thread_local int launches = 0;

__global__ void square(int* x) { x[threadIdx.x] *= x[threadIdx.x]; }

int main() {
  int host[64], *x, wrong = 0;
  std::once_flag once;
  for (int i = 0; i < 64; ++i) host[i] = i;
  std::thread first([&] {
    std::call_once(once, [&] { cudaMalloc(&x, sizeof host); });
    ++launches;
  });
  first.join();
  std::call_once(once, [] { std::printf("twice\n"); });
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  square<<<1, 64>>>(x);
  ++launches;
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i) wrong += host[i] != i * i;
  std::printf("call_once: %d wrong, %d launch\n", wrong, launches);
  cudaFree(x);
  return wrong;
}
