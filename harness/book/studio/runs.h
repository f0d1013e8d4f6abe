// Programs that a page has asked for: one at a time. A newer text ends what runs for an older one.
#pragma once
#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "os/process.h"
#include "practice/confine.h"

namespace studio {

class Runs {
 public:
  enum class Kind { newer_text, same_text };
  // Asked for: now. What is asked for later, and is of a newer text, ends it.
  uint64_t ticket(Kind);

  struct Ended {
    int status = 0;
    bool run = false;  // false: it was ended, or did not begin
    std::string why;   // too_slow, too_large, …: for people
  };
  // Waits for its turn. `gone`: nobody listens any more.
  Ended run(uint64_t ticket, const practice::Command&, double most_seconds,
            const std::function<void(std::string_view)>& said, const std::function<bool()>& gone);
  void end_all() { ended_ = true; }

 private:
  std::atomic<uint64_t> newest_ = 0;
  std::atomic<unsigned> waiting_ = 0;
  std::atomic<bool> ended_ = false;
  std::timed_mutex one_;
};

}  // namespace studio
