// The architectures for which this program was compiled. Used inside harness/ladder/cuda; other code uses
// device_facts().
#pragma once
#include <string>

namespace ladder::cuda {

// The architecture of the code that the GPU runs from this program, that is, __CUDA_ARCH__ / 10 in its kernels:
// 80 if the driver translated PTX for compute_80, even on an H100. 0: the program has no code that this GPU can
// run.
unsigned code_sm();

// All architectures passed to nvcc: "7.5, 9.0".
std::string compiled_for();

}  // namespace ladder::cuda
