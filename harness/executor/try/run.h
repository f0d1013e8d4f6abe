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
  std::string trace = {};  // "LAUNCH:BLOCK:FILE": this block is written down, as docs/trace.md tells
};
simt_runtime::Seen run(const std::string& program, const std::string& called,
                       const std::vector<std::string>& arguments, const Limits&,
                       const std::string& report_file);

}  // namespace try_program
