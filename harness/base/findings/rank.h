// The certainty of findings, and the order in which they are reported.
#pragma once
#include <array>

#include "findings/evidence.h"

namespace ladder::findings {

// certain: observed, or a consequence of an observation. likely: the run differs from a correct one, or the
// text contains a common mistake. hint: a common cause of results like this one.
enum class Confidence { certain, likely, hint };
constexpr auto names_of(Confidence) { return std::array{"certain", "likely", "hint"}; }

Confidence confidence_of(const Evidence&);

// Explanations of a wrong answer in the order of the table in rank.cpp; if they have the same rank, in the
// order in which they were found. Duplicates from two producers are removed.
Findings ranked(Findings);
// Inserts the evidence into findings of any kind, before the first finding ranked after it or missing from the
// table.
void add_ranked(Findings&, Evidence);

}  // namespace ladder::findings
