// Facts about this build. CMake passes them only to about.cpp, so that ccache can supply everything else to
// another build of the same sources.
#pragma once

namespace ladder::cli {

struct About {
  bool has_cuda;
  const char* compiler;     // "g++ 12.2.0"
  const char* oldest_cuda;  // the oldest CUDA Toolkit that can build the program: "12.4"
  struct Library {
    const char *name, *version,
        *without;  // version "": this build lacks the library; `without`: the consequence
  };
  Library optional[4];
};
extern const About about;

}  // namespace ladder::cli
