// The backend that a command uses, and the reason.
#pragma once
#include <string>
#include <vector>

#include "cli/exit.h"
#include "tables/run_file.h"

namespace ladder::cli {

struct Choice {
  std::vector<bench::Backend> backends;  // for bench::Plan
  std::string why;                       // "backend: …", for display
  bool on(bench::Backend) const;
};

// `asked` is --backend; "" selects the best available. Throws Failure for cuda if there is none.
Choice choose_backends(const std::string& asked);

// Facts about this machine and program for a results file.
report::Context run_context(const Choice&, const std::string& command_line);

std::string this_commit();  // "commit a2d12f0, with uncommitted changes"
std::string host_cpu();     // "Intel(R) Xeon(R) …"

// The reason why there is no usable GPU and how to fix the problem ("" if there is a GPU), and the exit status
// of --backend cuda: 77, or 1 if only the build lacks CUDA.
struct NoCuda {
  std::string why;
  Exit status = no_gpu;
};
NoCuda no_cuda();

}  // namespace ladder::cli
