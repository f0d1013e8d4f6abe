// Runs a built program: its input and output are the terminal's, and what it saw of itself comes back.
#pragma once
#include <string>
#include <vector>

#include "runtime/seen.h"

namespace try_program {

struct Limits {
  double seconds = 60;
  bool full = false;       // all blocks of all launches are watched
  bool barriers = false;   // what each barrier orders is gathered: simt/barriers.h
  bool silent = false;     // no input, and its output is not shown
  std::string trace = {};  // "LAUNCH:BLOCK:FILE": this block is written down, as docs/trace.md tells
};
simt_runtime::Seen run(const std::string& program, const std::string& called,
                       const std::vector<std::string>& arguments, const Limits&,
                       const std::string& report_file);

// How the program ends where its kernels do nothing: does it look at what they do? 0: it does not. `try` asks that itself, and
// puts it into its JSON as "status_without_kernels", where this variable is in its environment: for ./ladder practice.
inline constexpr const char* kAlsoIdle = "LADDER_TRY_ALSO_IDLE";
// The file that `try` makes when the program is built, where this variable names one: who runs it can then tell a compiler that was
// stopped from a program that was.
inline constexpr const char* kBuilt = "LADDER_TRY_BUILT";
uint64_t status_without_kernels(const std::string& program, const std::string& called,
                                const std::vector<std::string>& arguments, const Limits&,
                                const std::string& report_file);

}  // namespace try_program
