// The parts of helper_functions.h that NVIDIA's samples use, except images.
#pragma once
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "helper_string.h"
#include "helper_timer.h"

inline bool sdkCompareL2fe(const float* reference, const float* data, unsigned count, float epsilon) {
  double error = 0, size = 0;
  for (unsigned i = 0; i < count; ++i) {
    const double difference = static_cast<double>(reference[i]) - data[i];
    error += difference * difference;
    size += static_cast<double>(reference[i]) * reference[i];
  }
  return size > 0 && std::sqrt(error / size) < epsilon;
}
template <typename T>
bool compareData(const T* reference, const T* data, unsigned count, float epsilon,
                 float share_that_may_differ) {
  unsigned different = 0;
  for (unsigned i = 0; i < count; ++i)
    different += !(std::fabs(static_cast<double>(reference[i]) - static_cast<double>(data[i])) <= epsilon);
  return different <= share_that_may_differ * static_cast<float>(count);
}
