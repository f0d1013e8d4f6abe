// The files in an archive that somebody else has made: zip, tar (with gzip, bzip2, xz, zstd) and 7z, read by libarchive in a
// process that can open nothing for writing. Nothing is unpacked to a disk, so no name in it leads anywhere.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assignment {

struct Item {                                        // a file or a folder, of a disk or of an archive
  enum class Kind { file, folder, other, archive };  // archive: one in another one, that is not read yet
  std::string path;  // below the folder or the archive that it was found in, with slashes
  Kind kind = Kind::file;
  std::string text;             // of a file that is read; else ""
  std::string refused;          // why it is not
  std::optional<int64_t> time;  // when it was last written, as far as it says that: seconds since 1970
};

bool is_archive(const std::string& name);
bool is_source(const std::string& name);  // what somebody could call a file of CUDA: .cu, .cuh, .cpp, .txt, …

std::string without_endings(const std::string& name);  // "a/v2" of "a/v2.cu.txt"

constexpr size_t kMostSource = 256 << 10;  // bytes that are read of a file; the longest kernel has 12,000

// What is in it, and in the archives in it. One that cannot be read, or holds too much, is an item that says so. `name`: of
// the archive.
std::vector<Item> unpacked(const std::string& name, const std::string& bytes);

// A zip with these files, by name: the same files, the same bytes. "": this build writes none.
std::string zipped(const std::map<std::string, std::string>& files);

}  // namespace assignment
