#include "check/parallel.h"

#include <unistd.h>

#include <thread>

namespace ladder::check {
namespace {

// Threads that wait for a turn, in which all of them do the same work.
class Team {
 public:
  void work(size_t threads, const std::function<void()>& work) {
    for (; helpers_ + 1 < threads; ++helpers_)
      std::thread([this, turn = turn_.load()] { help(turn); }).detach();
    working_ = helpers_;
    work_ = &work;
    ++turn_;
    turn_.notify_all();
    work();
    for (size_t left; (left = working_) > 0;) working_.wait(left);
  }

 private:
  [[noreturn]] void help(unsigned turn) {  // a new helper starts with the turn after this one
    for (;; ++turn) {
      turn_.wait(turn);
      (*work_)();
      if (--working_ == 0) working_.notify_one();
    }
  }

  size_t helpers_ = 0;
  const std::function<void()>* work_ = nullptr;
  std::atomic<unsigned> turn_{0};
  std::atomic<size_t> working_{0};  // helpers that have not finished this turn
};

// Never destroyed: the helpers wait in it until the process ends.
Team& team() {
  static Team* of_this_process = new Team;
  static pid_t owner = getpid();
  if (owner != getpid()) {
    of_this_process = new Team;
    owner = getpid();
  }
  return *of_this_process;
}

}  // namespace

void on_threads(size_t threads, const std::function<void()>& work) {
  threads = std::min<size_t>(threads, std::max(1u, std::thread::hardware_concurrency()));
  if (threads <= 1) return work();
  team().work(threads, work);
}

}  // namespace ladder::check
