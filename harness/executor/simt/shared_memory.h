// Maps an address to its __shared__ array. The table comes from instrument/.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace ladder::simt {

struct SharedArray {
  // "partial"; for dynamic shared memory, the name in the kernel or "dynamic shared memory".
  std::string name;
  std::ptrdiff_t offset;  // counted from the thread pointer
  size_t bytes;
  bool dynamic;
};

// The location of the calling thread's shared memory: [shared_begin(), shared_begin() + shared_bytes()) covers
// all of the program's arrays and their red zones. Other thread-local variables of the program may lie between
// them.
char* shared_begin();
size_t shared_bytes();
// The array that contains `address`, possibly in its red zone; nullptr if the address is in no shared array.
// The address is interpreted for the calling thread.
const SharedArray* find_shared(const void* address);
std::string plain_name(const char* mangled);  // the variable's source name: "values"
// Returns the pages of the calling thread's shared memory to the system; a new thread has already written zeros
// to all of them.
void release_shared();
void fill_shared_undefined(size_t dynamic_bytes);  // for the calling thread; see undefined.h

}  // namespace ladder::simt
