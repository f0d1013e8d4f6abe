// A CUDA program of the reader, unmodified, as a program that runs on the executor.
//
// Each file is preprocessed, its launches are rewritten, and it is compiled twice, like a kernel file of the tracks:
// in plain form and traced. Of the plain form everything is used: host code, variables, and kernels for the blocks that
// are not watched. Of the traced form the kernels alone, and what they call: its functions and its __shared__ arrays get
// names of their own, and its variables are those of the plain form.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "runtime/seen.h"
#include "toolchain/toolchain.h"
#include "try/rewrite.h"

namespace try_program {

struct Source {
  std::vector<std::string> files;     // as typed: CUDA and C++, C (.c), compiled for the host (.o, .a, .so)
  std::vector<std::string> includes;  // -I
  std::vector<std::string> defines;   // -D
  std::string standard = {};          // -std: "17", "20", "23"; "": nvcc's default
  std::vector<std::string> preprocessor = {};  // other words for it: -U NAME, -include FILE
  std::vector<std::string> libraries = {};     // words for the linker: -L FOLDER, -l NAME
  bool openmp = false;                         // -Xcompiler -fopenmp
};

struct Built {
  std::string program;               // "" if it was not built
  std::string message;               // what the compiler said, or one line
  std::vector<std::string> remarks;  // a line each
  size_t kernels = 0;
  std::vector<Place> launches;
  std::map<std::string, Place> kernel_at;           // where a kernel of this name is defined
  std::vector<simt_runtime::HostHazard> host_uses;  // of variables of the device
};
Built build(const Source&, const toolchain::BuildFolder&);

}  // namespace try_program
