// Facts about the GPU, queried once in a child process, because a process with a CUDA context cannot fork
// workers that use CUDA.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

namespace ladder::cuda {

struct DeviceFacts {
  bool available = false;  // there is a GPU, and a driver for it
  std::string why_not;     // the reason, if `available` is false
  std::string name;
  std::string uuid;                // identifies this GPU among all GPUs
  std::string compute_capability;  // "9.0"
  unsigned sm = 0;                 // the compute capability as a number: 90
  unsigned code_sm = 0;      // for the code that the GPU runs from this program (cuda/code.h): at most sm
  std::string compiled_for;  // all architectures for which this program was compiled: "7.5, 9.0"
  std::string driver;        // "580.82.07"; "" if not known
  std::string driver_cuda;   // newest CUDA that the driver supports: "13.0"
  std::string runtime_cuda;  // the version that this program was built with
  unsigned multiprocessors = 0;
  size_t memory_bytes = 0;
  size_t free_bytes = 0;  // free memory at the time of the query
  size_t l2_bytes = 0;    // 0 if not known
  bool ecc = false;
  std::optional<double> power_limit;  // watts, from nvidia-smi
  unsigned gpus = 0;                  // the number of GPUs of any model
  unsigned reachable_gpus =
      0;              // the number of identical GPUs, from the first on, that can access each other's memory
  std::string links;  // links between the first two GPUs: "NV18", 18 NVLinks; "": not known, or a single GPU
  double memory_clock = 0, core_clock = 0;  // Hz, maximum
  double theoretical_bandwidth = 0;         // bytes / second: bus width × memory clock × 2; 0 if not known
  std::optional<double> memory_clock_now, core_clock_now;  // Hz, from nvidia-smi
};

const DeviceFacts& device_facts();
// For several processes (mpi/job.h), each with its own GPU: after this call, all processes have the same facts.
// The number of GPUs is the number of processes, and the free memory is the smallest on any GPU. Throws if two
// processes have the same GPU, or if the GPUs differ.
void agree_on_facts();

inline std::string capability(unsigned sm) {  // 90: "9.0"
  return std::to_string(sm / 10) + "." + std::to_string(sm % 10);
}

}  // namespace ladder::cuda
