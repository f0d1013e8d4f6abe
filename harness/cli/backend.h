// Which backend a command uses, and why.
#pragma once
#include <string>
#include <vector>

#include "cli/exit.h"
#include "tables/run_file.h"

namespace cli {

struct Choice {
  std::vector<bench::Backend> backends;  // for bench::Plan
  std::string why;                       // "backend: …", for people
  bool on(bench::Backend) const;
};

// `asked` is --backend, "" for the best there is. Throws Failure for cuda where there is none.
Choice choose_backends(const std::string& asked);

// What a results file says about this machine and program.
report::Context run_context(const Choice&, const std::string& command_line);

std::string this_commit();  // "commit a2d12f0, with changes"
std::string host_cpu();     // "Intel(R) Xeon(R) …"

// Why there is no GPU to use and what to do about it ("" if there is one), and what --backend cuda ends with:
// 77, or 1 if it is the build that is missing.
struct NoCuda {
  std::string why;
  Exit status = no_gpu;
};
NoCuda no_cuda();

}  // namespace cli
