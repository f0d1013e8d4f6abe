// The executor as a device.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "device/machine.h"

namespace simt {

// Several GPUs are identical; where their memory is makes no difference here.
std::unique_ptr<device::Machine> make_machine(device::Placement = {});

// A GPU with so few multiprocessors that grids sized to the device iterate their loops, and rings of tiles wrap
// around, at sizes that can be traced.
std::unique_ptr<device::Machine> make_small_machine(unsigned multiprocessors, device::Placement = {});

// A GPU so large that a grid sized to it has a block for every tile of 2^32 elements. Its memory for them is
// reserved but not backed, so it is only for a few blocks of a launch. All memory is 0 at first, including
// scratch memory.
std::unique_ptr<device::Machine> make_vast_machine();

// For the executor's machine: the state() memory that is not 0, as it was at first, such as "ticket is 1".
std::vector<std::string> left_in_state(const device::Machine&);

}  // namespace simt
