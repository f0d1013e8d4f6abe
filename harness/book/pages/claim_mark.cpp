// Checks a claim that one stage is faster than another at some n against the measurements:
//   claim: reduce/v10.1 h200.vs_previous faster=2^22,2^24 same=2^14,2^16
// "same" corresponds to ≈ in the tables: the difference is within the noise.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "os/error.h"
#include "pages/measured.h"
#include "pages/writers.h"

namespace ladder::pages {
namespace {

const std::vector<std::string> kVerdicts = {"faster", "same", "slower"};

std::string verdict_on(const bench::Ratio& ratio) {
  if (!ratio.distinguishable()) return "same";
  return ratio.value > 1 ? "faster" : "slower";
}

// The claim for a single n.
Arguments at_n(const Arguments& said, const std::string& n) {
  Arguments one;
  for (const auto& [key, value] : said.values)
    if (std::find(kVerdicts.begin(), kVerdicts.end(), key) == kVerdicts.end())
      one.values.push_back({key, value});
  one.values.push_back({"n", n});
  return one;
}

}  // namespace

void claim_mark(Desk& desk, const Arguments& said) {
  said.allow("a claim", {"faster", "same", "slower", "dtype", "block", "gpus", "scan"});
  bool claims = false;
  for (const std::string& verdict : kVerdicts) claims = claims || said.has(verdict);
  if (said.words.size() != 2 || !is_measured_name(said.words[1]) || !claims)
    throw os::Error(
        "a claim needs a stage, a measured ratio, and the sizes for each verdict: claim: reduce/v10.1 "
        "h200.vs_previous faster=2^22,2^24 same=2^14 slower=2^20");
  const Quantity q = quantity_from(desk, said.words[1]);
  for (const std::string& claimed : kVerdicts) {
    std::istringstream sizes(said.text(claimed));
    for (std::string size; std::getline(sizes, size, ',');) {
      const Arguments one = at_n(said, size);
      const bench::Result& row = measured_row(desk, q.gpu, said.words[0], one);
      const bench::Ratio& ratio = ratio_of(row, q.name);
      if (const std::string measured = verdict_on(ratio); measured != claimed)
        throw os::Error(
            fmt::format("the page says that {} is {} at n = {} ({}), but {} was measured: {}. Correct "
                        "the sentence, then this mark",
                        said.words[0], claimed, size, said.words[1], text_of(row, q.name), measured));
    }
  }
}

}  // namespace ladder::pages
