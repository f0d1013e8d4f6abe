// What the judge program (main.cpp), which holds the reader's file, tells ./ladder practice.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bench/result.h"
#include "bench/result_json.h"
#include "stage/registry.h"

namespace practice {

// What a STAGE line promises.
struct Registered {
  std::string id, problem, scan, racy, expect;
  std::vector<std::string> dtypes;
  uint64_t min_block = 0, max_block = 0, max_n = 0;
  bool serial = false;
};
constexpr auto members_of(const Registered*) {
  using data::Member;
  return std::tuple{Member{"id", &Registered::id},
                    Member{"problem", &Registered::problem},
                    Member{"scan", &Registered::scan},
                    Member{"racy", &Registered::racy},
                    Member{"expect", &Registered::expect},
                    Member{"dtypes", &Registered::dtypes},
                    Member{"min_block", &Registered::min_block},
                    Member{"max_block", &Registered::max_block},
                    Member{"max_n", &Registered::max_n},
                    Member{"serial", &Registered::serial}};
}
Registered registered(const stage::Stage&);
// What the file's line takes back of what the rung's promises; "": nothing.
std::string promise_broken(const Registered& file, const Registered& rung);

struct Answer {
  std::vector<Registered> stages;          // "stage": all that the file has
  std::vector<bench::Result> rows;         // "check": one for each element type and block size
  std::optional<simt::Counters> counters;  // "count"
  uint64_t algorithm_bytes = 0;            // "count": that the job must move
  std::string stopped;                     // "count": why the job did not come to its end
};
constexpr auto members_of(const Answer*) {
  using data::Member;
  return std::tuple{Member{"stages", &Answer::stages}, Member{"rows", &Answer::rows},
                    Member{"counters", &Answer::counters},
                    Member{"algorithm_bytes", &Answer::algorithm_bytes}, Member{"stopped", &Answer::stopped}};
}

}  // namespace practice
