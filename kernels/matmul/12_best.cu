// matmul/best · a tile for each size of C
// C is divided into tiles of 128 by 128 if there is one for each multiprocessor of an H200, and otherwise into
// tiles of 128 by 64, with half as many results per thread. `block` is not used.
// Watch: the time compared with peer/cublas_sgemm, for each size.
#include "11_whole_tiles.cuh"

namespace {

void run(const MatmulJob<float>& job) {
  const dim3 grid = job.tiles(128, 128);
  const size_t tiles = size_t{grid.x} * grid.y * grid.z;
  if (tiles < 132) return multiply_by_tiles<128, 8, 8>(job);
  multiply_by_tiles<128, 16, 16>(job);
}

}  // namespace

STAGE("matmul/best", "a tile for each size", run).after("whole_tiles");
