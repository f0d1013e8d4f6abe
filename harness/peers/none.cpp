// In a program that was built without CUDA nothing is timed beside the stages.
#include "peers/workload.h"

namespace peers {

std::vector<Workload> reduce_peers(stage::DType) { return {}; }
std::vector<Workload> scan_peers(stage::DType, bool) { return {}; }
std::vector<Workload> pack_peers(stage::DType) { return {}; }
std::vector<Workload> ceilings(device::Machine&, size_t) { return {}; }

}  // namespace peers
