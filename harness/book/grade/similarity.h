// How much two submissions have in common.
#pragma once
#include <vector>

#include "practice/shingles.h"

namespace grade {

using practice::Shingles;

constexpr size_t kFewestShingles = 12;  // that a program must have of its own, to be compared
constexpr double kAlike = 0.6;          // independent answers have less in common

// Of its own: without those of programs that everybody has.
Shingles without(const Shingles&, const std::vector<Shingles>& known);

// Leaves out what more than half of these programs have, where they are enough to tell.
void leave_out_common(std::vector<Shingles>& all, const std::vector<size_t>& these);

// How much of the smaller of two programs stands in the other, from 0 to 1, of what they have of their own. Other names for
// variables, another order of lines, macros for names and added lines change little of it. Below 0: there is too little of
// their own to tell.
double similarity(const Shingles& a, const Shingles& b);

}  // namespace grade
