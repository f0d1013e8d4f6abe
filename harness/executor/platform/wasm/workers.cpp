#include "platform/workers.h"

#include <deque>
#include <utility>

namespace simt {
namespace {

constexpr size_t kThreadStack = 256 * 1024;

struct Started {
  Fiber* fiber;
  std::function<void()> main;
};
std::deque<Started>& threads() {
  static auto& all =
      *new std::deque<Started>{{new Fiber, {}}};  // the first is the one that the host has called
  return all;
}
size_t running = 0;

void begin() { threads()[running].main(); }  // which never returns

}  // namespace

void run_next_thread() {
  Fiber& from = *threads()[running].fiber;
  running = (running + 1) % threads().size();
  switch_fiber(from, *threads()[running].fiber);
}

void Thread::start(std::function<void()> main) {
  Fiber* fiber = make_fiber(0, kThreadStack);
  start_fiber<begin>(*fiber);
  threads().push_back({fiber, std::move(main)});
}

}  // namespace simt
