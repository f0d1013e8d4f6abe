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
#include <set>

#include "assignment/archive.h"
#include "cli/exit.h"
#include "cli/grade.h"
#include "grade/similarity.h"
#include "practice/cpp_lexer.h"

namespace ladder::cli {
namespace {

namespace fs = std::filesystem;
using practice::Exercise;

using assignment::kMostSource;

bool is_kernel_file(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".cu";
}

Submission unreadable(const std::string& file, const std::string& why) {
  Submission s;
  s.file = file;
  s.shown = clean_line(file);
  s.refused = why;
  return s;
}

struct Entry {  // a row
  std::string file;
  std::string refused;  // "": a kernel file
};

// "v2.cu.zip, notes.txt and 2 more are there"
std::string there(const std::vector<fs::path>& inside) {
  constexpr size_t kNamed = 3;
  if (inside.empty()) return "it is empty";
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(kNamed, inside.size()); ++i)
    names.push_back(clean_line(inside[i].filename().string()));
  const bool one = inside.size() == 1;
  return fmt::format("{}{} {} there", fmt::join(names, ", "),
                     inside.size() > kNamed ? fmt::format(" and {} more", inside.size() - kNamed) : "",
                     one ? "is" : "are");
}

// A folder that contains no kernel file at any depth gets one row, and its contents get none. If it contains a
// kernel file, every other file gets its own row. (Names that begin with a dot belong to a system or an
// editor.) Returns true if it contains a kernel file.
bool add_folder(const std::string& folder, bool named, std::vector<Entry>& rows) {
  std::error_code error;
  std::vector<fs::path> inside;
  fs::directory_iterator entries(folder, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error))
    if (!entries->path().filename().string().starts_with('.')) inside.push_back(entries->path());
  if (error) {
    rows.push_back({folder, "the folder cannot be read: " + error.message()});
    return true;  // the folder may contain a kernel file
  }
  std::sort(inside.begin(), inside.end());
  bool any = false;
  std::vector<Entry> its_rows;
  for (const fs::path& path : inside) {
    std::error_code none;
    const fs::file_status status = fs::symlink_status(path, none);
    if (is_kernel_file(path) && !fs::is_directory(status)) {
      its_rows.push_back({path.string(), ""});
      any = true;
    } else if (fs::is_directory(status)) {
      std::vector<Entry> below;
      const bool in_it = add_folder(path.string(), false, below);
      any = any || in_it;
      its_rows.insert(its_rows.end(), below.begin(), below.end());
    } else if (fs::is_symlink(status)) {
      its_rows.push_back({path.string(), fs::is_directory(fs::status(path, none))
                                             ? "it is a link to a folder, and links are not followed"
                                             : "it is a link, and not a .cu file"});
    } else {
      its_rows.push_back({path.string(), "it is not a .cu file"});
    }
  }
  if (any || named)
    rows.insert(rows.end(), its_rows.begin(), its_rows.end());
  else
    rows.push_back({folder, "it contains no .cu file: " + there(inside)});
  return any;
}

// The contents of a plain file, or the reason why it cannot be read.
std::string whole_text(const std::string& file, std::string& text) {
  struct stat about {};
  if (lstat(file.c_str(), &about) != 0) return std::string("it cannot be read: ") + std::strerror(errno);
  if (!S_ISREG(about.st_mode)) return "it is not a regular file";
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

Submission submission(const std::string& file, const std::vector<Exercise>& all, const Exercise* as,
                      const std::map<std::string, std::string>& broken) {
  Submission s = unreadable(file, "");
  s.name = name_for_compiler(file);
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
    s.refused = ids.empty() && practice::has_main(tokens)
                    ? "it is a complete program: ./ladder practice judges complete programs"
                : ids.empty() ? "it has no STAGE line"
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
    s.refused = fmt::format("its STAGE line names {}, which is not an exercise", ids[0]);
  else if (ids[0] != s.exercise->id())
    s.refused = fmt::format("its STAGE line names {}, not {}", ids[0], s.exercise->id());
  return s;
}

}  // namespace

std::string name_for_compiler(const std::string& file) {
  constexpr size_t kLongest = 60;
  std::string name = fs::path(file).stem().string().substr(0, kLongest);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && std::string("._-").find(c) == std::string::npos)
      c = '_';
  if (name.empty() || name[0] == '-' || name[0] == '.') name = "_" + name;
  return name + ".cu";
}

std::vector<Submission> submissions(const std::vector<std::string>& named, const std::vector<Exercise>& all,
                                    const Exercise* as, const std::map<std::string, std::string>& broken) {
  std::vector<Entry> rows;
  std::vector<Submission> found;
  std::set<std::string> once;
  std::error_code none;
  for (const std::string& name : named)
    if (fs::is_directory(name, none))
      add_folder(name, true, rows);
    else if (fs::exists(fs::symlink_status(name, none)))
      rows.push_back({name, ""});
    else
      throw Failure(fmt::format("there is no {}", clean_line(name)));
  for (const Entry& row : rows)
    if (once.insert(row.file).second)
      found.push_back(row.refused.empty() ? submission(row.file, all, as, broken)
                                          : unreadable(row.file, row.refused));
  if (found.empty()) throw Failure("no .cu file was found");
  return found;
}

void find_identical(std::vector<Submission>& all) {
  std::map<const Exercise*, std::vector<std::string>> known;  // starting files and solutions
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
  constexpr size_t kMostPairs = 200;
  const std::vector<Submission>& all = graded.submissions;
  std::map<std::string, std::vector<practice::Shingles>> known;
  std::map<std::string, std::vector<size_t>> whose;  // the files for each exercise or program
  std::vector<practice::Shingles> own(all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    const Exercise* e = all[i].exercise;
    if (e == nullptr && (all[i].compared_as.empty() || all[i].text.empty())) continue;
    const std::string key = e != nullptr ? e->id() : all[i].compared_as;
    auto& texts = known[key];
    if (texts.empty() && e != nullptr)
      texts = {practice::shingles_of(practice::starting_text(*e, "")),
               practice::shingles_of(practice::answered_text(*e, *e->solution, ""))};
    if (texts.empty())
      for (const std::string& text : all[i].known) texts.push_back(practice::shingles_of(text));
    own[i] = grade::without(practice::shingles_of(all[i].text), texts);
    whose[key].push_back(i);
  }
  for (const auto& [key, its] : whose) {
    // Complete programs share a lot of code that each of them needs. (The code that an exercise needs is
    // in its solution.)
    if (all[its[0]].exercise == nullptr) grade::leave_out_common(own, its);
    graded.compared[key] = {its.size(),
                            static_cast<size_t>(std::count_if(its.begin(), its.end(), [&](size_t i) {
                              return own[i].size() < grade::kFewestShingles;
                            }))};
    for (size_t i = 0; i < its.size(); ++i)
      for (size_t k = i + 1; k < its.size(); ++k) {
        const double likeness = grade::similarity(own[its[i]], own[its[k]]);
        if (likeness >= grade::kAlike)
          graded.pairs.push_back({all[its[i]].shown, all[its[k]].shown, likeness, its[i], its[k]});
      }
  }
  std::stable_sort(graded.pairs.begin(), graded.pairs.end(),
                   [](const Alike& a, const Alike& b) { return a.likeness > b.likeness; });
  if (graded.pairs.size() > kMostPairs) {
    graded.more_pairs = graded.pairs.size() - kMostPairs;
    graded.pairs.resize(kMostPairs);
  }
}

}  // namespace ladder::cli
