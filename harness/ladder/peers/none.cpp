// In a program built without CUDA, there are no peers to time.
#include "peers/workload.h"

namespace ladder::peers {

std::vector<Workload> named(const std::vector<std::string>&, stage::DType, bool) { return {}; }
std::string cub_version() { return ""; }
std::vector<Workload> ceilings(device::Machine&, size_t) { return {}; }
std::vector<Workload> link_ceilings(device::Machine&, size_t) { return {}; }

}  // namespace ladder::peers
