// The kernel of softmax/overlapped (explained there) and its launcher, for elements of type T. `softmax/best`
// and `softmax_bf16/best` launch it too.
#include <cuda_pipeline_primitives.h>

#include "08_one_exponential.cuh"
#include "stage/bulk_copy.h"

namespace {

// A thread's position in the shares of its block: the share, its chunk, and the slot of the ring that holds it.
struct Place {
  unsigned share;  // its number in the matrix; each row has `sharers` shares
  unsigned chunk = 0, slot = 0;
  size_t first = 0;   // the thread's first element of the chunk, counted from the matrix's first one,
  unsigned left = 0;  // and how many the row has from there on
};

// A share has kChunks chunks, and a chunk has kVecs vectors per thread. A chunk is loaded into a ring of kSlots
// slots, kAhead chunks before it is added to its share's maximum and sum. Its results are stored kSlots -
// kAhead chunks after that; until then, the other blocks that share the row can post their sums. Threads use
// only their own vectors in the ring, so it needs no barrier.
template <typename T, int kBlock, int kVecs, int kChunks, int kSlots, int kAhead, bool kVectors>
__global__ void __launch_bounds__(kBlock)
    overlapped_softmax(const T* input, T* output, Message<MaxSum>* messages, uint32_t* last_epoch,
                       unsigned* ended, unsigned rows, unsigned columns, unsigned sharers) {
  constexpr unsigned kSize = Vec<T>::kSize, kStride = kBlock * kSize, kChunk = kVecs * kStride;
  constexpr unsigned kLag = kSlots - kAhead;
  static_assert(kLag >= kChunks, "a block posts its sum before it awaits those of others");
  extern __shared__ __align__(128) unsigned char shared[];
  const auto ring = reinterpret_cast<Vec<T>(*)[kVecs][kBlock]>(shared);
  // Two arrays, used in turn: a warp may still be reading one while another warp writes the other.
  __shared__ MaxSum partial[2][kBlock / kWarpSize];
  __shared__ uint32_t my_epoch;
  const unsigned tid = threadIdx.x;
  if (tid == 0) my_epoch = next_epoch(last_epoch);
  __syncthreads();
  const uint32_t epoch = my_epoch;

  const auto locate = [&](Place& p) {
    const unsigned row = p.share / sharers, column = p.share % sharers * (kChunks * kChunk) + tid * kSize;
    p.first = size_t{row} * columns + column;
    p.left = column < columns ? columns - column : 0;
  };
  const auto advance = [&](Place& p) {
    p.first += kChunk;
    p.left -= min(p.left, kChunk);
    if (++p.slot == kSlots) p.slot = 0;
    if (++p.chunk < kChunks) return;
    p.chunk = 0;
    p.share += gridDim.x;
    locate(p);
  };
  const unsigned shares = rows * sharers, end = (shares - blockIdx.x + gridDim.x - 1) / gridDim.x * kChunks;
  Place loads = {blockIdx.x};
  locate(loads);
  Place sums = loads, results = loads;
  const auto load_chunk = [&](unsigned number) {
    for (unsigned k = 0; number < end && k < kVecs; ++k) {
      Vec<T>& to = ring[loads.slot][k][tid];
      const T* from = input + loads.first + k * kStride;
      if constexpr (kVectors) {
        if (k * kStride < loads.left) __pipeline_memcpy_async(&to, from, sizeof to);
      } else {
        for (unsigned e = 0; e < kSize; ++e)
          to.item[e] = k * kStride + e < loads.left ? from[e] : static_cast<T>(-INFINITY);
      }
    }
    __pipeline_commit();
    if (number < end) advance(loads);
  };
  // The thread's elements of a chunk, as floats; −infinity after the row's end.
  const auto chunk_at = [&](const Place& p, float(&x)[kVecs * kSize]) {
    for (unsigned k = 0; k < kVecs; ++k) {
      Vec<T> v;
      for (T& item : v.item) item = static_cast<T>(-INFINITY);
      if (k * kStride < p.left) v = ring[p.slot][k][tid];
      for (unsigned e = 0; e < kSize; ++e) x[k * kSize + e] = static_cast<float>(v.item[e]);
    }
  };

  MaxSum own = {-FLT_MAX, 0.0f};
  float row_max = 0.0f, scale = 0.0f;
  unsigned turn = 0;
  for (unsigned i = 0; i < kAhead; ++i) load_chunk(i);
  for (unsigned i = 0; i < end + kLag; ++i) {
    float x[kVecs * kSize];
    if (i >= kLag) {
      if (results.chunk == 0) {
        MaxSum all = {-FLT_MAX, 0.0f};
        const Message<MaxSum>* of_sharers = messages + results.share / sharers * sharers;
        for (unsigned b = tid; b < sharers; b += kBlock) all = merged(all, await(of_sharers + b, epoch));
        all = over_block<kBlock>(all, partial[turn ^= 1]);
        row_max = all.max;
        scale = 1.0f / all.sum;
      }
      chunk_at(results, x);
      exponentials(x, row_max);
      store_scaled<kVectors, kStride>(x, scale, output + results.first, results.left);
      advance(results);
    }
    load_chunk(i + kAhead);  // into the slot of the results just stored
    if (i < end) {
      __pipeline_wait_prior(kAhead);  // this thread's vectors of chunk i have arrived
      chunk_at(sums, x);
      const float max = fmaxf(own.max, largest(x));
      own = {max, own.sum * fast_exp(own.max - max) + exponentials(x, max)};
      if (sums.chunk == kChunks - 1) {
        const MaxSum all = over_block<kBlock>(own, partial[turn ^= 1]);
        if (tid == 0) post(messages + sums.share, all, epoch);
        own = {-FLT_MAX, 0.0f};
      }
      advance(sums);
    }
  }
  // The block that draws the last ticket ends the epoch, because all blocks have read it by then.
  if (tid == 0 && atomicInc(ended, gridDim.x - 1) == gridDim.x - 1) end_epoch(last_epoch, epoch);
}

// Returns false if a row does not fit into the shared memory of all multiprocessors, or if a block gets less
// than 227 KiB of it.
template <int kBlock, int kVecs, int kChunks, int kSlots, int kAhead, typename T>
bool overlapped(const SoftmaxJob<T>& job) {
  if (!has_large_shared(job.context.device())) return false;
  const auto kernel = job.columns % Vec<T>::kSize == 0
                          ? overlapped_softmax<T, kBlock, kVecs, kChunks, kSlots, kAhead, true>
                          : overlapped_softmax<T, kBlock, kVecs, kChunks, kSlots, kAhead, false>;
  const size_t ring = size_t{kSlots} * kVecs * kBlock * sizeof(Vec<T>);
  const unsigned resident = resident_grid(job, kernel, kBlock, ring);
  const unsigned sharers = blocks_for(job.columns, kBlock * kVecs * kChunks * Vec<T>::kSize);
  if (sharers > resident) return false;
  const size_t shares = std::max<size_t>(1, job.rows * sharers);
  auto* messages = state<Message<MaxSum>>(job, "messages", shares);
  auto* last_epoch = state<uint32_t>(job, "epoch", 1);
  auto* ended = state<unsigned>(job, "ended", 1);
  const auto grid = static_cast<unsigned>(std::min<size_t>(resident, shares));
  launch_resident(job, kernel, {grid, kBlock, ring}, job.input, job.output, messages, last_epoch, ended,
                  job.rows, job.columns, sharers);
  return true;
}

}  // namespace
