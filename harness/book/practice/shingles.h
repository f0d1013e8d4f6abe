// What a program consists of, as a set that two programs can be compared by.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace practice {

// A number for each row of a few words, names of variables apart. Sorted, each once.
using Shingles = std::vector<uint64_t>;
Shingles shingles_of(const std::string& text, size_t length = 6);  // words of a shingle

// How much of what stands in `before`, and no more in `after`, is gone from the text too: from 0 to 1.
double fraction_replaced(const std::string& text, const std::string& before, const std::string& after);

}  // namespace practice
