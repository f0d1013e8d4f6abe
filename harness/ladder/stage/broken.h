// Kernel files that do not compile, or do not link. An object in their place holds what the compiler or the linker said
// (cmake/kernel_object.sh, cmake/link_program.sh), so that the program is built without them and tells of them.
#pragma once
#include <string>
#include <vector>

#include "stage/registry.h"

namespace stage {

struct Broken {
  std::string id;  // as its STAGE(…) line says; "reduce/zz" of kernels/reduce/zz.cu where that cannot be read
  std::string file;  // relative to the repository where that is known
  std::string said;  // by the compiler, all of it
  Build build;
  std::string track() const { return id.substr(0, id.find('/')); }
  // "kernels/reduce/zz.cu:5: 'x' was not declared in this scope": its first error.
  std::string first_message() const;
  const char* problem() const;  // "does not compile", "does not link"
};

// One for each file, by id; Build::simt: also those that compile for the plain executor alone.
std::vector<Broken> broken(Build);
const Broken* find_broken(Build, const std::string& id);  // nullptr: there is none

// The first error in what g++ or nvcc said, with its place in the file.
std::string first_error(const std::string& said, const std::string& file);

// Made by the object of a file that does not compile. `build`: "simt", "simt_traced", "cuda".
struct DoesNotCompile {
  DoesNotCompile(const char* build, const char* file, const char* said);
};

}  // namespace stage
