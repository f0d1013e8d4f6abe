// Calls of NVIDIA's libraries, which the executor cannot make: include/libraries.h.
#include "runtime/include/libraries.h"

#include <cstdio>
#include <cstdlib>

#include "simt/trace/source.h"

[[noreturn]] void simt_runtime::library_called(const char* name) {
  const simt::SourceLine& line = simt::source_line(__builtin_return_address(0));
  std::fflush(stdout);
  std::fprintf(stderr,
               "%s:%d: %s is not possible on the CPU executor: put a kernel of your own in its place, or run "
               "this program on a GPU\n",
               line.file.c_str(), line.line, name);
  std::exit(2);
}
