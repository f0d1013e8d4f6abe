// The large headers that most of the harness includes, compiled once (CMakeLists.txt). Files still include
// what they use.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>
