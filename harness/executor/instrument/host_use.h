// Finds kernels that call a host function or use a host variable. nvcc rejects such kernels, but g++ does not
// distinguish host and device functions, so this code reads the source a second time. The search covers
// functions and variables at namespace scope, with or without __device__ and similar attributes. Members,
// macros and declarations in other headers are ignored, and constexpr or const names are allowed everywhere.
// Host-only facilities of the standard library are reported: streams, growing containers, strings, rand(); in kernel
// files also constexpr functions, such as std::max().
// Conversely, host code that reads or writes a __device__ or __constant__ variable by name causes a warning, as
// with nvcc. Uncertain cases are not reported as errors: names that may be declared in the kernel, and names
// that another header also declares.
#pragma once
#include <string>
#include <vector>

namespace ladder::instrument {

struct HostUse {
  std::string text;  // messages in a compiler's format, or FILE:LINE: host_use: reads|writes NAME
  bool refused = false;
};
// If the folder `not_own` is not "", the texts must have been preprocessed with __device__ and similar
// attributes left in. Files under /usr and under this folder then count as third-party headers.
HostUse host_use(const std::vector<std::string>& files, const std::string& not_own);

}  // namespace ladder::instrument
