// The similarity of two submissions.
#pragma once
#include <vector>

#include "practice/shingles.h"

namespace ladder::grade {

using practice::Shingles;

constexpr size_t kFewestShingles = 12;  // a program with fewer shingles of its own is not compared
constexpr double kAlike = 0.6;          // independent submissions are less similar

// A program's own shingles: all except those of programs that every student has.
Shingles without(const Shingles&, const std::vector<Shingles>& known);

// Removes the shingles that more than half of these programs share, if there are enough programs.
void leave_out_common(std::vector<Shingles>& all, const std::vector<size_t>& these);

// The fraction of the smaller program that the other program contains, from 0 to 1, counting only their own
// shingles. Renamed variables, reordered lines, macros for names and added lines have little effect on the
// fraction. Below 0: there is too little original code to decide.
double similarity(const Shingles& a, const Shingles& b);

}  // namespace ladder::grade
