// Uses the executor in a stand-alone program: launches a kernel that lacks a barrier, and prints its data races.
#include <cstdio>

#include "simt/launch.h"
#include "simt/machine.h"
#include "simt/observation.h"

using namespace ladder;

__global__ void reverse(const int* input, int* output) {
  __shared__ int tile[64];
  tile[threadIdx.x] = input[threadIdx.x];
  output[threadIdx.x] = tile[63 - threadIdx.x];  // a __syncthreads() is missing before this line
}

int main() {
  const auto machine = simt::make_machine();
  auto* input = static_cast<int*>(machine->allocate("input", 64 * sizeof(int)));
  auto* output = static_cast<int*>(machine->allocate("output", 64 * sizeof(int)));
  const int numbers[64] = {};
  machine->upload(input, numbers, sizeof numbers);
  simt::launch<true, const int*, int*>(reverse, dim3(1), dim3(64), 0, false, input, output);
  for (const simt::Hazard& hazard : simt::take_observation().hazards) {
    for (const simt::Access& access : hazard.where) std::printf("%s:%d: ", access.file.c_str(), access.line);
    std::printf("%s\n", hazard.message().c_str());
  }
}
