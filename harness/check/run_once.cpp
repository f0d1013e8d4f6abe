// One stage, one case, one verdict: declared in check/problem.h.
#include <fmt/format.h>

#include <new>
#include <stdexcept>

#include "check/problem.h"

namespace check {
namespace {

// Why the stage cannot be asked; "" if it can.
std::string not_offered(const stage::Stage& stage, const Case& c) {
  try {
    task_of(stage);
  } catch (const std::invalid_argument& no_reference) {
    return no_reference.what();
  }
  if (!stage.variant(c.dtype))
    return fmt::format("{} has no version for {}", stage.id, stage::dtype_name(c.dtype));
  if (c.block < stage.min_block || c.block > stage.max_block)
    return fmt::format("{} takes blocks of {} to {} threads, not {}", stage.id, stage.min_block,
                       stage.max_block, c.block);
  if (c.n > stage.max_n)
    return fmt::format("{} takes at most {} elements{}{}", stage.id, stage.max_n,
                       stage.limit_reason.empty() ? "" : ": ", stage.limit_reason);
  return "";
}

Verdict without_answer(Status status, const std::string& why) {
  Verdict verdict;
  verdict.status = status;
  verdict.message = why;
  return verdict;
}

}  // namespace

Verdict run_once(device::Machine& machine, const stage::Stage& stage, const Case& c, int runs) {
  if (const std::string why = not_offered(stage, c); !why.empty())
    return without_answer(Status::unchecked, why);
  try {
    machine.reset();
    Problem problem(machine, stage, c);
    Verdict verdict;
    for (int run = 1; run <= runs; ++run) {
      problem.poison_output();
      machine.next_run();
      stage.variant(c.dtype)->run(problem.job());
      machine.synchronize();
      verdict = problem.verify(stage);
      if (!verdict.passed()) {
        if (run > 1) verdict.message = fmt::format("right at first, but in run {} {}", run, verdict.message);
        return verdict;
      }
    }
    return verdict;
  } catch (const device::OutOfMemory& e) {
    return without_answer(Status::unchecked, e.what());
  } catch (const std::bad_alloc&) {
    return without_answer(Status::unchecked, fmt::format("not enough memory for n = {}", c.n));
  } catch (const std::exception& e) {
    return without_answer(Status::crash, fmt::format("{} (n = {}, block {})", e.what(), c.n, c.block));
  }
}

}  // namespace check
