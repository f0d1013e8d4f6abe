// One kernel file, apart from kernels/: compiled twice with the flags of all kernel files, and linked into a program of its
// own that runs what it is asked to (main.cpp).
#pragma once
#include <string>
#include <vector>

#include "practice/sandbox.h"
#include "toolchain/toolchain.h"

namespace practice {

struct Judging;

struct Built {
  std::string program = {};  // "" if it was not built
  std::string text = {};     // what was compiled; "" of a stage's own objects
  // The compiler's first: "practice/reduce/v2.cu:27:5: error: …", and what it shows.
  std::string message = {};
  std::string warning = {};  // the compiler's first that tells of a mistake: "practice/reduce/v2.cu:27:5: …"
  std::string short_index = {};  // where an int is compared with a size_t: "practice/reduce/v2.cu:27"
  std::string in_double = {};    // where a float meets a double, and the sum, product, … is one: as above
  std::string in_an_int = {};    // where a float is put into a whole number: as above
  std::string refused = {};      // it builds, or was not tried, but is not for kernels
  bool given_up = false;
};
// `file`: as the compiler is to call it, from the folder that Judging::wrap runs it in; `text`: what it holds. Throws
// os::Error where this machine is in trouble: no room on the disk, no compiler.
Built build(const std::string& file, const std::string& text, const toolchain::BuildFolder&, const Judging&);
// The same of a stage's own objects, which are built already.
Built build_of_stage(const std::string& kernel_file, const toolchain::BuildFolder&);

// The files linked into another program of the build, which is then FOLDER/PROGRAM: with the rights of who typed that, and
// nothing is refused. What the compiler or the linker said against it; "": it was built.
std::string link_into(const std::string& program, const std::vector<std::string>& files,
                      const toolchain::BuildFolder&);

inline constexpr const char* kCannotRun = "the compiler cannot be run";  // so begins such a message

// What build() made of the file: its object, and the instructions in it. Throws os::Error.
std::string compiled(const toolchain::BuildFolder&);
std::string code_of(const std::string& object);

}  // namespace practice
