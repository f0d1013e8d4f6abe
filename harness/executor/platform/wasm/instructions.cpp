// A program cannot read its own code, so the host passes it a list of the jumps and calls in waiting loops
// (host/tables.js).
#include "platform/instructions.h"

#include <algorithm>
#include <vector>

namespace ladder::simt {
namespace {

struct Jump {
  int place, to;  // to: the target of a backward jump, or the called function
  bool call;
};
std::vector<Jump>& jumps() {  // in the order of their places
  static auto& all = *new std::vector<Jump>;
  return all;
}

}  // namespace

extern "C" __attribute__((export_name("simt_add_jump"))) void simt_add_jump(int place, int to, bool call) {
  jumps().push_back({place, to, call});
}

bool is_after_a_call(uintptr_t) { return false; }

// The recorded places are those of instructions; `pc` is the place of a call.
bool find_loop(const void* pc, int furthest, const std::function<bool(uintptr_t function)>& may_call,
               const std::function<bool(int at, int target)>& is_loop) {
  const int here = static_cast<int>(reinterpret_cast<uintptr_t>(pc));
  const auto behind = [&](int place, const Jump& jump) { return place < jump.place; };
  for (auto j = std::upper_bound(jumps().begin(), jumps().end(), here, behind);
       j != jumps().end() && j->place < here + furthest; ++j)
    if (j->call ? !may_call(static_cast<uintptr_t>(j->to)) : is_loop(j->place - here, j->to - here))
      return !j->call;
  return false;
}

bool counts_on_16(const void*, bool) { return true; }

}  // namespace ladder::simt
