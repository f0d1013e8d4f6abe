#include "bench/last_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>

#include "bench/attempt.h"
#include "bench/runner.h"
#include "check/case.h"
#include "check/sparse.h"
#include "simt/machine.h"
#include "simt/trace/schedule.h"

namespace ladder::bench {
namespace {

constexpr unsigned kBlocks =
    2;  // blocks in each launch, in addition to the first: a tail may be spread over two
constexpr size_t kMuchOfABlock =
    size_t{1} << 19;  // from this size upwards, only one block runs, because each covers all of n
constexpr size_t kLast = check::kSparseElements + 37;  // beyond the 32-bit limit; not a multiple of any tile
// Element counts for which a 32-bit index suffices. All need several passes, and kMore needs the most.
constexpr size_t kFewest = size_t{1} << 20, kFew = size_t{1} << 22, kMore = size_t{1} << 25;
// Elements per block. If only a few blocks share all the elements, even three blocks have too many for the executor.
constexpr size_t kMostOfABlock = size_t{1} << 23;

struct Tried {
  std::vector<std::string> answers;
  findings::Evidence difference;  // how the answers differ from those for fewer elements
  std::vector<simt::Hazard> hazards;
  std::string stopped;  // the reason why the run did not finish
  uint64_t blocks = 0;  // the number of blocks in the largest launch
};

class Trial {
 public:
  Trial(const stage::Stage& stage, stage::DType type, unsigned block, const check::Task& task, bool inclusive,
        KernelRunner& runner, unsigned multiprocessors = 0)
      : stage_(stage),
        type_(type),
        block_(block),
        task_(task),
        inclusive_(inclusive),
        runner_(runner),
        multiprocessors_(multiprocessors) {}

  // nullopt if there is not enough memory.
  std::optional<Tried> operator()(const check::Sizes& sizes, const Tried* fewer,
                                  unsigned blocks = kBlocks) const {
    const auto machine = simt::make_vast_machine();
    if (multiprocessors_ > 0) {
      device::Device device = machine->device();
      device.multiprocessors = multiprocessors_;
      machine->present(device);
    }
    Tried tried;
    try {
      check::SparseProblem problem(*machine, task_, type_, sizes, inclusive_);
      simt::take_observation();
      simt::trace::take_largest_launch();
      simt::set_trace_options({.counters = false, .hazards = true, .last_blocks = blocks});
      machine->next_run();
      stage::Job job = problem.job();
      try {
        solver(stage_, type_, block_, runner_).run(job);
      } catch (const device::OutOfMemory&) {
        throw;
      } catch (const std::bad_alloc&) {
        throw;
      } catch (const std::exception& e) {
        tried.stopped = e.what();
      }
      machine->synchronize();
      tried.blocks = simt::trace::take_largest_launch();
      tried.hazards = simt::take_observation().hazards;
      if (fewer == nullptr)
        tried.answers = problem.answers();
      else
        tried.difference = problem.difference(fewer->answers);
    } catch (const device::OutOfMemory&) {
      return std::nullopt;
    } catch (const std::bad_alloc&) {
      return std::nullopt;
    }
    return tried;
  }

 private:
  const stage::Stage& stage_;
  stage::DType type_;
  unsigned block_;
  const check::Task& task_;
  bool inclusive_;
  KernelRunner& runner_;
  unsigned multiprocessors_;  // the GPU's number of multiprocessors; 0: a vast GPU
};

// A size of about `few` elements that ends at the same offset in a tile and in a row as n, with rows of the
// same width if there are rows.
check::Sizes fewer_than(check::Sizes many, size_t few) {
  const size_t n = many[0], width = many[1], step = width == 0 ? few : 64 * width;
  many.of[0] = n - (n - few) / step * step;
  return many;
}

// Runs the stage compiled into this program.
bool has_memory(const stage::Stage& traced, stage::DType type, unsigned block, const check::Task& task,
                bool inclusive, const check::Sizes& sizes) {
  return Trial(traced, type, block, task, inclusive, local_runner())(sizes, nullptr, 1).has_value();
}

bool has(const std::vector<simt::Hazard>& hazards, simt::HazardKind kind) {
  return std::any_of(hazards.begin(), hazards.end(), [&](const simt::Hazard& h) { return h.kind == kind; });
}

}  // namespace

LastBlocks try_last_blocks(const stage::Stage& traced, stage::DType type, unsigned block,
                           const check::Task& task, bool inclusive, KernelRunner& runner,
                           const std::function<void(size_t n)>& doing) {
  if (!check::has_last_blocks(task)) return {};
  const Trial trial(traced, type, block, task, inclusive, runner);
  LastBlocks found;
  // An index that is too narrow for 2^31 is also too narrow for 2^32; an error already at 2^31 distinguishes
  // int from unsigned int.
  for (const unsigned bits : {32, 31}) {
    const size_t n = (size_t{1} << bits) + kLast;
    if (n > traced.max_n) continue;
    const check::Sizes sizes = check::arranged(task, n), fewer = fewer_than(sizes, kFew);
    doing(n);
    std::optional<Tried> few = trial(fewer, nullptr);
    if (!few || !few->stopped.empty()) break;
    const auto too_much = [n](const Tried& tried) {
      return n / std::max<uint64_t>(1, tried.blocks) > kMostOfABlock;
    };
    // The prediction is right only if the grid does not grow with n, which a run with fewer elements shows.
    if (too_much(*few)) {
      const std::optional<Tried> fewest = trial(fewer_than(sizes, kFewest), nullptr);
      if (!fewest || fewest->blocks == few->blocks) continue;
    }
    // The work of the last blocks may depend on all of n, as in a tree with a power-of-two number of leaves; the
    // result then proves nothing.
    const std::optional<Tried> more = trial(fewer_than(sizes, kMore), &*few);
    if (!more || !more->stopped.empty() || !more->difference.empty()) break;
    if (too_much(*more)) continue;
    const bool much = n / std::max<uint64_t>(1, more->blocks) > kMuchOfABlock;
    if (much) few = trial(fewer, nullptr, 1);
    if (!few) break;
    const std::optional<Tried> many = trial(sizes, &*few, much ? 1 : kBlocks);
    if (!many && &runner != &local_runner() && has_memory(traced, type, block, task, inclusive, sizes)) {
      found.n = n;
      found.verdict.status = check::Status::crash;
      found.verdict.evidence = {findings::Cause::too_much_memory_at, {{"n", n}, {"id", traced.id}}};
      return found;
    }
    if (!many) continue;
    LastBlocks here{n, {}, {}};
    for (const simt::Hazard& h : many->hazards)
      if (!has(few->hazards, h.kind) && !has(more->hazards, h.kind)) here.hazards.push_back(h);
    const findings::Evidence what =
        !many->stopped.empty() ? findings::recorded(many->stopped) : many->difference;
    if (what.empty() && here.hazards.empty()) break;
    here.verdict.status = !many->stopped.empty() ? check::Status::crash : check::Status::wrong;
    here.verdict.evidence = {findings::Cause::index_too_narrow,
                             {{"n", n}, {"fewer", fewer[0]}, {"bits", bits}}};
    if (!what.empty()) here.verdict.evidence.add({"what", what});
    found = std::move(here);
  }
  return found;
}

uint64_t largest_launch(const stage::Stage& traced, stage::DType type, unsigned block, bool inclusive,
                        size_t n, unsigned multiprocessors, KernelRunner& runner) {
  runner.begin();
  const check::Task& task = check::task_of(traced);
  if (!check::has_last_blocks(task)) return 0;
  const std::optional<Tried> tried =
      Trial(traced, type, block, task, inclusive, runner, multiprocessors)(check::arranged(task, n), nullptr);
  return tried ? tried->blocks : 0;
}

}  // namespace ladder::bench
