#include "platform/workers.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>
#include <vector>

// All code is compiled with thread_local defined as an attribute that puts a variable in this section;
// __shared__ has its own section.
extern "C" char __start_simt_thread, __stop_simt_thread;
extern "C" char __start_simt_shared __attribute__((weak)), simt_dynamic_shared[];

namespace ladder::simt {
namespace {

struct Section {
  char *begin, *end;
  size_t bytes() const { return static_cast<size_t>(end - begin); }
};
Section sections[] = {{&__start_simt_thread, &__stop_simt_thread},
                      {&__start_simt_shared, simt_dynamic_shared},
                      {nullptr, nullptr}};

constexpr size_t kThreadStack = 256 * 1024;

struct Started {
  Fiber* fiber;
  std::function<void()> main;
  bool awake = true;
  std::vector<char> variables[std::size(sections)];  // saved while the thread is not running
};
std::deque<Started>& threads() {
  static auto& all =
      *new std::deque<Started>{{new Fiber, {}, true, {}}};  // the first is the host's calling thread
  return all;
}
size_t running = 0;

void begin() { threads()[running].main(); }  // never returns

}  // namespace

void keep_dynamic_shared(char* begin, size_t bytes) { sections[2] = {begin, begin + bytes}; }

size_t this_fiber_thread() { return running; }
void wake(size_t thread) { threads()[thread].awake = true; }

void sleep_until_woken() {
  Started& from = threads()[running];
  from.awake = false;
  for (size_t looked_at = 0; !threads()[running].awake; ++looked_at) {
    if (looked_at == threads().size()) __builtin_trap();  // no thread is left to wake another
    running = (running + 1) % threads().size();
  }
  Started& to = threads()[running];
  for (size_t i = 0; i < std::size(sections); ++i) {
    from.variables[i].assign(sections[i].begin, sections[i].end);
    if (!to.variables[i].empty())
      std::memcpy(sections[i].begin, to.variables[i].data(),
                  std::min(to.variables[i].size(), sections[i].bytes()));
  }
  switch_fiber(*from.fiber, *to.fiber);
}

void Thread::start(std::function<void()> main) {
  Fiber* fiber = make_fiber(0, kThreadStack);
  start_fiber<begin>(*fiber);
  threads().push_back({fiber, std::move(main), true, {}});
  for (size_t i = 0; i < std::size(sections); ++i) threads().back().variables[i].resize(sections[i].bytes());
}

}  // namespace ladder::simt
