// What only WebAssembly's tables know: which places in the table of functions hold functions of kernel files, and which of these a
// function calls, directly or through others.
#pragma once
#include "platform/tables.h"

namespace simt {

bool is_function_of_kernels(const void*);
std::vector<const void*> called_by(const void* function);

}  // namespace simt
