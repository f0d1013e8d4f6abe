// Which backend a command uses, and why.
#pragma once
#include <string>
#include <vector>

#include "report/run_file.h"

namespace cli {

struct Choice {
  std::vector<bench::Backend> backends;  // for bench::Plan
  std::string why;                       // "backend: …", for people
  bool gpu = false, executor = false;
};

// `asked` is --backend, "" for the best there is. Throws Failure with status 77 for cuda where there is none.
Choice choose_backends(const std::string& asked);

// What a results file says about this machine and program.
report::Context run_context(const Choice&, const std::string& command_line);

std::string this_commit();       // "commit a2d12f0, with changes"
std::string host_cpu();          // "Intel(R) Xeon(R) …"
std::string cuda_unavailable();  // why there is no GPU to use, and what to do about it; "" if there is one

}  // namespace cli
