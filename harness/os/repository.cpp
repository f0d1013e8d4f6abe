#include "os/repository.h"

namespace os {

std::string repository() { return LADDER_SOURCE_DIR; }
std::string in_repository(const std::string& path) { return repository() + "/" + path; }

}  // namespace os
