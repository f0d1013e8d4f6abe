#include "cli/own_file.h"

#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cli/exit.h"
#include "os/error.h"
#include "os/files.h"
#include "os/repository.h"
#include "practice/build.h"
#include "practice/cpp_lexer.h"
#include "stage/registry.h"
#include "toolchain/toolchain.h"

namespace ladder::cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kKept = 4;  // the number of copies of the program to keep

// "reduce/v1" from STAGE("reduce/v1", …); comments do not count.
std::string stage_of(const std::string& file, const std::string& text) {
  const std::vector<std::string> ids = practice::stage_ids(practice::tokens_of(text));
  if (ids.size() == 1) return ids[0];
  if (!ids.empty()) throw Failure(fmt::format("{} has {} STAGE lines: keep one", file, ids.size()));
  if (text.find("<<<") != std::string::npos || text.find("main(") != std::string::npos)
    throw Failure(fmt::format(
        "{0} is a program, not a stage: ./ladder try {0} --explain shows what its lines cost", file));
  throw Failure(fmt::format(
      "{} has no STAGE line, such as STAGE(\"reduce/my_idea\", \"what is new\", run<float>)", file));
}

// Returns whether the file includes any of the reader's other files, which may change.
bool includes_others(const std::string& text) {
  constexpr std::string_view kInclude = "#include \"";
  for (size_t at = text.find(kInclude); at != std::string::npos; at = text.find(kInclude, at + 1))
    if (const std::string_view header = std::string_view(text).substr(at + kInclude.size());
        !header.starts_with("stage/") && !header.starts_with("tracks/"))
      return true;
  return false;
}

// The stage of one of the project's kernel files; nullptr: it is not such a file.
const stage::Stage* stage_in(const std::string& file) {
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt))
    if (os::in_repository(s->file) == file) return s;
  return nullptr;
}

// A name that depends on the contents of the file and on this program.
fs::path kept_program(const std::string& file, const std::string& text) {
  const auto built = fs::last_write_time("/proc/self/exe").time_since_epoch().count();
  const size_t key = std::hash<std::string>()(fmt::format("{}\n{}\n{}", file, built, text));
  return fs::path(os::work_folder()) / "own" / "kept" / fmt::format("{:016x}", key) / "ladder";
}

void remove_all_but_the_latest(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> all;
  std::error_code error;
  for (const fs::directory_entry& one : fs::directory_iterator(folder, error))
    all.emplace_back(one.last_write_time(error), one.path());
  std::sort(all.rbegin(), all.rend());
  for (size_t i = kKept; i < all.size(); ++i) os::remove_folder(all[i].second.string());
}

void build(const std::string& file, const fs::path& program) {
  const toolchain::BuildFolder folder("own/build");
  const std::string built = practice::link_into("ladder", {file}, folder);
  if (!built.empty()) throw Failure(fmt::format("{} does not build\n{}", file, built));
  std::error_code taken;
  fs::create_directories(program.parent_path().parent_path());
  fs::create_directory(program.parent_path(), taken);
  fs::rename(folder.path() + "/ladder", program);
  remove_all_but_the_latest(program.parent_path().parent_path());
}

}  // namespace

void go_on_with_own_file(const Options& o) {
  std::vector<std::string> arguments = o.typed;
  std::string program;
  std::erase_if(arguments, [](const std::string& a) { return a.starts_with("--mine"); });
  for (const std::string& word : o.ids) {
    const std::string id = o.mine && &word == &o.ids.back() ? "practice/" + word + ".cu" : word;
    if (!id.ends_with(".cu")) continue;
    if (!program.empty()) throw Failure("name only one file of your own at a time");
    const std::string file = fs::absolute(id).lexically_normal().string();
    if (!fs::is_regular_file(file))
      throw Failure(o.mine ? fmt::format("there is no file {}: ./ladder practice {} creates it", id, word)
                           : fmt::format("there is no file {}", id));
    if (const stage::Stage* known = stage_in(file)) {
      std::replace(arguments.begin(), arguments.end(), word, known->id);
      if (program.empty()) program = os::program_folder() + "/ladder";
      continue;
    }
    for (const char* folder : {"/kernels/", "/harness/"})  // paths to these are shortened (os/repository.h)
      if (file.find(folder) != std::string::npos)
        throw Failure(fmt::format(
            "{}: files in a folder named {} are treated as the project's own: move this file elsewhere", id,
            folder));
    const std::string text = os::read_text(file), stage = stage_of(id, text);
    const fs::path kept = kept_program(file, text);
    if (includes_others(text)) os::remove_folder(kept.parent_path().string());
    if (!fs::exists(kept)) build(file, kept);
    program = kept.string();
    std::replace(arguments.begin(), arguments.end(), word, stage);
  }
  if (program.empty()) return;
  std::vector<char*> words = {program.data()};
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  execv(program.c_str(), words.data());
  throw os::Error(fmt::format("{} cannot be started: {}", program, std::strerror(errno)));
}

}  // namespace ladder::cli
