// Builds one kernel file outside kernels/: compiles it twice with the flags of all kernel files, and links it
// into a separate program, which executes the requests that it receives (main.cpp).
#pragma once
#include <string>
#include <vector>

#include "findings/evidence.h"
#include "practice/sandbox.h"
#include "toolchain/toolchain.h"

namespace ladder::practice {

struct Judging;

struct Built {
  std::string program = {};  // "" if it was not built
  std::string text = {};     // the compiled text; "" for a stage's own objects
  // Cause::compiler_line: the compiler's first error, "practice/reduce/v2.cu:27:5: error: …", with the lines
  // shown below it. Another cause: why the compiler did not finish. Empty: the file was built.
  findings::Evidence message = {};
  // The compiler's first warning that indicates a mistake: "practice/reduce/v2.cu:27:5: …".
  std::string warning = {};
  std::string short_index =
      {};                      // the line where an int is compared with a size_t: "practice/reduce/v2.cu:27"
  std::string in_double = {};  // the line where an operation on a float and a double is done in double
  std::string in_an_int = {};  // the line where a float is converted to an integer
  findings::Evidence refused = {};  // the file has code that no kernel may use; it may have been built
  bool given_up = false;
};
// `file`: its name for the compiler, relative to the folder in which Judging::wrap runs it; `text`: its
// contents. Throws os::Error for problems on this machine: a full disk, no compiler.
Built build(const std::string& file, const std::string& text, const toolchain::BuildFolder&, const Judging&);
// Like build(), but for a stage's own objects, which have already been built.
Built build_of_stage(const std::string& kernel_file, const toolchain::BuildFolder&);

// Links the files into another program of the build, which becomes FOLDER/PROGRAM. The commands run with the
// user's own rights, and without restrictions. Returns the compiler's or linker's message; "": it was built.
std::string link_into(const std::string& program, const std::vector<std::string>& files,
                      const toolchain::BuildFolder&);

// The result of build(): the file's object, and the instructions in it. Throws os::Error.
std::string compiled(const toolchain::BuildFolder&);
std::string code_of(const std::string& object);

}  // namespace ladder::practice
