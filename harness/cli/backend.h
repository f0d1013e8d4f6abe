// Which backend a command uses, and why. Used by run, check and doctor.
#pragma once
#include <string>
#include <vector>

#include "cli/exit.h"
#include "report/run_file.h"

namespace cli {

struct Choice {
  std::vector<std::string> backends;  // for bench::Plan
  std::string why;                    // "backend: …", for people
  bool gpu = false, executor = false;
};

// `asked` is --backend, "" for the best there is. Throws Failure for cuda where there is none.
Choice choose_backends(const std::string& asked);

// What a results file says about this machine and program.
report::Context run_context(const Choice&, const std::string& command_line);

std::string host_cpu();  // "Intel(R) Xeon(R) …"
double host_memory();    // bytes available to new processes

// Why there is no GPU to use and what to do about it ("" if there is one), and what --backend cuda ends with:
// 77, or 1 if it is the build that is missing.
struct NoCuda {
  std::string why;
  Exit status = no_gpu;
};
NoCuda no_cuda();

}  // namespace cli
