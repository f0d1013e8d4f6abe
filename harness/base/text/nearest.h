// Finds the names that a mistyped word might stand for: stages, tracks, options. "v1" can stand for
// reduce/v1.
#pragma once
#include <string>
#include <vector>

namespace ladder::text {

// Up to three of `names` that `typed` might mean, nearest first.
std::vector<std::string> nearest(const std::string& typed, const std::vector<std::string>& names);
// "; did you mean a, b or c?", or "".
std::string did_you_mean(const std::string& typed, const std::vector<std::string>& names);

}  // namespace ladder::text
