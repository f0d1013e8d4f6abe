#include "try/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "data/json_members.h"
#include "findings/annotations.h"
#include "os/repository.h"
#include "text/style.h"
#include "text/units.h"
#include "simt/counters_json.h"

namespace ladder::try_program {
namespace {

namespace fs = std::filesystem;
using simt_runtime::HostHazard;
using simt_runtime::KernelSeen;
using simt_runtime::Seen;

constexpr int kTryVersion = 1;

std::string from_here(const std::string& file) {
  if (file.empty() || file[0] != '/') return file;
  const fs::path near = fs::path(file).lexically_relative(fs::current_path());
  return near.empty() || *near.begin() == ".." ? file : near.string();
}

// Extracts reduce from "ns::reduce<256>".
std::string base_name(const std::string& name) {
  std::string base = name.substr(0, name.find('<'));
  if (const size_t colons = base.rfind("::"); colons != std::string::npos) base = base.substr(colons + 2);
  return base;
}

// Is this text among the facts?
bool names(const findings::Evidence& evidence, const std::string& text) {
  return std::any_of(evidence.facts.begin(), evidence.facts.end(), [&](const findings::Fact& fact) {
    return fact.part() ? names(*fact.part(), text) : fact.text() == text;
  });
}

struct Told {
  bool remark;
  std::string kind, kernel, object, message;
  std::vector<simt::Access> where;
  uint64_t count;
};

// `object` is repeated next to the message only if it is not among the facts of the message.
template <typename Hazard>
Told told(const Hazard& h, const std::string& kernel, const std::string& object) {
  return {is_remark(h.kind),
          data::name(h.kind),
          kernel,
          names(h.evidence, object) ? "" : object,
          h.message(),
          h.where,
          h.count};
}

std::string places(const std::vector<simt::Access>& where) {
  std::vector<std::string> all;
  for (const simt::Access& a : where) {
    const std::string place = fmt::format("{}:{}", a.file, a.line);
    if (a.line > 0 && std::find(all.begin(), all.end(), place) == all.end()) all.push_back(place);
  }
  return fmt::format("{}", fmt::join(all, " and "));
}

std::string text_of(const Told& t, bool colour) {
  std::string kind = t.kind;
  std::replace(kind.begin(), kind.end(), '_', ' ');
  std::string head = t.remark ? "remark, " + kind : text::styled(colour, text::style::wrong, kind);
  if (!t.kernel.empty()) head += " in " + t.kernel;
  if (const std::string at = places(t.where); !at.empty()) head += ", " + at;
  if (!t.object.empty()) head += ": " + t.object;
  if (t.count > 1) head += fmt::format(" ({} times)", t.count);
  std::string out = head + "\n";
  for (const std::string& line : text::wrapped(t.message, 92)) out += "    " + line + "\n";
  return out;
}

// A read of an uninitialised word, or a shuffle from a lane that does not take part in it.
bool is_undefined(const simt::Hazard& h) {
  return (h.kind == simt::HazardKind::uninitialised && !simt::read_too_early(h)) ||
         h.evidence.root().is(findings::Cause::shuffle_from_absent_lane);
}

std::string absolute(const std::string& file) {
  return std::filesystem::absolute(file).lexically_normal().string();
}

// The kernel that executes lines of this function.
KernelSeen* kernel_with(Seen& seen, const Body& body) {
  for (KernelSeen& k : seen.kernels)
    for (const simt::LineCost& line : k.seen.lines)
      if (line.line >= body.first_line && line.line <= body.last_line &&
          absolute(line.file) == absolute(body.file))
        return &k;
  return nullptr;
}

}  // namespace

bool only_undefined(const Seen& seen) {
  if (seen.exit_status != 0 || seen.timed_out || seen.digest == 0) return false;
  bool any = false;
  for (const KernelSeen& k : seen.kernels)
    for (const simt::Hazard& h : k.seen.hazards) {
      if (!is_undefined(h) && !is_remark(h.kind)) return false;
      any |= is_undefined(h);
    }
  return any && std::all_of(seen.host_hazards.begin(), seen.host_hazards.end(),
                            [](const HostHazard& h) { return is_remark(h.kind); });
}

void undefined_came_to_nothing(Seen& seen) {
  for (KernelSeen& k : seen.kernels)
    for (simt::Hazard& h : k.seen.hazards)
      if (is_undefined(h)) {
        h.kind = simt::HazardKind::never_used;
        const bool by_atomic = !h.where.empty() && h.where[0].access == std::string_view("atomic");
        h.evidence = {findings::Cause::nothing_came_of_it, {{"what", h.evidence}}};
        if (by_atomic) h.evidence.add({"atomic", 1});
      }
}

void unset_locals_matter(Seen& seen, const std::vector<Unset>& unset) {
  std::map<KernelSeen*, simt::Hazard> hazards;
  std::vector<std::string> names;
  std::string only;  // if there is one name
  for (const Unset& u : unset) {
    KernelSeen* kernel = kernel_with(seen, u.body);
    if (!kernel) continue;
    simt::Hazard& hazard = hazards[kernel];
    hazard.kind = simt::HazardKind::uninitialised;
    hazard.space = "local";
    hazard.where.push_back({absolute(u.body.file), u.line, {}, "read"});
    names.push_back(fmt::format("{} (line {})", u.name, u.line));
    only = u.name;
  }
  for (auto& [kernel, hazard] : hazards) {
    const bool several = names.size() > 1;
    hazard.evidence = {
        findings::Cause::local_never_set,
        {{"object", several ? fmt::format("{}", fmt::join(names, ", ")) : only}, {"several", several}}};
    kernel->seen.hazards.push_back(std::move(hazard));
    simt::causes_first(kernel->seen.hazards);
  }
}

void name_places(Seen& seen, const Built& built) {
  const auto rename = [](std::vector<simt::Access>& where) {
    for (simt::Access& a : where) a.file = from_here(a.file);
  };
  if (!built.host_uses.empty())  // such a program uses the kernel's results
    std::erase_if(seen.host_hazards, [](const HostHazard& h) {
      return h.kind == simt_runtime::HostHazardKind::not_copied_back;
    });
  seen.host_hazards.insert(seen.host_hazards.begin(), built.host_uses.begin(), built.host_uses.end());
  for (HostHazard& h : seen.host_hazards) rename(h.where);
  for (KernelSeen& k : seen.kernels) {
    k.file = from_here(k.file);
    for (simt::Hazard& h : k.seen.hazards) rename(h.where);
    for (simt::LineCost& line : k.seen.lines) line.file = from_here(line.file);
    for (simt::BarrierPlace& place : k.seen.barriers.places) place.file = from_here(place.file);
    // The code that passes a launch's arguments to each thread does not belong to the kernel.
    std::erase_if(k.seen.lines, [&](const simt::LineCost& line) {
      const bool launch = std::any_of(built.launches.begin(), built.launches.end(), [&](const Place& at) {
        return at.line == line.line &&
               from_here(fs::absolute(at.file).lexically_normal().string()) == line.file;
      });
      const simt::Counters& c = line.counters;
      if (!launch || c.memory_lanes + c.atomics + c.barriers + c.shuffles + c.votes + c.warp_syncs > 0)
        return false;
      k.seen.counters.issued_blocks -= c.issued_blocks;
      k.seen.counters.issued_lanes -= c.issued_lanes;
      return true;
    });
    if (const auto at = built.kernel_at.find(base_name(k.name)); at != built.kernel_at.end()) {
      k.file = from_here(fs::absolute(at->second.file).lexically_normal().string());
      k.line = at->second.line;
    }
  }
}

namespace {

template <typename Hazard>
data::Json hazards_json(const std::vector<Hazard>& hazards) {
  data::Json all = data::to_json(hazards);
  for (size_t i = 0; i < hazards.size(); ++i) all[i]["remark"] = is_remark(hazards[i].kind);
  return all;
}

}  // namespace

data::Json json_of(const std::vector<std::string>& files, const Seen& seen) {
  data::Json kernels = data::Json::array();
  for (const KernelSeen& k : seen.kernels)
    kernels.push_back({{"name", k.name},
                       {"file", k.file},
                       {"line", k.line},
                       {"launches", k.launches},
                       {"launches_text", launches_text(k)},
                       {"watched_launches", k.watched_launches},
                       {"watched_blocks", k.watched_blocks},
                       {"total_blocks", k.total_blocks},
                       {"counters", data::to_json(k.seen.counters)},
                       {"hazards", hazards_json(k.seen.hazards)},
                       {"lines", data::to_json(k.seen.lines)},
                       {"surplus_barriers", data::to_json(surplus_barriers(k))}});
  return {{"$schema", os::schema("try.schema.json")},
          {"try_version", kTryVersion},
          {"program", files},
          {"exit_status", seen.exit_status},
          {"timed_out", seen.timed_out},
          {"wrong", found_wrong(seen, {})},
          {"limited", met_a_limit(seen)},
          {"clean", found_nothing_in_kernels(seen)},
          {"event_times", seen.event_times},
          {"kernels", kernels},
          {"unchecked_launch", seen.unchecked_launch},
          {"host_hazards", hazards_json(seen.host_hazards)}};
}

bool found_nothing_in_kernels(const Seen& seen) {
  using enum simt_runtime::HostHazardKind;
  return std::all_of(seen.host_hazards.begin(), seen.host_hazards.end(),
                     [](const HostHazard& h) { return h.kind == leak || h.kind == not_copied_back; }) &&
         std::all_of(seen.kernels.begin(), seen.kernels.end(),
                     [](const KernelSeen& k) { return k.seen.hazards.empty(); });
}

bool found_wrong(const Seen& seen, const std::vector<std::string>& fail_on) {
  const auto counts = [&](const auto& hazard) {
    return !is_remark(hazard.kind) ||
           std::find(fail_on.begin(), fail_on.end(), data::name(hazard.kind)) != fail_on.end();
  };
  return std::any_of(seen.host_hazards.begin(), seen.host_hazards.end(),
                     [&](const HostHazard& h) { return !is_limit(h.kind) && counts(h); }) ||
         std::any_of(seen.kernels.begin(), seen.kernels.end(), [&](const KernelSeen& k) {
           return std::any_of(k.seen.hazards.begin(), k.seen.hazards.end(), counts);
         });
}

bool met_a_limit(const Seen& seen) {
  return std::any_of(seen.host_hazards.begin(), seen.host_hazards.end(),
                     [](const HostHazard& h) { return is_limit(h.kind); });
}

std::string hazards_text(const Seen& seen, bool colour) {
  std::string out;
  const auto host = [&](bool before_kernels) {
    for (const HostHazard& h : seen.host_hazards) {
      using enum simt_runtime::HostHazardKind;
      // An ignored error comes first, because kernels then find memory that nothing has written.
      const bool consequence = h.kind > ignored_error || h.kind == crash || h.kind == timeout;
      if (consequence == before_kernels) continue;
      out += text_of(told(h, "", h.object), colour);
    }
  };
  host(true);
  for (const KernelSeen& k : seen.kernels)
    for (const simt::Hazard& h : k.seen.hazards) out += text_of(told(h, k.name, h.object.text()), colour);
  host(false);
  return out;
}

findings::Report annotations(const std::string& program, const Seen& seen,
                             const std::vector<std::string>& fail_on) {
  const auto counted = [&](findings::Annotated a) {
    if (std::find(fail_on.begin(), fail_on.end(), a.kind) != fail_on.end())
      a.severity = findings::Severity::error;
    return a;
  };
  findings::Report report{"try"};
  const std::string name = fs::path(program).replace_extension().string();
  findings::Case host{name, "host code", program};
  for (const HostHazard& h : seen.host_hazards) {
    host.found.push_back(counted(simt::annotated(h, "")));
    if (is_limit(h.kind)) host.found.back().severity = findings::Severity::warning;
  }
  report.cases.push_back(std::move(host));
  for (const KernelSeen& k : seen.kernels) {
    findings::Case kernel{name, k.name, k.file};
    for (const simt::Hazard& h : k.seen.hazards)
      kernel.found.push_back(counted(simt::annotated(h, " in " + k.name)));
    report.cases.push_back(std::move(kernel));
  }
  return report;
}

std::vector<simt::SurplusBarrier> surplus_barriers(const KernelSeen& k) {
  return simt::surplus_barriers(k.seen.barriers, fs::current_path().string());
}

std::string launches_text(const KernelSeen& k) {
  std::string out = k.launches == 1 ? "1 launch" : fmt::format("{} launches", k.launches);
  if (k.watched_blocks == k.total_blocks)
    return out + (k.total_blocks == 1 ? ", its only block watched"
                                      : fmt::format(", all {} blocks watched", k.total_blocks));
  if (k.watched_launches < k.launches) out += fmt::format(" ({} watched)", k.watched_launches);
  return out + fmt::format(", {} of {} blocks watched", k.watched_blocks, k.total_blocks);
}

}  // namespace ladder::try_program
