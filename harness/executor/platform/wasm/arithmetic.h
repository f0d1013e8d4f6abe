#pragma once
#include <cfenv>

namespace ladder::simt {

// WebAssembly has only one rounding mode.
constexpr int kRoundings[] = {FE_TONEAREST, FE_TONEAREST, FE_TONEAREST, FE_TONEAREST};

// The power series; all its terms have the same sign.
inline double bessel_i(int order, double x) {
  double term = order == 0 ? 1 : x / 2, sum = term;
  for (int k = 1; term > sum * 1e-17; ++k) sum += term *= x * x / 4 / k / (k + order);
  return sum;
}
inline double bessel_i0(double x) { return bessel_i(0, x); }  // x >= 0
inline double bessel_i1(double x) { return bessel_i(1, x); }

}  // namespace ladder::simt
