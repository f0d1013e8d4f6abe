// The output of kernels: runtime/print.cpp.
#pragma once

namespace ladder::simt_runtime {
const void* take_first_print();  // where the launch that has just ended first printed; nullptr: nowhere
}
