// The large headers that most of the harness includes, compiled once (CMakeLists.txt). Files include what
// they use all the same.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>
