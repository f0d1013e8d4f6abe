// Kernel files that do not compile or link. An object replaces each of them and contains the compiler's or
// linker's output (cmake/kernel_object.sh, cmake/link_program.sh), so that the program is built without these
// files and reports them.
#pragma once
#include <string>
#include <vector>

#include "stage/registry.h"

namespace ladder::stage {

struct Broken {
  std::string id;    // from its STAGE(…) line; "reduce/zz" for kernels/reduce/zz.cu if that cannot be read
  std::string file;  // relative to the repository if known
  std::string said;  // the compiler's complete output
  Build build;
  std::string track() const { return id.substr(0, id.find('/')); }
  // The first error: "kernels/reduce/zz.cu:5: 'x' was not declared in this scope".
  std::string first_message() const;
  const char* problem() const;  // "does not compile", "does not link"
};

// One for each file, ordered by id; for Build::simt, including those that compile only for the plain executor.
std::vector<Broken> broken(Build);
const Broken* find_broken(Build, const std::string& id);  // nullptr: there is none

// The first error in g++'s or nvcc's output, with its position in the file.
std::string first_error(const std::string& said, const std::string& file);

// Called by the object that replaces a file that does not compile. `build`: "simt", "simt_traced", "cuda".
struct DoesNotCompile {
  DoesNotCompile(const char* build, const char* file, const char* said);
};

}  // namespace ladder::stage
