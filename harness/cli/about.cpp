#include "cli/about.h"

namespace ladder::cli {

const About about = {LADDER_HAS_CUDA, LADDER_COMPILER, LADDER_OLDEST_CUDA, LADDER_CATCH2_VERSION};

}  // namespace ladder::cli
