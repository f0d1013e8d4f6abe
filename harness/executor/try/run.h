// Runs a built program, connected to the terminal's input and output, and returns the observations.
#pragma once
#include <string>
#include <vector>

#include "runtime/seen.h"
#include "try/build.h"

namespace ladder::try_program {

struct Limits {
  double seconds = 60;
  bool full = false;       // watch all blocks of all launches
  bool barriers = false;   // record what each barrier orders (simt/barriers.h)
  bool silent = false;     // no input, and the output is discarded
  std::string trace = {};  // "LAUNCH:BLOCK:FILE": record this block, as docs/trace.md describes
};
simt_runtime::Seen run(const std::string& program, const std::string& called,
                       const std::vector<std::string>& arguments, const Limits&,
                       const std::string& report_file);

// Do the results depend on the program's `unset` variables, which may be used before they are set? `other`:
// the same program with other values in such variables. Both programs are run silently. If the results depend
// on the variables, this finding is added to `seen`.
void settle_unset(simt_runtime::Seen& seen, const Built& built, const Built& other, const std::string& called,
                  const std::vector<std::string>& arguments, const Limits&, const std::string& report_file);

// The exit status of the program if its kernels do nothing; 0 if it does not check their results. If this
// environment variable is set, `try` determines this status itself and adds it to its JSON as
// "status_without_kernels". Used by ./ladder practice.
inline constexpr const char* kAlsoIdle = "LADDER_TRY_ALSO_IDLE";
// If this environment variable names a file, `try` creates that file once the program is built, so that its
// caller can distinguish a stopped compiler from a stopped program.
inline constexpr const char* kBuilt = "LADDER_TRY_BUILT";
uint64_t status_without_kernels(const std::string& program, const std::string& called,
                                const std::vector<std::string>& arguments, const Limits&,
                                const std::string& report_file);

}  // namespace ladder::try_program
