#include "text/nearest.h"

#include <algorithm>
#include <cctype>

namespace ladder::text {
namespace {

// The number of edits (insert, delete, replace, swap neighbours) from a to b, ignoring case.
size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  const auto same = [&](size_t i, size_t j) { return std::tolower(a[i]) == std::tolower(b[j]); };
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + !same(i - 1, j - 1)});
      if (i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1))
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

std::vector<std::string> nearest(const std::string& typed, const std::vector<std::string>& names) {
  struct Candidate {
    size_t edits;
    std::string name;
  };
  std::vector<Candidate> near;
  for (const std::string& name : names) {
    // "v1" means reduce/v1, "blelloch" means scan/blelloch_…
    const std::string stage = name.substr(name.find('/') + 1);
    const bool inside = typed.size() >= 2 && typed.find('/') == std::string::npos && stage.starts_with(typed);
    const size_t edits =
        inside ? stage != typed : std::min(distance(typed, name), distance(typed, stage) + 1);
    if (edits <= std::max<size_t>(1, typed.size() / 3)) near.push_back({edits, name});
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.edits < b.edits; });
  std::vector<std::string> best;
  for (const Candidate& c : near)
    if (best.size() < 3) best.push_back(c.name);
  return best;
}

std::string did_you_mean(const std::string& typed, const std::vector<std::string>& names) {
  const std::vector<std::string> near = nearest(typed, names);
  if (near.empty()) return "";
  std::string text = "; did you mean " + near[0];
  for (size_t i = 1; i < near.size(); ++i) text += (i + 1 == near.size() ? " or " : ", ") + near[i];
  return text + "?";
}

}  // namespace ladder::text
