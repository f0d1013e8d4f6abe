// The repository from which this program was built: kernel files, recorded results and docs are read from
// it.
#pragma once
#include <string>

namespace ladder::os {

// `path` is relative to the repository: "results/schema.json". The result is absolute.
std::string in_repository(const std::string& path);
std::string repository();
std::string version();  // the project's version: "0.9.0", from CMakeLists.txt
// The folder for builds and the last run: $LADDER_BUILD, or build/ in the repository.
std::string in_build_folder(const std::string& path);

// Returns whether the file, given by its full path, belongs to the harness. (The kernels and programs of the
// harness tests do not belong to it: they count as user files.)
bool is_of_the_harness(const std::string& path);

// The $schema of one of our files, such as "grade.schema.json" in results/: an address that works without a
// copy of this repository.
std::string schema(const std::string& name);

// The inverse of in_repository(): ".../kernels/reduce/v0.cu" becomes "kernels/reduce/v0.cu". A path outside it
// is returned unchanged.
std::string relative_to_repository(const std::string& path);

}  // namespace ladder::os
