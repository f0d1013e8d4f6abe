#include "os/memory.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

namespace ladder::os {
namespace {

struct Pages {
  size_t resident, of_files;
};
std::optional<Pages> pages_of(const std::filesystem::path& process) {
  std::ifstream file(process / "statm");
  size_t total = 0;
  Pages pages{};
  if (!(file >> total >> pages.resident >> pages.of_files)) return std::nullopt;
  return pages;
}

size_t bytes(size_t pages) { return pages * static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

}  // namespace

double available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;) {
    double kibibytes = 0;
    if (word == "MemAvailable:" && file >> kibibytes) return 1024 * kibibytes;
  }
  return 0;
}

size_t resident_memory(int process) {
  const auto pages = pages_of("/proc/" + std::to_string(process));
  return pages ? bytes(pages->resident) : 0;
}

size_t memory_of(const std::vector<int>& processes) {
  struct Process {
    int parent;
    size_t pages;
  };
  std::map<int, Process> all;
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", gone)) {
    const int pid = std::atoi(entry.path().filename().c_str());
    if (pid == 0) continue;
    std::ifstream stat(entry.path() / "stat");
    std::string text;
    const auto pages = pages_of(entry.path());
    if (!pages || !std::getline(stat, text)) continue;
    const size_t after_name = text.rfind(')');  // "12 (a name) S 7 …"
    if (after_name != std::string::npos && after_name + 4 < text.size())
      all[pid] = {std::atoi(text.c_str() + after_name + 4),
                  pages->resident - std::min(pages->resident, pages->of_files)};
  }
  size_t pages = 0;
  for (const auto& [pid, process] : all)
    for (int up = pid; up > 1; up = all.count(up) != 0 ? all[up].parent : 0)
      if (std::find(processes.begin(), processes.end(), up) != processes.end()) {
        pages += process.pages;
        break;
      }
  return bytes(pages);
}

}  // namespace ladder::os
