// Builds the reader's unmodified CUDA program as a program that runs on the executor.
//
// Each file is preprocessed, its launches are rewritten, and the result is compiled twice, like a track's
// kernel file: in plain form and in traced form. The program uses everything in the plain form: host code,
// variables, and kernels for the blocks that are not watched. From the traced form, the program uses only the
// kernels and their callees. The functions and __shared__ arrays of the traced form are renamed, and its
// variables are those of the plain form.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "runtime/seen.h"
#include "toolchain/toolchain.h"
#include "try/rewrite.h"

namespace ladder::try_program {

struct Source {
  std::vector<std::string> files;     // as given: CUDA and C++, C (.c), or compiled host code (.o, .a, .so)
  std::vector<std::string> includes;  // -I
  std::vector<std::string> defines;   // -D
  std::string standard = {};          // -std: "17", "20", "23"; "": nvcc's default
  std::vector<std::string> preprocessor = {};  // other preprocessor options: -U NAME, -include FILE
  std::vector<std::string> libraries = {};     // linker options: -L FOLDER, -l NAME
  bool fill_locals = false;                    // in watched blocks, unset local variables have a fixed value
  bool openmp = false;                         // -Xcompiler -fopenmp
};

struct Built {
  std::string program;  // "" if it was not built
  // Cause::compiler_line: the compiler's or linker's message. Another cause: why the program is refused.
  findings::Evidence message;
  findings::Findings remarks;
  size_t kernels = 0;
  std::vector<Place> launches;
  std::map<std::string, Place> kernel_at;           // the place where the kernel of this name is defined
  std::vector<simt_runtime::HostHazard> host_uses;  // where host code uses device variables
  std::vector<Unset> unset;                         // according to the compiler, and to the text
};
Built build(const Source&, const toolchain::BuildFolder&);

}  // namespace ladder::try_program
