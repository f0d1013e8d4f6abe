#include "os/isolate.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include <fmt/format.h>

#include "os/child.h"
#include "os/interrupt.h"

namespace ladder::os {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kLastSeconds = 2;  // the time that a stopped child has to report its current line
constexpr size_t kLastWords =
    2000;  // the maximum number of bytes kept of a child's output, for an error message or for display
constexpr char kReportFrame = 'p', kResultFrame = 'r', kErrorFrame = 'e';

// A child sends frames: a letter, then the text.
void send(int to, char kind, const std::string& text) {
  if (!write_all(to, framed(kind + text))) _exit(1);  // the parent has ended
}

struct Child {
  size_t job = 0;
  pid_t pid = 0;
  Descriptor frames, output;   // read ends
  Descriptor last_words_pipe;  // the read end, which is read once the child has ended
  std::string unread, words;
  Clock::time_point last_heard, stopped_at;
  double busy_limit = 0,
         busy_before = 0;    // CPU seconds: its limit, and the time used at its last report
  double stopped_after = 0;  // the time limit that it exceeded
  Outcome outcome;
  bool answered = false, stopped = false;

  bool ended() const { return !frames && !output; }
};

[[noreturn]] void child_main(const Work& work, pid_t parent, int frames, int output, void (*last_words)(int),
                             int last_words_to) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  CatchInterrupts::restore_defaults();
  if (const int null = open("/dev/null", O_RDONLY); null >= 0) dup2(null, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  if (last_words != nullptr) last_words(last_words_to);
  try {
    const Report report{[&](const std::string& at, double busy_seconds) {
      std::string text(reinterpret_cast<const char*>(&busy_seconds), sizeof busy_seconds);
      send(frames, kReportFrame, text + at);
    }};
    send(frames, kResultFrame, work(report));
  } catch (const std::exception& e) {
    send(frames, kErrorFrame, e.what());
  }
  fflush(stdout);
  _exit(0);  // without destructors: the objects created by the parent belong to the parent
}

// CPU seconds used by the process; 0 once the process has ended.
double busy_seconds(pid_t pid) {
  clockid_t clock;
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Child start(size_t job, const Work& work, const Limits& limits) {
  Pipe frames = make_pipe(), output = make_pipe(), last_words = make_pipe();
  fflush(nullptr);  // otherwise the child would print the parent's buffered text again
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    for (Pipe* pipe : {&frames, &output, &last_words}) pipe->read_end.close();
    child_main(work, parent, *frames.write_end, *output.write_end, limits.last_words, *last_words.write_end);
  }
  if (pid < 0) throw std::system_error(errno, std::generic_category(), "fork");
  setpgid(pid, pid);  // called in the parent and in the child, because either may run first
  Child child;
  child.job = job;
  child.pid = pid;
  child.frames = std::move(frames.read_end);
  child.output = std::move(output.read_end);
  child.last_words_pipe = std::move(last_words.read_end);
  child.last_heard = Clock::now();
  child.busy_limit = limits.busy_seconds;
  return child;
}

void take_frames(Child& child, const Watcher& watcher) {
  while (auto frame = take_frame(child.unread)) {
    const char kind = frame->front();
    std::string text = frame->substr(1);
    if (kind == kReportFrame) {
      std::memcpy(&child.busy_limit, text.data(), sizeof child.busy_limit);
      child.busy_before = busy_seconds(child.pid);
      text.erase(0, sizeof child.busy_limit);
      child.outcome.last_report = text;
      if (watcher.report) watcher.report(child.job, text);
    } else {
      child.answered = true;
      child.outcome.status = kind == kResultFrame ? Outcome::Status::finished : Outcome::Status::failed;
      (kind == kResultFrame ? child.outcome.result : child.outcome.error) = std::move(text);
    }
  }
}

// Appends available input to `text`; closes the descriptor at the end of the input.
void drain(Descriptor& from, std::string& text) {
  if (read_some(*from, text) == 0) from.close();
}

// Before the child is killed, SIGALRM makes it report the line that it is executing.
void stop(Child& child, double after) {
  kill(child.pid, SIGALRM);
  child.stopped = true;
  child.stopped_after = after;
  child.stopped_at = Clock::now();
}

void finish(Child& child) {
  const Ending ending = wait_for(child.pid);
  kill(-child.pid, SIGKILL);  // ends any process that the child may have started
  std::string report;
  while (child.last_words_pipe) drain(child.last_words_pipe, report);
  Outcome& outcome = child.outcome;
  if (child.answered) {  // the child's output, such as that of a kernel's printf
    const bool cut = child.words.size() == kLastWords;
    if (cut) child.words.erase(0, child.words.find('\n') + 1);
    if (!child.words.empty())
      fmt::print(stderr, "{}{}{}", cut ? "…\n" : "", child.words, child.words.back() == '\n' ? "" : "\n");
    return;
  }
  outcome.last_words = std::move(report);
  if (child.stopped) {
    outcome.silent_seconds = child.stopped_after;
    outcome.status = Outcome::Status::timed_out;
    outcome.error = fmt::format("stopped after {:.3g} s without an answer", child.stopped_after);
    return;
  }
  outcome.status = Outcome::Status::crashed;
  if (ending.signal != 0) {
    outcome.error = fmt::format("SIG{} ({})", sigabbrev_np(ending.signal), strsignal(ending.signal));
    if (ending.signal == SIGKILL) outcome.error += ", possibly out of memory";
  } else {
    outcome.error = fmt::format("exited with status {}", ending.status);
  }
  while (!child.words.empty() && child.words.back() == '\n') child.words.pop_back();
  if (!child.words.empty()) outcome.error += ": " + child.words;
}

// Ends and reaps all remaining children, even if an exception is thrown.
struct Children : std::vector<Child> {
  ~Children() {
    for (Child& child : *this) kill_group(child.pid);
    for (Child& child : *this) wait_for(child.pid);
  }
};

void wait_for_news(Children& running, const Limits& limits, const Watcher& watcher) {
  std::vector<pollfd> descriptors;
  // For each descriptor: the index of its child, and whether it carries frames.
  std::vector<std::pair<size_t, bool>> whose;
  for (size_t i = 0; i < running.size(); ++i) {
    for (const bool is_frames : {true, false}) {
      const Descriptor& from = is_frames ? running[i].frames : running[i].output;
      if (!from) continue;
      descriptors.push_back({*from, POLLIN, 0});
      whose.emplace_back(i, is_frames);
    }
  }
  constexpr int kMilliseconds = 100;  // a signal that arrives just before poll() is noticed after this time
  poll(descriptors.data(), descriptors.size(), kMilliseconds);
  if (CatchInterrupts::caught()) throw Interrupted();
  if (limits.give_up && limits.give_up()) throw GivenUp();

  const auto now = Clock::now();
  for (size_t d = 0; d < descriptors.size(); ++d) {
    if (descriptors[d].revents == 0) continue;
    const auto [index, is_frames] = whose[d];
    Child& child = running[index];
    if (is_frames) {
      child.last_heard = now;
      drain(child.frames, child.unread);
      take_frames(child, watcher);
    } else {
      drain(child.output, child.words);
      if (child.words.size() > kLastWords) child.words.erase(0, child.words.size() - kLastWords);
    }
  }
  for (Child& child : running) {
    const auto after = [&](Clock::time_point since, double seconds) {
      return now - since > std::chrono::duration<double>(seconds);
    };
    if (!child.stopped && after(child.last_heard, limits.silent_seconds)) stop(child, limits.silent_seconds);
    if (!child.stopped && child.busy_limit > 0 &&
        busy_seconds(child.pid) - child.busy_before > child.busy_limit)
      stop(child, child.busy_limit);
    if (child.stopped && after(child.stopped_at, kLastSeconds)) kill_group(child.pid);
  }
}

std::vector<Outcome> run_here(std::span<const Work> jobs, const Watcher& watcher) {
  std::vector<Outcome> outcomes(jobs.size());
  for (size_t job = 0; job < jobs.size(); ++job) {
    Outcome& outcome = outcomes[job];
    if (watcher.wanted && !watcher.wanted(job)) {
      outcome.status = Outcome::Status::not_wanted;
      if (watcher.done) watcher.done(job, outcome);
      continue;
    }
    try {
      outcome.result = jobs[job](Report{[&](const std::string& at, double) {
        outcome.last_report = at;
        if (watcher.report) watcher.report(job, at);
      }});
      outcome.status = Outcome::Status::finished;
    } catch (const std::exception& e) {
      outcome.error = e.what();
    }
    if (watcher.done) watcher.done(job, outcome);
    if (CatchInterrupts::caught()) throw Interrupted();
  }
  return outcomes;
}

}  // namespace

std::vector<Outcome> run_isolated(std::span<const Work> jobs, const Limits& limits, const Watcher& watcher) {
  CatchInterrupts catch_interrupts;
  if (std::getenv("LADDER_IN_PROCESS") != nullptr) return run_here(jobs, watcher);

  std::vector<Outcome> outcomes(jobs.size());
  Children running;
  for (size_t next = 0; next < jobs.size() || !running.empty();) {
    for (; next < jobs.size() && running.size() < std::max(1u, limits.at_once); ++next) {
      if (!watcher.wanted || watcher.wanted(next)) {
        running.push_back(start(next, jobs[next], limits));
        continue;
      }
      outcomes[next].status = Outcome::Status::not_wanted;
      if (watcher.done) watcher.done(next, outcomes[next]);
    }
    wait_for_news(running, limits, watcher);
    for (size_t i = 0; i < running.size();) {
      Child& child = running[i];
      if (!child.ended()) {
        ++i;
        continue;
      }
      finish(child);
      outcomes[child.job] = std::move(child.outcome);
      const size_t job = child.job;
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
      if (watcher.done) watcher.done(job, outcomes[job]);
    }
  }
  return outcomes;
}

Outcome run_isolated(const Work& work, double silent_seconds) {
  return run_isolated(std::span(&work, 1), {.at_once = 1, .silent_seconds = silent_seconds}).front();
}

}  // namespace ladder::os
