// One row of a results file, as used throughout the harness, and the list of its fields for files, pipes and
// CSV.
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

namespace ladder::bench {

using findings::Cause;
using findings::Evidence;
using findings::Findings;

enum class Backend { cuda, simt, cpu };  // a GPU; the executor; native CPU references
constexpr auto names_of(Backend) { return std::array{"cuda", "simt", "cpu"}; }

struct Time {  // seconds
  double median = 0, q1 = 0, q3 = 0, min = 0;
  std::vector<double> samples;
};

// A speedup with its 95 % interval. Not distinguishable from 1 if low <= 1 <= high.
struct Ratio {
  double value = 0, low = 0, high = 0;
  bool distinguishable() const { return low > 1 || high < 1; }
};

struct Size {
  std::string name;  // "m"
  uint64_t size = 0;
  auto operator<=>(const Size&) const = default;
};

// Whether a float result is bitwise identical (bench/bits.h).
struct SeenBits {
  unsigned runs = 0;     // the number of runs under load, after the first run
  unsigned results = 0;  // the number of distinct results for an input, including that of the first run
  std::optional<bool> every_block;  // nullopt: there is only one size, or the runs differ
  std::string every_gpu;            // "yes", "no", or "sm_90": only on sm_90 or newer; "": not tested
  std::string fingerprint;          // 16 hexadecimal digits for the first result
};

constexpr auto members_of(const SeenBits*) {
  using data::Member;
  using enum data::Form;
  return std::tuple{
      Member{"runs", &SeenBits::runs, required}, Member{"results", &SeenBits::results, required},
      Member{"every_block", &SeenBits::every_block}, Member{"every_gpu", &SeenBits::every_gpu, null_if_empty},
      Member{"fingerprint", &SeenBits::fingerprint, required}};
}

// The reason why there is no measurement; empty if there is one.
struct Skipped : Evidence {
  using Evidence::Evidence;
  Skipped() = default;
  Skipped(Evidence evidence) : Evidence(std::move(evidence)) {}
};

inline Evidence not_enough_memory(uint64_t n) { return {Cause::not_enough_memory, {{"n", n}}}; }

struct Result {
  std::string id, track, stage, idea;
  Backend backend = Backend::cuda;
  uint64_t n = 0;
  std::string dtype;             // f32 …
  unsigned block = 0;            // 0: does not apply (peers, ceilings, cpu)
  std::optional<unsigned> gpus;  // GPUs that share the work; nullopt: not a row for several GPUs
  std::string scan;              // "" | inclusive | exclusive
  check::Verdict verdict;
  std::optional<Time> time;                   // the time of the whole job
  std::optional<Time> first_pass;             // the time of its first kernel only, if the job has several
  uint64_t bytes = 0;                         // bytes that the algorithm must move
  std::optional<double> bandwidth;            // bytes / second, from the median
  std::optional<double> fraction_of_ceiling;  // relative to the ceiling measured in the same run
  std::optional<double> fraction_of_peak;     // relative to the theoretical bandwidth
  std::map<std::string, Ratio> speedup;       // vs_first, vs_previous, vs_peer, vs_one_gpu
  std::optional<simt::Counters> counters;
  std::optional<std::vector<simt::Hazard>> hazards;  // the most serious hazard is first; nullopt: not checked
  std::optional<SeenBits> same_bits;                 // nullopt: not tested
  Skipped skipped;
  std::string not_checked;  // the first case that could not be run, and the reason; "" if all ran
  std::string note;
  std::vector<Size> sizes;  // for a track with several sizes, in track order: n is their number of elements
};

// The fields, in the order of files and CSV columns. An object without a value is omitted rather than set to
// null. A table made from the rows (with pandas' json_normalize) then has a column for each member of the
// object, and none for the object itself. A new type needs its conversion in bench/result_json.cpp.
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
                    Member{"skipped", &Result::skipped, left_out_if_empty},
                    Member{"not_checked", &Result::not_checked, left_out_if_empty},
                    Member{"note", &Result::note, null_if_empty},
                    Member{"sizes", &Result::sizes, left_out_if_empty}};
}

findings::Evidence with_lines(const simt::Hazard&);  // describes what happened, and on which lines

inline bool has_hazards(const Result& r) { return r.hazards && !r.hazards->empty(); }

}  // namespace ladder::bench
