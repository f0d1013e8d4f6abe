// The reader's files of ./ladder practice: where they are, and what is known of them.
#pragma once
#include <optional>
#include <string>

#include "practice/judge.h"

namespace cli {

std::string practice_file(const practice::Exercise&);  // "practice/reduce/v2.cu"
bool begun(const practice::Exercise&);

// Makes the file if there is none; an existing one stays as it is. True if it was made. unlinked: not through a symbolic link.
bool make_file(const practice::Exercise&, bool unlinked = false);

// Judges the file at every size, unless `how` says otherwise. What is found is kept under build/, by the content of
// the file, for the list.
practice::Judgement judged(const practice::Exercise&, practice::Judging how);

// What was found about the file as it is now; nothing if that is not known.
std::optional<practice::Judgement> known(const practice::Exercise&);

// The number of the next hint, from 1: for who has begun the file anew, and after the last, it begins again.
size_t next_hint(const practice::Exercise&);

}  // namespace cli
