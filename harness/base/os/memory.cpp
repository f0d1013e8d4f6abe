#include "os/memory.h"

#include <fstream>
#include <string>

namespace os {

double available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;) {
    double kibibytes = 0;
    if (word == "MemAvailable:" && file >> kibibytes) return 1024 * kibibytes;
  }
  return 0;
}

}  // namespace os
