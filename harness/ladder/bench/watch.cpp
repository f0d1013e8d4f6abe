#include "bench/watch.h"

#include <algorithm>

#include "bench/attempt.h"
#include "bench/run_parts.h"

namespace bench {

size_t watched_n(size_t n, unsigned block) {
  constexpr size_t kFew = size_t{1} << 14;
  return n <= kFew ? n : std::min<size_t>(n, 21 * block + 5);
}

Watched watch(const stage::Stage& stage, const Conditions& the_case, bool barriers) {
  const stage::Stage& traced = *stage::find_stage(stage::Build::simt_traced, stage.id);
  simt::set_trace_options({.counters = false, .hazards = true, .barriers = barriers});
  const Engine engine = simt_engine();
  Watched watched;
  try {
    const device::Placement placement = placement_of(traced, the_case.gpus);
    SharedProblem problem(engine, check::task_of(traced), the_case, placement);
    const auto machine = engine.make_machine(placement);
    simt::take_observation();
    watched.verdict = problem.attempt(*machine, solver(traced, the_case.dtype, the_case.block));
  } catch (const device::OutOfMemory& e) {
    watched.no_memory = e.what();
  } catch (const std::bad_alloc&) {
    watched.no_memory = "not enough memory";
  } catch (const std::exception& e) {  // what was seen until then says more than the exception
    watched.verdict.status = check::Status::crash;
    watched.verdict.message = e.what();
  }
  simt::Observation seen = simt::take_observation();
  watched.hazards = std::move(seen.hazards);
  watched.barriers = std::move(seen.barriers);
  return watched;
}

void take_watched(Result& row, const stage::Stage& stage, const Watched& watched) {
  if (!watched.no_memory.empty()) {
    row.skipped = watched.no_memory;
    return;
  }
  row.hazards = watched.hazards;
  row.verdict = watched.verdict;
  judge_hazards(row, stage);
}

}  // namespace bench
