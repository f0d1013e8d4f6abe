// Which __shared__ array an address belongs to. The table comes from instrument/.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace simt {

struct SharedArray {
  std::string name;  // "partial"; the dynamic one: the name the kernel gives it, or "dynamic shared memory"
  std::ptrdiff_t offset;  // from the thread pointer
  size_t bytes;
  bool dynamic;
};

// Where the calling thread's shared memory lies: [shared_begin(), shared_begin() +
// shared_bytes()) covers every array of the program with its red zones. Other thread-local
// variables of the program may lie in between.
char* shared_begin();
size_t shared_bytes();
// The array that holds `address` or whose red zone does; nullptr: not a shared array. For the calling thread.
const SharedArray* find_shared(const void* address);
std::string plain_name(const char* mangled);       // of a variable: "values"
void fill_shared_undefined(size_t dynamic_bytes);  // of the calling thread: undefined.h

}  // namespace simt
