// A program is compiled once, with the hooks: an unwatched thread runs the same function, and its hooks do
// nothing.
#include "runtime/twins.h"

#include <cstring>

#include "platform/parameters.h"
#include "platform/wasm/tables.h"
#include "simt/executor.h"

namespace ladder::simt_runtime {

const void* twin(const void* plain) { return simt::is_function_of_kernels(plain) ? plain : nullptr; }
std::vector<const void*> called_by(const void* thread) {
  std::vector<const void*> called = simt::called_by(thread);
  called.push_back(thread);  // `thread` may contain its kernel, and then uses the kernel's arrays
  return called;
}

void leave() { simt::end_thread(); }

}  // namespace ladder::simt_runtime

// include/cuda_runtime.h calls this function as if it returned an object of the argument's type.
extern "C" void simt_copy_argument(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }
