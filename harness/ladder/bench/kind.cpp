#include "bench/kind.h"

namespace ladder::bench {

Kind kind_of(const std::string& id) {
  if (id.starts_with("peer/")) return Kind::peer;
  if (id.starts_with("ceiling/")) return Kind::ceiling;
  return id.starts_with("cpu/") ? Kind::cpu : Kind::stage;
}

bool is_limit(const std::string& id, bool only_reads) {
  return only_reads ? id == "ceiling/read" : id == "ceiling/copy" || id == "ceiling/memcpy";
}

}  // namespace ladder::bench
