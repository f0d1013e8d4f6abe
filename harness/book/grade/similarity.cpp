#include "grade/similarity.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace ladder::grade {

Shingles without(const Shingles& shingles, const std::vector<Shingles>& known) {
  Shingles own = shingles;
  for (const Shingles& k : known)
    std::erase_if(own, [&](uint64_t shingle) { return std::binary_search(k.begin(), k.end(), shingle); });
  return own;
}

void leave_out_common(std::vector<Shingles>& all, const std::vector<size_t>& these) {
  constexpr size_t kFewest = 6;  // programs
  if (these.size() < kFewest) return;
  std::map<uint64_t, size_t> count;
  for (const size_t i : these)
    for (const uint64_t shingle : all[i]) ++count[shingle];
  for (const size_t i : these)
    std::erase_if(all[i], [&](uint64_t shingle) { return 2 * count.at(shingle) > these.size(); });
}

double similarity(const Shingles& a, const Shingles& b) {
  const size_t smaller = std::min(a.size(), b.size());
  if (smaller < kFewestShingles) return -1;
  Shingles both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return static_cast<double>(both.size()) / static_cast<double>(smaller);
}

}  // namespace ladder::grade
