// Whole numbers as people write them: 1000000, 1e6, 1.5e6, 2^20, 10Mi, 3K, 10*2^20. On the command line and in the
// marks of pages.
#pragma once
#include <cstdint>
#include <string>

namespace data {

// Throws os::Error, which says what is wrong with it and what would be right, but not its text.
uint64_t count_from(const std::string& text);

}  // namespace data
