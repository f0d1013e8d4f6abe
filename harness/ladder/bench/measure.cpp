#include "bench/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <numeric>
#include <random>

#include "mpi/job.h"

namespace ladder::bench {
namespace {

using Clock = std::chrono::steady_clock;

class TimedGroup {
 public:
  TimedGroup(const Engine& engine, const std::vector<Entry>& entries, const check::Case& the_case,
             const Rounds& rounds, const os::Report& report)
      : engine_(engine),
        entries_(entries),
        case_(the_case),
        rounds_(rounds),
        report_(report),
        measured_(entries.size()),
        rows_(entries.size()) {}

  // Removes and returns the entries that did not fit into memory.
  std::vector<size_t> measure(const std::vector<size_t>& members) {
    std::vector<size_t> no_room;
    for (const size_t i : members)
      if (!verify_and_prepare(i)) no_room.push_back(i);
    time(members);
    for (const size_t i : members)
      if (rows_[i].machine) verify_again(i);
    rows_ = std::vector<Row>(entries_.size());
    problems_.clear();
    return no_room;
  }

  std::vector<Measured> take() { return std::move(measured_); }
  Measured& operator[](size_t i) { return measured_[i]; }

 private:
  struct Row {
    std::unique_ptr<device::Machine> machine, first_pass_machine;  // null: not timed
  };

  void say(size_t i, const std::string& doing) {
    bench::say(report_, {entries_[i].name, doing}, rounds_.busy_seconds);
  }

  SharedProblem& problem(const Entry& entry) {
    auto& problem = problems_[{entry.task, entry.inclusive, entry.placement.gpus, entry.placement.layout}];
    if (problem == nullptr) {
      check::Case c = case_;
      c.inclusive = entry.inclusive;
      problem = std::make_unique<SharedProblem>(engine_, *entry.task, c, entry.placement);
    }
    return *problem;
  }

  check::Verdict attempt(size_t i) {
    const Entry& entry = entries_[i];
    if (!entry.verify) return problem(entry).attempt(*rows_[i].machine, entry.solver);
    entry.solver.run(job(i, *rows_[i].machine));
    rows_[i].machine->synchronize();
    check::Verdict verdict;
    if (const std::string wrong = entry.verify(); !wrong.empty())
      verdict.evidence = findings::recorded(wrong);
    verdict.status = verdict.evidence.empty() ? check::Status::correct : check::Status::wrong;
    return agreed(verdict);
  }

  stage::Job job(size_t i, device::Machine& machine) {
    if (!entries_[i].verify) return problem(entries_[i]).job(machine);
    stage::Job job;
    job.context = &machine;
    job.n = case_.n;
    return job;
  }

  // False: not enough memory.
  bool verify_and_prepare(size_t i) {
    const Entry& entry = entries_[i];
    Row& row = rows_[i];
    Measured& m = measured_[i];
    say(i, "checking");
    try {
      row.machine = engine_.make_machine(entry.placement);
      m.bytes = entry.verify ? entry.bytes : problem(entry).algorithm_bytes();
      m.verdict = attempt(i);
      const bool several_launches =
          row.machine->launches() > 1 && entry.placement.layout == device::Layout::one_gpu;
      if (m.verdict.passed() && rounds_.first_pass && several_launches) prepare_first_pass(i);
    } catch (const device::OutOfMemory& e) {
      row = {};
      m.skipped = findings::recorded(e.what());
      return false;
    } catch (const std::bad_alloc&) {
      if (mpi::processes() > 1) throw;  // the other processes continue to run it
      row = {};
      m.skipped = not_enough_memory(case_.n);
      return false;
    } catch (const std::exception& e) {
      if (engine_.failure_is_final) throw;
      m.verdict.status = check::Status::crash;
      m.verdict.evidence = findings::recorded(e.what());
    }
    if (!m.verdict.passed()) row = {};
    return true;
  }

  // Uses a separate machine, because the complete job relies on state that would be different after a job
  // without its later launches.
  void prepare_first_pass(size_t i) {
    Row& row = rows_[i];
    try {
      row.first_pass_machine = engine_.make_machine(entries_[i].placement);
      row.first_pass_machine->limit_launches(1);
      run(i, *row.first_pass_machine);
      row.first_pass_machine->synchronize();
    } catch (const device::OutOfMemory&) {
      row.first_pass_machine.reset();
    }
  }

  void run(size_t i, device::Machine& machine) {
    const stage::Job its_job = job(i, machine);
    machine.next_run();
    entries_[i].solver.run(its_job);
  }

  void time(const std::vector<size_t>& members) {
    std::vector<size_t> order;
    for (const size_t i : members)
      if (rows_[i].machine) order.push_back(i);
    std::mt19937_64 random(case_.seed);
    const auto start = Clock::now();
    for (unsigned round = 0; round < rounds_.warm_up + rounds_.timed; ++round) {
      const bool timed = round >= rounds_.warm_up;
      const double elapsed = mpi::largest(std::chrono::duration<double>(Clock::now() - start).count());
      if (round >= rounds_.warm_up + rounds_.at_least && elapsed > rounds_.enough_seconds) break;
      std::shuffle(order.begin(), order.end(),
                   random);  // if the order were fixed, each row would always follow the same row
      const std::string doing =
          timed ? fmt::format("round {} of {}", round - rounds_.warm_up + 1, rounds_.timed) : "warming up";
      for (const size_t i : order) sample(i, timed, doing);
    }
  }

  // Discards the results of the entry, which becomes a skipped row.
  void give_up(size_t i, const device::OutOfMemory& why) {
    rows_[i] = {};
    measured_[i] = {};
    measured_[i].skipped = findings::recorded(why.what());
  }

  void sample(size_t i, bool timed, const std::string& doing) {
    Row& row = rows_[i];
    if (!row.machine) return;  // it was dropped in an earlier round
    say(i, doing);
    try {
      take_sample(i, timed);
    } catch (const device::OutOfMemory& e) {  // another program has taken the memory in the meantime
      give_up(i, e);
    }
  }

  void take_sample(size_t i, bool timed) {
    Row& row = rows_[i];
    const auto seconds = [&](device::Machine& machine) {
      const auto once = [&] { run(i, machine); };
      return engine_.seconds(machine, rounds_.warm_cache ? once : std::function<void()>([] {}), once);
    };
    const double whole = seconds(*row.machine);
    if (timed) measured_[i].samples.push_back(whole);
    if (row.first_pass_machine == nullptr) return;
    const double first = seconds(*row.first_pass_machine);
    if (timed) measured_[i].first_pass.push_back(first);
  }

  void verify_again(size_t i) {
    say(i, "checking again");
    check::Verdict& verdict = measured_[i].verdict;
    check::Verdict after;
    try {
      after = attempt(i);
    } catch (const device::OutOfMemory& e) {
      return give_up(i, e);
    }
    if (after.passed()) {
      if (after.error > verdict.error) verdict = after;
    } else {
      verdict = after;
      verdict.evidence = {findings::Cause::wrong_after_timing, {{"what", after.evidence}}};
    }
  }

  const Engine& engine_;
  const std::vector<Entry>& entries_;
  check::Case case_;
  const Rounds& rounds_;
  const os::Report& report_;
  std::vector<Measured> measured_;
  std::vector<Row> rows_;
  std::map<std::tuple<const check::Task*, bool, unsigned, device::Layout>, std::unique_ptr<SharedProblem>>
      problems_;
};

}  // namespace

std::vector<Measured> measure(const Engine& engine, const std::vector<Entry>& entries,
                              const check::Case& the_case, const Rounds& rounds, const os::Report& report) {
  TimedGroup group(engine, entries, the_case, rounds, report);
  std::vector<size_t> everyone(entries.size());
  std::iota(everyone.begin(), everyone.end(), size_t{0});
  const std::vector<size_t> no_room = group.measure(everyone);
  if (entries.size() > 1) {
    for (const size_t i : no_room) {
      group[i] = {};
      group[i].apart = true;
      group.measure({i});
    }
  }
  return group.take();
}

}  // namespace ladder::bench
