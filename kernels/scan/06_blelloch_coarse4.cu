// scan/blelloch_coarse4 · four neighbours per thread
// One constant differs from blelloch_coarse2. A tree costs the block what it did, but serves twice the
// elements. And four floats are 16 bytes: the most that a thread moves in one instruction.
// Watch: shared requests and barriers halve; 16 sectors per request when the tile is loaded and stored.
#include "stage/scan.h"

namespace {

constexpr int kPerThread = 4;

// Neighbouring elements that one thread moves in one instruction.
template <typename T>
struct alignas(kPerThread * sizeof(T)) Items {
  T at[kPerThread];
};

template <typename T>
__device__ Items<T> load(const T* input, size_t i, size_t n) {
  if (i + kPerThread <= n) return *reinterpret_cast<const Items<T>*>(input + i);
  Items<T> items{};  // the last few, and zeros
  for (int k = 0; k < kPerThread && i + k < n; ++k) items.at[k] = input[i + k];
  return items;
}

template <typename T>
__device__ void store(T* output, size_t i, size_t n, const Items<T>& items) {
  if (i + kPerThread <= n)
    *reinterpret_cast<Items<T>*>(output + i) = items;
  else
    for (int k = 0; k < kPerThread && i + k < n; ++k) output[i + k] = items.at[k];
}

template <typename T, int kBlock>
__global__ void scan_blocks(const T* input, T* output, T* block_sums, size_t n) {
  constexpr unsigned kLeaves = kBlock;
  constexpr unsigned kRow = 32 * 4 / sizeof(T);  // how many T lie side by side in 32 banks of 4 bytes
  const auto padded = [](unsigned place) { return place + place / kRow; };
  __shared__ T partial[kLeaves + kLeaves / kRow];
  const unsigned tid = threadIdx.x;
  const size_t i = (size_t{blockIdx.x} * kBlock + tid) * kPerThread;
  Items<T> items = load(input, i, n);
  T own_sum{0};
  for (const T item : items.at) own_sum += item;
  partial[padded(tid)] = own_sum;
  __syncthreads();

  for (unsigned stride = 1, pairs = kLeaves / 2; pairs > 0; stride *= 2, pairs /= 2) {  // up-sweep
    const unsigned left = padded((2 * tid + 1) * stride - 1);
    const unsigned right = padded((2 * tid + 2) * stride - 1);
    if (tid < pairs) partial[right] += partial[left];
    __syncthreads();
  }
  const unsigned root = padded(kLeaves - 1);
  if (tid == 0) {
    block_sums[blockIdx.x] = partial[root];
    partial[root] = T{0};
  }
  __syncthreads();
  for (unsigned stride = kLeaves / 2, pairs = 1; stride > 0; stride /= 2, pairs *= 2) {  // down-sweep
    const unsigned left = padded((2 * tid + 1) * stride - 1);
    const unsigned right = padded((2 * tid + 2) * stride - 1);
    if (tid < pairs) {
      const T before = partial[right];
      const T sum = partial[left];
      partial[left] = before;
      partial[right] = before + sum;
    }
    __syncthreads();
  }

  T before = partial[padded(tid)];
  for (T& item : items.at) {
    const T sum = before + item;
    item = before;
    before = sum;
  }
  store(output, i, n, items);
}

template <typename T, int kTile>
__global__ void add_block_sums(T* output, const T* block_sums, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] += block_sums[i / kTile];
}

// Scans n elements. What the blocks leave is scanned by the same function, in place.
template <typename T, int kBlock>
void scan(const AnyJob& job, const T* input, T* output, size_t n, int level = 0) {
  constexpr int kTile = kPerThread * kBlock;
  const unsigned blocks = blocks_for(n, kTile);
  T* block_sums = scratch<T>(job, "block_sums", blocks, level);
  launch(job, scan_blocks<T, kBlock>, {blocks, kBlock}, input, output, block_sums, n);
  if (blocks == 1) return;
  scan<T, kBlock>(job, block_sums, block_sums, blocks, level + 1);
  launch(job, add_block_sums<T, kTile>, {blocks_for(n, kBlock), kBlock}, output, block_sums, n);
}

template <typename T>
void run(const ScanJob<T>& job) {
  with_block_size(job.block, [&](auto block) { scan<T, block>(job, job.input, job.output, job.n); });
}

}  // namespace

STAGE("scan/blelloch_coarse4", "4 elements per thread, in registers", run<uint32_t>, run<int32_t>, run<float>,
      run<uint64_t>)
    .exclusive()
    .after("blelloch_coarse2");
