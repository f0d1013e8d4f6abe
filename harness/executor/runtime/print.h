// What kernels print: runtime/print.cpp.
#pragma once

namespace simt_runtime {
const void* take_first_print();  // the first place where the launch that has ended printed; nullptr: nowhere
}
