// The executor as a device.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "device/machine.h"

namespace simt {

// Several GPUs are identical, and it makes no difference here on which of them memory is placed.
std::unique_ptr<device::Machine> make_machine(device::Placement = {});

// A GPU with so few multiprocessors that grids sized to it iterate their loops, and rings of tiles wrap around,
// even for sizes that can be traced.
std::unique_ptr<device::Machine> make_small_machine(unsigned multiprocessors, device::Placement = {});

// A GPU so large that a grid sized to it has a block for every tile of 2^32 elements. The memory for these
// elements is reserved but not backed, so this GPU is only for running a few blocks of a launch. Initially all
// memory is 0, including scratch memory.
std::unique_ptr<device::Machine> make_vast_machine();

// The state() memory of the executor's machine that is no longer 0, such as "ticket is 1".
std::vector<std::string> left_in_state(const device::Machine&);

}  // namespace simt
