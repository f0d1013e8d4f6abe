// The two forms of a program's functions, and the functions that its threads call.
#pragma once
#include <vector>

namespace ladder::simt_runtime {

// The function's traced form; nullptr if `plain` is not a function of the program.
const void* twin(const void* plain);
// The functions called by this function, which runs a thread. One of the called functions is the kernel.
std::vector<const void*> called_by(const void* thread);

bool all_launches_watched();  // every block of every launch so far

}  // namespace ladder::simt_runtime
