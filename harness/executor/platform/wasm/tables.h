// What only WebAssembly's tables know: which places in the table of functions hold functions of kernel files.
#pragma once
#include "platform/tables.h"

namespace simt {

bool is_function_of_kernels(const void*);

}  // namespace simt
