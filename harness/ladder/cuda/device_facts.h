// What is known about the GPU without making this process a CUDA process: asked once, in a child process,
// because a process that holds a CUDA context cannot fork workers that use one.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

namespace cuda {

struct DeviceFacts {
  bool available = false;  // is there a GPU and a driver to use it
  std::string why_not;     // if not available
  std::string name;
  std::string uuid;                // of this GPU among all
  std::string compute_capability;  // "9.0"
  unsigned sm = 0;                 // the same as a number: 90
  unsigned code_sm = 0;            // of the code that the GPU runs of this program (cuda/code.h): at most sm
  std::string compiled_for;        // what this program was compiled for, all of it: "7.5, 9.0"
  std::string driver;              // "580.82.07"; "" if not known
  std::string driver_cuda;         // newest CUDA that the driver supports: "13.0"
  std::string runtime_cuda;        // that this program was built with
  unsigned multiprocessors = 0;
  size_t memory_bytes = 0;
  size_t free_bytes = 0;  // of the memory, when this was asked
  size_t l2_bytes = 0;    // 0 if not known
  bool ecc = false;
  std::optional<double> power_limit;  // watts, from nvidia-smi
  unsigned gpus = 0;                  // there are, of this and other kinds
  unsigned reachable_gpus =
      0;              // the first so many are alike, and each can read and write each other's memory
  std::string links;  // between the first two: "NV18", 18 NVLinks; "" if there is one, or not known
  double memory_clock = 0, core_clock = 0;  // Hz, the highest
  double theoretical_bandwidth = 0;         // bytes / second: bus width x memory clock x 2; 0 if not known
  std::optional<double> memory_clock_now, core_clock_now;  // Hz, from nvidia-smi
};

const DeviceFacts& device_facts();
// Of several processes (mpi/job.h), each with a GPU of its own: from here on all know the same. There are as many
// GPUs as processes, and so much is free as on the fullest. Throws where two have the same GPU, or unlike ones.
void agree_on_facts();

inline std::string capability(unsigned sm) {  // 90: "9.0"
  return std::to_string(sm / 10) + "." + std::to_string(sm % 10);
}

}  // namespace cuda
