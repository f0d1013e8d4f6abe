// What a run of ./ladder try found, as JSON and in words.
#pragma once
#include <string>
#include <vector>

#include "data/json_text.h"
#include "runtime/seen.h"
#include "try/build.h"

namespace try_program {

// Files as the reader calls them: below the current folder from there, else absolute. A kernel gets the place where it
// is defined.
void name_places(simt_runtime::Seen&, const Built&);

data::Json json_of(const std::vector<std::string>& files, const simt_runtime::Seen&);

// Kinds that change no exit status. Inline: a program of one track's stages knows the option, and does not hold `try`.
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
// Nothing, or of the host's code that it frees or copies back too little.
bool found_nothing_in_kernels(const simt_runtime::Seen&);
// Remarks left out, but for those of the kinds `fail_on`.
bool found_wrong(const simt_runtime::Seen&, const std::vector<std::string>& fail_on);
// Something in the program could not be run, or not be watched.
bool met_a_limit(const simt_runtime::Seen&);
std::string hazards_text(const simt_runtime::Seen&, bool colour);
// The same for annotations: a case for each kernel, and one for the host's code. Remarks of the kinds `fail_on` are errors.
ladder::Report annotations(const std::string& program, const simt_runtime::Seen&,
                           const std::vector<std::string>& fail_on);
// Those that ordered nothing that others do not order as well, where that was looked for.
std::vector<simt::SurplusBarrier> surplus_barriers(const simt_runtime::KernelSeen&);
std::string launches_text(const simt_runtime::KernelSeen&);  // "3 launches, 96 of 3072 blocks watched"

}  // namespace try_program
