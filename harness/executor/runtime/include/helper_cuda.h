// The parts of helper_cuda.h that NVIDIA's samples use: checked calls, which end the program if they fail,
// and the choice of a device.
#pragma once
#include <cstdio>
#include <cstdlib>

#include "cuda_runtime.h"
#include "helper_string.h"

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#define DEVICE_RESET cudaDeviceReset();

inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
template <typename T>
const char* _cudaGetErrorEnum(T) {
  return "<unknown>";
}

template <typename T>
void check(T result, const char* call, const char* file, int line) {
  if (!result) return;
  std::fprintf(stderr, "CUDA error at %s:%d code=%u(%s) \"%s\" \n", file, line, static_cast<unsigned>(result),
               _cudaGetErrorEnum(result), call);
  std::exit(1);
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)

inline bool simt_last_error(const char* message, const char* file, int line) {
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return false;
  std::fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message,
               static_cast<int>(error), cudaGetErrorString(error));
  return true;
}
inline void __getLastCudaError(const char* message, const char* file, int line) {
  if (simt_last_error(message, file, line)) std::exit(1);
}
inline void __printLastCudaError(const char* message, const char* file, int line) {
  simt_last_error(message, file, line);
}
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
#define printLastCudaError(message) __printLastCudaError(message, __FILE__, __LINE__)

// The properties of the simulated device.
inline int _ConvertSMVer2Cores(int, int) { return 128; }
inline const char* _ConvertSMVer2ArchName(int, int) { return "Hopper"; }

inline int gpuDeviceInit(int device) {
  int count = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  if (device < 0) device = 0;
  if (device >= count) return -device;
  checkCudaErrors(cudaSetDevice(device));
  return device;
}
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int findCudaDevice(int argc, const char** argv) {
  const int wanted = checkCmdLineFlag(argc, argv, "device") ? getCmdLineArgumentInt(argc, argv, "device") : 0;
  const int device = gpuDeviceInit(wanted);
  if (device < 0) {
    std::printf("exiting...\n");
    std::exit(1);
  }
  int major = 0, minor = 0;
  checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
  std::printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device,
              _ConvertSMVer2ArchName(major, minor), major, minor);
  return device;
}
inline bool checkCudaCapabilities(int major, int minor) {
  int device = 0, has_major = 0, has_minor = 0;
  checkCudaErrors(cudaGetDevice(&device));
  checkCudaErrors(cudaDeviceGetAttribute(&has_major, cudaDevAttrComputeCapabilityMajor, device));
  checkCudaErrors(cudaDeviceGetAttribute(&has_minor, cudaDevAttrComputeCapabilityMinor, device));
  if (has_major > major || (has_major == major && has_minor >= minor)) return true;
  std::printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", major, minor);
  return false;
}
