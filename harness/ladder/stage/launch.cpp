#include "stage/launch.h"

#include <stdexcept>
#include <string>

namespace ladder::stage {

void no_version_for(unsigned block) {
  throw std::invalid_argument("no version for blocks of " + std::to_string(block) + " threads");
}

void* scratch_of_level(device::Context& context, const char* name, int level, size_t bytes) {
  if (level == 0) return context.scratch(name, bytes);
  return context.scratch((std::string(name) + "_" + std::to_string(level)).c_str(), bytes);
}

}  // namespace ladder::stage
