// A preprocessed CUDA file as plain C++: each launch `kernel<<<grid, block, …>>>(arguments)` becomes a call of
// simt_runtime::launch(), which harness/executor/runtime defines. Everything else stays, and so do files and line numbers.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace try_program {

struct Place {
  std::string file;
  int line = 0;
};

struct Refused {  // what the file uses and what cannot be had here, or with nvcc
  Place place;
  std::string what;      // "cudaGraphCreate"
  std::string why = {};  // a sentence in place of "… is not available"
};

struct Definition {
  std::string name;  // of a kernel
  Place place;
  std::vector<bool> by_reference = {};  // its parameters; empty: none is
};

struct Rewritten {
  std::string text;
  std::vector<Place> launches;
  std::vector<Definition> kernels;
  std::vector<Refused> refused;
  bool has_volatile = false;       // in the user's own code
  bool has_local_pointer = false;  // to an array of a function other than main()
};

// `own`: is this file the user's, and not one of the compiler's or of this project's?
Rewritten rewrite(std::string_view preprocessed, const std::function<bool(const std::string& file)>& own);

}  // namespace try_program
