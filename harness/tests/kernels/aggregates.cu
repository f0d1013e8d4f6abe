// What structures, vectors, memcpy and tables cost: one warp each, so that the requests are those of one lane's code.
// test_aggregates.cpp compares the counts with Nsight Compute's, results/h200/aggregates.json
// (harness/record/aggregates.py). Stages named test/agg_….
#include <cstring>

#include "stage/map.h"

namespace {

using Word = uint32_t;

struct Pair {  // of floats: 4-byte alignment
  float x, y;
};
struct Quad {
  float a, b, c, d;
};
struct Six {
  float a, b, c, d, e, f;
};
struct Many {
  int v[32];
};
struct Bytes {
  unsigned char r, g, b, a;
};
struct Shorts {
  short x, y;
};
struct Doubles {  // 8-byte alignment
  double x, y, z;
};
struct ValueAndIndex {  // with a hole
  float value;
  uint64_t index;
};
struct TwoVectors {  // 16-byte alignment
  float4 a, b;
};

__device__ unsigned tid() { return threadIdx.x; }

#define AGGREGATE(name, In, Out, ...)                                                                        \
  __global__ void name(const In* in, Out* out, unsigned n) {                                                 \
    (void)in, (void)n;                                                                                       \
    __VA_ARGS__                                                                                              \
  }                                                                                                          \
  void run_##name(const MapJob<Word>& job) {                                                                 \
    launch(job, name, {1u, 32u}, reinterpret_cast<const In*>(job.input), reinterpret_cast<Out*>(job.output), \
           static_cast<unsigned>(job.n));                                                                    \
  }                                                                                                          \
  [[maybe_unused]] static const Registration registration_##name =                                           \
      Registration(kThisBuild, __FILE__, "test/" #name, "", run_##name);

// --- copies ---
AGGREGATE(agg_pair, Pair, Pair, out[tid()] = in[tid()];)
AGGREGATE(agg_quad, Quad, Quad, out[tid()] = in[tid()];)
AGGREGATE(agg_six, Six, Six, out[tid()] = in[tid()];)
AGGREGATE(agg_many, Many, Many, out[tid()] = in[tid()];)
AGGREGATE(agg_bytes, Bytes, Bytes, out[tid()] = in[tid()];)
AGGREGATE(agg_shorts, Shorts, Shorts, out[tid()] = in[tid()];)
AGGREGATE(agg_doubles, Doubles, Doubles, out[tid()] = in[tid()];)
AGGREGATE(agg_value_and_index, ValueAndIndex, ValueAndIndex, out[tid()] = in[tid()];)
AGGREGATE(agg_two_vectors, TwoVectors, TwoVectors, out[tid()] = in[tid()];)
AGGREGATE(agg_float2, float2, float2, out[tid()] = in[tid()];)
AGGREGATE(agg_float3, float3, float3, out[tid()] = in[tid()];)
AGGREGATE(agg_float4, float4, float4, out[tid()] = in[tid()];)
AGGREGATE(agg_double2, double2, double2, out[tid()] = in[tid()];)

// --- through shared memory ---
AGGREGATE(agg_shared_pair, Pair, Pair, __shared__ Pair tile[32]; tile[tid()] = in[tid()]; __syncthreads();
          out[tid()] = tile[tid() ^ 1];)
AGGREGATE(agg_shared_quad, Quad, Quad, __shared__ Quad tile[32]; tile[tid()] = in[tid()]; __syncthreads();
          out[tid()] = tile[tid() ^ 1];)
AGGREGATE(agg_shared_float4, float4, float4, __shared__ float4 tile[32]; tile[tid()] = in[tid()];
          __syncthreads(); out[tid()] = tile[tid() ^ 1];)

// --- by value, to functions that are not inlined ---
__attribute__((noinline)) __device__ float add_pair(Pair p) { return p.x + p.y; }
__attribute__((noinline)) __device__ float add_quad(Quad q) { return q.a + q.b + q.c + q.d; }
__attribute__((noinline)) __device__ float add_six(Six s) { return s.a + s.b + s.c + s.d + s.e + s.f; }
__attribute__((noinline)) __device__ float add_vector(float4 v) { return v.x + v.y + v.z + v.w; }
AGGREGATE(agg_pair_by_value, Pair, float, out[tid()] = add_pair(in[tid()]);)
AGGREGATE(agg_quad_by_value, Quad, float, out[tid()] = add_quad(in[tid()]);)
AGGREGATE(agg_six_by_value, Six, float, out[tid()] = add_six(in[tid()]);)
AGGREGATE(agg_vector_by_value, float4, float, out[tid()] = add_vector(in[tid()]);)
AGGREGATE(agg_shared_by_value, Pair, float, __shared__ Pair tile[32]; tile[tid()] = in[tid()];
          __syncthreads(); out[tid()] = add_pair(tile[tid() ^ 1]);)

// --- memcpy and memset ---
AGGREGATE(agg_memcpy, Word, Word, memcpy(out + 4 * tid(), in + 4 * tid(), n);)
AGGREGATE(agg_memcpy_16, Word, Word, memcpy(out + 4 * tid(), in + 4 * tid(), 16);)
AGGREGATE(agg_memset, Word, Word, memset(out + 4 * tid(), 0, n);)
AGGREGATE(agg_memset_16, Word, Word, memset(out + 4 * tid(), 0, 16);)

// --- element by element, and tables ---
AGGREGATE(agg_loose_words, float, float, const unsigned i = 4 * tid();
          out[tid()] = in[i] + in[i + 1] + in[i + 2] + in[i + 3];)
AGGREGATE(agg_zero_six, float, Six, out[tid()] = Six{};)
__constant__ float kConstant[32] = {1, 2, 3};
__constant__ const float kConstantToo[32] = {1, 2, 3};
const __device__ float kTable[32] = {1, 2, 3};
__device__ float variable[32];
AGGREGATE(agg_constant, float, float, out[tid()] = kConstant[tid()] + kConstantToo[n % 32];)
AGGREGATE(agg_table, float, float, out[tid()] = kTable[tid()];)
AGGREGATE(agg_variable, float, float, out[tid()] = variable[tid()]; if (n == 0) variable[0] = 1;)

// --- what nvcc makes one access of ---
__device__ void operator+=(float4& a, const float4& b) { a.x += b.x, a.y += b.y, a.z += b.z, a.w += b.w; }
AGGREGATE(agg_vector_sum, float4, float4, float4 sum = {0, 0, 0, 0}; sum += in[tid()]; sum += in[tid() + 32];
          out[tid()] = sum;)
AGGREGATE(agg_vector_in_braces, float, float4, const float x = in[tid()];
          out[tid()] = float4{x, 2 * x, 3 * x, 4 * x};)

}  // namespace
