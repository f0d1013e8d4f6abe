// Writing files so that an interrupted or failed run loses nothing: a temporary file beside the target,
// flushed to disk, then renamed. Used for every file the ladder writes.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace os {

// "-" is standard output. A device or pipe (/dev/stdout) is written to directly. Throws Error; the old file
// is whole in that case, and the temporary one gone.
void write_text(const std::string& path, std::string_view text);

// Throws the Error that write_text would for a path that cannot be written to. For before a long run.
void check_writable(const std::string& path);

// With all that is in it, however deep. What cannot be removed stays.
void remove_folder(const std::string& path);

// The whole file. Throws Error if it is missing, unreadable, a folder, or larger than 256 MiB.
std::string read_text(const std::string& path);
// Of a file that a confined program could write to: a link or a pipe in its place is not followed. nullopt: there is no such
// file, or it is larger than `most` bytes.
std::optional<std::string> read_untrusted(const std::string& path, size_t most);

// A file none of whose folders is a symbolic link, and which is none itself: whoever can write to a folder on its way cannot
// lead to another one, not even while it is opened. Throws Error, with what is a link, or that there is no such file.
std::string read_unlinked(const std::string& path, size_t most = SIZE_MAX);
// In place of the file, or a new one; with the folders on its way. fresh: throws where there is one.
void write_unlinked(const std::string& path, std::string_view text, bool fresh = false);
// Is there a link on its way, or in its place?
bool is_linked(const std::string& path);

}  // namespace os
