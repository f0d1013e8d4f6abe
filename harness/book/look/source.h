// A stage's source as one text: its file, with each #include of a file in kernels/ replaced by that file.
#pragma once
#include <string>
#include <vector>

#include "os/repository.h"
#include "simt/observation.h"

namespace ladder::look {

struct SourceLine {
  std::string text;
  std::string place;  // "12" in the stage's own file; "mailbox.cuh:12" in an included file
};

// `file` is relative to `root`. An included file is enclosed by two lines that name it; a second #include of
// the same file adds nothing. Throws os::Error if `file` cannot be read.
std::vector<SourceLine> source_of(const std::string& file, const std::string& root = os::repository());

// "kernels/reduce/v2.cu:18: read by block 0, thread 32"; host code has no thread, and the line is omitted if
// not known.
std::string text_of(const simt::Access&);

// A first step marks the part that the reader must write:
//   // Your part: what to write
//   // Was: the line that the reader finds there
//   the line of the solution
//   // End of your part.
// left_out: the text that the reader starts with. filled: the solution, without the "Was" lines.
enum class Part { left_out, filled };
bool has_part(const std::vector<std::string>& lines);
bool is_what_was(const std::string& line);  // "// Was: …"
std::vector<std::string> with_part(const std::vector<std::string>& lines, Part);

}  // namespace ladder::look
