// Converts a preprocessed CUDA file to plain C++: each launch `kernel<<<grid, block, …>>>(arguments)` becomes
// a call to simt_runtime::launch(), which harness/executor/runtime defines. As with nvcc, the arguments are
// passed to a stub on the host, which stores the kernel's parameters. Everything else is kept, including files
// and line numbers.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/evidence.h"

namespace ladder::try_program {

struct Place {
  std::string file;
  int line = 0;
};

struct Refused {  // a feature that the file uses but that is unavailable here or with nvcc
  Place place;
  findings::Evidence why;
};

struct Definition {
  std::string name;  // kernel name
  Place place;
};

struct Body {  // the body of one of the user's functions, other than main()
  std::string file;
  int first_line = 0, last_line = 0;
};

struct Unset {  // a local variable that may be read before it is set
  std::string name;
  int line = 0;  // of its declaration
  Body body;     // of its function
};

struct Rewritten {
  std::string text;
  std::vector<Place> launches;
  std::vector<Definition> kernels;
  std::vector<Refused> refused;
  bool has_volatile = false;       // does the user's own code use volatile?
  bool has_local_pointer = false;  // a pointer to an array in a function other than main()
  std::vector<Body> bodies;
  std::vector<Unset> unset;  // arrays whose first use in the text is a read
};

// `own`: does this file belong to the user, rather than to the compiler or to this project?
Rewritten rewrite(std::string_view preprocessed, const std::function<bool(const std::string& file)>& own);

}  // namespace ladder::try_program
