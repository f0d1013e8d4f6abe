// The standard headers that every kernel file has through stage/, compiled once for all of them (cmake/Kernels.cmake).
// Files include what they use all the same.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
