// String matchers with the same names for Catch2 v2 and v3.
#pragma once
#include <string>

#include "tests/catch.h"

#if __has_include(<catch2/catch_all.hpp>)
inline auto contains(const std::string& words) { return Catch::Matchers::ContainsSubstring(words); }
#else
inline auto contains(const std::string& words) { return Catch::Matchers::Contains(words); }
#endif
inline auto starts_with(const std::string& words) { return Catch::Matchers::StartsWith(words); }
