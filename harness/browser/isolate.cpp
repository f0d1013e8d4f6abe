// os/isolate.h without processes: the page's worker, or node's process, is terminated instead.
#include "os/isolate.h"

namespace ladder::os {

std::vector<Outcome> run_isolated(std::span<const Work> jobs, const Limits& limits, const Watcher& watcher) {
  std::vector<Outcome> outcomes(jobs.size());
  for (size_t job = 0; job < jobs.size(); ++job) {
    if (limits.give_up && limits.give_up()) throw GivenUp();
    Outcome& outcome = outcomes[job];
    if (watcher.wanted && !watcher.wanted(job)) {
      outcome.status = Outcome::Status::not_wanted;
    } else {
      try {
        outcome.result = jobs[job](Report{[&](const std::string& at, double) {
          outcome.last_report = at;
          if (watcher.report) watcher.report(job, at);
        }});
        outcome.status = Outcome::Status::finished;
      } catch (const std::exception& e) {
        outcome.error = e.what();
      }
    }
    if (watcher.done) watcher.done(job, outcome);
  }
  return outcomes;
}

Outcome run_isolated(const Work& work, double silent_seconds) {
  return run_isolated(std::span(&work, 1), {.silent_seconds = silent_seconds}).front();
}

}  // namespace ladder::os
