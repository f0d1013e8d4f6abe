// The standard headers that every kernel file includes through stage/, compiled once for all of
// them (cmake/Kernels.cmake). Files still include what they use.
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
