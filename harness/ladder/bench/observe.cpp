#include "bench/observe.h"

#include <fmt/format.h>

#include "bench/attempt.h"
#include "bench/runner.h"
#include "bench/rows.h"

namespace ladder::bench {

Observed observe(const stage::Stage& stage, const Conditions& the_case, const simt::TraceOptions& options,
                 const Prepare& prepare) {
  const stage::Stage* traced = stage::find_stage(stage::Build::simt_traced, stage.id);
  if (traced == nullptr || traced->variant(the_case.dtype) == nullptr)
    throw std::invalid_argument(
        fmt::format("{} has no {} version", stage.id, stage::dtype_name(the_case.dtype)));
  const Engine engine = simt_engine();
  Observed observed;
  the_case.runner->begin();
  std::unique_ptr<device::Machine> machine;
  try {
    const device::Placement placement = placement_of(*traced, the_case.gpus);
    SharedProblem problem(engine, check::task_of(*traced), the_case, placement);
    machine = engine.make_machine(placement);
    observed.algorithm_bytes = problem.algorithm_bytes();
    if (prepare) prepare(*machine);
    simt::take_observation();
    simt::set_trace_options(options);
    observed.verdict =
        problem.attempt(*machine, solver(*traced, the_case.dtype, the_case.block, *the_case.runner));
    observed.fingerprint = problem.fingerprint_of_output();
  } catch (const device::OutOfMemory& e) {
    observed.no_memory = e.what();
  } catch (const std::bad_alloc&) {
    observed.no_memory = "not enough memory";
  } catch (const std::exception& e) {  // the observations so far are more informative than the exception
    observed.stopped = e.what();
    observed.verdict.status = check::Status::crash;
    observed.verdict.evidence = findings::recorded(e.what());
  }
  if (machine != nullptr) observed.launches = machine->launches();
  simt::set_trace_options({});
  observed.observation = simt::take_observation();
  return observed;
}

}  // namespace ladder::bench
