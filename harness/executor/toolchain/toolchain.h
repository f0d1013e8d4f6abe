// The compiler and linker of this build, for code compiled later: a reader's kernel file, or a program
// for `./ladder try`. Files in the build folder hold the options that CMake used: kernels/plain.flags and
// traced.flags (cmake/Kernels.cmake), and NAME.link for a program (cmake/remember_link.sh).
#pragma once
#include <string>
#include <vector>

#include "os/child.h"

namespace ladder::toolchain {

// A folder for one build, below os::work_folder(). The destructor removes it; if the process was killed, it is
// removed when a later folder is created.
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
  // Locked while this object exists: once it is unlocked, the next process removes the folder.
  os::Descriptor held_;
};

// Quotes a path for a shell command line that runs in the program's folder.
std::string quoted(const std::string& path);
enum class Form { plain, traced };
const char* name_of(Form);
std::string compiler();  // path of the compiler for kernel files
// Compiler and flags for kernel files. precompiled: with the precompiled header that all of them include.
enum class Headers { as_they_are, precompiled };
std::string kernel_compiler(Form form, Headers headers = Headers::as_they_are);
// The command for kernel files, run by the program that instruments the compiler's assembly for the executor.
std::string instrument();  // the instrumenting program: executor/instrument/main.cpp
std::string kernel_command(Form form, Headers headers = Headers::as_they_are);
std::string kernel_object(Form form,
                          const std::string& kernel_file);  // in this build: "kernels/reduce/00_v0_modulo.cu"
// The command that links a program of this build with additional objects and under another name.
std::string link_command(const std::string& program, const std::vector<std::string>& more_objects,
                         const std::string& output);

// The first error in a compiler's output, with the lines that lead to it, the lines shown below it, and the
// number of further errors.
std::string first_error(const std::string& output);

// g++ reports what is missing ("expected ‘;’ before …") at the next word, often one line too late. For such a
// message ("v2.cu:5:3: error: …"), returns the line before it, in the form in which g++ shows lines: "    4 |
// …\n". `source`: the file's text.
std::string line_before(const std::string& message, const std::string& source);

}  // namespace ladder::toolchain
