// The program's main(). This function runs the user's main() in a child process and stays alive to report how
// the child process ended. A dying process can record only addresses, which only another copy of the same
// program can look up.
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "data/json_members.h"
#include "os/child.h"
#include "os/error.h"
#include "os/files.h"
#include "os/memory.h"
#include "os/process.h"
#include "os/repository.h"
#include "runtime/channel.h"
#include "runtime/digest.h"
#include "runtime/ending.h"
#include "runtime/order.h"
#include "runtime/protection.h"
#include "runtime/state.h"
#include "simt/counters_json.h"
#include "simt/crash.h"
#include "simt/memory.h"
#include "platform/source.h"
#include "simt/undefined.h"

using namespace ladder;

// The user's main(), renamed in its object file, and the constructors of its static objects (try/build.cpp).
extern "C" {
using SimtInitialiser = void (*)(int, char**, char**);
int simt_user_main(int, char**, char**);
extern const SimtInitialiser __start_simt_init[] __attribute__((weak));
extern const SimtInitialiser __stop_simt_init[] __attribute__((weak));
}

namespace ladder::simt_runtime {
namespace {

// The memory limit for a program; a runaway program reaches it long before the time limit.
constexpr size_t kMostMemory = size_t{8} << 30;

constexpr const char* kOtherReport = "again.";  // followed by the process id

bool is_user_file(const std::string& path) {
  return !path.empty() && path[0] == '/' && !path.starts_with("/usr/") && !os::is_of_the_harness(path);
}

// ---- the supervisor ----

size_t memory_limit() {
  const auto available = static_cast<size_t>(os::available_memory());
  return available == 0 ? kMostMemory : std::min(kMostMemory, available / 10 * 9);
}

pid_t first_child() {
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  pid_t pid = 0;
  return children >> pid ? pid : 0;
}

// Kills every process that the program has started and left behind.
void end_descendants() {
  for (int round = 0; round < 1000; ++round) {
    const pid_t pid = first_child();
    if (pid == 0) return;
    kill(pid, SIGKILL);
    os::wait_for(pid);
  }
}

int64_t cpu_milliseconds(pid_t process) {
  clockid_t clock;
  timespec t{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return int64_t{1000} * t.tv_sec + t.tv_nsec / 1'000'000;
}

volatile sig_atomic_t interrupted = 0;  // the signal received

// The program's process, and any of its child processes that run the same program.
class Family {
 public:
  explicit Family(pid_t program) : program_(program) {}
  template <typename Do>
  void each(Do todo) const {
    for (size_t i = 0; i < kMostProcesses; ++i)
      if (Slot& slot = slot_at(i); slot.process != 0) todo(i, slot, slot.process.load());
  }
  bool runs(const Slot& slot, pid_t pid) const {
    return pid == program_ ? !ended_ : !slot.replaced && kill(pid, 0) == 0;
  }
  // True once no process is left. A child process that outlives the program, as after daemon(), may not have a
  // slot yet.
  bool has_ended() {
    constexpr auto kUntilItHasASlot = std::chrono::milliseconds(500);
    if (!ended_ && (ended_ = os::ending_of(program_))) {
      status = ended_->status;
      ended_at_ = std::chrono::steady_clock::now();
    }
    if (!ended_) return false;
    pid_t orphan = 0;  // the program's orphans become this process's children; 0: some are still running
    while ((orphan = waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    bool any = orphan == 0 && std::chrono::steady_clock::now() - ended_at_ < kUntilItHasASlot;
    each([&](size_t, Slot& slot, pid_t pid) { any |= pid != program_ && runs(slot, pid); });
    return !any;
  }
  void ask() const {
    each([](size_t, Slot& slot, pid_t) { slot.asked = true; });
  }
  bool has_answered() const {
    bool all = true;
    each([&](size_t, Slot& slot, pid_t pid) { all &= !runs(slot, pid) || slot.kernel < 0 || slot.answered; });
    return all;
  }
  void send(int signal) const {
    each([&](size_t, Slot& slot, pid_t pid) {
      // If a process has restarted the program, the supervisor of the restarted program writes the report.
      if (runs(slot, pid)) kill(pid, slot.replaced && signal == SIGALRM ? SIGTERM : signal);
    });
  }
  bool program_has_ended() const { return ended_.has_value(); }
  int status = 0;

 private:
  pid_t program_;
  std::optional<os::Ending> ended_;
  std::chrono::steady_clock::time_point ended_at_;
};

// Merges the reports of all processes and the ways in which they ended.
Seen all_seen(const Family& family, pid_t program, const Limit& limit, const std::vector<int64_t>& cpu) {
  Seen seen;
  uint64_t lost = 0;
  bool any_runs_a_kernel = false;
  family.each([&](size_t, Slot& slot, pid_t) { any_runs_a_kernel |= slot.kernel >= 0; });
  const auto take = [&](size_t i, Slot& slot, pid_t pid) {
    Seen own;
    if (const std::string text = newest_text(i); !text.empty()) own = data::unpacked<Seen>(text);
    uint64_t launches = 0;
    for (const KernelSeen& k : own.kernels) launches += k.launches;
    if (slot.launches > launches) lost += slot.launches - launches;
    const int signal = slot.signal != 0 ? slot.signal.load() : pid == program ? family.status - 128 : 0;
    if (!limit.met || slot.kernel >= 0 || (pid == program && !any_runs_a_kernel && !limit.of_children))
      take_crash(own, slot, limit.met ? SIGALRM : signal, limit, cpu[i]);
    if (pid == program) {
      Seen others = std::exchange(seen, std::move(own));
      if (!others.kernels.empty() || !others.host_hazards.empty()) add_seen(seen, std::move(others));
    } else {
      add_seen(seen, std::move(own));
    }
  };
  family.each(take);
  if (limit.of_children && !any_runs_a_kernel)
    seen.host_hazards.push_back({HostHazardKind::timeout, {}, "", 1, {Cause::forked_process_time_limit}});
  if (lost > 0)
    seen.host_hazards.push_back(
        {HostHazardKind::not_watched, {}, "", 1, {Cause::launches_lost, {{"launches", lost}}}});
  if (processes_without_slot() > 0)
    seen.host_hazards.push_back({HostHazardKind::not_watched,
                                 {},
                                 "",
                                 processes_without_slot(),
                                 {Cause::too_many_processes, {{"most", kMostProcesses}}}});
  return seen;
}

// If the program has restarted itself as another process, adds the observations of that process's supervisor.
bool add_other_programs(Seen& seen, const std::string& report) {
  namespace fs = std::filesystem;
  bool any = false;
  std::error_code error;
  for (const fs::directory_entry& file : fs::directory_iterator(fs::path(report).parent_path(), error)) {
    if (!file.path().filename().string().starts_with(kOtherReport)) continue;
    add_seen(seen, data::unpacked<Seen>(os::read_text(file.path())));
    any |= fs::remove(file.path(), error);
  }
  return any;
}

[[noreturn]] void supervise(pid_t child, double seconds, const std::string& report) {
  using std::chrono::milliseconds;
  using Clock = std::chrono::steady_clock;
  struct sigaction action {};
  action.sa_handler = [](int signal) { interrupted = signal; };
  for (const int s : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) sigaction(s, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);

  const auto started = Clock::now();
  const size_t most_memory = memory_limit();
  const pollfd ended{static_cast<int>(syscall(SYS_pidfd_open, child, 0)), POLLIN, 0};
  Family family(child);
  std::vector<int64_t> cpu(kMostProcesses);
  Limit limit{seconds, false, false};
  bool too_large = false;
  // Ends the program: asks it for its observations, then for its position, and then kills it.
  enum class Stage { runs, interrupted, asked, signalled, killed } stage = Stage::runs;
  Clock::time_point since, dying_since;
  bool dying = false;
  const auto next = [&](Stage s) { stage = s, since = Clock::now(); };
  while (!family.has_ended()) {
    pollfd now = ended;
    if (now.fd < 0 || poll(&now, 1, 20) != 0) usleep(now.fd < 0 ? 5000 : 1000);
    const auto in_stage = [&](int at_least) { return Clock::now() - since >= milliseconds(at_least); };
    if (stage == Stage::runs && interrupted != 0) {
      if (interrupted == SIGTERM || interrupted == SIGHUP) kill(child, interrupted);
      next(Stage::interrupted);
    } else if (stage == Stage::runs && Clock::now() - started > std::chrono::duration<double>(seconds)) {
      limit.met = true;
      limit.of_children = family.program_has_ended();
    } else if (stage == Stage::runs) {
      family.each([&](size_t, Slot&, pid_t pid) { too_large |= os::resident_memory(pid) > most_memory; });
    }
    if ((stage == Stage::runs && (limit.met || too_large)) ||
        (stage == Stage::interrupted && in_stage(400))) {
      family.ask();
      family.each([&](size_t i, Slot&, pid_t pid) { cpu[i] = cpu_milliseconds(pid); });
      next(Stage::asked);
    }
    const bool at_once = !limit.met;
    if (stage == Stage::asked && (family.has_answered() || in_stage(at_once ? 200 : 1000))) {
      family.send(at_once ? SIGKILL : SIGALRM);
      next(at_once ? Stage::killed : Stage::signalled);
    } else if (stage == Stage::signalled && in_stage(2000)) {
      family.send(SIGKILL);
      next(Stage::killed);
    }
    // A process interrupted by a signal at a bad moment may wait forever for a lock.
    bool any_dying = false;
    family.each(
        [&](size_t, Slot& slot, pid_t pid) { any_dying |= slot.signal != 0 && family.runs(slot, pid); });
    if (any_dying && !dying) dying_since = Clock::now();
    dying = any_dying;
    if (dying && Clock::now() - dying_since > milliseconds(2000))
      family.each([&](size_t, Slot& slot, pid_t pid) {
        if (slot.signal != 0 && family.runs(slot, pid)) kill(pid, SIGKILL);
      });
  }
  end_descendants();
  Seen seen = all_seen(family, child, limit, cpu);
  bool replaced = false;
  family.each([&](size_t, Slot& slot, pid_t pid) { replaced |= pid == child && slot.replaced; });
  if (!add_other_programs(seen, report) && replaced && seen.kernels.empty())
    seen.host_hazards.push_back({HostHazardKind::not_watched, {}, "", 1, {Cause::replaced_by_exec}});
  seen.timed_out = limit.met;
  seen.exit_status = static_cast<uint64_t>(limit.met          ? 124
                                           : interrupted != 0 ? 128 + interrupted
                                                              : family.status);
  if (too_large)
    seen.host_hazards.push_back({HostHazardKind::too_much_memory,
                                 {},
                                 "",
                                 1,
                                 {Cause::program_out_of_memory, {{"megabytes", most_memory >> 20}}}});
  os::write_text(report, data::packed(seen));
  _exit(static_cast<int>(seen.exit_status));
}

}  // namespace

void publish_seen(bool at_end) {
  by_the_executor([&] {
    Seen seen = seen_so_far(at_end);
    if (is_forked() && own_slot().launches == 0 && seen.host_hazards.empty()) return leave_slot();
    if (publish(data::packed(seen))) return;
    for (KernelSeen& k : seen.kernels) k.seen.lines.clear(), k.seen.barriers = {};
    publish(data::packed(seen));
  });
}

void send_snapshot(Snapshot when) {
  if (!owns_slot() || own_slot().answered) return;
  static double last = 0;
  constexpr double kPause = 0.1;
  if (when == Snapshot::now_and_then && seconds_now() - last < kPause) return;
  const std::lock_guard lock(state().mutex);
  publish_seen(when == Snapshot::at_end);
  last = seconds_now();
}

}  // namespace ladder::simt_runtime

using namespace ladder::simt_runtime;

namespace {

// Returns in the child, which is the program; the supervisor does not return.
void begin() {
  simt::is_own_file = is_user_file;
  const char* timeout = std::getenv(kTimeout);
  const double limit = timeout ? std::atof(timeout) : 60;
  const char* told = std::getenv(kReportFile);
  // If this variable is not set, the program has restarted itself.
  const std::string report =
      told ? told : os::program_folder() + "/" + kOtherReport + std::to_string(getpid());
  simt::device_memory_begin();  // both processes use the same address range
  if (!make_channel())
    throw os::Error(std::string("cannot share memory with the program: ") + std::strerror(errno));
  std::fflush(nullptr);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  const pid_t supervisor = getpid();
  const pid_t user = fork();
  if (user < 0)
    throw os::Error(std::string("cannot start a process for the program: ") + std::strerror(errno));
  if (user != 0) supervise(user, limit, report);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(kCannotWatch);
  take_slot();
  simt::undefined_bits = simt::kLargeNumbers;
  if (const char* bits = std::getenv(kUndefined)) {
    simt::undefined_bits = static_cast<uint32_t>(std::strtoul(bits, nullptr, 16));
    simt::fills_shared = true;
  }
  for (const char* name : {kReportFile, kTimeout, kUndefined}) unsetenv(name);
  // Objects initialised now are destroyed after the last snapshot.
  simt::source_line(reinterpret_cast<const void*>(begin));
  simt::take_observation();
  simt::register_kernel_thread();
  watch_endings();
  install_fault_handler();
  simt::divisions_go_on = true;
  simt::TraceOptions options;
  options.go_on_without_thread = options.same_value_is_remark = true;
  options.barriers = std::getenv(kBarriers) != nullptr;
  simt::set_trace_options(options);
}

}  // namespace

int main(int argc, char** argv, char** environment) {
  try {
    begin();
  } catch (const std::exception& error) {
    if (const char* report = std::getenv(kReportFile))
      os::write_text(std::string(report) + kWhyNot, error.what());
    _exit(kCannotWatch);
  }
  for (const auto* make = __start_simt_init; make != __stop_simt_init; ++make)
    (*make)(argc, argv, environment);
  return simt_user_main(argc, argv, environment);
}
