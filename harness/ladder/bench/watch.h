// The run of a stage that looks for hazards: traced, every block, and few elements, because watching takes longer
// than counting. Used by run, and by every command that shows what a kernel does.
#pragma once
#include "bench/observe.h"
#include "bench/result.h"

namespace bench {

struct Watched {
  check::Verdict verdict;
  std::vector<simt::Hazard> hazards;
  simt::BarrierUses barriers;
  std::string no_memory;  // why it could not be run; "" if it was
};
constexpr auto members_of(const Watched*) {
  using data::Member;
  return std::tuple{Member{"verdict", &Watched::verdict}, Member{"hazards", &Watched::hazards},
                    Member{"barriers", &Watched::barriers}, Member{"no_memory", &Watched::no_memory}};
}

// As many as asked for, if they are few; else several blocks with a tail, whatever the block size.
size_t watched_n(size_t n, unsigned block);

// With `n` elements as they are. To be called inside run_kernels_isolated(). `barriers`: what they order is gathered too.
Watched watch(const stage::Stage&, const Conditions&, bool barriers = false);

// Puts what was seen into the row and judges it.
void take_watched(Result&, const stage::Stage&, const Watched&);

}  // namespace bench
