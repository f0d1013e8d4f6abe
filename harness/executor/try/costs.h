// What a kernel wastes, in sentences: ./ladder try tells the worst.
#pragma once
#include <string>
#include <vector>

#include "runtime/seen.h"

namespace try_program {

// At most three sentences on all kernels, the worst first. None where nothing is wasted, or too little work was seen to
// say so.
std::vector<std::string> costs(const simt_runtime::Seen&);

}  // namespace try_program
