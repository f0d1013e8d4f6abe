// The Thrust half of the peers, a translation unit of its own because each takes long to compile.
#pragma once
#include "peers/workload.h"

namespace peers {

Workload thrust_reduce_f32();
Workload thrust_reduce_u32();
Workload thrust_scan_f32(bool inclusive);
Workload thrust_scan_u32(bool inclusive);

}  // namespace peers
