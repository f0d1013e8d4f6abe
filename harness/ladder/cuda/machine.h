// The first NVIDIA GPU, or the first few, as a device. In a program built without CUDA, none.cpp reports that
// there is no GPU.
#pragma once
#include <memory>

#include "device/machine.h"

namespace ladder::cuda {

std::unique_ptr<ladder::device::Machine> make_machine(ladder::device::Placement = {});

}  // namespace ladder::cuda
