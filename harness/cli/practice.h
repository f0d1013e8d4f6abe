// The output of ./ladder practice, for the command and for --watch.
#pragma once
#include <string>
#include <vector>

#include "cli/options.h"
#include "practice/judge.h"

namespace ladder::cli {

void print_exercise_list(const Options&, const std::vector<practice::Exercise>&);
// practice_page.cpp: the progress as a page; `list` is what --json writes without an ID.
std::string progress_html(const data::Json& list);
void print_hint(const practice::Exercise&);
std::string made_text(const practice::Exercise&);  // one line that says that the exercise's file was created
// Judges the file, prints each step as soon as it is known, and writes --json. `why`: for a pitfall, also
// shows the cause.
practice::Judgement judge_and_print(const Options&, const std::vector<practice::Exercise>&,
                                    const practice::Exercise&, bool why,
                                    const std::function<bool()>& give_up);
// The exercise with that id; for a track, its first exercise that is not done. Throws Failure with the nearest
// name.
const practice::Exercise& wanted_exercise(const std::vector<practice::Exercise>&, const std::string& id);
// The first exercise after `e` that is not done; if there is none, the first of all those not done; nullptr:
// none is left.
const practice::Exercise* next_exercise(const std::vector<practice::Exercise>&, const practice::Exercise* e);

// practice_watch.cpp
int watch(const Options&, const std::vector<practice::Exercise>&, const practice::Exercise&);

}  // namespace ladder::cli
