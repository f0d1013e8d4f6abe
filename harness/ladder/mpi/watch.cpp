#include "mpi/watch.h"

#include <chrono>

namespace ladder::mpi {

Watch::Watch(double seconds, std::function<void(const std::string& last_report)> too_long)
    : thread_([this, seconds, too_long = std::move(too_long)] { wait(seconds, too_long); }) {}

Watch::~Watch() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Watch::report(const std::string& doing) {
  {
    const std::lock_guard lock(mutex_);
    doing_ = doing;
    ++reports_;
  }
  changed_.notify_one();
}

std::string Watch::last_report() {
  const std::lock_guard lock(mutex_);
  return doing_;
}

void Watch::wait(double seconds, const std::function<void(const std::string&)>& too_long) {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    const size_t known = reports_;
    const auto news = [&] { return ended_ || reports_ != known; };
    if (changed_.wait_for(lock, std::chrono::duration<double>(seconds), news)) continue;
    const std::string last = doing_;
    lock.unlock();
    return too_long(last);
  }
}

}  // namespace ladder::mpi
