// MPI processes cannot stop each other with a signal, as the harness stops the processes that it forks.
// Instead, a thread in each process checks that something is reported from time to time.
#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace ladder::mpi {

class Watch {
 public:
  // After this many seconds without a report, calls `too_long` once with the last one.
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
  std::thread thread_;  // the last member, because its thread uses the other members
};

}  // namespace ladder::mpi
