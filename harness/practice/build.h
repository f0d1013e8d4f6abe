// One kernel file, apart from kernels/: compiled twice with the flags of all kernel files, and linked into a judge
// program (main.cpp) of its own.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "practice/confine.h"

namespace practice {

// A folder for one build, below that of the running program; gone with it.
class BuildFolder {
 public:
  explicit BuildFolder(const std::string& name = "practice");
  ~BuildFolder();
  BuildFolder(const BuildFolder&) = delete;
  BuildFolder& operator=(const BuildFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Built {
  std::string program = {};  // "" if it was not built
  std::string message =
      {};  // the compiler's first: "practice/reduce/v2.cu:27:5: error: …", and what it shows
  bool given_up = false;
};
enum class Objects { as_they_are, looked_into };
// `file`: as the compiler is to call it, from the folder that `wrap` runs it in. looked_into: the message also tells
// what the file calls that is not for kernels.
Built build(const std::string& file, const BuildFolder&, const std::function<bool()>& give_up = {},
            const Wrap& wrap = unconfined, Objects objects = Objects::as_they_are);
// The same of a stage's own objects, which are built already.
Built build_of_stage(const std::string& kernel_file, const BuildFolder&);

// For shell command lines, from what ninja knows. Compiler and flags of the kernel files, `build` plain or traced, for
// compile_script(); and how a target's program is linked, with more objects and as another program. To be run in the
// folder of the program.
std::string quoted(const std::string& path);
enum class Headers { as_they_are, precompiled };
std::string kernel_compiler(const char* build, Headers headers = Headers::as_they_are);
std::string compile_script();
std::string link_command(const std::string& target, const std::vector<std::string>& objects,
                         const std::string& program);

// The first error of a compiler's output, with what leads to it and the lines shown below it.
std::string first_error(const std::string& output);

}  // namespace practice
