#include "platform/linux/compiled_text.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "os/process.h"
#include "platform/source.h"

namespace ladder::simt {
namespace {

namespace fs = std::filesystem;

struct Marker {  // # 12 "file.cu" 2
  std::string file;
  int number;
};
std::optional<Marker> marker_in(std::string_view line) {
  if (!line.starts_with("# ")) return {};
  const size_t begin = line.find('"'), end = line.rfind('"');
  if (begin == std::string_view::npos || end == begin) return {};
  std::string file;
  for (size_t i = begin + 1; i < end; ++i) file += line[i] == '\\' ? line[++i] : line[i];
  return Marker{std::move(file), std::atoi(line.data() + 2)};
}

class Lines {
 public:
  Lines(const fs::path& folder, fs::path compiled_in) : compiled_in_(std::move(compiled_in)) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
      if (entry.path().extension() == ".ii") read(entry.path());
  }
  std::string at(const std::string& file, int number) const {
    const auto known = lines_.find({file, number});
    return known == lines_.end() || !known->second ? "" : *known->second;
  }

 private:
  void read(const fs::path& preprocessed) {
    std::ifstream in(preprocessed);
    std::string line, file;
    int number = 0;
    bool own = false;
    while (std::getline(in, line)) {
      if (const std::optional<Marker> marker = marker_in(line)) {
        file = (compiled_in_ / marker->file).lexically_normal().string();
        number = marker->number;
        own = !marker->file.starts_with('<') && is_kernel_file(file);
        continue;
      }
      if (own && line.find_first_not_of(" \t") != std::string::npos) {
        const auto [known, is_new] = lines_.try_emplace({file, number}, line);
        if (!is_new && known->second != line) known->second.reset();
      }
      ++number;
    }
  }

  fs::path compiled_in_;
  std::map<std::pair<std::string, int>, std::optional<std::string>> lines_;
};

}  // namespace

std::string compiled_line(const fs::path& compiled_in, const std::string& file, int number) {
  static const Lines& lines = *new Lines(os::program_folder(), compiled_in);
  return lines.at(file, number);
}

}  // namespace ladder::simt
