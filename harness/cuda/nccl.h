// Is NVIDIA's library of collectives in this program?
#pragma once
#include <string>

namespace cuda {

std::string why_no_nccl();  // "": it is there

}  // namespace cuda
