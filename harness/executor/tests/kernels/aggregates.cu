// The cost of structures, vectors, memcpy and tables. Each kernel runs one warp, so that its requests are those
// of one lane's code. test_aggregates.cpp compares the counts with Nsight Compute's in
// results/h200/aggregates.json (harness/record/aggregates.py). The stages are named test/agg_….
#include <cstring>

#include "tracks/map.h"

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
struct ValueAndIndex {  // with padding
  float value;
  uint64_t index;
};
struct Three {
  float a, b, c;
};
struct alignas(16) Aligned {  // with padding at the end
  float a, b, c;
};
struct alignas(16) Mixed {
  float a;
  int b;
  float c, d;
};
struct Five {
  float a, b, c, d, e;
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

// --- several accesses that nvcc merges into one ---
__device__ void operator+=(float4& a, const float4& b) { a.x += b.x, a.y += b.y, a.z += b.z, a.w += b.w; }
AGGREGATE(agg_vector_sum, float4, float4, float4 sum = {0, 0, 0, 0}; sum += in[tid()]; sum += in[tid() + 32];
          out[tid()] = sum;)
AGGREGATE(agg_vector_in_braces, float, float4, const float x = in[tid()];
          out[tid()] = float4{x, 2 * x, 3 * x, 4 * x};)

// --- by value, to functions that are inlined, next to other floats ---
__device__ float weigh(float2 v, float w) { return v.x * 0.5f + v.y * w; }
__device__ float weigh(float4 v, float w) { return v.x * 0.5f + v.y * w - v.z * 0.25f + v.w; }
__device__ float weigh(Three v, float w) { return v.a * 0.5f + v.b * w - v.c * 0.25f; }
__device__ float weigh(Aligned v, float w) { return v.a * 0.5f + v.b * w - v.c * 0.25f; }
__device__ float weigh(Mixed v, float w) {
  return v.a * 0.5f + static_cast<float>(v.b) * w - v.c * 0.25f + v.d;
}
__device__ int weigh(int4 v) { return v.x + 2 * v.y + 3 * v.z + 4 * v.w; }
__device__ unsigned weigh(uint2 v) { return v.x + 2 * v.y; }
AGGREGATE(agg_float2_inlined, float2, float, out[tid()] = weigh(in[tid()], 1.5f);)
AGGREGATE(agg_float4_inlined, float4, float, out[tid()] = weigh(in[tid()], 1.5f);)
AGGREGATE(agg_three_inlined, Three, float, out[tid()] = weigh(in[tid()], 1.5f);)
AGGREGATE(agg_aligned_inlined, Aligned, float, out[tid()] = weigh(in[tid()], 1.5f);)
AGGREGATE(agg_mixed_inlined, Mixed, float, out[tid()] = weigh(in[tid()], 1.5f);)
AGGREGATE(agg_int4_inlined, int4, int, out[tid()] = weigh(in[tid()]);)
AGGREGATE(agg_uint2_inlined, uint2, unsigned, out[tid()] = weigh(in[tid()]);)
AGGREGATE(agg_shared_inlined, float4, float, __shared__ float4 tile[32]; tile[tid()] = in[tid()];
          __syncthreads(); float sum = 0; for (unsigned k = 0; k < n; ++k) sum += weigh(tile[k], sum);
          out[tid()] = sum;)

// --- by value, to functions that are not inlined ---
#define APART __attribute__((noinline)) __device__
APART float weigh_apart(float2 v, float w) { return weigh(v, w); }
APART float weigh_apart(float4 v, float w) { return weigh(v, w); }
APART float weigh_apart(Three v, float w) { return weigh(v, w); }
APART float weigh_apart(Mixed v, float w) { return weigh(v, w); }
APART int weigh_apart(int4 v) { return weigh(v); }
APART unsigned weigh_apart(uint2 v) { return weigh(v); }
APART float first_and_last(TwoVectors v) { return v.a.x + v.b.w; }
APART float first_and_last(Five v) { return v.a + v.e; }
AGGREGATE(agg_float2_apart, float2, float, out[tid()] = weigh_apart(in[tid()], 1.5f);)
AGGREGATE(agg_float4_apart, float4, float, out[tid()] = weigh_apart(in[tid()], 1.5f);)
AGGREGATE(agg_three_apart, Three, float, out[tid()] = weigh_apart(in[tid()], 1.5f);)
AGGREGATE(agg_mixed_apart, Mixed, float, out[tid()] = weigh_apart(in[tid()], 1.5f);)
AGGREGATE(agg_int4_apart, int4, int, out[tid()] = weigh_apart(in[tid()]);)
AGGREGATE(agg_uint2_apart, uint2, unsigned, out[tid()] = weigh_apart(in[tid()]);)
AGGREGATE(agg_shared_apart, float4, float, __shared__ float4 tile[32]; tile[tid()] = in[tid()];
          __syncthreads(); float sum = 0; for (unsigned k = 0; k < n; ++k) sum += weigh_apart(tile[k], sum);
          out[tid()] = sum;)

APART Three pull(float4 me, float4 other, Three sum) {
  const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
  return {sum.a + dx * other.w, sum.b + dy * other.w, sum.c + dz * other.w};
}
AGGREGATE(agg_two_kinds_apart, float4, Three, out[tid()] = pull(in[tid()], in[tid() + 32], Three{1, 2, 3});)
AGGREGATE(agg_two_vectors_apart, TwoVectors, float, out[tid()] = first_and_last(in[tid()]);)
AGGREGATE(agg_five_apart, Five, float, out[tid()] = first_and_last(in[tid()]);)

// --- returned by value, and stored from a parameter ---
APART float4 scaled(float4 v) { return {v.x * 0.5f, v.y * 1.5f, v.z * 0.25f, v.w}; }
APART float2 scaled(float2 v) { return {v.x * 0.5f, v.y * 1.5f}; }
APART Three scaled(Three v) { return {v.a * 0.5f, v.b * 1.5f, v.c}; }
APART float4 element(const float4* in, unsigned i) { return in[i]; }
APART Three element(const Three* in, unsigned i) { return in[i]; }
APART void put(float4* out, float4 v) { *out = v; }
APART void put(uint2* out, uint2 v) { *out = v; }
APART void put(Three* out, Three v) { *out = v; }
AGGREGATE(agg_float4_returned, float4, float4, out[tid()] = scaled(in[tid()]);)
AGGREGATE(agg_float2_returned, float2, float2, out[tid()] = scaled(in[tid()]);)
AGGREGATE(agg_three_returned, Three, Three, out[tid()] = scaled(in[tid()]);)
AGGREGATE(agg_float4_element, float4, float4, out[tid()] = element(in, tid());)
AGGREGATE(agg_three_element, Three, Three, out[tid()] = element(in, tid());)
AGGREGATE(agg_float4_put, float4, float4, put(out + tid(), in[tid()]);)
AGGREGATE(agg_uint2_put, uint2, uint2, put(out + tid(), in[tid()]);)
AGGREGATE(agg_three_put, Three, Three, put(out + tid(), in[tid()]);)

}  // namespace
