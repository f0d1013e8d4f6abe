// One row of a results file, as the rest of the harness passes it around, and the list of its fields that
// files, pipes and CSV go by.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/verdict.h"
#include "data/members.h"
#include "data/names.h"
#include "simt/observation.h"

namespace bench {

using ladder::Cause;
using ladder::Evidence;
using ladder::Findings;

enum class Backend { cuda, simt, cpu };  // a GPU, the executor, references in native code on the CPU
constexpr auto names_of(Backend) { return std::array{"cuda", "simt", "cpu"}; }

struct Time {  // seconds
  double median = 0, q1 = 0, q3 = 0, min = 0;
  std::vector<double> samples;
};

// A speedup with its 95 % interval. Not distinguishable from 1 when low <= 1 <= high.
struct Ratio {
  double value = 0, low = 0, high = 0;
  bool distinguishable() const { return low > 1 || high < 1; }
};

struct Size {
  std::string name;  // "m"
  uint64_t size = 0;
  auto operator<=>(const Size&) const = default;
};

// Is a float result the same to the bit (bench/bits.h)?
struct SeenBits {
  unsigned runs = 0;                // after the first one, with other work beside them
  unsigned results = 0;             // so many different ones of an input, the first run included
  std::optional<bool> every_block;  // nothing: there is one size, or the runs differ
  std::string every_gpu;            // yes, no, sm_90: on those alone. "": not asked
  std::string fingerprint;          // of the first result, 16 hexadecimal digits
};

constexpr auto members_of(const SeenBits*) {
  using data::Member;
  using enum data::Form;
  return std::tuple{
      Member{"runs", &SeenBits::runs, required}, Member{"results", &SeenBits::results, required},
      Member{"every_block", &SeenBits::every_block}, Member{"every_gpu", &SeenBits::every_gpu, null_if_empty},
      Member{"fingerprint", &SeenBits::fingerprint, required}};
}

struct Result {
  std::string id, track, stage, idea;
  Backend backend = Backend::cuda;
  uint64_t n = 0;
  std::string dtype;             // f32 …
  unsigned block = 0;            // 0: does not apply (peers, ceilings, cpu)
  std::optional<unsigned> gpus;  // that work on it together; nothing: the row is not about several
  std::string scan;              // "" | inclusive | exclusive
  check::Verdict verdict;
  std::optional<Time> time;                   // of the whole job
  std::optional<Time> first_pass;             // of its first kernel alone, where the job has several
  uint64_t bytes = 0;                         // that the algorithm must move
  std::optional<double> bandwidth;            // bytes / second, over the median
  std::optional<double> fraction_of_ceiling;  // of the ceiling measured in the same run
  std::optional<double> fraction_of_peak;     // of the theoretical bandwidth
  std::map<std::string, Ratio> speedup;       // vs_first, vs_previous, vs_peer, vs_one_gpu
  std::optional<simt::Counters> counters;
  std::optional<std::vector<simt::Hazard>> hazards;  // most serious first; nothing: not looked for
  std::optional<SeenBits> same_bits;                 // nothing: not looked for
  std::string skipped;                               // why there is no measurement; "" if there is one
  std::string note;
  std::vector<Size> sizes;  // of a track with several, in its order: n is how many elements they are
};

// In the order of files and of CSV columns. An object that is not there is left out and not null: a table made of the
// rows (pandas' json_normalize) has then a column for each of its members, and none for the object. A type that is new here needs its form in bench/result_json.cpp.
constexpr auto members_of(const Result*) {
  using data::Member;
  using enum data::Form;
  return std::tuple{Member{"id", &Result::id, required},
                    Member{"track", &Result::track, required},
                    Member{"stage", &Result::stage, required},
                    Member{"idea", &Result::idea},
                    Member{"backend", &Result::backend, required},
                    Member{"n", &Result::n, required},
                    Member{"dtype", &Result::dtype},
                    Member{"block", &Result::block},
                    Member{"gpus", &Result::gpus, left_out_if_empty},
                    Member{"scan", &Result::scan, null_if_empty},
                    Member{"verdict", &Result::verdict, required},
                    Member{"time", &Result::time, left_out_if_empty},
                    Member{"first_pass", &Result::first_pass, left_out_if_empty},
                    Member{"bytes", &Result::bytes},
                    Member{"bandwidth", &Result::bandwidth, optional, "bytes_per_s"},
                    Member{"fraction_of_ceiling", &Result::fraction_of_ceiling},
                    Member{"fraction_of_peak", &Result::fraction_of_peak},
                    Member{"speedup", &Result::speedup},
                    Member{"counters", &Result::counters, left_out_if_empty},
                    Member{"hazards", &Result::hazards},
                    Member{"same_bits", &Result::same_bits, left_out_if_empty},
                    Member{"skipped", &Result::skipped, reason},
                    Member{"note", &Result::note, null_if_empty},
                    Member{"sizes", &Result::sizes, left_out_if_empty}};
}

ladder::Evidence with_lines(const simt::Hazard&);  // what happened, and in which lines

inline bool has_hazards(const Result& r) { return r.hazards && !r.hazards->empty(); }

}  // namespace bench
