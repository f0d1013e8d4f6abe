// Writes files so that an interrupted or failed run loses nothing: a temporary file in the same folder is
// flushed to disk, then renamed. Used for every file that ladder writes.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ladder::os {

// "-" is standard output. A device or pipe (/dev/stdout) is written directly. Throws Error; the old file is
// then intact, and the temporary file is removed.
void write_text(const std::string& path, std::string_view text);

// Throws the same Error as write_text if the path cannot be written. Call it before a long run.
void check_writable(const std::string& path);

// Removes everything in the folder, however deeply nested. Skips anything that cannot be removed.
void remove_folder(const std::string& path);

// The whole file. Throws Error if it is missing, unreadable, a folder, or larger than 256 MiB.
std::string read_text(const std::string& path);
// Reads a file that a sandboxed program could replace: does not follow a link or read a pipe. nullopt:
// there is no such file, or it is larger than `most` bytes.
std::optional<std::string> read_untrusted(const std::string& path, size_t most);

// Reads a file whose path contains no symbolic link, so that another user who can write to a folder on the path
// cannot redirect it, not even while the file is being opened. Throws Error if there is a link, or no such
// file.
std::string read_unlinked(const std::string& path, size_t most = SIZE_MAX);
// Replaces or creates the file, and creates missing folders on its path. fresh: throws if it exists.
void write_unlinked(const std::string& path, std::string_view text, bool fresh = false);
// Returns whether the file, or a folder on its path, is a link.
bool is_linked(const std::string& path);

}  // namespace ladder::os
