// The plan of a run or a check, and the two functions that execute it. The command line fills in a Plan; report
// prints the rows.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/defaults.h"
#include "bench/result.h"
#include "bench/runner.h"
#include "check/case.h"
#include "data/counts.h"
#include "stage/registry.h"

namespace ladder::bench {

struct Plan {
  // If set, used instead of `ids`: a stage that `runner` contains, with the registration that it must have.
  const stage::Stage* held = nullptr;
  KernelRunner* runner = &local_runner();
  std::vector<std::string> ids;          // exact ids of stages or of reference_ids(); empty: every stage
  std::vector<Backend> backends;         // in the order of the rows
  std::vector<data::Extent> ns;          // empty: run uses default_n() (rows.h), check uses check::sizes()
  std::vector<stage::DType> dtypes;      // empty: run uses each stage's first type, check all of them
  std::vector<unsigned> blocks;          // empty: run uses kDefaultBlock, check kCheckedBlocks
  std::vector<unsigned> gpus;            // for stages that use several; empty: see gpus_for()
  std::vector<check::InputKind> inputs;  // empty: run uses random input, check all kinds
  unsigned repetitions = 0;              // 0: kRepetitionsOnGpu or kRepetitionsOnCpu
  // Before each sample, run the row once more without timing it: the GPU's L2 cache then contains the data of
  // that run. Otherwise the cache is cold.
  bool warm_cache = false;
  uint64_t seed = 1;
  bool companions = true;  // include the peers, ceilings and CPU references of the stages' tracks
  unsigned at_once = 0;    // processes; 0: one per core
  bool brisk = false;      // check, for a judgement: reduces the slow parts (check.cpp)
  bool whole = false;      // use all elements, even if `brisk` is set
  // check: one kind of input per size, in turn, and fewer large sizes; with given n, one kind of input for
  // large n. In WebAssembly, where a switch between threads takes a microsecond, a judgement would otherwise
  // take several times as long.
  bool sparing = false;
  // The number of seconds that a job may run without a report; 0: chosen for each job (kernel_process.h).
  double timeout = 0;
};

// The version of CUB that the peers use: "3.0.1"; "" without CUDA.
std::string cub_version();

// Ids of rows that are not stages: "peer/cub_reduce", "ceiling/read", "cpu/sequential_scan", …
const std::vector<std::string>& reference_ids();

// Receives progress reports; the command line displays them.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void update(const std::string& what, size_t done, size_t total) = 0;
};

// One row for each stage or reference, backend, n, dtype and block size. If a row cannot be measured, `skipped`
// gives the reason.
std::vector<Result> run(const Plan&, Progress&);

// One row for each stage, backend, dtype and block size, with the worst verdict over all sizes and inputs; a
// pitfall passes if the declared mistake is found. `n` is the size to which the verdict refers.
std::vector<Result> check(const Plan&, Progress&);

}  // namespace ladder::bench
