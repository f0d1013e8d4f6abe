// One traced run of a stage in this process: the cost of each source line, and the hazards. Call it inside
// run_kernels_isolated().
#pragma once
#include <functional>
#include <string>

#include "bench/defaults.h"
#include "check/case.h"
#include "bench/runner.h"
#include "check/verdict.h"
#include "simt/observation.h"
#include "device/machine.h"

namespace ladder::bench {

struct Observed {
  simt::Observation observation;
  std::string stopped;  // why the run ended early; "" if it completed
  check::Verdict verdict;
  std::string no_memory;  // why it could not be run; "" if it was
  uint64_t algorithm_bytes = 0;
  int launches = 0;          // the number of launches in the job
  uint64_t fingerprint = 0;  // the output's fingerprint, if the job completed
};
constexpr auto members_of(const Observed*) {
  using data::Member;
  return std::tuple{Member{"observation", &Observed::observation},
                    Member{"stopped", &Observed::stopped},
                    Member{"verdict", &Observed::verdict},
                    Member{"no_memory", &Observed::no_memory},
                    Member{"algorithm_bytes", &Observed::algorithm_bytes},
                    Member{"launches", &Observed::launches},
                    Member{"fingerprint", &Observed::fingerprint}};
}

// The conditions of an observed run.
struct Conditions : check::Case {
  unsigned block = kDefaultBlock;
  unsigned gpus = 0;  // for a multi-GPU stage; 0: as many as the executor simulates
  KernelRunner* runner = &local_runner();
};

// `stage` may be compiled for simt or simt_traced; the result is the same. Case.inclusive is used as given. Throws
// std::invalid_argument if the stage does not support the case's element type. `prepare` is called with the
// machine before the run.
using Prepare = std::function<void(device::Machine&)>;
Observed observe(const stage::Stage& stage, const Conditions&, const simt::TraceOptions&,
                 const Prepare& prepare = {});

}  // namespace ladder::bench
