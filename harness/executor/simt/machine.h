// The executor as a device.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "device/machine.h"

namespace simt {

// Several GPUs are all alike; where their memory is makes no difference here.
std::unique_ptr<device::Machine> make_machine(device::Placement = {});

// A GPU of so few multiprocessors that grids sized to the device go round their loops, and rings of tiles
// wrap round, at sizes that can be traced.
std::unique_ptr<device::Machine> make_small_machine(unsigned multiprocessors, device::Placement = {});

// A GPU so large that a grid sized to it has a block for every tile of 2^32 elements, with memory for them that is
// reserved and not there: for a few blocks of a launch alone. All of it is 0 at first, scratch memory too.
std::unique_ptr<device::Machine> make_vast_machine();

// Of the executor's machine: what state() memory holds that is not 0, as it was at first: "ticket is 1".
std::vector<std::string> left_in_state(const device::Machine&);

}  // namespace simt
