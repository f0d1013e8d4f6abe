// reduce_multi/host_gather · each GPU reduces its share, the host adds
// One GPU can read no faster than its memory allows, but a second GPU has its own memory. Here each GPU holds a
// share of the input: consecutive elements, the same number for each GPU. All GPUs start the kernel of
// `reduce/v10.1` on their shares at the same time. Then the host waits for each GPU, copies its sum, adds the
// sums in the order of the GPUs, and writes the result to GPU 0.
// Watch: the time for large n, compared with one GPU (--gpus 1). For small n, watch the cost on the host: one
// wait and one copy for each GPU, one GPU after another.
#include "00_host_gather.cuh"

namespace {

template <typename T>
void run(const ReduceJob<T>& job) {
  const PerGpu<T*> sums = scratch_of_each<T>(job, "sum", 1);
  reduce_shares(job.context, job.input, job.n, job.block, sums);
  T total{0};
  for (unsigned gpu = 0; gpu < job.context.gpus(); ++gpu) {
    T sum;
    job.context.use_gpu(gpu);
    job.context.download(&sum, sums.of[gpu], sizeof sum);
    total += sum;
  }
  job.context.use_gpu(0);
  job.context.upload(job.output, &total, sizeof total);
}

}  // namespace

STAGE("reduce_multi/host_gather", "each GPU reduces its share, the host adds", run<float>, run<int32_t>)
    .shares();
