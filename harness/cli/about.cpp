#include "cli/about.h"

namespace ladder::cli {

const About about = {
    LADDER_HAS_CUDA,
    LADDER_COMPILER,
    LADDER_OLDEST_CUDA,
    {{"Catch2", LADDER_CATCH2_VERSION, "for ./ladder test: apt-get install catch2"},
     {"toml++", LADDER_TOML_VERSION, "for ./ladder grade --assignment: apt-get install libtomlplusplus-dev"},
     {"libarchive", LADDER_ARCHIVE_VERSION,
      "for ./ladder grade --assignment: apt-get install libarchive-dev"},
     {"cpp-httplib", LADDER_HTTPLIB_VERSION, "for ./ladder studio: apt-get install libcpp-httplib-dev"}}};

}  // namespace ladder::cli
