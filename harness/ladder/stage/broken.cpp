#include "stage/broken.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string_view>

#include "os/repository.h"

namespace ladder::stage {
namespace {

std::deque<Broken>& registered() {
  static std::deque<Broken> files;  // a deque, so that a Broken keeps its address
  return files;
}

std::string id_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(os::in_repository(file)).rdbuf();
  static const std::regex stage(R"re((?:^|\n)\s*STAGE\(\s*"([^"/]+/[^"]+)")re");
  const std::string source = text.str();
  std::smatch found;
  if (std::regex_search(source, found, stage)) return found[1];
  const std::filesystem::path name = file;
  return name.parent_path().filename().string() + "/" + name.stem().string();
}

}  // namespace

DoesNotCompile::DoesNotCompile(const char* build, const char* file, const char* said) {
  const std::string relative = os::relative_to_repository(file);
  const Build which = build == std::string("cuda")   ? Build::cuda
                      : build == std::string("simt") ? Build::simt
                                                     : Build::simt_traced;
  registered().push_back({id_of(relative), relative, said, which});
}

std::vector<Broken> broken(Build build) {
  std::vector<Broken> files;
  const auto add = [&](Build which) {
    for (const Broken& one : registered())
      if (one.build == which &&
          std::none_of(files.begin(), files.end(), [&](const Broken& b) { return b.file == one.file; }))
        files.push_back(one);
  };
  add(build);
  if (build == Build::simt) add(Build::simt_traced);
  std::sort(files.begin(), files.end(), [](const Broken& a, const Broken& b) { return a.id < b.id; });
  return files;
}

const Broken* find_broken(Build build, const std::string& id) {
  for (const Broken& one : registered())
    if (one.id == id && (one.build == build || (build == Build::simt && one.build == Build::simt_traced)))
      return &one;
  return nullptr;
}

std::string first_error(const std::string& said, const std::string& file) {
  // g++: file:5:3: error: what. nvcc: file(5): error: what. The assembler and instrument/ give only the error.
  static const std::regex error(R"re(^(.*?)(?:[:(](\d+)(?::\d+)?\)?)?: (?:fatal )?[Ee]rror: (.*)$)re");
  std::istringstream lines(said);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (first.empty()) first = line;
    std::smatch found;
    if (!std::regex_match(line, found, error)) continue;
    const std::string where = os::relative_to_repository(found[1]);
    return (found[2].matched ? where + ":" + found[2].str() : file) + ": " + found[3].str();
  }
  return file + ": " + (first.empty() ? "the compiler gave no message" : first);
}

namespace {
constexpr std::string_view kDoesNotLink = "does not link";  // as in cmake/link_program.sh
}

std::string Broken::first_message() const {
  return first_error(said.starts_with(kDoesNotLink) ? said.substr(kDoesNotLink.size() + 1) : said, file);
}
const char* Broken::problem() const {
  return said.starts_with(kDoesNotLink) ? kDoesNotLink.data() : "does not compile";
}

}  // namespace ladder::stage
