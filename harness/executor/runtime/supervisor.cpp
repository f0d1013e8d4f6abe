// The program's main(). It runs the user's in a child process, and stays itself to tell how that one ended: what
// a dying process knows are addresses, and only another copy of the same program can look them up.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "data/json_members.h"
#include "os/child.h"
#include "os/files.h"
#include "os/memory.h"
#include "os/repository.h"
#include "runtime/digest.h"
#include "runtime/order.h"
#include "runtime/state.h"
#include "simt/counters_json.h"
#include "simt/crash.h"
#include "simt/memory.h"
#include "simt/trace/source.h"
#include "simt/undefined.h"

// The user's main(), renamed in its object, and what makes its static objects (try/build.cpp).
extern "C" {
using SimtInitialiser = void (*)(int, char**, char**);
int simt_user_main(int, char**, char**);
extern const SimtInitialiser __start_simt_init[] __attribute__((weak));
extern const SimtInitialiser __stop_simt_init[] __attribute__((weak));
}

namespace simt_runtime {
namespace {

using Clock = std::chrono::steady_clock;

// Of a program; so much is filled long before the time is over.
constexpr size_t kMostMemory = size_t{8} << 30;

int to_supervisor = -1;
pid_t user = 0;
struct Running {
  int kernel = -1;  // among Seen::kernels; -1: none
  double since = 0;
};
Running* running = nullptr;  // in memory that both processes have
double seconds_now() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }

// What the child sends, once and again: the newest counts.
constexpr std::string_view kMark = "simtseen";

bool is_user_file(const std::string& path) {
  return !path.empty() && path[0] == '/' && !path.starts_with("/usr/") && !os::is_of_the_harness(path);
}

int exit_status = 0;
bool has_ended = false;
void at_exit(int status, void*) {
  exit_status = status;
  has_ended = true;
  if (getpid() == user) send_snapshot(Snapshot::at_end);
}

// An exception that nothing catches: where memory ran out, that is what is told.
std::terminate_handler other_end = nullptr;
void at_terminate() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    report_host_hazard(
        HostHazardKind::too_much_memory, nullptr, "", nullptr, "", "",
        "the host's code asked for more memory than there is (std::bad_alloc): look for a size "
        "that is wrong, or for memory that is never freed");
    send_snapshot(Snapshot::now);
  } catch (...) {
  }
  other_end();
}

// ---- the supervisor ----

size_t memory_limit() {
  const auto available = static_cast<size_t>(os::available_memory());
  return available == 0 ? kMostMemory : std::min(kMostMemory, available / 10 * 9);
}

// Whatever the program has started and left behind.
void end_descendants() {
  for (int round = 0; round < 100; ++round) {
    std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
    bool any = false;
    for (pid_t pid; children >> pid;) {
      kill(pid, SIGKILL);
      os::wait_for(pid);
      any = true;
    }
    if (!any) return;
  }
}

const char* signal_words(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return "the host's code touched memory that is not there: check pointers and indices";
    case SIGFPE:
      return "the host's code divided an integer by zero";
    case SIGABRT:
      return "the program ended itself (abort): an assert, or an exception that nothing caught";
    default:
      return "the program was ended by a signal";
  }
}

// Its last words: a crash of a kernel belongs to the kernel, any other to the host.
void take_crash(Seen& seen, const std::string& words, int status, double limit) {
  const bool timed_out = seen.timed_out;
  const int signal = timed_out ? SIGALRM : status - 128;
  const auto is_memory = [](const HostHazard& h) { return h.kind == HostHazardKind::too_much_memory; };
  if (signal == SIGABRT && std::any_of(seen.host_hazards.begin(), seen.host_hazards.end(), is_memory)) return;
  auto hazard = words.empty() ? std::nullopt : simt::crash_hazard(words, limit);
  if (!hazard && status <= 128) return;
  if (!hazard && !timed_out) {
    if (signal > 0 && signal < 65 && signal != SIGKILL && signal != SIGTERM && signal != SIGINT &&
        signal != SIGPIPE)
      seen.host_hazards.push_back({HostHazardKind::crash, {}, "", 1, signal_words(signal)});
    return;
  }
  if (!hazard) return;
  const bool by_host = hazard->space == "global" && hazard->kind == simt::HazardKind::invalid_address;
  const auto kernel = static_cast<size_t>(running->kernel);
  if (by_host) {
    for (simt::Access& a : hazard->where) a.thread = "";
    seen.host_hazards.push_back(
        {HostHazardKind::host_reads_device, hazard->where, hazard->object, 1,
         "the host's code touches " + hazard->object +
             ", which is device memory: copy it to the host first, with cudaMemcpy()"});
  } else if (timed_out && kernel < seen.kernels.size() && seconds_now() - running->since < limit / 2) {
    const KernelSeen& k = seen.kernels[kernel];
    uint64_t launches = 0;
    for (const KernelSeen& each : seen.kernels) launches += each.launches;
    seen.host_hazards.push_back({HostHazardKind::timeout,
                                 {},
                                 "",
                                 1,
                                 "after " + std::to_string(launches) +
                                     (launches == 1 ? " launch" : " launches") +
                                     " the program had not ended, and was in the kernel " + k.name +
                                     ": start fewer or smaller kernels, or give it longer"});
  } else if (kernel < seen.kernels.size()) {
    seen.kernels[kernel].seen.hazards.push_back(*hazard);
  } else if (timed_out) {
    seen.host_hazards.push_back({HostHazardKind::timeout, hazard->where, "", 1,
                                 "the host's code had not ended: look for a loop that never ends"});
  } else {
    seen.host_hazards.push_back({HostHazardKind::crash, hazard->where, "", 1, signal_words(signal)});
  }
}

[[noreturn]] void supervise(pid_t child, int from_child, double limit, const std::string& report) {
  for (const int s : {SIGINT, SIGQUIT, SIGTERM, SIGPIPE}) signal(s, SIG_IGN);
  std::string received;
  const auto started = Clock::now();
  const size_t most_memory = memory_limit();
  std::optional<os::Ending> ended;
  bool asked = false, too_large = false;
  Clock::time_point asked_at;
  fcntl(from_child, F_SETFL, O_NONBLOCK);
  Seen so_far;
  const auto read_all = [&] {
    while (os::read_some(from_child, received) > 0) {
    }
    while (const auto frame = os::take_frame(received, kMark)) so_far = data::unpacked<Seen>(*frame);
  };
  while (!ended) {
    pollfd readable{from_child, POLLIN, 0};
    poll(&readable, 1, 20);
    read_all();
    if (readable.revents & POLLHUP) usleep(1000);
    ended = os::ending_of(child);
    const double seconds = std::chrono::duration<double>(Clock::now() - started).count();
    if (!ended && !asked && seconds > limit) {
      kill(child, SIGALRM);  // the crash reporter tells where it was
      asked = true;
      asked_at = Clock::now();
    }
    if (!ended && asked && Clock::now() - asked_at > std::chrono::seconds(2)) kill(child, SIGKILL);
    if (!ended && !too_large && os::resident_memory(child) > most_memory) {
      too_large = true;
      kill(child, SIGKILL);
    }
  }
  read_all();
  end_descendants();
  Seen seen = std::move(so_far);
  seen.timed_out = asked;
  seen.exit_status = static_cast<uint64_t>(ended->status);
  if (too_large)
    seen.host_hazards.push_back({HostHazardKind::too_much_memory,
                                 {},
                                 "",
                                 1,
                                 "the program took more than " + std::to_string(most_memory >> 20) +
                                     " MB of memory, its device memory included, and was ended: look for "
                                     "memory that is never freed, or for a size that is wrong"});
  else
    take_crash(seen, received, static_cast<int>(seen.exit_status), limit);
  if (asked) seen.exit_status = 124;
  os::write_text(report, data::packed(seen));
  _exit(static_cast<int>(seen.exit_status));
}

}  // namespace

Seen seen_so_far(bool at_end) {
  Seen seen;
  kernels_into(seen);
  if (at_end && !state().sticky) tell_short_fetches();
  host_hazards_into(seen.host_hazards);
  touches_into(seen.host_hazards);
  // What a kernel makes of words that nobody has written looks as if nobody had written it.
  const auto read_too_early = [](const KernelSeen& k) {
    return std::any_of(k.seen.hazards.begin(), k.seen.hazards.end(),
                       [](const simt::Hazard& h) { return h.kind == simt::HazardKind::uninitialised; });
  };
  if (std::any_of(seen.kernels.begin(), seen.kernels.end(), read_too_early))
    std::erase_if(seen.host_hazards,
                  [](const HostHazard& h) { return h.kind == HostHazardKind::never_written; });
  seen.event_times = event_times_asked();
  if (at_end) {
    tell_ignored_errors(seen.host_hazards);
    if (exit_status == 0) {  // else it has given up
      // What else is wrong may be why.
      const auto is_right = [](const KernelSeen& k) { return k.seen.hazards.empty(); };
      const auto stores = [](const KernelSeen& k) {
        return k.seen.counters.global_store_requests + k.seen.counters.atomics > 0;
      };
      if (seen.host_hazards.empty() && std::all_of(seen.kernels.begin(), seen.kernels.end(), is_right) &&
          std::any_of(seen.kernels.begin(), seen.kernels.end(), stores))
        tell_not_copied_back(seen.host_hazards);
      tell_leaks(seen.host_hazards);
    }
    if (!state().sticky) tell_lost_prints(seen.host_hazards);
    seen.digest = digest();
  }
  return seen;
}

void kernel_runs_now(int index) { *running = {index, seconds_now()}; }

void freed() {
  if (has_ended) send_snapshot(Snapshot::at_end);
}

void send_snapshot(Snapshot when) {
  if (to_supervisor < 0 || getpid() != user) return;
  static Clock::time_point last;
  constexpr auto kPause = std::chrono::milliseconds(100);
  const auto now = Clock::now();
  if (when == Snapshot::now_and_then && now - last < kPause) return;
  const std::lock_guard lock(state().mutex);
  os::write_all(to_supervisor, os::framed(data::packed(seen_so_far(when == Snapshot::at_end)), kMark));
  last = Clock::now();
}

}  // namespace simt_runtime

using namespace simt_runtime;

int main(int argc, char** argv, char** environment) {
  simt::is_own_file = is_user_file;
  const char* report = std::getenv(kReportFile);
  const std::string report_file = report ? report : "/dev/null";
  const char* timeout = std::getenv(kTimeout);
  const double limit = timeout ? std::atof(timeout) : 60;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return 2;
  running = static_cast<Running*>(
      mmap(nullptr, sizeof(Running), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (running == MAP_FAILED) return 2;
  *running = {};
  simt::device_memory_begin();  // the range of addresses is the same in both
  std::fflush(nullptr);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t supervisor = getpid();
  user = fork();
  if (user < 0) return 2;
  if (user != 0) {
    const pid_t child = user;
    user = 0;
    close(ends[1]);
    try {
      supervise(child, ends[0], limit, report_file);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "ladder: %s\n", error.what());
      _exit(2);
    }
  }
  user = getpid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) return 2;
  close(ends[0]);
  to_supervisor = ends[1];
  simt::undefined_bits = simt::kLargeNumbers;
  if (const char* bits = std::getenv(kUndefined)) {
    simt::undefined_bits = static_cast<uint32_t>(std::strtoul(bits, nullptr, 16));
    simt::fills_shared = true;
  }
  for (const char* name : {kReportFile, kTimeout, kUndefined}) unsetenv(name);
  // What is made now is unmade after at_exit() has run.
  simt::source_line(reinterpret_cast<const void*>(main));
  simt::take_observation();
  on_exit(at_exit, nullptr);
  simt::register_kernel_thread();
  simt::install_crash_reporter(to_supervisor);
  install_fault_handler();
  install_division_handler();
  simt::TraceOptions options;
  options.go_on_without_thread = options.same_value_is_remark = true;
  options.barriers = std::getenv(kBarriers) != nullptr;
  simt::set_trace_options(options);
  other_end = std::set_terminate(at_terminate);
  for (const auto* make = __start_simt_init; make != __stop_simt_init; ++make)
    (*make)(argc, argv, environment);
  return simt_user_main(argc, argv, environment);
}
