// A ratio of two times, for people.
#pragma once
#include <string>

#include "bench/result.h"

namespace report {

std::string ratio_text(const bench::Ratio&);  // "1.56×", "≈1.01×" when not distinguishable from 1

}  // namespace report
