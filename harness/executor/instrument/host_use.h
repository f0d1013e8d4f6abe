// Finds kernels that call a host function or use a host variable. nvcc rejects these, but to g++ all functions
// are alike, so the source is read a second time: functions and variables at namespace scope, with or without
// __device__ and similar attributes. Members, macros and declarations from other headers are ignored, and
// constexpr or const names are allowed everywhere. From the standard library, host-only facilities count:
// streams, growing containers, strings, rand(). In the other direction, host code that reads or writes a
// __device__ or __constant__ variable by name gets a warning, as with nvcc. Uncertain cases are not errors: a
// name that may be declared in the kernel, or that another header also declares.
#pragma once
#include <string>
#include <vector>

namespace instrument {

struct HostUse {
  std::string text;  // compiler-style messages, or FILE:LINE: host_use: reads|writes NAME
  bool refused = false;
};
// If `not_own` is not "", the texts are preprocessed with __device__ and similar attributes left in; files
// under /usr and under this folder then count as other people's headers.
HostUse host_use(const std::vector<std::string>& files, const std::string& not_own);

}  // namespace instrument
