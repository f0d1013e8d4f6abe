// Where this program was built from: kernel files, recorded results and docs are read from there.
#pragma once
#include <string>

namespace os {

// `path` is relative to the repository: "results/schema.json". The answer is absolute.
std::string in_repository(const std::string& path);
std::string repository();
std::string version();  // of this project: "0.9.0", as CMakeLists.txt has it
// Where builds and the last run are: $LADDER_BUILD, or build/ in the repository.
std::string in_build_folder(const std::string& path);

// Is the file, by its full path, one of the harness's own? Its tests' kernels and programs are not: they are a user's.
bool is_of_the_harness(const std::string& path);

// What a file of ours names as its $schema: "grade.schema.json" of results/, where whoever has no copy of this repository finds it.
std::string schema(const std::string& name);

// The other way round of in_repository(): ".../kernels/reduce/v0.cu" becomes "kernels/reduce/v0.cu". A path from elsewhere stays
// as it is.
std::string relative_to_repository(const std::string& path);

}  // namespace os
