// Of several processes none can stop another one's work by a signal, as the harness does where it forks. A thread in
// each watches that something is reported from time to time.
#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace mpi {

class Watch {
 public:
  // After so many seconds without a report it calls `too_long` with the last one, and never again.
  Watch(double seconds, std::function<void(const std::string& last_report)> too_long);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  void report(const std::string& doing);
  std::string last_report();

 private:
  void wait(double seconds, const std::function<void(const std::string&)>& too_long);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string doing_;
  size_t reports_ = 0;
  bool ended_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace mpi
