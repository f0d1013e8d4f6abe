// The exceptions of cuda::check, with CUDA's own error text. A failed allocation has its own exception:
// even a kernel's first launch allocates memory, and the GPU continues to work after such a failure.
#pragma once
#include <stdexcept>
#include <string>

#include "cuda/check.h"

namespace ladder::cuda {

struct Error : ::std::runtime_error {  // libcu++ has its own cuda::std
  using ::std::runtime_error::runtime_error;
};

// Throws device::OutOfMemory: a row that does not fit into memory is skipped. If there are several processes,
// it throws Error, because one process cannot skip a row that the others continue to run.
[[noreturn]] void no_memory(const ::std::string& what);

}  // namespace ladder::cuda
