// The cost of many small jobs, and ways to reduce it. Prints JSON (results/small_jobs.schema.json); record.sh
// writes it to results/<gpu>/small_jobs.json, and docs/machine/small_jobs.md shows it.
// A job is the sum of 2^14 floats, in two launches: 16 block sums, then their sum. There are 256 jobs, each with
// its own numbers; all of them fit in the L2 cache. Every method computes the same sums, which are checked.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr int kJobs = 256, kSamples = 31, kBlocks = 16, kBlock = 256, kPerJob = kBlocks * kBlock * 4,
              kStreams = 4;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "small_jobs: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

__device__ float warp_sum(float value) {
  for (unsigned distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(~0u, value, distance);
  return value;
}

__device__ float block_sum(float value) {
  __shared__ float sums[32];
  value = warp_sum(value);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
  __syncthreads();
  value = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
  return threadIdx.x < 32 ? warp_sum(value) : 0;
}

// Programmatic dependent launch (CUDA C++ Programming Guide, section of that name): the first kernel lets the
// next one start early, and the next one then waits for the results of the first. Without the launch attribute,
// both calls do nothing.
__device__ void let_next_start() {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}
__device__ void wait_for_previous() {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

__global__ void sums_of_blocks(const float4* input, float* block_sums) {
  let_next_start();
  const float4 v = input[blockIdx.x * kBlock + threadIdx.x];
  const float sum = block_sum((v.x + v.y) + (v.z + v.w));
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

__global__ void sum_of_sums(const float* block_sums, float* output) {
  let_next_start();
  wait_for_previous();
  const float sum = warp_sum(threadIdx.x < kBlocks ? block_sums[threadIdx.x] : 0);
  if (threadIdx.x == 0) *output = sum;
}

// All jobs in one launch, with one block per job.
__global__ void all_jobs(const float4* input, float* output) {
  float sum = 0;
  for (int i = threadIdx.x; i < kPerJob / 4; i += blockDim.x) {
    const float4 v = input[blockIdx.x * (kPerJob / 4) + i];
    sum += (v.x + v.y) + (v.z + v.w);
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) output[blockIdx.x] = sum;
}

template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), int grid, int block, cudaStream_t stream, bool early,
            Arguments... arguments) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(grid);
  config.blockDim = dim3(block);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = early ? 1 : 0;
  check(cudaLaunchKernelEx(&config, kernel, Parameters(arguments)...));
}

float4* input;
float *block_sums, *output;
std::vector<cudaStream_t> streams(kStreams);

void one_job(int job, cudaStream_t stream, bool early) {
  float* own = block_sums + job * kBlocks;
  launch(sums_of_blocks, kBlocks, kBlock, stream, early, input + job * (kPerJob / 4), own);
  launch(sum_of_sums, 1, 32, stream, early, own, output + job);
}

void every_job(bool early) {
  for (int job = 0; job < kJobs; ++job) one_job(job, streams[0], early);
}

cudaGraphExec_t graph_of(bool early) {
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  check(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
  every_job(early);
  check(cudaStreamEndCapture(streams[0], &graph));
  check(cudaGraphInstantiate(&ready, graph, 0));
  check(cudaGraphUpload(ready, streams[0]));
  check(cudaGraphDestroy(graph));
  return ready;
}

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Quartiles {
  double low, median, high;
};
Quartiles quartiles(std::vector<double>& samples) {
  std::sort(samples.begin(), samples.end());
  return {samples[kSamples / 4], samples[kSamples / 2], samples[kSamples - 1 - kSamples / 4]};
}

// Seconds per job, until the calls have returned and until the host has waited for all jobs.
template <typename Work>
void measure(const char* name, bool first, Work work) {
  std::vector<double> calls, done;
  check(cudaMemset(output, 0, kJobs * sizeof(float)));
  for (int sample = -1; sample < kSamples; ++sample) {
    check(cudaDeviceSynchronize());
    const auto start = Clock::now();
    work();
    const double returned = since(start);
    check(cudaDeviceSynchronize());
    if (sample < 0) continue;
    calls.push_back(returned / kJobs);
    done.push_back(since(start) / kJobs);
  }
  std::vector<float> sums(kJobs);
  check(cudaMemcpy(sums.data(), output, kJobs * sizeof(float), cudaMemcpyDeviceToHost));
  for (int job = 0; job < kJobs; ++job)
    if (sums[job] != static_cast<float>(kPerJob) * static_cast<float>(job % 7 + 1)) {
      std::fprintf(stderr, "small_jobs: %s: job %d is %g\n", name, job, sums[job]);
      std::exit(1);
    }
  const Quartiles q = quartiles(done), c = quartiles(calls);
  std::printf("%s\n    \"%s\": {\"seconds\": %.6g, \"low\": %.6g, \"high\": %.6g, \"calls_seconds\": %.6g}",
              first ? "" : ",", name, q.median, q.low, q.high, c.median);
}

}  // namespace

int main() {
  cudaDeviceProp gpu;
  int driver = 0, runtime = 0;
  check(cudaGetDeviceProperties(&gpu, 0));
  check(cudaDriverGetVersion(&driver));
  check(cudaRuntimeGetVersion(&runtime));
  for (cudaStream_t& stream : streams) check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  std::vector<float> numbers(size_t{kJobs} * kPerJob);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i / kPerJob % 7 + 1);
  check(cudaMalloc(&input, numbers.size() * sizeof(float)));
  check(cudaMalloc(&block_sums, kJobs * kBlocks * sizeof(float)));
  check(cudaMalloc(&output, kJobs * sizeof(float)));
  check(cudaMemcpy(input, numbers.data(), numbers.size() * sizeof(float), cudaMemcpyHostToDevice));

  std::printf(
      "{\n  \"$schema\": "
      "\"https://raw.githubusercontent.com/warp-ladder/warp-ladder/main/results/small_jobs.schema.json\",\n"
      "  \"small_jobs_version\": 1,\n  \"context\": {\"device\": \"%s\", \"compute_capability\": \"%d.%d\", "
      "\"driver_cuda\": "
      "\"%d.%d\", \"toolkit\": \"%d.%d\", \"jobs\": %d, \"elements\": %d, \"samples\": %d},\n  \"ways\": {",
      gpu.name, gpu.major, gpu.minor, driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10,
      kJobs, kPerJob, kSamples);
  measure("wait_for_each", true, [] {
    for (int job = 0; job < kJobs; ++job) {
      one_job(job, streams[0], false);
      check(cudaStreamSynchronize(streams[0]));
    }
  });
  measure("one_stream", false, [] { every_job(false); });
  measure("four_streams", false, [] {
    for (int job = 0; job < kJobs; ++job) one_job(job, streams[job % kStreams], false);
  });
  if (gpu.major >= 9) measure("early_launch", false, [] { every_job(true); });
  const cudaGraphExec_t graph = graph_of(false);
  measure("graph", false, [&] { check(cudaGraphLaunch(graph, streams[0])); });
  if (gpu.major >= 9) {
    const cudaGraphExec_t early = graph_of(true);
    measure("graph_early_launch", false, [&] { check(cudaGraphLaunch(early, streams[0])); });
  }
  measure("one_launch", false, [] { launch(all_jobs, kJobs, 1024, streams[0], false, input, output); });
  std::printf("\n  }\n}\n");
  return 0;
}
