// A set of numbers, most of which form runs of consecutive numbers: for example, the releases that a thread
// knows of.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace ladder::simt::trace {

class Intervals {
 public:
  bool empty() const { return runs_.empty(); }
  void clear() { runs_.clear(); }
  bool contains(uint32_t x) const {
    const auto above =
        std::upper_bound(runs_.begin(), runs_.end(), x, [](uint32_t v, const Run& r) { return v < r.first; });
    return above != runs_.begin() && x <= std::prev(above)->last;
  }
  void add(uint32_t x) {
    if (!runs_.empty() && runs_.back().last + 1 == x) {
      runs_.back().last = x;
    } else if (!contains(x)) {
      Intervals one;
      one.runs_.push_back({x, x});
      add(one);
    }
  }
  void add(const Intervals& other) {
    if (other.runs_.empty()) return;
    if (runs_.empty()) {
      runs_ = other.runs_;
      return;
    }
    std::vector<Run> all;
    all.reserve(runs_.size() + other.runs_.size());
    std::merge(runs_.begin(), runs_.end(), other.runs_.begin(), other.runs_.end(), std::back_inserter(all),
               [](const Run& a, const Run& b) { return a.first < b.first; });
    runs_.clear();
    for (const Run& r : all) {
      if (!runs_.empty() && r.first <= runs_.back().last + 1)
        runs_.back().last = std::max(runs_.back().last, r.last);
      else
        runs_.push_back(r);
    }
    if (runs_.size() > kMaxRuns) close_gaps();
  }

 private:
  struct Run {
    uint32_t first, last;
  };
  // Without this limit, sets without runs would grow forever. Closing gaps can hide a race but never adds one.
  static constexpr size_t kMaxRuns = 1024;
  void close_gaps() {
    size_t kept = 0;
    for (size_t i = 0; i < runs_.size(); i += 2)
      runs_[kept++] = {runs_[i].first, runs_[std::min(i + 1, runs_.size() - 1)].last};
    runs_.resize(kept);
  }
  std::vector<Run> runs_;
};

}  // namespace ladder::simt::trace
