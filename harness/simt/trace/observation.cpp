// From what was gathered by place in the program to what people read: lines, totals, hazards.
#include "simt/observation.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <map>
#include <string_view>
#include <tuple>

#include "simt/trace/hazards.h"
#include "simt/trace/replay.h"
#include "simt/trace/source.h"

namespace simt {

double Counters::active_lanes_per_request() const {
  const uint64_t requests =
      global_load_requests + global_store_requests + shared_load_requests + shared_store_requests;
  return requests ? static_cast<double>(memory_lanes) / static_cast<double>(requests) : 0;
}

double Counters::warp_efficiency() const {
  return issued_blocks ? static_cast<double>(issued_lanes) / static_cast<double>(issued_blocks) / 32 : 0;
}

Counters& Counters::operator+=(const Counters& o) {
  for (const Counter& counter : kCounters) this->*counter.value += o.*counter.value;
  return *this;
}

namespace {

constexpr size_t kMaxHazards = 24;   // after merging
constexpr size_t kMaxPerObject = 4;  // of one kind: one mistake may show in many pairs of lines

void add_costs(Observation& o) {
  const trace::JobCost job = trace::take_costs();
  std::map<std::pair<std::string, int>, LineCost> lines;
  for (const trace::PlaceCost& place : job.places) {
    const SourceLine& where = source_line(trace::pc_of(place.pc));
    // Launching is the harness's own business; what a kernel does through its helpers has the kernel's line.
    Counters counters = place.counters;
    if (!where.kernel) counters.issued_blocks = counters.issued_lanes = 0;
    o.counters += counters;
    if (!where.kernel) continue;
    LineCost& line = lines[{where.file, where.line}];
    line.file = where.file;
    line.line = where.line;
    line.executions = std::max(line.executions, place.executions);
    line.counters += counters;
  }
  o.counters.launches = job.launches;
  o.counters.sampled_blocks = job.sampled_blocks;
  o.counters.total_blocks = job.total_blocks;
  for (auto& [where, line] : lines) o.lines.push_back(std::move(line));
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

Hazard with_lines(const trace::RawHazard& raw) {
  Hazard h{raw.kind, raw.space, {}, raw.object, raw.count, raw.message};
  for (int i = 0; i < 2; ++i) {
    if (!raw.site[i].pc) continue;
    const SourceLine& line = source_line(raw.site[i].pc);
    h.where.push_back({line.file, line.line, raw.thread[i], raw.site[i].access});
  }
  // Many kernels have a name for it; which one this is shows in the debug information.
  constexpr std::string_view kDynamic = "dynamic shared memory[";
  if (h.object.starts_with(kDynamic))
    if (const std::string name = dynamic_shared_name(raw.site[raw.site[1].pc ? 1 : 0].pc); !name.empty()) {
      const std::string object = name + h.object.substr(kDynamic.size() - 1);
      replace_all(h.message, h.object, object);
      replace_all(h.message, "of dynamic shared memory:", "of " + name + ":");
      h.object = object;
    }
  return h;
}

std::string array_of(const std::string& object) { return object.substr(0, object.find('[')); }

int distance(const Hazard& h) {
  if (h.where.size() < 2) return 0;
  return h.where[0].file == h.where[1].file ? std::abs(h.where[0].line - h.where[1].line) : INT_MAX;
}

// The same mistake, whichever thread and element showed it.
auto identity(const Hazard& h) {
  std::vector<std::pair<std::string, int>> lines;
  for (const Access& a : h.where) lines.emplace_back(a.file, a.line);
  std::sort(lines.begin(), lines.end());
  return std::make_tuple(h.kind, lines, array_of(h.object));
}

void add_hazards(Observation& o) {
  std::map<decltype(identity(Hazard{})), size_t> known;
  std::vector<int> priority;
  for (const trace::RawHazard& raw : trace::take_hazards()) {
    Hazard h = with_lines(raw);
    // A compiler may make two barriers out of one.
    if (h.kind == HazardKind::barrier_divergence && h.where.size() == 2 &&
        h.where[0].file == h.where[1].file && h.where[0].line == h.where[1].line)
      continue;
    const auto [entry, is_new] = known.try_emplace(identity(h), o.hazards.size());
    if (is_new) {
      o.hazards.push_back(std::move(h));
      priority.push_back(raw.priority);
      continue;
    }
    const size_t i = entry->second;
    h.count += o.hazards[i].count;
    if (raw.priority > priority[i]) {
      priority[i] = raw.priority;
      o.hazards[i] = std::move(h);
    } else {
      o.hazards[i].count = h.count;
    }
  }
  // Of equal kinds, the one whose two lines are closest says most about what is missing between them.
  std::stable_sort(o.hazards.begin(), o.hazards.end(), [](const Hazard& a, const Hazard& b) {
    return std::make_pair(a.kind, distance(a)) < std::make_pair(b.kind, distance(b));
  });
  // Once threads have met at different barriers, who is missing at the next one is only the consequence.
  if (std::any_of(o.hazards.begin(), o.hazards.end(),
                  [](const Hazard& h) { return h.kind == HazardKind::barrier_divergence; }))
    std::erase_if(o.hazards, [](const Hazard& h) {
      return h.kind == HazardKind::early_exit || h.kind == HazardKind::deadlock;
    });
  std::map<std::pair<HazardKind, std::string>, size_t> shown;
  std::erase_if(o.hazards, [&](const Hazard& h) {
    return ++shown[{h.kind, array_of(h.object)}] > kMaxPerObject;
  });
  if (o.hazards.size() > kMaxHazards) o.hazards.resize(kMaxHazards);
}

}  // namespace

Observation take_observation() {
  Observation o;
  add_costs(o);
  add_hazards(o);
  o.complete = !trace::take_incomplete();
  return o;
}

}  // namespace simt
