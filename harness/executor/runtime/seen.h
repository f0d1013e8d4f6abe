// Everything that ./ladder try learns from a run of the program: written by the program itself
// (supervisor.cpp) and read by try/report.cpp.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "data/members.h"
#include "data/names.h"
#include "simt/observation.h"

namespace ladder::simt_runtime {

using findings::Cause;
using findings::Evidence;

enum class HostHazardKind {  // in the order in which they are reported
  crash,
  timeout,
  too_much_memory,
  not_possible,
  not_watched,
  host_reads_device,
  host_pointer_in_kernel,
  copy_direction,
  copy_past_end,
  copy_size,
  not_waited_for,
  stream_race,
  ignored_error,
  failed_call,
  not_computed,
  never_written,
  not_copied_back,
  leak
};
constexpr auto names_of(HostHazardKind) {
  return std::array{"crash",
                    "timeout",
                    "too_much_memory",
                    "not_possible",
                    "not_watched",
                    "host_reads_device",
                    "host_pointer_in_kernel",
                    "copy_direction",
                    "copy_past_end",
                    "copy_size",
                    "not_waited_for",
                    "stream_race",
                    "ignored_error",
                    "failed_call",
                    "not_computed",
                    "never_written",
                    "not_copied_back",
                    "leak"};
}
// A remark may point out something intentional, so it does not change the exit status.
constexpr bool is_remark(HostHazardKind kind) {
  return kind == HostHazardKind::failed_call || kind == HostHazardKind::never_written ||
         kind == HostHazardKind::not_copied_back || kind == HostHazardKind::leak;
}

// Not a mistake in the program: the executor lacks a feature that the program needs, or has not
// observed all of the program.
constexpr bool is_limit(HostHazardKind kind) {
  return kind == HostHazardKind::not_possible || kind == HostHazardKind::not_watched;
}

struct HostHazard {
  HostHazardKind kind = HostHazardKind::crash;
  std::vector<simt::Access> where;  // the line to look at first
  std::string object;
  uint64_t count = 1;
  Evidence evidence;
  std::string message() const { return findings::text_of(evidence); }
  void take_message(const std::string& text) {  // for a report without evidence
    if (evidence.empty() && !text.empty()) evidence = findings::recorded(text);
  }
};
constexpr auto members_of(const HostHazard*) {
  using data::Member;
  using enum data::Form;
  return std::tuple{Member{"kind", &HostHazard::kind, required},
                    Member{"where", &HostHazard::where, required}, Member{"object", &HostHazard::object},
                    Member{"count", &HostHazard::count}, Member{"evidence", &HostHazard::evidence}};
}

struct KernelSeen {
  std::string name;  // the name used at the launch
  std::string file;  // the file that contains the launch
  int line = 0;
  uint64_t launches = 0, watched_launches = 0;
  uint64_t watched_blocks = 0, total_blocks = 0;  // over all launches
  simt::Observation seen;                         // for the watched launches, scaled to all their blocks
};
constexpr auto members_of(const KernelSeen*) {
  using data::Member;
  return std::tuple{Member{"name", &KernelSeen::name},
                    Member{"file", &KernelSeen::file},
                    Member{"line", &KernelSeen::line},
                    Member{"launches", &KernelSeen::launches},
                    Member{"watched_launches", &KernelSeen::watched_launches},
                    Member{"watched_blocks", &KernelSeen::watched_blocks},
                    Member{"total_blocks", &KernelSeen::total_blocks},
                    Member{"seen", &KernelSeen::seen}};
}

struct Seen {
  std::vector<KernelSeen> kernels;
  std::vector<HostHazard> host_hazards;
  uint64_t event_times = 0;  // how often the program measured the time between two events
  uint64_t exit_status = 0;
  bool timed_out = false;
  uint64_t digest = 0;       // the digest of the output of all kernels: runtime/digest.h
  int unchecked_launch = 0;  // the line of the last launch, if the program has not asked for its error
};
constexpr auto members_of(const Seen*) {
  using data::Member;
  return std::tuple{Member{"kernels", &Seen::kernels},
                    Member{"host_hazards", &Seen::host_hazards},
                    Member{"event_times", &Seen::event_times},
                    Member{"exit_status", &Seen::exit_status},
                    Member{"timed_out", &Seen::timed_out},
                    Member{"digest", &Seen::digest},
                    Member{"unchecked_launch", &Seen::unchecked_launch}};
}

// The report's file name plus this suffix names a text file that explains why the program could not even start.
constexpr const char* kWhyNot = ".why";

// Environment variables through which ./ladder try tells the program how to run.
constexpr const char *kReportFile = "LADDER_TRY_REPORT", *kTimeout = "LADDER_TRY_TIMEOUT",
                     *kIdle = "LADDER_TRY_IDLE", *kFull = "LADDER_TRY_FULL",
                     *kBarriers = "LADDER_TRY_BARRIERS",
                     *kDigest = "LADDER_TRY_DIGEST",            // a digest of what the host receives
                         *kUndefined = "LADDER_TRY_UNDEFINED",  // the bit pattern of uninitialised words
                             *kTrace = "LADDER_TRY_TRACE";      // "LAUNCH:BLOCK:FILE"

}  // namespace ladder::simt_runtime
