// The executor as a device.
#pragma once
#include <memory>

#include "device/machine.h"

namespace simt {

std::unique_ptr<device::Machine> make_machine();

// A GPU of so few multiprocessors that grids sized to the device go round their loops, and rings of tiles
// wrap round, at sizes that can be traced.
std::unique_ptr<device::Machine> make_small_machine(unsigned multiprocessors);

}  // namespace simt
