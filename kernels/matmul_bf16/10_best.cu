// matmul_bf16/best · a tile for each size of C
// C is divided into tiles of 128 by 256 if there is one for each multiprocessor, and otherwise into tiles of 128 by
// 128, which need less shared memory, so that six buffers need as much as four of the others. `block` is not used.
// Watch: the time compared with peer/cublas_bf16, for each size.
#include "09_specialised.cuh"

#include "stage/warpgroup.h"

namespace {

void run(const Matrices& job) {
  if (tiles_of<256>(job) < job.context.device().multiprocessors) return multiply_by_tiles<128>(job);
  multiply_by_tiles<256>(job);
}

}  // namespace

STAGE("matmul_bf16/best", "a tile for each size", run).after("specialised").only_sm(90);
