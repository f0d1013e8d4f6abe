// Facts that only the tables of the WebAssembly module contain: which entries of the function table are
// functions of kernel files, and which of these functions a given function calls, directly or indirectly.
#pragma once
#include "platform/tables.h"

namespace ladder::simt {

bool is_function_of_kernels(const void*);
std::vector<const void*> called_by(const void* function);

}  // namespace ladder::simt
