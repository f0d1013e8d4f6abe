// How sure a finding is, and which of several is told first.
#pragma once
#include <array>

#include "findings/evidence.h"

namespace ladder {

// certain: it was observed, or follows from what was. likely: the run does otherwise than one that is right, or the text says
// what is a mistake most of the time. hint: what such a result often comes of.
enum class Confidence { certain, likely, hint };
constexpr auto names_of(Confidence) { return std::array{"certain", "likely", "hint"}; }

Confidence confidence_of(const Evidence&);

// What explains a wrong answer, in the order of the table in rank.cpp; of one place in it, as they were found. What two producers
// found alike is there once.
Findings ranked(Findings);
// Into findings of any kind, in front of the first that comes behind it or stands in no line of the table.
void add_ranked(Findings&, Evidence);

}  // namespace ladder
