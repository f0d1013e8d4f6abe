// matmul/best · a tile for each size of C
// `stream_k` runs with tiles of 256 by 128 if there are 32 or more, all complete. Otherwise, C is divided into
// such tiles if there are three or more for each of an H200's 132 multiprocessors. If there are fewer, the
// tiles are 128 by 128; if there are fewer of these than multiprocessors, they are 128 by 64, with half as many
// results per thread. `block` is not used.
// Watch: the time compared with peer/cublas_sgemm, for each size.
#include "14_stream_k.cuh"

namespace {

void run(const MatmulJob<float>& job) {
  const auto tiles = [&](unsigned rows, unsigned columns) {
    const dim3 grid = job.tiles(rows, columns);
    return size_t{grid.x} * grid.y * grid.z;
  };
  if (tiles(256, 128) >= 32 && only_whole_tiles<RingOf<256, 16, 16>, 16>(job))
    return multiply_stream_if_whole<256, 16, 16>(job);
  if (tiles(256, 128) >= 3 * 132) return multiply_spread_if_whole<256, 16, 16>(job);
  if (tiles(128, 128) >= 132) return multiply_spread_if_whole<128, 16, 16>(job);
  multiply_stream_if_whole<128, 8, 8>(job);
}

}  // namespace

STAGE("matmul/best", "a tile for each size", run).after("stream_k").same_bits(kEveryRun);
