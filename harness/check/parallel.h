// Team: a large range in pieces, over all cores. Used by the references, which must keep up with a GPU. Its threads
// live as long as the Team, because making one can take longer than its work: on a virtual machine 100 us. They are
// plain threads, gone with the Team: a process that had one can still fork.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace check {

inline constexpr size_t kRange = size_t{1} << 16;

inline size_t ranges_of(size_t n) { return (n + kRange - 1) / kRange; }

class Team {
 public:
  Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team() { give(nullptr); }

  // f(range, begin, end) for consecutive ranges of kRange elements of [begin, end); f must not throw.
  template <typename F>
  void for_each_range(size_t begin, size_t end, const F& f) {
    const size_t ranges = ranges_of(end - begin);
    std::atomic<size_t> next{0};
    const std::function<void()> work = [&] {
      for (size_t r; (r = next++) < ranges;)
        f(r, begin + r * kRange, std::min(end, begin + (r + 1) * kRange));
    };
    constexpr size_t kRangesWorthAThread = 4;
    const size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const size_t wanted = std::min(cores, ranges / kRangesWorthAThread);
    if (wanted <= 1) return work();
    while (helpers_.size() + 1 < wanted) helpers_.emplace_back([this, turn = turn_.load()] { help(turn); });
    working_ = helpers_.size();
    give(&work);
    work();
    for (size_t left; (left = working_) > 0;) working_.wait(left);
  }

 private:
  void give(const std::function<void()>* work) {  // nullptr: the helpers end
    work_ = work;
    ++turn_;
    turn_.notify_all();
  }

  void help(unsigned turn) {  // from the turn after this one
    for (;; ++turn) {
      turn_.wait(turn);
      if (work_ == nullptr) return;
      (*work_)();
      if (--working_ == 0) working_.notify_one();
    }
  }

  const std::function<void()>* work_ = nullptr;
  std::atomic<unsigned> turn_{0};
  std::atomic<size_t> working_{0};     // helpers that have not ended this turn
  std::vector<std::jthread> helpers_;  // the last member: they use the others
};

}  // namespace check
