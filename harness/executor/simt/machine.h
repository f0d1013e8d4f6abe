// The executor as a device.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "data/members.h"
#include "device/machine.h"

namespace ladder::simt {

// If there are several GPUs, they are identical, and it makes no difference here which of them holds an
// allocation.
std::unique_ptr<device::Machine> make_machine(device::Placement = {});

// A GPU with few multiprocessors: even at sizes that can be traced, kernels whose grids are sized to it iterate
// their loops, and rings of tiles wrap around.
std::unique_ptr<device::Machine> make_small_machine(unsigned multiprocessors, device::Placement = {});

// A GPU so large that a grid sized to it has a block for every tile of 2^32 elements. The memory for these
// elements is reserved but not backed, so this GPU is used only to run a few of a launch's blocks. Initially
// all memory is 0, including scratch memory.
std::unique_ptr<device::Machine> make_vast_machine();

// The state() memory of the executor's machine that is no longer 0.
struct LeftInState {
  std::string name;
  std::optional<uint64_t> value = {};  // if it is a single number
};
constexpr auto members_of(const LeftInState*) {
  using data::Member;
  return std::tuple{Member{"name", &LeftInState::name}, Member{"value", &LeftInState::value}};
}
std::vector<LeftInState> left_in_state(const device::Machine&);

}  // namespace ladder::simt
