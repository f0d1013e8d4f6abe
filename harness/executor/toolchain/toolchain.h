// The compiler and the linker of this build, for code that comes later: a reader's kernel file, a program of `./ladder try`.
// What CMake said to them stands in files of the build folder: kernels/plain.flags and traced.flags
// (cmake/Kernels.cmake), NAME.link of a program (cmake/remember_link.sh).
#pragma once
#include <string>
#include <vector>

#include "os/child.h"

namespace toolchain {

// A folder for one build, below os::work_folder(); gone with it, or, where that was killed, with a later one.
class BuildFolder {
 public:
  explicit BuildFolder(const std::string& name = "practice");
  ~BuildFolder();
  BuildFolder(const BuildFolder&) = delete;
  BuildFolder& operator=(const BuildFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  void hold();
  std::string path_;
  os::Descriptor
      held_;  // locked while this one lives: of one that was killed, the next one finds it free, and removes it
};

// For shell command lines, which are to be run in the folder of the program.
std::string quoted(const std::string& path);
enum class Form { plain, traced };
const char* name_of(Form);
std::string compiler();  // of the kernel files: its path
// Compiler and flags of the kernel files. precompiled: with the header that all of them have.
enum class Headers { as_they_are, precompiled };
std::string kernel_compiler(Form form, Headers headers = Headers::as_they_are);
// The same, and what makes its assembly the executor's.
std::string instrument();  // the program around it: executor/instrument/main.cpp
std::string kernel_command(Form form, Headers headers = Headers::as_they_are);
std::string kernel_object(Form form,
                          const std::string& kernel_file);  // of this build: "kernels/reduce/00_v0_modulo.cu"
// How a program of the build is linked, with more objects and as another program.
std::string link_command(const std::string& program, const std::vector<std::string>& more_objects,
                         const std::string& output);

// The first error of a compiler's output, with what leads to it and the lines shown below it.
std::string first_error(const std::string& output);

}  // namespace toolchain
