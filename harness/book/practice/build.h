// One kernel file, apart from kernels/: compiled twice with the flags of all kernel files, and linked into a judge
// program (main.cpp) of its own.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "practice/confine.h"
#include "toolchain/toolchain.h"

namespace practice {

struct Built {
  std::string program = {};  // "" if it was not built
  std::string message =
      {};  // the compiler's first: "practice/reduce/v2.cu:27:5: error: …", and what it shows
  bool given_up = false;
};
enum class Objects { as_they_are, looked_into };
// `file`: as the compiler is to call it, from the folder that `wrap` runs it in. looked_into: the message also tells
// what the file calls that is not for kernels.
Built build(const std::string& file, const toolchain::BuildFolder&, const std::function<bool()>& give_up = {},
            const Wrap& wrap = unconfined, Objects objects = Objects::as_they_are);
// The same of a stage's own objects, which are built already.
Built build_of_stage(const std::string& kernel_file, const toolchain::BuildFolder&);

}  // namespace practice
