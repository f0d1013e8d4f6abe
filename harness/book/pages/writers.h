// The writers of marks, each in its own file. All throw os::Error.
#pragma once
#include <string>

#include "pages/desk.h"
#include "pages/marks.h"

namespace ladder::pages {

// pages.cpp: true for "table", "code", …: these marks have contents and an end. "claim" has neither.
bool has_an_end(const std::string& mark);

// table_mark.cpp: table: results/h200/ladder.json reduce n=2^28
std::string table_mark(Desk&, const Arguments&);

// stage_mark.cpp: stage: reduce/v2 kernel: the track's page, the previous stage, the next one, the kernel file
std::string stage_mark(Desk&, const Arguments&);

// source_marks.cpp: code: reduce/v0, code: docs/program/twice.cu, diff: reduce/v2, diff: reduce/v0 reduce/v3
std::string code_mark(Desk&, const Arguments&);
std::string diff_mark(Desk&, const Arguments&);

// changes_mark.cpp: changes: reduce/v2 show=barriers,shuffles
std::string changes_mark(Desk&, const Arguments&);

// limits_mark.cpp: limits: reduce/v2 gpu=h200
std::string limits_mark(Desk&, const Arguments&);

// drawing_mark.cpp: drawing: levels reduce/v0 reduce/v1 file=docs/reduce/levels.svg n=256 alt="…"
std::string drawing_mark(Desk&, const Arguments&);
std::string stepper_mark(Desk&, const Arguments&);  // stepper: reduce/v0 reduce/v1 n=64 block=64

// value_mark.cpp: <!--= reduce/v1 barriers per_block -->, <!--= reduce/v1 h200.us -->,
// <!--= results/h200/latency.json /global ns -->
std::string value_mark(Desk&, const Arguments&);

// reading.cpp: <!--= reading start first/index first/stride -->: the reading time of these pages in minutes
std::string reading_mark(Desk&, const Arguments&);

// exercise_mark.cpp: exercise: reduce/v2 judged=barriers; writes nothing, but checks that the stage (or
// the program) and the counters exist
void exercise_mark(Desk&, const Arguments&);

// claim_mark.cpp: claim: reduce/v10.1 h200.vs_previous faster=2^22,2^24 same=2^14; writes nothing, but checks
// the claim
void claim_mark(Desk&, const Arguments&);

}  // namespace ladder::pages
