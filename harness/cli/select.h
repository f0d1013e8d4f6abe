// From what was typed to the stages that were meant: tracks, ids, globs, and the nearest names for what is
// neither. Used by the commands.
#pragma once
#include <string>
#include <vector>

#include "stage/registry.h"

namespace cli {

enum class Pitfalls { only_if_named, with_the_rest };

// Ids in lesson order, each once: everything if `wanted` is empty. Rows that are not stages ("ceiling/read")
// only if named. Throws Failure, offering the nearest names.
std::vector<std::string> select(const std::vector<std::string>& wanted, Pitfalls);

// One stage by its exact id, or by a glob that only it matches. Throws Failure.
const stage::Stage& one_stage(const std::string& wanted);

// Up to three of `names` that `typed` could have meant, nearest first.
std::vector<std::string> nearest(const std::string& typed, const std::vector<std::string>& names);
// "; did you mean a, b or c?", or "".
std::string did_you_mean(const std::string& typed, const std::vector<std::string>& names);

}  // namespace cli
