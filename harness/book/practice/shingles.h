// The contents of a program as a set, so that two programs can be compared.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace ladder::practice {

// A hash for each sequence of a few tokens, with variable names removed. Sorted, without duplicates.
using Shingles = std::vector<uint64_t>;
Shingles shingles_of(const std::string& text, size_t length = 6);  // tokens per shingle

// Of the tokens in `before` that are missing from `after`, the fraction that is also missing from the
// text: from 0 to 1.
double fraction_replaced(const std::string& text, const std::string& before, const std::string& after);

}  // namespace ladder::practice
