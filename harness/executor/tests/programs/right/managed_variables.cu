// __managed__ variables: the host waits, in every possible way, for the kernels that use them, but for no others.
#include <cstdio>

__managed__ int total, other[5];
__managed__ double of_the_host = 1;
static __managed__ struct { int calls; float values[600]; } shared_state;

__global__ void add(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&total, i);
}
__global__ void fill(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) ++shared_state.calls;
  if (i < n) shared_state.values[i] = i + other[i % 5];
}

int main() {
  const int n = 600;
  int wrong = 0;
  for (int& x : other) x = 1;
  add<<<3, 256>>>(n);
  of_the_host += 1;  // no kernel uses this variable
  cudaDeviceSynchronize();
  wrong += total != n * (n - 1) / 2;

  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  fill<<<3, 256, 0, first>>>(n);
  wrong += other[0] != 1;  // the kernel only reads this variable
  total = 0;               // the kernel does not use this variable
  cudaStreamSynchronize(first);
  wrong += shared_state.values[n - 1] != n || shared_state.calls != 1;

  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  add<<<3, 256, 0, second>>>(n);
  cudaEventRecord(done, second);
  fill<<<3, 256, 0, first>>>(n);
  cudaEventSynchronize(done);
  wrong += total != n * (n - 1) / 2;
  cudaStreamWaitEvent(second, done, 0);
  cudaEventRecord(done, first);
  while (cudaEventQuery(done) == cudaErrorNotReady) {
  }
  wrong += shared_state.calls != 2;

  int* address;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&address), other);
  const int five[] = {5, 5, 5, 5, 5};
  cudaMemcpy(address, five, sizeof five, cudaMemcpyHostToDevice);
  wrong += other[4] != 5;
  cudaMemcpyToSymbol(total, five, sizeof total);
  wrong += total != 5;
  cudaMemcpy(&total, &other[1], sizeof total, cudaMemcpyDefault);
  fill<<<3, 256>>>(n);
  int calls = 0;
  cudaMemcpyFromSymbol(&calls, shared_state, sizeof calls);  // this call waits
  wrong += calls != 3 || shared_state.values[0] != 5;
  cudaEventDestroy(done);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  std::printf("managed_variables: %d wrong\n", wrong);
  return wrong != 0;
}
