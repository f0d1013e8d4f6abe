// matmul_bf16/best · a tile for each size of C
// C is divided into tiles of 128 by 256 if at least every second multiprocessor gets one. Otherwise, it is
// divided into twice as many tiles of 128 by 128. The smaller tiles need smaller buffers, so there are six
// buffers instead of four. `block` is not used.
// Watch: the time compared with peer/cublas_bf16, for each size.
#include "09_specialised.cuh"

#include "stage/warpgroup.h"

namespace {

void run(const Matrices& job) {
  if (2 * tiles_of<256>(job) < job.context.device().multiprocessors) return multiply_by_tiles<128>(job);
  multiply_by_tiles<256>(job);
}

}  // namespace

STAGE("matmul_bf16/best", "a tile for each size", run).after("specialised").only_sm(90);
