// What to run or check, and the two calls that do it. The command line fills a
// Plan in; report prints the rows.
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

namespace bench {

struct Plan {
  // In place of ids: a stage that `runner` has, as it must be registered.
  const stage::Stage* held = nullptr;
  KernelRunner* runner = &local_runner();
  std::vector<std::string> ids;          // exact: stages, and of reference_ids(). Empty: every stage
  std::vector<Backend> backends;         // in the order of the rows
  std::vector<data::Extent> ns;          // empty: run takes default_n() (rows.h), check takes check::sizes()
  std::vector<stage::DType> dtypes;      // empty: run takes each stage's first, check all that it offers
  std::vector<unsigned> blocks;          // empty: run takes kDefaultBlock, check kCheckedBlocks
  std::vector<unsigned> gpus;            // of stages for several; empty: as gpus_for() says (rows.h)
  std::vector<check::InputKind> inputs;  // empty: run takes random, check all
  unsigned repetitions = 0;              // 0: kRepetitionsOnGpu or kRepetitionsOnCpu
  uint64_t seed = 1;
  bool companions = true;  // also the peers, ceilings and CPU references of the stages' tracks
  unsigned at_once = 0;    // processes; 0: one for each core
  bool brisk = false;      // check, for a judgement: less where much takes long (check.cpp)
  bool whole = false;      // and brisk: all elements all the same
  double timeout = 0;      // seconds that one piece of work may be silent; 0: what fits it (kernel_process.h)
};

// Of the CUB that the peers are: "3.0.1"; "" without CUDA.
std::string cub_version();

// Rows that are not stages: "peer/cub_reduce", "ceiling/read", "cpu/sequential_scan", …
const std::vector<std::string>& reference_ids();

// Told what is being done; the command line draws it.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void update(const std::string& what, size_t done, size_t total) = 0;
};

// One row for each stage, reference, backend, n, dtype and block. Rows that cannot be
// measured say why in `skipped`.
std::vector<Result> run(const Plan&, Progress&);

// One row for each stage, backend, dtype and block, with the worst verdict over all sizes and inputs; a
// pitfall passes if it is found to be what it declares. `n` is the size that the verdict is about.
std::vector<Result> check(const Plan&, Progress&);

}  // namespace bench
