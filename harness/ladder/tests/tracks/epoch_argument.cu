// test/epoch_argument · wrong on purpose: the epoch is a kernel argument. This works as long as each launch
// gets a new epoch, but a CUDA graph repeats the epoch that it captured (test_cuda.cpp). There are more blocks
// than can be resident, and block 0 reads the mailboxes of the last blocks first. Before those blocks start, it
// finds messages from the previous launch.
#include "stage/messages.h"
#include "tracks/reduce.h"

namespace {

constexpr unsigned kBlock = 256;

__global__ void reduce(const int* input, Message<int>* messages, uint32_t epoch, int* output, size_t n) {
  __shared__ int partial[kBlock / kWarpSize], collected[kBlock / kWarpSize];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * kBlock + tid;
  int sum = block_sum<kBlock>(i < n ? input[i] : 0, partial);
  if (blockIdx.x > 0) {
    if (tid == 0) post(messages + blockIdx.x, sum, epoch);
    return;
  }
  if (tid > 0) sum = 0;
  for (unsigned b = tid + 1; b < gridDim.x; b += kBlock) sum += await(messages + gridDim.x - b, epoch);
  sum = block_sum<kBlock>(sum, collected);
  if (tid == 0) *output = sum;
}

void run(const ReduceJob<int>& job) {
  const unsigned grid = blocks_for(job.n, kBlock);
  launch(job, reduce, {grid, kBlock}, job.input, state<Message<int>>(job, "messages", grid),
         job.context.run_number(), job.output, job.n);
}

}  // namespace

STAGE("test/epoch_argument", "mailboxes, with the epoch as an argument", run);
