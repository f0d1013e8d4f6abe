// The files in an untrusted archive: zip, tar (with gzip, bzip2, xz, zstd) and 7z, read by libarchive in a
// process that cannot open anything for writing. Nothing is unpacked to disk, so no name in the archive can
// refer to a file there.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ladder::assignment {

struct Item {                                        // a file or folder, on disk or in an archive
  enum class Kind { file, folder, other, archive };  // archive: a nested archive that has not been read yet
  std::string path;  // relative to the containing folder or archive, with slashes
  Kind kind = Kind::file;
  std::string text;             // contents of a file that was read; otherwise ""
  std::string refused;          // the reason why it was not read
  std::optional<int64_t> time;  // last modification, if known: seconds since 1970
  bool incomplete = false;      // an archive or folder that was not read, or was read only in part
  bool outside = false;         // its path, or the target of its link, is outside the archive
};

bool is_archive(const std::string& name);
bool is_source(const std::string& name);  // can it be a CUDA source file: .cu, .cuh, .cpp, .txt, …

std::string without_endings(const std::string& name);  // "a/v2" for "a/v2.cu.txt"

constexpr size_t kMostSource = 256 << 10;  // the most bytes read from a file; the longest kernel has 12,000

// The contents of the archive and of the archives inside it. An archive that cannot be read or is too large
// becomes an item whose `refused` gives the reason. `name`: the archive's name. Throws os::Error if
// this build cannot read archives.
std::vector<Item> unpacked(const std::string& name, const std::string& bytes);

// A zip archive of these files, by name. The same files always give the same bytes. "" if this build cannot
// write archives.
std::string zipped(const std::map<std::string, std::string>& files);

}  // namespace ladder::assignment
