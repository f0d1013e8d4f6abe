#include "assignment/archive.h"

#include <fmt/format.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cctype>
#include <clocale>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "data/json_members.h"
#include "os/error.h"
#include "os/isolate.h"
#include "practice/sandbox.h"
#include "text/printable.h"

#if LADDER_HAS_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif

namespace ladder::assignment {
namespace {

std::string ending_of(const std::string& name) {
  std::string ending = std::filesystem::path(name).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* other) { return word == other; });
}

}  // namespace

bool is_archive(const std::string& name) {
  return is_one_of(ending_of(name),
                   {".zip", ".tar", ".tgz", ".gz", ".bz2", ".tbz2", ".xz", ".txz", ".zst", ".7z"});
}

bool is_source(const std::string& name) {
  return is_one_of(ending_of(name), {".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c", ".h", ".hpp", ".hxx", ".txt",
                                     ".yml", ".yaml"});
}

std::string without_endings(const std::string& name) {
  std::filesystem::path path = name;
  while (is_source(path.string())) path.replace_extension();
  return path.string();
}

#if !LADDER_HAS_ARCHIVE

std::vector<Item> unpacked(const std::string& name, const std::string&) {
  throw os::Error(text::printable(name) +
                  ": it is an archive, but this build cannot read archives: install libarchive (Debian, "
                  "Ubuntu: libarchive-dev)");
}

std::string zipped(const std::map<std::string, std::string>&) { return ""; }

#else

namespace {

constexpr int kDeepest = 2;                // levels of archives inside archives
constexpr time_t kFirstDay = 315'619'200;  // 1980-01-02: a zip can represent it in every time zone

// A student's archive inside the class's archive is read in a separate process, which limits the contents of
// each folder. If a student submits an archive bomb, its contents are discarded, but later students are not
// affected.
struct Most {
  size_t items, bytes, inner;  // limits for all archives together; `inner`: bytes of one inner archive
  rlim_t memory, seconds;
};
constexpr Most kOfClass{50'000, size_t{1} << 30, size_t{64} << 20, rlim_t{3} << 30, 60},
    kOfStudent{5'000, size_t{64} << 20, size_t{64} << 20, rlim_t{1} << 30, 20};

// From here on, this process can read and compute, but cannot change anything. (practice/sandbox.h)
void shut_in(const Most& most) {
  const auto limit = [](__rlimit_resource_t what, rlim_t most) {
    const rlimit both{most, most};
    setrlimit(what, &both);
  };
  limit(RLIMIT_DATA, most.memory);
  limit(RLIMIT_CPU, most.seconds);
  limit(RLIMIT_CORE, 0);
  std::string calls = practice::allowed_calls();
  const sock_fprog program{static_cast<unsigned short>(calls.size() / sizeof(sock_filter)),
                           reinterpret_cast<sock_filter*>(calls.data())};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    throw os::Error(std::string("cannot start an isolated process to read it: ") + std::strerror(errno));
}

// Does a path relative to the archive lead out of it? ("a/../b" does not.)
bool leads_outside(const std::filesystem::path& path) {
  const std::filesystem::path normal = path.lexically_normal();
  return !normal.empty() && *normal.begin() == "..";
}

// "a/b" for "/a/./b" and "a/c/../b"; "": the path leads out of the archive, or is empty.
std::string tame(const std::string& name) {
  std::string path;
  for (const std::filesystem::path& part : std::filesystem::path(name).lexically_normal()) {
    const std::string word = part.string();
    if (word == "..") return "";
    if (word.empty() || word == "." || word == "/") continue;
    path += (path.empty() ? "" : "/") + word;
  }
  return path;
}

struct Sum {
  size_t items = 0, bytes = 0, archives = 0;
};

using Opened = std::unique_ptr<archive, decltype(&archive_read_free)>;
Opened opened(const std::string& bytes, bool& good) {
  Opened from(archive_read_new(), archive_read_free);
  archive_read_support_filter_all(from.get());
  archive_read_support_format_zip(from.get());
  archive_read_support_format_tar(from.get());
  archive_read_support_format_7zip(from.get());
  good = archive_read_open_memory(from.get(), bytes.data(), bytes.size()) == ARCHIVE_OK;
  return from;
}

// Is everything inside a single folder? If so, the students' folders are inside that folder.
bool is_wrapped(const std::string& bytes) {
  bool good = true;
  const Opened from = opened(bytes, good);
  std::set<std::string> first;
  archive_entry* entry = nullptr;
  while (good && first.size() < 2 && archive_read_next_header(from.get(), &entry) >= ARCHIVE_WARN)
    if (const char* named = archive_entry_pathname(entry))
      if (const std::string inside = tame(named); !inside.empty())
        first.insert(inside.substr(0, inside.find('/')));
  return first.size() < 2;
}

// Reads an archive and those inside it, but leaves the inner archives of the class's archive unread
// (Kind::archive).
class Reading {
 public:
  Reading(const Most& most, bool of_class) : most_(most), of_class_(of_class) {}
  void read(const std::string& at, const std::string& bytes, int depth);
  std::vector<Item> found;

 private:
  // Checks the limits for one student's files. Reports an excess only once.
  bool is_too_much(const std::string& inside, const Sum& more) {
    if (!of_class_) return false;
    const size_t first = inside.find('/');
    const std::string whose = inside.substr(0, is_wrapped_ ? inside.find('/', first + 1) : first);
    Sum& sum = by_folder_[whose];
    const auto within = [&] {
      return sum.items <= kOfStudent.items && sum.bytes <= kOfStudent.bytes && sum.archives <= kMostArchives;
    };
    const bool before = within();
    sum.items += more.items, sum.bytes += more.bytes, sum.archives += more.archives;
    if (before && !within())
      found.push_back(
          {whose, Item::Kind::other, "",
           fmt::format("it contains more than {} files, {} bytes or {} archives: the rest is not read",
                       kOfStudent.items, kOfStudent.bytes, kMostArchives),
           std::nullopt});
    return !within();
  }

  static constexpr size_t kMostArchives = 10;  // per student
  const Most most_;
  const bool of_class_;
  bool is_wrapped_ = false;
  Sum sum_;
  std::map<std::string, Sum> by_folder_;
};

void Reading::read(const std::string& at, const std::string& bytes, int depth) {
  const auto say = [&](const std::string& why) {
    found.push_back({at, Item::Kind::other, "", why, std::nullopt, true});
  };
  is_wrapped_ = of_class_ && is_wrapped(bytes);
  bool good = true;
  const Opened from = opened(bytes, good);
  const auto why = [&] {
    const char* said = archive_error_string(from.get());
    return fmt::format("the archive cannot be read: {}",
                       text::printable(said != nullptr ? said : "it is damaged"));
  };
  if (!good) return say(why());
  archive_entry* entry = nullptr;
  for (int status; (status = archive_read_next_header(from.get(), &entry)) != ARCHIVE_EOF;) {
    if (status < ARCHIVE_WARN) return say(why());
    const char* named = archive_entry_pathname(entry);
    const std::string inside = tame(named != nullptr ? named : "");
    if (inside.empty()) {
      if (named == nullptr || leads_outside(named)) {
        const std::string path = text::printable(named != nullptr ? named : "a name");
        const std::string file = of_class_ ? "" : tame(std::filesystem::path(path).filename());
        found.push_back({at.empty() || file.empty() ? at + file : at + "/" + file, Item::Kind::other, "",
                         path + ": its path leads outside the archive", std::nullopt, false, true});
      }
      continue;
    }
    if (is_too_much(inside, {1, 0, is_archive(inside)})) continue;
    if (++sum_.items > most_.items) return say(fmt::format("it contains more than {} files", most_.items));
    Item item;
    item.path = at.empty() ? inside : at + "/" + inside;
    if (archive_entry_mtime_is_set(entry) != 0) item.time = archive_entry_mtime(entry);
    if (archive_entry_filetype(entry) == AE_IFDIR) {
      item.kind = Item::Kind::folder;
    } else if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr) {
      item.kind = Item::Kind::other;
      const char* hard = archive_entry_hardlink(entry);  // relative to the archive, not to the link
      const char* to = hard != nullptr ? hard : archive_entry_symlink(entry);
      if (to == nullptr) {
        item.refused = "it is not a regular file";
      } else {
        item.refused = fmt::format("it is a link to {}, and links are not followed", text::printable(to));
        const std::filesystem::path from = hard != nullptr ? "" : std::filesystem::path(inside).parent_path();
        item.outside = *to == '/' || leads_outside(from / to);
      }
    } else if (const bool inner = is_archive(inside); inner || is_source(inside)) {
      const size_t most = inner ? most_.inner : kMostSource;
      std::string text;
      char piece[1 << 16];
      la_ssize_t got = 0;
      while (text.size() <= most && (got = archive_read_data(from.get(), piece, sizeof piece)) > 0) {
        text.append(piece, static_cast<size_t>(got));
        sum_.bytes += static_cast<size_t>(got);
        if (sum_.bytes > most_.bytes) return say(fmt::format("it contains more than {} bytes", most_.bytes));
      }
      if (is_too_much(inside, {0, text.size(), 0})) continue;
      if (got < 0)
        item.refused = why();
      else if (text.size() > most)
        item.refused = fmt::format("it has more than {} bytes", most);
      else if (inner && depth == kDeepest)
        item.refused = "it is an archive that is nested too deeply";
      else if (inner && !of_class_) {
        const std::optional<int64_t> time = item.time;
        const size_t first = found.size();
        read(item.path, text, depth + 1);
        for (size_t i = first; i < found.size(); ++i)
          if (time) found[i].time = time;  // the submission time of the inner archive
        continue;
      } else {
        if (inner) item.kind = Item::Kind::archive;
        item.text = std::move(text);
      }
    }
    found.push_back(std::move(item));
  }
}

}  // namespace

constexpr auto names_of(Item::Kind) { return std::array{"file", "folder", "other", "archive"}; }
constexpr auto members_of(const Item*) {
  using data::Member;
  return std::tuple{Member{"path", &Item::path},      Member{"kind", &Item::kind},
                    Member{"text", &Item::text},      Member{"refused", &Item::refused},
                    Member{"time", &Item::time},      Member{"incomplete", &Item::incomplete},
                    Member{"outside", &Item::outside}};
}

std::vector<Item> unpacked(const std::string& name, const std::string& bytes) {
  const auto reading = [](const std::string& archive, const Most& most, bool of_class,
                          int depth) -> os::Work {
    return [&archive, most, of_class, depth](const auto&...) {
      std::setlocale(LC_CTYPE, "C.UTF-8");  // file names are UTF-8
      shut_in(most);
      Reading all(most, of_class);
      all.read("", archive, depth);
      return data::packed(all.found);
    };
  };
  const auto taken = [](const os::Outcome& outcome, const std::string& whose) -> std::vector<Item> {
    if (outcome.finished()) return data::unpacked<std::vector<Item> >(outcome.result);
    return {{"", Item::Kind::other, "",
             fmt::format("{} cannot be read: {}", text::printable(whose), outcome.error), std::nullopt,
             true}};
  };
  std::vector<Item> outer = taken(
      os::run_isolated(reading(bytes, kOfClass, true, 0), static_cast<double>(kOfClass.seconds) + 10), name);
  std::vector<os::Work> works;
  for (const Item& item : outer)
    if (item.kind == Item::Kind::archive) works.push_back(reading(item.text, kOfStudent, false, 1));
  const std::vector<os::Outcome> outcomes =
      os::run_isolated(works, {.at_once = std::max(1u, std::thread::hardware_concurrency()),
                               .silent_seconds = static_cast<double>(kOfStudent.seconds) + 10});
  std::vector<Item> all;
  size_t number = 0;
  for (Item& item : outer) {
    if (item.kind != Item::Kind::archive) {
      all.push_back(std::move(item));
      continue;
    }
    for (Item& inner : taken(outcomes[number++], "it")) {
      inner.path = inner.path.empty() ? item.path : item.path + "/" + inner.path;
      if (item.time) inner.time = item.time;  // its submission time
      all.push_back(std::move(inner));
    }
  }
  return all;
}

std::string zipped(const std::map<std::string, std::string>& files) {
  std::string bytes;
  const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr),
                 before = uselocale(utf8);  // file names are UTF-8
  const std::unique_ptr<archive, decltype(&archive_write_free)> to(archive_write_new(), archive_write_free);
  const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                            archive_entry_free);
  const auto good = [&](la_ssize_t status) {
    if (status < ARCHIVE_OK)
      throw os::Error(fmt::format("the zip cannot be written: {}", archive_error_string(to.get())));
  };
  const auto take = [](archive*, void* all, const void* piece, size_t size) {
    static_cast<std::string*>(all)->append(static_cast<const char*>(piece), size);
    return static_cast<la_ssize_t>(size);
  };
  good(archive_write_set_format_zip(to.get()));
  good(archive_write_open(to.get(), &bytes, nullptr, take, nullptr));
  for (const auto& [name, text] : files) {
    archive_entry_clear(entry.get());
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
    archive_entry_set_mtime(entry.get(), kFirstDay, 0);
    good(archive_write_header(to.get(), entry.get()));
    good(archive_write_data(to.get(), text.data(), text.size()));
  }
  good(archive_write_close(to.get()));
  uselocale(before);
  if (utf8 != nullptr) freelocale(utf8);
  return bytes;
}

#endif

}  // namespace ladder::assignment
