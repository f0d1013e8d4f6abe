// The findings from a run of ./ladder try, as JSON and as text.
#pragma once
#include <string>
#include <vector>

#include "data/json_text.h"
#include "runtime/seen.h"
#include "try/build.h"

namespace ladder::try_program {

// Converts file names to the form that the reader uses: relative if they are below the current folder,
// otherwise absolute. Adds to each kernel the place where it is defined.
void name_places(simt_runtime::Seen&, const Built&);

// Were reads of undefined values the only mistakes found? If so, the program is run again with other undefined
// values: large negative numbers, NaNs, and small numbers (0 from a shuffle). If all digests of its output are
// the same, those reads had no effect.
bool only_undefined(const simt_runtime::Seen&);
inline constexpr const char* kOtherUndefined[] = {"f1400001", "7ff00001", "0"};
void undefined_came_to_nothing(simt_runtime::Seen&);
// The results depend on the values that these local variables have before they are set.
void unset_locals_matter(simt_runtime::Seen&, const std::vector<Unset>&);

data::Json json_of(const std::vector<std::string>& files, const simt_runtime::Seen&);

// Kinds of finding that do not change the exit status. This function is inline, because a program with the
// stages of only one track has the option but does not contain `try`.
inline std::vector<std::string> remarks() {
  std::vector<std::string> all;
  const auto add = [&](auto kind) {
    for (const char* name : names_of(kind))
      if (is_remark(*data::named<decltype(kind)>(name))) all.emplace_back(name);
  };
  add(simt_runtime::HostHazardKind{});
  add(simt::HazardKind{});
  return all;
}
// True if there are no findings other than host code that fails to free memory or copies back too little.
bool found_nothing_in_kernels(const simt_runtime::Seen&);
// Ignores remarks, except for those of the kinds in `fail_on`.
bool found_wrong(const simt_runtime::Seen&, const std::vector<std::string>& fail_on);
// True if part of the program could not be run or watched.
bool met_a_limit(const simt_runtime::Seen&);
std::string hazards_text(const simt_runtime::Seen&, bool colour);
// The findings as annotations: a case for each kernel, and one for host code. Remarks of the kinds in
// `fail_on` are errors.
findings::Report annotations(const std::string& program, const simt_runtime::Seen&,
                             const std::vector<std::string>& fail_on);
// The barriers that ordered nothing, or only accesses that other barriers order as well; empty if not recorded.
std::vector<simt::SurplusBarrier> surplus_barriers(const simt_runtime::KernelSeen&);
std::string launches_text(const simt_runtime::KernelSeen&);  // "3 launches, 96 of 3072 blocks watched"

}  // namespace ladder::try_program
