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
#include <memory>

#include "data/json_members.h"
#include "os/error.h"
#include "os/isolate.h"
#include "practice/sandbox.h"
#include "text/printable.h"

#if LADDER_HAS_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif

namespace assignment {
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

std::vector<Item> unpacked(const std::string&, const std::string&) {
  return {{"", Item::Kind::other, "",
           "it is an archive, and this build reads none: install libarchive (Debian, Ubuntu: libarchive-dev)",
           std::nullopt}};
}

#else

namespace {

constexpr int kDeepest = 2;  // archives in archives
constexpr size_t kMostItems = 50'000, kMostBytes = size_t{1} << 30,
                 kMostInner = size_t{64} << 20;  // bytes, of what is in it: all; an archive
constexpr rlim_t kMostMemory = rlim_t{3} << 30, kMostSeconds = 60;

// From here on this process can read and compute, and change nothing. (practice/sandbox.h)
void shut_in() {
  const auto limit = [](__rlimit_resource_t what, rlim_t most) {
    const rlimit both{most, most};
    setrlimit(what, &both);
  };
  limit(RLIMIT_DATA, kMostMemory);
  limit(RLIMIT_CPU, kMostSeconds);
  limit(RLIMIT_CORE, 0);
  std::string calls = practice::allowed_calls();
  const sock_fprog program{static_cast<unsigned short>(calls.size() / sizeof(sock_filter)),
                           reinterpret_cast<sock_filter*>(calls.data())};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    throw os::Error(std::string("it cannot be read apart from everything else: ") + std::strerror(errno));
}

// "a/b" of "/a/./b"; "": it leads out of the archive, or is none.
std::string tame(const std::string& name) {
  std::string path;
  for (const std::filesystem::path& part : std::filesystem::path(name)) {
    const std::string word = part.string();
    if (word == "..") return "";
    if (word.empty() || word == "." || word == "/") continue;
    path += (path.empty() ? "" : "/") + word;
  }
  return path;
}

struct Sum {
  size_t items = 0, bytes = 0;
};

void read_archive(const std::string& at, const std::string& bytes, int depth, Sum& sum,
                  std::vector<Item>& found) {
  const auto say = [&](const std::string& why) {
    found.push_back({at, Item::Kind::other, "", why, std::nullopt});
  };
  const std::unique_ptr<archive, decltype(&archive_read_free)> from(archive_read_new(), archive_read_free);
  archive_read_support_filter_all(from.get());
  archive_read_support_format_zip(from.get());
  archive_read_support_format_tar(from.get());
  archive_read_support_format_7zip(from.get());
  const auto why = [&] {
    const char* said = archive_error_string(from.get());
    return fmt::format("the archive cannot be read: {}",
                       text::printable(said != nullptr ? said : "it is broken"));
  };
  if (archive_read_open_memory(from.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) return say(why());
  archive_entry* entry = nullptr;
  for (int status; (status = archive_read_next_header(from.get(), &entry)) != ARCHIVE_EOF;) {
    if (status < ARCHIVE_WARN) return say(why());
    if (++sum.items > kMostItems) return say(fmt::format("there are more than {} files in it", kMostItems));
    const char* named = archive_entry_pathname(entry);
    const std::string inside = tame(named != nullptr ? named : "");
    if (inside.empty()) {
      if (named == nullptr || std::strstr(named, "..") != nullptr)
        say(fmt::format("a name in it leads out of it: {}", text::printable(named != nullptr ? named : "")));
      continue;
    }
    Item item;
    item.path = at.empty() ? inside : at + "/" + inside;
    if (archive_entry_mtime_is_set(entry) != 0) item.time = archive_entry_mtime(entry);
    if (archive_entry_filetype(entry) == AE_IFDIR) {
      item.kind = Item::Kind::folder;
    } else if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr) {
      item.kind = Item::Kind::other;
      item.refused = "it is a link, or no file";
    } else if (const bool inner = is_archive(inside); inner || is_source(inside)) {
      const size_t most = inner ? kMostInner : kMostSource;
      std::string text;
      char piece[1 << 16];
      la_ssize_t got = 0;
      while (text.size() <= most && (got = archive_read_data(from.get(), piece, sizeof piece)) > 0) {
        text.append(piece, static_cast<size_t>(got));
        sum.bytes += static_cast<size_t>(got);
        if (sum.bytes > kMostBytes) return say(fmt::format("there are more than {} bytes in it", kMostBytes));
      }
      if (got < 0)
        item.refused = why();
      else if (text.size() > most)
        item.refused = fmt::format("it has more than {} bytes", most);
      else if (inner && depth == kDeepest)
        item.refused = "it is an archive in an archive in an archive";
      else if (inner) {
        const std::optional<int64_t> time = item.time;
        const size_t first = found.size();
        read_archive(item.path, text, depth + 1, sum, found);
        for (size_t i = first; i < found.size(); ++i)
          if (time) found[i].time = time;  // when the inner one was handed in
        continue;
      } else {
        item.text = std::move(text);
      }
    }
    found.push_back(std::move(item));
  }
}

}  // namespace

constexpr auto names_of(Item::Kind) { return std::array{"file", "folder", "other"}; }
constexpr auto members_of(const Item*) {
  using data::Member;
  return std::tuple{Member{"path", &Item::path}, Member{"kind", &Item::kind}, Member{"text", &Item::text},
                    Member{"refused", &Item::refused}, Member{"time", &Item::time}};
}

std::vector<Item> unpacked(const std::string& name, const std::string& bytes) {
  const os::Outcome outcome = os::run_isolated(
      [&](const auto&...) {
        std::setlocale(LC_CTYPE, "C.UTF-8");  // of the names
        shut_in();
        std::vector<Item> found;
        Sum sum;
        read_archive("", bytes, 0, sum, found);
        return data::packed(found);
      },
      kMostSeconds + 10);
  if (!outcome.finished())
    return {{"", Item::Kind::other, "",
             fmt::format("{} cannot be read: {}", text::printable(name), outcome.error), std::nullopt}};
  return data::unpacked<std::vector<Item> >(outcome.result);
}

#endif

}  // namespace assignment
