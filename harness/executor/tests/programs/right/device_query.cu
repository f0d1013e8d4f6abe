// Checks that the device's properties are plausible.
#include <cstdio>
#include <cstdlib>

int main() {
  int count = 0;
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0) {
    printf("device_query: no device (%s)\n", cudaGetErrorString(error));
    return EXIT_FAILURE;
  }
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  bool sensible = driver > 0 && runtime > 0;
  for (int d = 0; d < count; ++d) {
    cudaSetDevice(d);
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, d);
    size_t free_bytes = 0, total_bytes = 0;
    cudaMemGetInfo(&free_bytes, &total_bytes);
    int threads = 0;
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, d);
    sensible = sensible && p.name[0] && p.major >= 1 && p.warpSize == 32 && p.multiProcessorCount > 0 &&
               p.maxThreadsPerBlock == threads && p.maxThreadsDim[0] >= p.maxThreadsDim[2] &&
               p.maxGridSize[0] > 0 && p.sharedMemPerBlock >= 16384 && p.regsPerBlock > 0 &&
               p.totalGlobalMem > 0 && p.totalConstMem == 65536 && free_bytes <= total_bytes &&
               p.maxThreadsPerMultiProcessor >= threads && p.l2CacheSize >= 0 && p.memoryBusWidth >= 0;
  }
  printf("device_query: %d or more devices, %s\n", 1, sensible ? "sensible" : "not sensible");
  return sensible ? EXIT_SUCCESS : EXIT_FAILURE;
}
