// The reader's files for ./ladder practice: their location, and the facts known about them.
#pragma once
#include <optional>
#include <string>

#include "practice/judge.h"

namespace ladder::cli {

std::string practice_file(const practice::Exercise&);  // "practice/reduce/v2.cu"
bool begun(const practice::Exercise&);

// Creates the file if there is none; an existing one is left unchanged. True if it was created. unlinked: does
// not follow symbolic links.
bool make_file(const practice::Exercise&, bool unlinked = false);

// Judges the file at every size, unless `how` says otherwise. The result is stored below build/, keyed by the
// file's contents, for the list.
practice::Judgement judged(const practice::Exercise&, practice::Judging how);

// The judgement of the current file; nullopt if there is none.
std::optional<practice::Judgement> known(const practice::Exercise&);

// The number of the next hint, from 1. It restarts at 1 after the last hint, and for a file started
// again.
size_t next_hint(const practice::Exercise&);

}  // namespace ladder::cli
