// Finds kernels that call a host function or use a host variable, which nvcc rejects. Because g++ does not
// distinguish host and device functions, this code reads the source a second time. The search covers
// functions and variables at namespace scope, with or without __device__ and similar attributes. Members,
// macros and declarations in other headers are ignored, and constexpr or const names are allowed everywhere.
// Host-only facilities of the standard library are reported: streams, growing containers, strings and rand().
// In kernel files, constexpr functions such as std::max() are also reported. Conversely, host code that reads
// or writes a __device__ or __constant__ variable by name causes a warning, as with nvcc. Uncertain cases are
// not reported as errors: names that may be declared in the kernel, and names that another header also
// declares.
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
