// The observations of the program so far, and those that are added when it ends.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <optional>
#include <string_view>

#include "platform/source.h"
#include "runtime/channel.h"
#include "runtime/digest.h"
#include "runtime/ending.h"
#include "runtime/order.h"
#include "runtime/state.h"
#include "simt/crash.h"

namespace ladder::simt_runtime {
namespace {

Cause cause_of_signal(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return Cause::host_crash_memory;
    case SIGFPE:
      return Cause::host_crash_division;
    case SIGABRT:
      return Cause::program_aborted;
    default:
      return Cause::program_ended_by_signal;
  }
}
// A signal that is not a crash was sent on purpose.
bool is_a_crash(int signal) {
  constexpr int kCrashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  return std::find(std::begin(kCrashes), std::end(kCrashes), signal) != std::end(kCrashes);
}

}  // namespace

void note_own_failure(const char* what) {
  Slot& slot = own_slot();
  std::strncpy(slot.failure, *what ? what : "an error", sizeof slot.failure - 1);
}

void fail(const char* what) {
  note_own_failure(what);
  std::abort();
}

// The last report of one process: a kernel's crash is attributed to the kernel, any other crash to the host.
void take_crash(Seen& seen, const Slot& slot, int signal, const Limit& limit, int64_t cpu) {
  const auto is_memory = [](const HostHazard& h) { return h.kind == HostHazardKind::too_much_memory; };
  if (signal == SIGABRT && std::any_of(seen.host_hazards.begin(), seen.host_hazards.end(), is_memory)) return;
  if (slot.failure[0]) {
    seen.host_hazards.push_back({HostHazardKind::not_watched,
                                 {},
                                 "",
                                 1,
                                 {Cause::executor_failed, {{"what", std::string(slot.failure)}}}});
    return;
  }
  const std::string_view words(slot.report, std::min<size_t>(slot.report_bytes, sizeof slot.report));
  auto hazard = words.empty() ? std::nullopt : simt::crash_hazard(words, limit.seconds);
  const auto host = [&](HostHazardKind kind, std::vector<simt::Access> where, Evidence evidence,
                        const std::string& object = "") {
    for (simt::Access& a : where) a.thread = {};
    seen.host_hazards.push_back({kind, std::move(where), object, 1, std::move(evidence)});
  };
  const auto kernel = static_cast<size_t>(slot.kernel);
  const bool in_kernel = kernel < seen.kernels.size();
  if (limit.met && !hazard) {  // the process had blocked the signal, or could not report its position
    hazard.emplace();
    hazard->kind = simt::HazardKind::timeout;
    hazard->evidence = simt::time_limit_met(slot.progress, cpu, limit.seconds, false);
  }
  if (!hazard) {
    if (is_a_crash(signal) && !slot.replaced)
      host(HostHazardKind::crash, {}, Evidence(cause_of_signal(signal)));
    return;
  }
  if (hazard->space == "global" && hazard->kind == simt::HazardKind::invalid_address) {
    host(HostHazardKind::host_reads_device, hazard->where,
         hazard->evidence.is(Cause::launcher_touches_device_memory)
             ? Evidence(Cause::host_touches_device_memory, {{"object", hazard->object}})
             : hazard->evidence,
         hazard->object.name);
  } else if (limit.met && in_kernel && seconds_now() - slot.since < limit.seconds / 2 &&
             !(slot.launches == 1 && simt::is_getting_on(slot.progress, cpu))) {
    host(HostHazardKind::timeout, {},
         Evidence(Cause::many_launches_time_limit,
                  {{"launches", slot.launches.load()}, {"kernel", seen.kernels[kernel].name}}));
  } else if (in_kernel) {
    if (hazard->where.empty())
      hazard->where.push_back({seen.kernels[kernel].file, seen.kernels[kernel].line, {}, "launch"});
    seen.kernels[kernel].seen.hazards.push_back(*hazard);
  } else if (limit.met) {
    host(HostHazardKind::timeout, hazard->where, Evidence(Cause::host_time_limit));
  } else {
    host(HostHazardKind::crash, hazard->where, Evidence(cause_of_signal(signal)));
  }
}

Seen seen_so_far(bool at_end) {
  Seen seen;
  kernels_into(seen);
  if (at_end && !state().sticky) tell_short_fetches();
  host_hazards_into(seen.host_hazards);
  touches_into(seen.host_hazards);
  // A value that a kernel computes from uninitialised words looks uninitialised too; it is not reported again.
  const auto read_too_early = [](const KernelSeen& k) {
    return std::any_of(k.seen.hazards.begin(), k.seen.hazards.end(),
                       [](const simt::Hazard& h) { return h.kind == simt::HazardKind::uninitialised; });
  };
  if (std::any_of(seen.kernels.begin(), seen.kernels.end(), read_too_early))
    std::erase_if(seen.host_hazards,
                  [](const HostHazard& h) { return h.kind == HostHazardKind::never_written; });
  seen.event_times = event_times_asked();
  if (state().unchecked_launch) seen.unchecked_launch = simt::source_line(state().unchecked_launch).line;
  // After a crash, the program can no longer check an error.
  if (at_end || is_a_crash(own_slot().signal)) tell_failed_calls(seen.host_hazards);
  if (at_end) {
    if (exit_status == 0) {  // with any other status, the program gave up
      // If nothing was copied back, another mistake may be the reason.
      const auto is_right = [](const KernelSeen& k) { return k.seen.hazards.empty(); };
      const auto stores = [](const KernelSeen& k) {
        return k.seen.counters.global_store_requests + k.seen.counters.atomics > 0;
      };
      if (seen.host_hazards.empty() && std::all_of(seen.kernels.begin(), seen.kernels.end(), is_right) &&
          std::any_of(seen.kernels.begin(), seen.kernels.end(), stores))
        tell_not_copied_back(seen.host_hazards);
      tell_leaks(seen.host_hazards);
    }
    tell_short_symbols(seen.host_hazards);
    if (!state().sticky) tell_lost_prints(seen.host_hazards);
    seen.digest = digest();
  }
  return seen;
}

void kernel_runs_now(int index) {
  own_slot().since = seconds_now();
  own_slot().kernel = index;
}

}  // namespace ladder::simt_runtime
