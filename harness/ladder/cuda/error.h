// What cuda::check throws: the call's own words. Too little memory is an exception of its own: a first launch of a
// kernel, too, takes memory, and the GPU works on without it.
#pragma once
#include <stdexcept>
#include <string>

#include "cuda/check.h"

namespace cuda {

struct Error : ::std::runtime_error {  // libcu++ has a cuda::std of its own
  using ::std::runtime_error::runtime_error;
};

// device::OutOfMemory: a row without memory is skipped. But an Error in one of several processes, which cannot skip what
// the others go on with.
[[noreturn]] void no_memory(const ::std::string& what);

}  // namespace cuda
