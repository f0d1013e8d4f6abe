#pragma once
#include <cfenv>
#include <cmath>

namespace ladder::simt {

constexpr int kRoundings[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
inline double bessel_i0(double x) { return std::cyl_bessel_i(0.0, x); }
inline double bessel_i1(double x) { return std::cyl_bessel_i(1.0, x); }

}  // namespace ladder::simt
