#include "studio/runs.h"

#include <fmt/format.h>

#include <chrono>

#include "os/interrupt.h"

namespace ladder::studio {
namespace {

constexpr unsigned kMostWaiting = 6;
constexpr size_t kMostOutput = size_t{16} << 20;  // bytes

}  // namespace

Runs::Ticket Runs::ticket(const std::string& file, Kind kind) {
  const std::lock_guard lock(of_newest_);
  if (kind == Kind::newer_text) ++newest_[""], ++newest_[file];
  return {file, newest_[file]};
}

bool Runs::is_newest(const Ticket& ticket) {
  const std::lock_guard lock(of_newest_);
  return newest_[ticket.file] == ticket.number;
}

Runs::Ended Runs::run(const Ticket& ticket, const practice::Command& command, double most_seconds,
                      const std::function<void(std::string_view)>& said, const std::function<bool()>& gone) {
  const auto give_up = [&] { return ended_ || !is_newest(ticket) || gone(); };
  struct Counted {
    explicit Counted(std::atomic<unsigned>& n) : n(n), before(n++) {}
    ~Counted() { --n; }
    std::atomic<unsigned>& n;
    unsigned before;
  } const counted(waiting_);
  if (counted.before >= kMostWaiting) return {0, false, "too many programs are waiting"};
  std::unique_lock turn(one_, std::defer_lock);
  while (!turn.try_lock_for(std::chrono::milliseconds(20)))
    if (give_up()) return {};
  if (give_up()) return {};
  os::Running how;
  how.give_up = give_up;
  how.to_tidy_up = 1;
  how.most_output = kMostOutput;
  how.most_memory = size_t{9} << 30;  // `try` itself ends a program at 8 GiB
  how.most_seconds = most_seconds;
  how.empty_environment = command.empty_environment;
  how.said = said;
  try {
    const os::Ended ended = os::run_programs({command.words}, how).front();
    if (ended.too_slow)
      return {0, false, fmt::format("it had not finished after {:g} seconds", most_seconds)};
    if (ended.too_large) return {0, false, "it took more than 9 GiB of memory"};
    return {ended.status, !ended.given_up, ""};
  } catch (const os::Interrupted&) {
    return {};
  }
}

}  // namespace ladder::studio
