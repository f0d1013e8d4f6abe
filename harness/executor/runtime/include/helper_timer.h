// The part of helper_timer.h that NVIDIA's samples use: a host stopwatch.
#pragma once
#include <chrono>

class StopWatchInterface {
 public:
  void start() { begun_ = Clock::now(), runs_ = true; }
  void stop() {
    total_ += since_start(), ++sessions_;
    runs_ = false;
  }
  void reset() {
    total_ = 0, sessions_ = 0;
    begun_ = Clock::now();
  }
  float getTime() { return static_cast<float>(total_ + (runs_ ? since_start() : 0)); }
  float getAverageTime() { return sessions_ > 0 ? static_cast<float>(total_ / sessions_) : 0; }

 private:
  using Clock = std::chrono::steady_clock;
  double since_start() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - begun_).count();
  }
  Clock::time_point begun_;
  double total_ = 0;  // milliseconds
  int sessions_ = 0;
  bool runs_ = false;
};

inline bool sdkCreateTimer(StopWatchInterface** timer) {
  return (*timer = new StopWatchInterface) != nullptr;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
  delete *timer;
  *timer = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) { return *timer ? ((*timer)->start(), true) : false; }
inline bool sdkStopTimer(StopWatchInterface** timer) { return *timer ? ((*timer)->stop(), true) : false; }
inline bool sdkResetTimer(StopWatchInterface** timer) { return *timer ? ((*timer)->reset(), true) : false; }
inline float sdkGetTimerValue(StopWatchInterface** timer) { return *timer ? (*timer)->getTime() : -1; }
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) {
  return *timer ? (*timer)->getAverageTime() : 0;
}
