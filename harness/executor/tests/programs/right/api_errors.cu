// The errors that the runtime returns for invalid arguments, as documented in CUDA's reference. After each of
// them, the program continues.
#include <cstdio>

__device__ int symbol;
__global__ void kernel(int* p) { p[threadIdx.x] = 1; }
static void host_function(void*) {}

static int mistakes = 0;
static void expect(cudaError_t is, cudaError_t wanted, int line) {
  if (is == wanted) return;
  ++mistakes;
  printf("line %d: %s, not %s\n", line, cudaGetErrorName(is), cudaGetErrorName(wanted));
}
#define INVALID(call) expect(call, cudaErrorInvalidValue, __LINE__)
#define ANSWERS(error, call) expect(call, error, __LINE__)

int main() {
  int* p = nullptr;
  int value = 0, table[8] = {};
  size_t bytes = 0;
  unsigned flags = 0;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaFuncAttributes attributes;
  void* address;
  ANSWERS(cudaSuccess, cudaMalloc(&p, sizeof table));

  INVALID(cudaMalloc(nullptr, 4));
  INVALID(cudaMallocHost(nullptr, 4));
  INVALID(cudaMallocManaged(&address, 4, 77));
  INVALID(cudaHostAlloc(&address, 4, 0x100));
  INVALID(cudaMallocPitch(&address, nullptr, 10, 10));
  INVALID(cudaHostRegister(table, sizeof table, 0x100));
  INVALID(cudaHostGetDevicePointer(&address, table, 0));
  INVALID(cudaHostGetFlags(&flags, table));
  INVALID(cudaPointerGetAttributes(nullptr, p));
  INVALID(cudaMemset2D(p, 4, 0, 8, 1));
  INVALID(cudaMemPrefetchAsync(table, sizeof table, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0));
  ANSWERS(cudaErrorInvalidDevice, cudaMemcpyPeer(p, 9, p, 0, 4));
  ANSWERS(cudaErrorInvalidPitchValue, cudaMemcpy2D(p, 4, table, 8, 8, 1, cudaMemcpyHostToDevice));
  ANSWERS(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, table));
  ANSWERS(cudaSuccess, cudaGetSymbolSize(&bytes, symbol));

  INVALID(cudaGetDeviceCount(nullptr));
  INVALID(cudaGetDevice(nullptr));
  INVALID(cudaSetDeviceFlags(0xffff));
  INVALID(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceScheduleYield));
  INVALID(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0));
  INVALID(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
  INVALID(cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
  INVALID(cudaDriverGetVersion(nullptr));
  ANSWERS(cudaErrorUnsupportedLimit, cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1));
  ANSWERS(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 7));

  INVALID(cudaStreamCreateWithFlags(&stream, 99));
  INVALID(cudaStreamCreateWithPriority(&stream, 2, 0));
  INVALID(cudaEventCreateWithFlags(&event, 0xff));
  INVALID(cudaEventCreateWithFlags(&event, cudaEventInterprocess));
  INVALID(cudaStreamAddCallback(nullptr, nullptr, nullptr, 0));
  INVALID(cudaLaunchHostFunc(nullptr, nullptr, nullptr));
  INVALID(cudaStreamGetFlags(nullptr, nullptr));
  ANSWERS(cudaSuccess, cudaLaunchHostFunc(nullptr, host_function, nullptr));

  INVALID(cudaFuncGetAttributes(nullptr, kernel));
  INVALID(cudaFuncSetAttribute(kernel, static_cast<cudaFuncAttribute>(999), 1));
  INVALID(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  ANSWERS(cudaErrorInvalidDeviceFunction, cudaFuncGetAttributes(&attributes, (const void*)table));
  ANSWERS(cudaErrorInvalidDeviceFunction,
          cudaFuncSetAttribute((void (*)(int*))nullptr, cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
  ANSWERS(cudaErrorInvalidDeviceFunction,
          cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, (const void*)table, 32, 0));
  ANSWERS(cudaSuccess, cudaFuncGetAttributes(&attributes, kernel));
  ANSWERS(cudaSuccess, cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 50));

  cudaGetLastError();
  kernel<<<1, 8>>>(p);
  ANSWERS(cudaSuccess, cudaGetLastError());
  ANSWERS(cudaSuccess, cudaMemcpy(table, p, sizeof table, cudaMemcpyDeviceToHost));
  ANSWERS(cudaSuccess, cudaFree(p));
  printf("%d mistakes\n", mistakes);
  return mistakes != 0;
}
