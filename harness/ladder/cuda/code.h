// What this program was compiled for. Used inside harness/ladder/cuda; all others ask device_facts().
#pragma once
#include <string>

namespace cuda {

// The architecture whose code the GPU runs of this program, the __CUDA_ARCH__ / 10 of its kernels: 80 where
// the driver translated PTX for compute_80, also on an H100. 0: there is no code that this GPU can run.
unsigned code_sm();

// All architectures that were asked of nvcc: "7.5, 9.0".
std::string compiled_for();

}  // namespace cuda
