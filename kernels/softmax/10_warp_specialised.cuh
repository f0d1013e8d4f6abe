// The kernel of softmax/warp_specialised (explained there) and its launcher, for elements of type T.
// `softmax/best` and `softmax_bf16/best` launch it too.
#include "09_overlapped.cuh"

namespace {

// kWorkers threads load, sum and store. The ring has kSlots slots, each with kVecs vectors per thread. kAhead
// chunks are being loaded, and a chunk's results are stored kLag chunks later.
constexpr unsigned kWorkers = 512, kVecs = 2, kSlots = 14, kAhead = 2, kLag = kSlots - kAhead;

// A worker's position in the rows of its group: the row, its chunk, and the slot of the ring that holds it.
struct Spot {
  unsigned row, column;  // of the thread's first element of the chunk
  unsigned number = 0;   // the number of earlier rows of the group
  unsigned chunk = 0, slot = 0;
};

// All lanes receive the maximum and the sum of all lanes.
__device__ MaxSum over_warp(MaxSum own) {
  const float max = over_lanes<kWarpSize>(own.max, Max{});
  return {max, over_lanes<kWarpSize>(own.sum * fast_exp(own.max - max), Sum{})};
}

// A group of `sharers` blocks shares a row; there are gridDim.x / sharers groups. A block takes every
// sharers-th chunk of the row, at most `chunks`. Its workers pass the chunks through the ring, as in
// softmax/overlapped, and two more warps exchange the sums: one posts those of the block, the other awaits
// those of the group. So a worker waits for other warps only if a row's sum is not known when it is needed.
template <typename T, bool kVectors>
__global__ void __launch_bounds__(kWorkers + 2 * kWarpSize)
    specialised_softmax(const T* input, T* output, Message<MaxSum>* messages, uint32_t* last_epoch,
                        unsigned* ended, unsigned rows, unsigned columns, unsigned sharers, unsigned chunks) {
  constexpr unsigned kSize = Vec<T>::kSize, kStride = kWorkers * kSize, kChunk = kVecs * kStride;
  constexpr unsigned kWarps = kWorkers / kWarpSize;
  extern __shared__ __align__(128) unsigned char shared[];
  const auto ring = reinterpret_cast<Vec<T>(*)[kVecs][kWorkers]>(shared);
  // One entry per row in the ring. A phase of a barrier ends when a row is summed, or its sum is known.
  __shared__ MaxSum of_warps[kSlots][kWarps], of_row[kSlots];
  __shared__ Barrier summed[kSlots], known[kSlots];
  const unsigned tid = threadIdx.x, warp = tid / kWarpSize, lane = tid % kWarpSize;
  const unsigned groups = gridDim.x / sharers, group = blockIdx.x / sharers, sharer = blockIdx.x % sharers;
  const unsigned first = sharer * kChunk + tid * kSize;
  const unsigned end = (rows - group + groups - 1) / groups * chunks;  // the number of chunks of the block

  const auto advance = [&](Spot& s) {
    s.column += sharers * kChunk;
    if (++s.slot == kSlots) s.slot = 0;
    if (++s.chunk < chunks) return;
    s.chunk = 0;
    s.column = first;
    s.row += groups;
    ++s.number;
  };
  Spot loads = {group, first}, sums = loads, results = loads;
  // After the row's end, the slot is filled with −infinity, whose exponential is 0.
  const auto load_chunk = [&](unsigned number) {
    if (number < end) {
      const T* from = input + size_t{loads.row} * columns + loads.column;
      for (unsigned k = 0; k < kVecs; ++k) {
        Vec<T>& to = ring[loads.slot][k][tid];
        const unsigned column = loads.column + k * kStride;
        if (kVectors && column < columns) {
          __pipeline_memcpy_async(&to, from + k * kStride, sizeof to);
        } else {
          for (unsigned e = 0; e < kSize; ++e) {
            const bool in_row = !kVectors && column + e < columns;
            to.item[e] = in_row ? from[k * kStride + e] : static_cast<T>(-INFINITY);
          }
        }
      }
      advance(loads);
    }
    __pipeline_commit();
  };
  const auto chunk_at = [&](const Spot& s, float(&x)[kVecs * kSize]) {
    for (unsigned k = 0; k < kVecs; ++k) {
      const Vec<T> v = ring[s.slot][k][tid];
      for (unsigned e = 0; e < kSize; ++e) x[k * kSize + e] = static_cast<float>(v.item[e]);
    }
  };

  if (warp < kWarps)
    for (unsigned i = 0; i < kAhead; ++i) load_chunk(i);
  if (tid == 0) {
    barriers_init(summed, kWarps);
    barriers_init(known, 2);
  }
  __syncthreads();

  if (warp >= kWarps) {
    const uint32_t epoch = next_epoch(last_epoch);
    for (unsigned row = group, n = 0; row < rows; row += groups, ++n) {
      const unsigned i = n % kSlots, phase = n / kSlots;
      Message<MaxSum>* of_group = messages + size_t{row} * sharers;
      barrier_wait(&summed[i], phase);  // by now, the workers have read of_row[i] of an earlier row
      if (warp == kWarps) {
        const MaxSum own = over_warp(lane < kWarps ? of_warps[i][lane] : MaxSum{-FLT_MAX, 0.0f});
        __syncwarp();  // all lanes have read of_warps[i], so after `known` the workers may write it again
        if (lane > 0) continue;
        post(of_group + sharer, own, epoch);
        barrier_arrive(&known[i]);
      } else {
        MaxSum all = {-FLT_MAX, 0.0f};
        for (unsigned b = lane; b < sharers; b += kWarpSize) all = merged(all, await(of_group + b, epoch));
        all = over_warp(all);
        if (lane > 0) continue;
        of_row[i] = all;
        barrier_arrive(&known[i]);
      }
    }
    // The block that draws the last ticket ends the epoch, because all blocks have read it by then.
    if (tid == kWorkers + kWarpSize && atomicInc(ended, gridDim.x - 1) == gridDim.x - 1)
      end_epoch(last_epoch, epoch);
    return;
  }

  MaxSum own = {-FLT_MAX, 0.0f};
  float row_max = 0.0f, scale = 0.0f;
  for (unsigned i = 0; i < end + kLag; ++i) {
    float x[kVecs * kSize];
    if (i >= kLag) {
      if (results.chunk == 0) {
        const unsigned n = results.number % kSlots;
        barrier_wait(&known[n], results.number / kSlots);
        row_max = of_row[n].max;
        scale = 1.0f / of_row[n].sum;
      }
      chunk_at(results, x);
      exponentials(x, row_max);
      const size_t at = size_t{results.row} * columns + results.column;
      store_scaled<kVectors, kStride>(x, scale, output + at, columns - min(results.column, columns));
      advance(results);
    }
    load_chunk(i + kAhead);  // into the slot of the results just stored
    if (i < end) {
      __pipeline_wait_prior(kAhead);  // this thread's vectors of chunk i have arrived
      chunk_at(sums, x);
      const float max = fmaxf(own.max, largest(x));
      own = {max, own.sum * fast_exp(own.max - max) + exponentials(x, max)};
      if (sums.chunk == chunks - 1) {
        own = over_warp(own);
        __syncwarp();  // lane 0 arrives for all lanes, which have read of_row
        if (lane == 0) {
          of_warps[sums.number % kSlots][warp] = own;
          barrier_arrive(&summed[sums.number % kSlots]);
        }
        own = {-FLT_MAX, 0.0f};
      }
      advance(sums);
    }
  }
}

// Returns false if a row is longer than four chunks for each resident block, or if a block gets less than 227
// KiB of shared memory.
template <typename T>
bool warp_specialised(const SoftmaxJob<T>& job) {
  if (!has_large_shared(job.context.device())) return false;
  const auto kernel =
      job.columns % Vec<T>::kSize == 0 ? specialised_softmax<T, true> : specialised_softmax<T, false>;
  const size_t ring = size_t{kSlots} * kVecs * kWorkers * sizeof(Vec<T>);
  const unsigned block = kWorkers + 2 * kWarpSize, resident = resident_grid(job, kernel, block, ring);
  const auto rows = static_cast<unsigned>(std::max<size_t>(1, job.rows));
  // A block takes two chunks of a row if each lane then awaits at most one message, otherwise four.
  const unsigned pieces = blocks_for(job.columns, kVecs * kWorkers * Vec<T>::kSize);
  const unsigned wanted = pieces <= 2 * kWarpSize ? 2 : 4;
  const unsigned groups = std::clamp(resident / blocks_for(pieces, wanted), 1u, rows);
  const unsigned sharers = std::min(pieces, resident / groups), chunks = blocks_for(pieces, sharers);
  if (chunks > 4) return false;
  auto* messages = state<Message<MaxSum>>(job, "messages", size_t{rows} * sharers);
  auto* last_epoch = state<uint32_t>(job, "epoch", 1);
  auto* ended = state<unsigned>(job, "ended", 1);
  launch_resident(job, kernel, {groups * sharers, block, ring}, job.input, job.output, messages, last_epoch,
                  ended, job.rows, job.columns, sharers, chunks);
  return true;
}

}  // namespace
