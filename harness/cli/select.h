// Finds the stages selected by a user's words (tracks, ids, globs), and the stage with which a stage is
// compared.
#pragma once
#include <string>
#include <vector>

#include "stage/registry.h"

namespace ladder::cli {

// only_if_named: pitfalls and first steps, which are not compared with other stages, are included only if
// named.
enum class Pitfalls { only_if_named, with_the_rest };

// Ids in lesson order, without duplicates: everything if `wanted` is empty. Rows that are not stages
// ("ceiling/read") are included only if named. Throws Failure with the nearest names.
std::vector<std::string> select(const std::vector<std::string>& wanted, Pitfalls);

// Throws Failure if the stage's file does not compile.
void refuse_broken(const std::string& id);

// One stage by its exact id, or by a glob that only it matches. Throws Failure.
const stage::Stage& one_stage(const std::string& wanted);

// The id of the stage that this one changes: for a pitfall, the stage from which it differs by a mistake;
// otherwise the preceding stage. "": none.
std::string changed_from(const stage::Stage&);

}  // namespace ladder::cli
