#include "os/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "os/child.h"
#include "os/error.h"

namespace ladder::os {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostText = size_t{256}
                             << 20;  // the largest number of bytes read as text; /dev/zero has no end

[[noreturn]] void fail(const char* what, const std::string& path, int error) {
  const char* hint = error == ENOSPC || error == EDQUOT ? "; nothing was changed" : "";
  throw Error(fmt::format("cannot {} {}: {}{}", what, path, std::strerror(error), hint));
}

mode_t usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

struct Target {
  std::string path;     // symbolic links in it are resolved, so that a link is not replaced
  bool direct = false;  // a device or a pipe cannot be replaced, only written
  mode_t mode = 0;
};

Target target_of(const std::string& path) {
  if (path.empty()) throw Error("cannot write a file with an empty name");
  Target target{path, false, usual_mode()};
  std::error_code ignored;
  struct stat info;
  if (::stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) throw Error(fmt::format("cannot write {}: it is a folder", path));
    target.direct = !S_ISREG(info.st_mode);
    target.mode = info.st_mode & 07777;
    if (!target.direct && ::access(path.c_str(), W_OK) != 0) fail("write", path, errno);
    if (const fs::path real = fs::canonical(path, ignored); !real.empty()) target.path = real.string();
    return target;
  }
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored))
    throw Error(fmt::format("cannot write {}: there is no folder {}", path, folder.string()));
  if (fs::path(path).filename().empty()) throw Error(fmt::format("cannot write {}: it names a folder", path));
  return target;
}

// Opens a new file in the folder of `target` and stores its name in `name`.
int open_beside(const std::string& shown, const std::string& target, std::string& name) {
  const fs::path path(target);
  name = (path.parent_path() / fmt::format(".{}.XXXXXX", path.filename().string())).string();
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) fail("write", shown, errno);
  return file;
}

void write_direct(const std::string& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) fail("write", path, errno);
  int error = write_all(file, text) ? 0 : errno;
  if (::close(file) != 0 && error == 0) error = errno;
  if (error != 0) fail("write", path, error);
}

}  // namespace

void write_text(const std::string& path, std::string_view text) {
  if (path == "-") {
    std::fflush(stdout);
    if (!write_all(STDOUT_FILENO, text)) fail("write to", "standard output", errno);
    return;
  }
  const Target target = target_of(path);
  if (target.direct) return write_direct(path, text);

  std::string temporary;
  const int file = open_beside(path, target.path, temporary);
  int error = write_all(file, text) ? 0 : errno;
  if (error == 0 && ::fchmod(file, target.mode) != 0) error = errno;
  if (error == 0 && ::fsync(file) != 0 && errno != EINVAL && errno != ENOTSUP) error = errno;
  if (::close(file) != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(temporary.c_str(), target.path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    fail("write", path, error);
  }
}

void check_writable(const std::string& path) {
  if (path == "-") return;
  const Target target = target_of(path);
  if (target.direct) {
    if (::access(path.c_str(), W_OK) != 0) fail("write", path, errno);
    return;
  }
  std::string temporary;
  const int file = open_beside(path, target.path, temporary);
  ::close(file);
  ::unlink(temporary.c_str());
}

void remove_folder(const std::string& path) {
  std::error_code none;
  fs::remove_all(path, none);
  // Folders may be nested too deeply for a process to keep all of them open, so their contents are moved up
  // until no nested folders are left.
  for (size_t number = 0, removed = 1; removed > 0 && fs::is_directory(fs::symlink_status(path, none));) {
    removed = 0;
    const auto is_folder = [&](const fs::directory_entry& e) {
      return fs::is_directory(e.symlink_status(none));
    };
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(path, none))
      if (is_folder(entry)) folders.push_back(entry.path());
    for (const fs::path& folder : folders) {
      fs::permissions(folder, fs::perms::owner_all, none);
      for (const auto& entry : fs::directory_iterator(folder, none))
        if (is_folder(entry))
          fs::rename(entry.path(), fs::path(path) / fmt::format("up{}", number++), none);
        else
          fs::remove(entry.path(), none);
      removed += fs::remove(folder, none);
    }
    if (folders.empty()) {
      fs::remove_all(path, none);
      break;
    }
  }
}

std::optional<std::string> read_untrusted(const std::string& path, size_t most) {
  const int from = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (from < 0) return std::nullopt;
  struct stat its {};
  std::string text;
  const bool whole =
      ::fstat(from, &its) == 0 && S_ISREG(its.st_mode) && static_cast<size_t>(its.st_size) <= most;
  if (whole) {
    text.resize(static_cast<size_t>(its.st_size));
    const ssize_t got = ::read(from, text.data(), text.size());
    text.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
  }
  ::close(from);
  return whole ? std::optional(text) : std::nullopt;
}

namespace {

struct Way {  // the path to a file
  Descriptor folder;
  std::string name;
  std::string link;  // a component that is a symbolic link; the folder is then not opened
};
Way way_to(const std::string& path, bool make_folders) {
  const fs::path file = fs::path(path).lexically_normal();
  Way way{Descriptor(::open(file.is_absolute() ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC)),
          file.filename().string(), ""};
  fs::path so_far = file.root_path();
  for (const fs::path& part : file.relative_path().parent_path()) {
    so_far /= part;
    if (make_folders && ::mkdirat(*way.folder, part.c_str(), 0777) != 0 && errno != EEXIST)
      fail("make the folder", so_far.string(), errno);
    Descriptor next(::openat(*way.folder, part.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!next) {
      const int error = errno;
      struct stat its {};
      const bool there = ::fstatat(*way.folder, part.c_str(), &its, AT_SYMLINK_NOFOLLOW) == 0;
      if (!there || !S_ISLNK(its.st_mode)) fail("open", so_far.string(), error);
      way.link = so_far.string();
      return way;
    }
    way.folder = std::move(next);
  }
  struct stat its {};
  if (::fstatat(*way.folder, way.name.c_str(), &its, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(its.st_mode))
    way.link = path;
  return way;
}

Way unlinked_way_to(const std::string& path, bool make_folders) {
  Way way = way_to(path, make_folders);
  if (!way.link.empty())
    throw Error(
        fmt::format("{} is a symbolic link, which could lead to any file: it is not followed", way.link));
  return way;
}

}  // namespace

bool is_linked(const std::string& path) try {
  return !way_to(path, false).link.empty();
} catch (const Error&) {  // there is no such folder
  return false;
}

std::string read_unlinked(const std::string& path, size_t most) {
  const Way way = unlinked_way_to(path, false);
  const Descriptor file(
      ::openat(*way.folder, way.name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file) {
    if (errno == ENOENT) throw Error(fmt::format("there is no file {}", path));
    fail("read", path, errno);
  }
  struct stat its {};
  if (::fstat(*file, &its) != 0 || !S_ISREG(its.st_mode))
    throw Error(fmt::format("cannot read {}: it is not a regular file", path));
  std::string text;
  for (ssize_t got = 1; got != 0;) {
    if (text.size() > most || static_cast<size_t>(its.st_size) > most)
      throw Error(fmt::format("cannot read {}: it has more than {} bytes", path, most));
    got = read_some(*file, text);
    if (got < 0) fail("read", path, errno);
  }
  return text;
}

void write_unlinked(const std::string& path, std::string_view text, bool fresh) {
  const Way way = unlinked_way_to(path, true);
  struct stat its {};
  const bool there = ::fstatat(*way.folder, way.name.c_str(), &its, AT_SYMLINK_NOFOLLOW) == 0;
  if (there && fresh) fail("write", path, EEXIST);
  if (there && !S_ISREG(its.st_mode))
    throw Error(fmt::format("cannot write {}: it is not a regular file", path));
  if (there && ::faccessat(*way.folder, way.name.c_str(), W_OK, 0) != 0) fail("write", path, errno);
  const std::string temporary = fmt::format(".{}.{}", way.name, ::getpid());
  ::unlinkat(*way.folder, temporary.c_str(), 0);
  const Descriptor file(
      ::openat(*way.folder, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) fail("write", path, errno);
  int error = write_all(*file, text) ? 0 : errno;
  if (error == 0 && ::fchmod(*file, there ? its.st_mode & 07777 : usual_mode()) != 0) error = errno;
  if (error == 0 && ::fsync(*file) != 0 && errno != EINVAL && errno != ENOTSUP) error = errno;
  // A link that appeared there in the meantime is replaced; its target is not touched.
  if (error == 0 && ::renameat2(*way.folder, temporary.c_str(), *way.folder, way.name.c_str(),
                                fresh ? RENAME_NOREPLACE : 0) != 0)
    error = errno;
  if (error == 0) return;
  ::unlinkat(*way.folder, temporary.c_str(), 0);
  fail("write", path, error);
}

std::string read_text(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    if (errno == ENOENT) throw Error(fmt::format("there is no file {}", path));
    fail("read", path, errno);
  }
  std::string text;
  char buffer[65536];
  ssize_t got;
  while ((got = ::read(file, buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR))
    if (got > 0 && text.append(buffer, static_cast<size_t>(got)).size() > kMostText) break;
  const int error = got < 0 ? errno : 0;
  ::close(file);
  if (text.size() > kMostText)
    throw Error(fmt::format("cannot read {}: it is larger than {} MiB", path, kMostText >> 20));
  if (error == EISDIR) throw Error(fmt::format("cannot read {}: it is a folder", path));
  if (error != 0) fail("read", path, error);
  return text;
}

}  // namespace ladder::os
