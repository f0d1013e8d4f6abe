// A kernel that calls a host function, or uses a variable of the host: nvcc refuses it, and to g++ all functions are alike.
// So the source is read once more: functions and variables of a namespace, with __device__ and the like or without.
// Members, macros and what other headers declare are not looked at, and what is constexpr or const is free to all.
// Of the standard library, what is on the host alone: streams, containers that grow, strings, rand().
// The other way round, host code that reads or writes a __device__ or __constant__ variable by its name: nvcc warns of that.
// What is not sure is no error: a name that may be declared in the kernel, or that a header of others has too.
#pragma once
#include <string>
#include <vector>

namespace instrument {

struct HostUse {
  std::string text;  // lines as a compiler says them; or FILE:LINE: host_use: reads|writes NAME
  bool refused = false;
};
// `not_own`: "", or these are preprocessed texts with __device__ and the like left in them; then /usr and this folder are the
// headers of others.
HostUse host_use(const std::vector<std::string>& files, const std::string& not_own);

}  // namespace instrument
