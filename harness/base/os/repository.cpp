#include "os/repository.h"

#include <cstdlib>
#include <filesystem>

namespace ladder::os {

std::string repository() { return LADDER_SOURCE_DIR; }
std::string schema(const std::string& name) {
  return "https://raw.githubusercontent.com/warp-ladder/warp-ladder/main/results/" + name;
}
std::string version() { return LADDER_VERSION; }
std::string in_repository(const std::string& path) {
  return path.starts_with('/') ? path : repository() + "/" + path;
}

std::string in_build_folder(const std::string& path) {
  const char* folder = std::getenv("LADDER_BUILD");
  return (folder != nullptr && *folder != '\0' ? std::string(folder) : in_repository("build")) + "/" + path;
}

bool is_of_the_harness(const std::string& path) {
  const size_t at = path.rfind("/harness/");
  if (at == std::string::npos || path.find("/tests/", at) != std::string::npos) return false;
  // Objects that a compiler cache took from another clone refer to that clone.
  return path.starts_with(in_repository("harness/")) ||
         std::filesystem::exists(in_repository(path.substr(at + 1)));
}

std::string relative_to_repository(const std::string& path) {
  if (path.starts_with(in_repository(""))) return path.substr(in_repository("").size());
  // A path from a build elsewhere, or with shortened paths, is recognised by the repository's own
  // directories.
  for (const char* directory : {"/kernels/", "/harness/"})
    if (const size_t at = path.rfind(directory); at != std::string::npos) {
      const size_t tests = path.rfind("/harness/");
      return path.substr((tests != std::string::npos && tests < at ? tests : at) + 1);
    }
  return path;
}

}  // namespace ladder::os
