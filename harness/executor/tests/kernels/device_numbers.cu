// The results of CUDA's intrinsics, each compared with the expected value. Stages test/device_…:
// output[0] counts the wrong answers, and the line numbers of the first wrong ones follow. Compiled like any
// kernel file, so that a GPU runs the same tests as the executor.
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math_constants.h>

#include <cstring>

#include "tracks/map.h"
#include "tests/kernels/answers.h"

namespace {

__global__ void device_integers(const Word*, Word* output, size_t) {
  if (threadIdx.x != 0) return;
  EQUAL(__brev(1u), 0x80000000u);
  EQUAL(__brev(0x12345678u), 0x1e6a2c48u);
  EQUAL(__brevll(1ull), 0x8000000000000000ull);
  EQUAL(__brevll(0x123456789abcdef0ull), 0x0f7b3d591e6a2c48ull);
  EQUAL(__clz(0), 32);
  EQUAL(__clz(1), 31);
  EQUAL(__clz(-1), 0);
  EQUAL(__clzll(0), 64);
  EQUAL(__clzll(1), 63);
  EQUAL(__ffs(0), 0);
  EQUAL(__ffs(8), 4);
  EQUAL(__ffsll(0), 0);
  EQUAL(__ffsll(1ll << 40), 41);
  EQUAL(__popc(0xf0f0f0f0u), 16);
  EQUAL(__popcll(0xf0f0f0f0f0f0f0f0ull), 32);
  EQUAL(__mul24(0x01000003, 5), 15);
  EQUAL(__mul24(-3, 5), -15);
  EQUAL(__umul24(0xff000003u, 5u), 15u);
  EQUAL(__mulhi(0x40000000, 8), 2);
  EQUAL(__mulhi(-1, 1), -1);
  EQUAL(__umulhi(0xffffffffu, 0xffffffffu), 0xfffffffeu);
  EQUAL(__mul64hi(-1ll, 1ll), -1ll);
  EQUAL(__umul64hi(~0ull, ~0ull), ~0ull - 1);
  EQUAL(__byte_perm(0x33221100u, 0x77665544u, 0x7520u), 0x77552200u);
  EQUAL(__byte_perm(0x33221100u, 0x77665544u, 0x0123u), 0x00112233u);
  EQUAL(__funnelshift_l(0x80000000u, 1u, 1), 3u);
  EQUAL(__funnelshift_l(0x80000000u, 1u, 33), 3u);
  EQUAL(__funnelshift_lc(0x80000000u, 1u, 40), 0x80000000u);
  EQUAL(__funnelshift_lc(5u, 6u, 0), 6u);
  EQUAL(__funnelshift_r(0x80000000u, 1u, 31), 3u);
  EQUAL(__funnelshift_r(5u, 6u, 32), 5u);
  EQUAL(__funnelshift_rc(5u, 6u, 40), 6u);
  EQUAL(__sad(-5, 7, 1u), 13u);
  EQUAL(__sad(-2147483647 - 1, 2147483647, 0u), 0xffffffffu);
  EQUAL(__usad(7u, 5u, 1u), 3u);
  EQUAL(__hadd(-3, 2), -1);
  EQUAL(__rhadd(-3, 2), 0);
  EQUAL(__uhadd(0xffffffffu, 1u), 0x80000000u);
  EQUAL(__urhadd(0xffffffffu, 0u), 0x80000000u);
  EQUAL(__dp4a(0x7f80ff01, 0x01010101, 10), 10 + 127 - 128 - 1 + 1);
  EQUAL(__dp4a(0xff0000ffu, 0x02000001u, 1u), 1u + 510 + 255);
  EQUAL(__dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, 7, 8), 0), 5 - 12 + 21 - 32);
  EQUAL(__dp2a_lo(static_cast<int>(0xffff0002), 0x0000ff03, 0), 6 + 1);
  EQUAL(__dp2a_hi(static_cast<int>(0xffff0002), static_cast<int>(0xff030000), 0), 6 + 1);
  EQUAL(__vadd2(0xffff0001u, 0x00010001u), 0x00000002u);
  EQUAL(__vaddss4(0x7f80017fu, 0x01ff0101u), 0x7f80027fu);
  EQUAL(__vsub4(0x00010203u, 0x01010101u), 0xff000102u);
  EQUAL(__vsubus2(0x00010005u, 0x00020003u), 0x00000002u);
  EQUAL(__vabs4(0x80ff7f01u), 0x80017f01u);
  EQUAL(__vabsdiffu4(0x01ff0005u, 0x02000300u), 0x01ff0305u);
  EQUAL(__vavgu4(0x01020304u, 0x02020202u), 0x02020303u);
  EQUAL(__vcmpeq4(0x01020304u, 0x01000300u), 0xff00ff00u);
  EQUAL(__vcmpgts2(0x8000ffffu, 0x00018000u), 0x0000ffffu);
  EQUAL(__vcmpgtu2(0x8000ffffu, 0x00018000u), 0xffffffffu);
  EQUAL(__vsetlts4(0x80017f00u, 0x00017fffu), 0x01000000u);
  EQUAL(__vmaxs2(0x8000ffffu, 0x00010001u), 0x00010001u);
  EQUAL(__vminu4(0x01ff0304u, 0x02000404u), 0x01000304u);
  EQUAL(__vsadu4(0x01020304u, 0x04030201u), 8u);
  EQUAL(__vneg2(0x00018000u), 0xffff8000u);
  EQUAL(__vnegss2(0x00018000u), 0xffff7fffu);
}
ANSWERS(device_integers)

__global__ void device_casts(const Word*, Word* output, size_t) {
  if (threadIdx.x != 0) return;
  const float nan = __int_as_float(0x7fc00000), inf = __int_as_float(0x7f800000);
  const double nan64 = nan, inf64 = inf;
  EQUAL(__float_as_int(-0.0f), static_cast<int>(0x80000000));
  EQUAL(__float_as_uint(1.0f), 0x3f800000u);
  EQUAL(__uint_as_float(0x40490fdbu), 3.14159274f);
  EQUAL(__double_as_longlong(1.0), 0x3ff0000000000000ll);
  EQUAL(__longlong_as_double(0x4000000000000000ll), 2.0);
  EQUAL(__double2hiint(1.0), 0x3ff00000);
  EQUAL(__double2loint(1.0), 0);
  EQUAL(__hiloint2double(0x3ff00000, 0), 1.0);
  EQUAL(__float2int_rn(2.5f), 2);
  EQUAL(__float2int_rn(3.5f), 4);
  EQUAL(__float2int_rz(-2.9f), -2);
  EQUAL(__float2int_ru(2.1f), 3);
  EQUAL(__float2int_rd(-2.1f), -3);
  EQUAL(__float2int_rn(3e9f), 2147483647);
  EQUAL(__float2int_rn(-3e9f), -2147483647 - 1);
  EQUAL(__float2int_rz(nan), 0);
  EQUAL(__float2uint_rz(-1.0f), 0u);
  EQUAL(__float2uint_rn(inf), 0xffffffffu);
  EQUAL(__float2uint_rn(nan), 0u);
  EQUAL(__float2ll_rz(1e30f), 0x7fffffffffffffffll);
  EQUAL(__float2ll_rn(nan), static_cast<long long>(0x8000000000000000ull));
  EQUAL(__float2ull_rz(-5.0f), 0ull);
  EQUAL(__double2int_rn(0.5), 0);
  EQUAL(__double2int_rn(1.5), 2);
  EQUAL(__double2int_rz(inf64), 2147483647);
  EQUAL(__double2int_rz(nan64), static_cast<int>(0x80000000));
  EQUAL(__double2uint_rz(4294967295.5), 0xffffffffu);
  EQUAL(__double2ll_rn(-1e300), static_cast<long long>(0x8000000000000000ull));
  EQUAL(__double2float_rn(1.0 + 0x1p-24), 1.0f);
  EQUAL(__double2float_ru(1.0 + 0x1p-24), 1.0f + 0x1p-23f);
  EQUAL(__double2float_rd(-1.0 - 0x1p-30), -1.0f - 0x1p-23f);
  EQUAL(__int2float_rn(16777217), 16777216.0f);
  EQUAL(__int2float_ru(16777217), 16777218.0f);
  EQUAL(__uint2float_rz(0xffffffffu), 4294967040.0f);
  EQUAL(__ll2float_rd(-16777217ll), -16777218.0f);
  EQUAL(__ll2double_ru((1ll << 53) + 1), 9007199254740994.0);
  EQUAL(__ull2double_rn(~0ull), 18446744073709551616.0);
  EQUAL(__fadd_rn(1.0f, 0x1p-24f), 1.0f);
  EQUAL(__fadd_ru(1.0f, 0x1p-24f), 1.0f + 0x1p-23f);
  EQUAL(__fsub_rd(1.0f, 0x1p-30f), 1.0f - 0x1p-24f);
  EQUAL(__fmul_rz(1.0f + 0x1p-23f, 1.0f + 0x1p-23f), 1.0f + 0x1p-22f);
  EQUAL(__fdiv_ru(1.0f, 3.0f), 0x1.555556p-2f);
  EQUAL(__fdiv_rd(1.0f, 3.0f), 0x1.555554p-2f);
  EQUAL(__frcp_rn(3.0f), 0x1.555556p-2f);
  EQUAL(__fsqrt_rn(2.0f), 0x1.6a09e6p+0f);
  EQUAL(__fsqrt_ru(2.0f), 0x1.6a09e8p+0f);
  EQUAL(__frsqrt_rn(4.0f), 0.5f);
  EQUAL(__fmaf_rn(1.0f + 0x1p-12f, 1.0f + 0x1p-12f, -1.0f), 0x1p-11f + 0x1p-24f);
  EQUAL(__dadd_rz(1.0, -0x1p-60), 1.0 - 0x1p-53);
  EQUAL(__dmul_ru(1.0 + 0x1p-52, 1.0 + 0x1p-52), 1.0 + 0x1p-51 + 0x1p-52);
  EQUAL(__ddiv_rn(1.0, 3.0), 1.0 / 3.0);
  EQUAL(__dsqrt_rn(2.0), 0x1.6a09e667f3bcdp+0);
  EQUAL(__fma_rn(2.0, 3.0, 4.0), 10.0);
  EQUAL(__saturatef(nan), 0.0f);
  EQUAL(__saturatef(2.0f), 1.0f);
  EQUAL(__saturatef(-2.0f), 0.0f);
  EQUAL(min(-1, 2), -1);
  EQUAL(max(1u, 2u), 2u);
  EQUAL(max(1ll, 2ll), 2ll);
  EQUAL(min(nan, 1.0f), 1.0f);
  EQUAL(abs(-1.5f), 1.5f);
}
ANSWERS(device_casts)

__global__ void device_mathematics(const Word*, Word* output, size_t) {
  if (threadIdx.x != 0) return;
  const float nan = __int_as_float(0x7fc00000), inf = __int_as_float(0x7f800000);
  CLOSE(__expf(1.0f), 2.718281828f);
  CLOSE(__exp10f(2.0f), 100.0f);
  CLOSE(__logf(10.0f), 2.302585093f);
  CLOSE(__log2f(8.0f), 3.0f);
  CLOSE(__log10f(1000.0f), 3.0f);
  CLOSE(__sinf(1.0f), 0.8414709848f);
  CLOSE(__cosf(1.0f), 0.5403023059f);
  CLOSE(__tanf(1.0f), 1.557407725f);
  CLOSE(__powf(2.0f, 10.0f), 1024.0f);
  EQUAL(__powf(-2.0f, 2.0f) == __powf(-2.0f, 2.0f), false);  // NaN
  CLOSE(__fdividef(1.0f, 3.0f), 0.3333333333f);
  EQUAL(__fdividef(1.0f, 0x1.8p126f), 0.0f);
  CLOSE(rsqrtf(4.0f), 0.5f);
  CLOSE(rsqrt(16.0), 0.25);
  CLOSE(rcbrtf(8.0f), 0.5f);
  CLOSE(exp10f(-1.0f), 0.1f);
  EQUAL(sinpif(1.0f), 0.0f);
  CLOSE(sinpif(0.5f), 1.0f);
  CLOSE(cospif(1.0f), -1.0f);
  EQUAL(cospi(0.5), 0.0);
  CLOSE(sinpi(1.75), -0.7071067811865475);
  const float sides[] = {3.0f, 4.0f};
  CLOSE(normf(2, sides), 5.0f);
  CLOSE(norm3df(1.0f, 2.0f, 2.0f), 3.0f);
  CLOSE(rnorm4df(1.0f, 1.0f, 1.0f, 1.0f), 0.5f);
  CLOSE(rhypotf(3.0f, 4.0f), 0.2f);
  CLOSE(erfinvf(0.5f), 0.4769362762f);
  CLOSE(erfcinv(0.1), 1.1630871536766743);
  CLOSE(erfcxf(2.0f), 0.2553956763f);
  CLOSE(erfcx(30.0), 0.018795888861416751);
  CLOSE(normcdff(1.0f), 0.8413447461f);
  CLOSE(normcdfinv(0.975), 1.959963984540054);
  CLOSE(cyl_bessel_i0f(1.0f), 1.266065878f);
  CLOSE(fdividef(6.0f, 3.0f), 2.0f);
  float s = 0, c = 0;
  sincosf(1.0f, &s, &c);
  CLOSE(s, 0.8414709848f);
  __sincosf(1.0f, &s, &c);
  CLOSE(c, 0.5403023059f);
  sincospif(0.25f, &s, &c);
  CLOSE(s, 0.7071067812f);
  EQUAL(rsqrtf(0.0f), inf);
  EQUAL(CUDART_INF_F, inf);
  EQUAL(CUDART_PI_F, 3.14159274f);
  EQUAL(CUDART_PI, 3.14159265358979312);
  const cuFloatComplex i = make_cuFloatComplex(0, 1), z = make_cuComplex(3, 4);
  EQUAL(cuCmulf(i, z).x, -4.0f);
  EQUAL(cuCmulf(i, z).y, 3.0f);
  EQUAL(cuCabsf(z), 5.0f);
  EQUAL(cuConjf(z).y, -4.0f);
  CLOSE(cuCimagf(cuCdivf(z, i)), -3.0f);
  EQUAL(cuCreal(cuCadd(make_cuDoubleComplex(1, 2), cuComplexFloatToDouble(z))), 4.0);
  EQUAL(cuCsubf(z, i).y, 3.0f);
  EQUAL(cuCfmaf(i, z, z).x, -1.0f);
  EQUAL(fmaxf(nan, 1.0f), 1.0f);
}
ANSWERS(device_mathematics)

__global__ void device_vectors(const Word*, Word* output, size_t) {
  if (threadIdx.x != 0) return;
  __shared__ short2 pairs[2];
  __shared__ double4_16a wide;
  __shared__ uchar4 bytes;
  pairs[0] = make_short2(1, -2);
  wide = make_double4_16a(1, 2, 3, 4);
  bytes = make_uchar4(1, 2, 3, 255);
  EQUAL(pairs[0].y, short{-2});
  EQUAL(wide.w, 4.0);
  EQUAL(bytes.w, static_cast<unsigned char>(255));
  EQUAL(sizeof(char3), size_t{3});
  EQUAL(sizeof(ushort4), size_t{8});
  EQUAL(alignof(ulonglong2), size_t{16});
  EQUAL(alignof(float2), size_t{8});
  EQUAL(alignof(double4_32a), size_t{32});
  EQUAL(sizeof(float3), size_t{12});
  EQUAL(alignof(long2), size_t{16});
  EQUAL(make_char4(1, 2, 3, -4).w, static_cast<signed char>(-4));
  EQUAL(make_ulonglong2(1, 2).y, 2ull);
  EQUAL(make_uint3(1, 2, 3).z, 3u);
  EQUAL(make_float1(2.0f).x, 2.0f);
  EQUAL(make_int4(1, 2, 3, 4).w, 4);
  EQUAL(make_longlong4_32a(1, 2, 3, 4).w, 4ll);
  const dim3 shape(make_uint3(4, 5, 6)), line = 7;
  const uint3 back = shape;
  EQUAL(back.y, 5u);
  EQUAL(line.x + line.y + line.z, 9u);
  const uint word = 3;
  const ushort half_word = 4;
  EQUAL(word + half_word, 7u);
}
ANSWERS(device_vectors)

// Loads and stores with cache hints, and clocks.
__device__ __noinline__ unsigned twice(unsigned x) { return 2 * x; }
__global__ void device_loads(const Word* input, Word* output, size_t) {
  __shared__ int4 stored;
  if (threadIdx.x != 0) return;
  EQUAL(__ldg(input) + __ldca(input) + __ldcg(input) + __ldcs(input) + __ldlu(input) + __ldcv(input),
        6 * input[0]);
  const unsigned at = kLinesKept + 1;
  __stcg(output + at, 1u);
  EQUAL(output[at], 1u);
  __stcs(output + at, 2u);
  __stwb(output + at, 3u);
  EQUAL(output[at], 3u);
  __stwt(output + at, 4u);
  EQUAL(__ldcv(output + at), 4u);
  stored = make_int4(1, 2, 3, 4);
  EQUAL(stored.w, 4);
  const long long begin = clock64();
  const auto ticks = clock();
  EQUAL(twice(21), 42u);
  EQUAL(clock64() >= begin, true);
  EQUAL(clock() >= ticks, true);
}
ANSWERS(device_loads)

template <typename T>
__device__ unsigned bits_of(T x) {
  unsigned short bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
template <typename T2>
__device__ unsigned pair_bits(T2 x) {
  unsigned bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

__global__ void device_halves(const Word*, Word* output, size_t) {
  if (threadIdx.x != 0) return;
  const half nan = CUDART_NAN_FP16, inf = CUDART_INF_FP16, one = 1.0f, two = 2.0f, three = 3;
  EQUAL(bits_of(__float2half(1.0f)), 0x3c00u);
  EQUAL(bits_of(__float2half(65504.0f)), 0x7bffu);
  EQUAL(bits_of(__float2half(65519.0f)), 0x7bffu);
  EQUAL(bits_of(__float2half(65520.0f)), 0x7c00u);
  EQUAL(bits_of(__float2half_rz(1e6f)), 0x7bffu);
  EQUAL(bits_of(__float2half_ru(-1e6f)), 0xfbffu);
  EQUAL(bits_of(__float2half(1.0f + 0x1p-11f)), 0x3c00u);  // a tie: even
  EQUAL(bits_of(__float2half(1.0f + 3 * 0x1p-11f)), 0x3c02u);
  EQUAL(bits_of(__float2half_ru(1.0f + 0x1p-20f)), 0x3c01u);
  EQUAL(bits_of(__float2half_rd(-1.0f - 0x1p-20f)), 0xbc01u);
  EQUAL(bits_of(__float2half(0x1p-24f)), 0x0001u);
  EQUAL(bits_of(__float2half(0x1p-25f)), 0x0000u);
  EQUAL(bits_of(__float2half(0x1.8p-25f)), 0x0001u);
  EQUAL(bits_of(__float2half(-0.0f)), 0x8000u);
  EQUAL(bits_of(__float2half(__half2float(nan))), 0x7fffu);
  EQUAL(bits_of(__double2half(1.0 + 0x1p-11 + 0x1p-40)),
        0x3c01u);  // a float in between would lose the last part
  EQUAL(__half2float(__ushort_as_half(0x0001)), 0x1p-24f);
  EQUAL(__half2float(__ushort_as_half(0x03ff)), 0x1.ff8p-15f);
  EQUAL(bits_of(__int2half_rn(2049)), 0x6800u);
  EQUAL(bits_of(__uint2half_ru(2049)), 0x6801u);
  EQUAL(bits_of(__int2half_rn(100000)), 0x7c00u);
  EQUAL(__half2int_rn(__float2half(2.5f)), 2);
  EQUAL(__half2int_rz(nan), 0);
  EQUAL(__half2int_ru(inf), 2147483647);
  EQUAL(__half2short_rz(inf), short{32767});
  EQUAL(__half2uint_rz(__float2half(-1.0f)), 0u);
  EQUAL(bits_of(__hadd(__float2half(2048.0f), one)), 0x6800u);  // 2048 + 1 is a tie
  EQUAL(bits_of(one + two), bits_of(three));
  EQUAL(bits_of(three * three - two / two), 0x4800u);
  EQUAL(bits_of(__hfma(__ushort_as_half(0x3c03), __ushort_as_half(0x3c03), __float2half(-1.0f))), 0x1e02u);
  EQUAL(bits_of(__hfma(__ushort_as_half(0x7bff), one, __ushort_as_half(0x0001))), 0x7bffu);
  EQUAL(bits_of(__hadd_sat(one, two)), 0x3c00u);
  EQUAL(bits_of(__hsub_sat(one, two)), 0x0000u);
  EQUAL(bits_of(__hfma_relu(one, two, __float2half(-3.0f))), 0x0000u);
  EQUAL(bits_of(-one), 0xbc00u);
  EQUAL(bits_of(__habs(-one)), 0x3c00u);
  EQUAL(bits_of(inf - inf), 0x7fffu);
  EQUAL(bits_of(__hdiv(one, three)), 0x3555u);
  EQUAL(one < two, true);
  EQUAL(nan == nan, false);
  EQUAL(nan != nan, true);
  EQUAL(__hne(nan, one), false);
  EQUAL(__hltu(nan, one), true);
  EQUAL(__hisnan(nan), true);
  EQUAL(__hisinf(-inf), -1);
  EQUAL(bits_of(__hmax(nan, one)), 0x3c00u);
  EQUAL(bits_of(__hmax_nan(nan, one)), 0x7fffu);
  EQUAL(bits_of(__hmin(one, two)), 0x3c00u);
  EQUAL(bits_of(hsqrt(two)), 0x3da8u);
  EQUAL(bits_of(hrsqrt(__float2half(4.0f))), 0x3800u);
  EQUAL(bits_of(hrcp(three)), 0x3555u);
  EQUAL(bits_of(hexp(one)), 0x4170u);
  EQUAL(bits_of(hlog2(__float2half(8.0f))), bits_of(three));
  EQUAL(bits_of(hfloor(__float2half(-1.5f))), 0xc000u);
  EQUAL(bits_of(hrint(__float2half(2.5f))), 0x4000u);
  half sum = one;
  sum += two;
  ++sum;
  EQUAL(float(sum), 4.0f);
  EQUAL(static_cast<int>(sum), 4);
  EQUAL(static_cast<double>(sum), 4.0);
  sum = 2.5;
  EQUAL(float(sum), 2.5f);

  const half2 a = __floats2half2_rn(1.0f, 2.0f), b = __float2half2_rn(3.0f), c = make_half2(one, one);
  EQUAL(pair_bits(__hadd2(a, b)), pair_bits(__floats2half2_rn(4.0f, 5.0f)));
  EQUAL(pair_bits(a * b), pair_bits(__floats2half2_rn(3.0f, 6.0f)));
  EQUAL(pair_bits(__hfma2(a, b, c)), pair_bits(__floats2half2_rn(4.0f, 7.0f)));
  EQUAL(pair_bits(__h2div(b, a)), pair_bits(__floats2half2_rn(3.0f, 1.5f)));
  EQUAL(pair_bits(__hcmadd(a, b, c)), pair_bits(__floats2half2_rn(1.0f - 6.0f + 3.0f, 3.0f + 6.0f + 1.0f)));
  EQUAL(pair_bits(-a), 0xc000bc00u);
  EQUAL(__low2float(a), 1.0f);
  EQUAL(__high2float(a), 2.0f);
  EQUAL(pair_bits(__lowhigh2highlow(a)), 0x3c004000u);
  EQUAL(pair_bits(__halves2half2(two, one)), 0x3c004000u);
  EQUAL(pair_bits(__highs2half2(a, b)), 0x42004000u);
  EQUAL(__half22float2(a).y, 2.0f);
  EQUAL(pair_bits(__float22half2_rn(make_float2(1.0f, 2.0f))), 0x40003c00u);
  EQUAL(__hblt2(a, b), true);
  EQUAL(__hbgt2(a, c), false);
  EQUAL(pair_bits(__hgt2(a, c)), 0x3c000000u);
  EQUAL(__hgt2_mask(a, c), 0xffff0000u);
  EQUAL(pair_bits(__hmax2(a, c)), pair_bits(a));
  EQUAL(pair_bits(h2sqrt(b)), 0x3eee3eeeu);
}
ANSWERS(device_halves)

__global__ void device_bfloats(const Word*, Word* output, size_t) {
  if (threadIdx.x != 0) return;
  const __nv_bfloat16 one = 1.0f, two = 2.0f, nan = CUDART_NAN_BF16;
  EQUAL(bits_of(__float2bfloat16(1.0f)), 0x3f80u);
  EQUAL(bits_of(__float2bfloat16(1.0f + 0x1p-8f)), 0x3f80u);  // a tie: even
  EQUAL(bits_of(__float2bfloat16(1.0f + 3 * 0x1p-8f)), 0x3f82u);
  EQUAL(bits_of(__float2bfloat16_rz(-1.99999f)), 0xbfffu);
  EQUAL(bits_of(__float2bfloat16_ru(1.0f + 0x1p-20f)), 0x3f81u);
  EQUAL(bits_of(__float2bfloat16(3.4e38f)), 0x7f80u);
  EQUAL(bits_of(__float2bfloat16(0x1p-133f)), 0x0001u);
  EQUAL(bits_of(__float2bfloat16(__bfloat162float(nan))), 0x7fffu);
  EQUAL(bits_of(__double2bfloat16(1.0 + 0x1p-8 + 0x1p-40)), 0x3f81u);
  EQUAL(__bfloat162float(__ushort_as_bfloat16(0x4049)), 3.140625f);
  EQUAL(bits_of(one + two), 0x4040u);
  EQUAL(bits_of(__hadd(__float2bfloat16(256.0f), one)), 0x4380u);
  EQUAL(bits_of(__hfma(__ushort_as_bfloat16(0x3f83), __ushort_as_bfloat16(0x3f83), __float2bfloat16(-1.0f))),
        0x3d42u);
  EQUAL(bits_of(two / __float2bfloat16(3.0f)), 0x3f2bu);
  EQUAL(bits_of(__int2bfloat16_rn(257)), 0x4380u);
  EQUAL(__bfloat162int_rz(__float2bfloat16(-2.5f)), -2);
  EQUAL(one < two, true);
  EQUAL(__heq(nan, nan), false);
  EQUAL(bits_of(__hmax(nan, one)), 0x3f80u);
  EQUAL(bits_of(hsqrt(two)), 0x3fb5u);
  const __nv_bfloat162 a = __floats2bfloat162_rn(1.0f, 2.0f), b = __float2bfloat162_rn(3.0f);
  EQUAL(pair_bits(__hmul2(a, b)), 0x40c04040u);
  EQUAL(pair_bits(__hfma2(a, b, a)), 0x41004080u);
  EQUAL(__bfloat1622float2(a).y, 2.0f);
  EQUAL(__low2float(b), 3.0f);
  EQUAL(pair_bits(__halves2bfloat162(two, one)), 0x3f804000u);
}
ANSWERS(device_bfloats)

}  // namespace
