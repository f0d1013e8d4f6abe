#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>

#include "cli/exit.h"
#include "cli/grade.h"
#include "practice/tokens.h"

namespace cli {
namespace {

namespace fs = std::filesystem;
using practice::Exercise;

constexpr size_t kMostSource = 256 << 10;  // bytes; the longest kernel has 12,000

bool is_kernel_file(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".cu";
}

Submission unreadable(const std::string& file, const std::string& why) {
  Submission s;
  s.file = file;
  s.shown = clean(file);
  s.refused = why;
  return s;
}

// The files below a folder, and a row for each folder that cannot be looked into.
void add_folder(const std::string& folder, std::vector<std::string>& files, std::vector<Submission>& closed) {
  std::error_code error;
  std::vector<fs::path> inside;
  fs::directory_iterator entries(folder, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error))
    inside.push_back(entries->path());
  if (error) closed.push_back(unreadable(folder, "the folder cannot be read: " + error.message()));
  std::sort(inside.begin(), inside.end());
  for (const fs::path& path : inside) {
    std::error_code none;
    const fs::file_status status = fs::symlink_status(path, none);
    if (is_kernel_file(path))
      files.push_back(path.string());
    else if (fs::is_directory(status))
      add_folder(path.string(), files, closed);
  }
}

// A plain file, whole; else why not.
std::string whole_text(const std::string& file, std::string& text) {
  struct stat about {};
  if (lstat(file.c_str(), &about) != 0) return std::string("it cannot be read: ") + std::strerror(errno);
  if (!S_ISREG(about.st_mode)) return "it is not a plain file";
  if (static_cast<size_t>(about.st_size) > kMostSource)
    return fmt::format("it has {} bytes: at most {} are read", about.st_size, kMostSource);
  const int from = open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (from < 0) return std::string("it cannot be read: ") + std::strerror(errno);
  text.resize(kMostSource + 1);
  size_t length = 0;
  ssize_t got = 0;
  while (length < text.size() && (got = ::read(from, text.data() + length, text.size() - length)) > 0)
    length += static_cast<size_t>(got);
  const int error = errno;
  close(from);
  text.resize(length);
  if (got < 0) return std::string("it cannot be read: ") + std::strerror(error);
  return length > kMostSource ? fmt::format("it has more than {} bytes", kMostSource) : "";
}

// `main (`: a program, which has no STAGE line.
bool has_a_main(const std::vector<practice::Token>& tokens) {
  for (size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].kind == practice::Token::Kind::name && tokens[i].text == "main" &&
        tokens[i + 1].text == "(")
      return true;
  return false;
}

Submission submission(const std::string& file, const std::vector<Exercise>& all, const Exercise* as,
                      const std::map<std::string, std::string>& broken) {
  Submission s;
  s.file = file;
  s.shown = clean(file);
  s.refused = whole_text(file, s.text);
  if (!s.refused.empty()) return s;
  if (s.text.find_first_not_of(" \t\r\n") == std::string::npos) {
    s.refused = "it is empty";
    return s;
  }
  const std::vector<practice::Token> tokens = practice::tokens_of(s.text);
  std::vector<std::string> ids = practice::stage_ids(tokens);
  for (std::string& id : ids) id = clean(id.substr(0, 100));
  if (ids.size() != 1) {
    const size_t number = ids.size();
    if (ids.size() > 5) ids.resize(5);
    s.refused = ids.empty() && has_a_main(tokens) ? "it is a whole program: ./ladder practice judges those"
                : ids.empty()                     ? "it has no STAGE line"
                              : fmt::format("it has {} STAGE lines: {}", number, fmt::join(ids, ", "));
    return s;
  }
  const auto at = std::find_if(all.begin(), all.end(), [&](const Exercise& e) { return e.id() == ids[0]; });
  s.exercise = as != nullptr ? as : at == all.end() ? nullptr : &*at;
  if (const auto page = broken.find(ids[0]); s.exercise == nullptr && page != broken.end()) {
    s.trouble = page->second;
    return s;
  }
  if (s.exercise == nullptr)
    s.refused = fmt::format("its STAGE line says {}, and that is no exercise", ids[0]);
  else if (ids[0] != s.exercise->id())
    s.refused = fmt::format("its STAGE line says {}, and not {}", ids[0], s.exercise->id());
  return s;
}

}  // namespace

std::vector<Submission> submissions(const std::vector<std::string>& named, const std::vector<Exercise>& all,
                                    const Exercise* as, const std::map<std::string, std::string>& broken) {
  std::vector<std::string> files, once;
  std::vector<Submission> found;
  std::error_code none;
  for (const std::string& name : named)
    if (fs::is_directory(name, none))
      add_folder(name, files, found);
    else if (fs::exists(fs::symlink_status(name, none)))
      files.push_back(name);
    else
      throw Failure(fmt::format("there is no {}", name));
  for (const std::string& file : files)
    if (std::find(once.begin(), once.end(), file) == once.end()) once.push_back(file);
  for (const std::string& file : once) found.push_back(submission(file, all, as, broken));
  if (found.empty()) throw Failure("no file that ends in .cu was found");
  return found;
}

void find_identical(std::vector<Submission>& all) {
  std::map<const Exercise*, std::vector<std::string>> known;  // the start, and the rung
  std::map<std::pair<const Exercise*, std::string>, std::vector<Submission*>> same;
  for (Submission& s : all) {
    if (s.exercise == nullptr || s.text.empty()) continue;
    auto& programs = known[s.exercise];
    if (programs.empty())
      for (const std::string& text : {practice::starting_text(*s.exercise, ""),
                                      practice::answered_text(*s.exercise, *s.exercise->solution, "")})
        programs.push_back(practice::program_of(text));
    const std::string program = practice::program_of(s.text);
    s.untouched = program == programs[0];
    if (program == programs[1]) s.identical.push_back(s.exercise->solution->id);
    same[{s.exercise, program}].push_back(&s);
  }
  for (const auto& [program, who] : same)
    for (Submission* s : who)
      for (const Submission* other : who)
        if (other != s) s->identical.push_back(other->shown);
}

void compare_with_each_other(Graded& graded) {
  constexpr double kTold = 0.6;  // independent answers have less in common
  constexpr size_t kMostPairs = 200;
  const std::vector<Submission>& all = graded.submissions;
  std::map<const Exercise*, std::vector<practice::Pieces>> known;
  std::vector<practice::Pieces> own(all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    const Exercise* e = all[i].exercise;
    if (e == nullptr) continue;
    auto& texts = known[e];
    if (texts.empty())
      texts = {practice::pieces_of(practice::starting_text(*e, "")),
               practice::pieces_of(practice::answered_text(*e, *e->solution, ""))};
    own[i] = practice::without(practice::pieces_of(all[i].text), texts);
  }
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t k = i + 1; k < all.size(); ++k) {
      if (all[i].exercise == nullptr || all[i].exercise != all[k].exercise) continue;
      const double likeness = practice::likeness(own[i], own[k]);
      if (likeness >= kTold) graded.pairs.push_back({all[i].shown, all[k].shown, likeness});
    }
  std::stable_sort(graded.pairs.begin(), graded.pairs.end(),
                   [](const Alike& a, const Alike& b) { return a.likeness > b.likeness; });
  if (graded.pairs.size() > kMostPairs) graded.pairs.resize(kMostPairs);
}

}  // namespace cli
