// Output of kernels: runtime/print.cpp.
#pragma once

namespace simt_runtime {
const void* take_first_print();  // the first place at which the launch that has ended printed; nullptr: none
}
