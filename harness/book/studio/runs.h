// Programs started for pages, one at a time. A newer text of a file ends the program that is running for an
// older text.
#pragma once
#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "os/process.h"
#include "practice/sandbox.h"

namespace ladder::studio {

class Runs {
 public:
  enum class Kind { newer_text, same_text };
  struct Ticket {
    std::string file;
    uint64_t number;
  };
  // Returns a ticket for a request made just now. A later request for a newer text of that file ends
  // the run. If `file` is "", a newer text of any file ends it.
  Ticket ticket(const std::string& file, Kind);

  struct Ended {
    int status = 0;
    bool run = false;  // false: it was ended, or did not start
    std::string why;   // too_slow, too_large or another reason, which is displayed
  };
  // Waits for its turn. `gone`: the client has disconnected.
  Ended run(const Ticket&, const practice::Command&, double most_seconds,
            const std::function<void(std::string_view)>& said, const std::function<bool()>& gone);
  void end_all() { ended_ = true; }

 private:
  bool is_newest(const Ticket&);

  std::mutex of_newest_;
  std::map<std::string, uint64_t> newest_;  // per file
  std::atomic<unsigned> waiting_ = 0;
  std::atomic<bool> ended_ = false;
  std::timed_mutex one_;
};

}  // namespace ladder::studio
