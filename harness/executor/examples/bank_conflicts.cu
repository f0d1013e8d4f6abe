// Counts the bank conflicts of three kernels: 32 warps read a tile of shared memory by rows, by columns, and by
// columns of a padded tile.
#include <cinttypes>
#include <cstdio>

#include "simt/launch.h"
#include "simt/machine.h"
#include "simt/observation.h"

using namespace ladder;

template <int kWidth, bool kByColumn>
__global__ void read_tile(float* output) {
  __shared__ float tile[32 * kWidth];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  tile[y * kWidth + x] = static_cast<float>(y);
  __syncthreads();
  output[y * 32 + x] = kByColumn ? tile[x * kWidth + y] : tile[y * kWidth + x];
}

static void count(const char* name, void (*kernel)(float*), float* output) {
  simt::launch<true, float*>(kernel, dim3(1), dim3(32, 32), 0, false, output);
  const simt::Counters counted = simt::take_observation().counters;
  std::printf("%s: %" PRIu64 " requests, %" PRIu64 " wavefronts\n", name, counted.shared_load_requests,
              counted.shared_load_wavefronts);
}

int main() {
  const auto machine = simt::make_machine();
  auto* output = static_cast<float*>(machine->allocate("output", 1024 * sizeof(float)));
  count("row", read_tile<32, false>, output);
  count("column", read_tile<32, true>, output);
  count("padded", read_tile<33, true>, output);
}
