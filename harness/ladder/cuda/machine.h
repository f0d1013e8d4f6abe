// The first NVIDIA GPU, or the first few, as a device. In a program built without CUDA, none.cpp reports that
// there is no GPU.
#pragma once
#include <memory>

#include "device/machine.h"

namespace cuda {

std::unique_ptr<device::Machine> make_machine(device::Placement = {});

}  // namespace cuda
