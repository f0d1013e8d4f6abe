// Converts the data collected for each code address to a readable form: lines, totals, hazards.
#include "simt/observation.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "simt/crash.h"
#include "simt/trace/accessed_name.h"
#include "simt/trace/barriers.h"
#include "simt/trace/hazards.h"
#include "simt/trace/replay.h"
#include "simt/trace/share.h"
#include "platform/source.h"
#include "simt/trace/stored.h"

namespace ladder::simt {

double Counters::sectors_per_global_load() const { return per(global_load_sectors, global_load_requests); }
double Counters::sectors_per_global_store() const { return per(global_store_sectors, global_store_requests); }
double Counters::wavefronts_per_shared_request() const { return per(shared_wavefronts(), shared_requests()); }

double Counters::active_lanes_per_request() const {
  const uint64_t requests = global_requests() + shared_requests();
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
constexpr size_t kMaxPerObject = 4;  // per kind of hazard: one mistake may show up in many pairs of lines

void add_costs(Observation& o) {
  const trace::JobCost job = trace::take_costs();
  std::map<std::pair<std::string, int>, LineCost> lines;
  for (const trace::PlaceCost& place : job.places) {
    const SourceLine& where = source_line(trace::pc_of(place.pc));
    // Launch code belongs to the harness; the work of helpers is charged to the kernel line that uses them.
    Counters counters = place.counters;
    if (!where.kernel) counters.issued_blocks = counters.issued_lanes = 0;
    o.counters += counters;
    if (!where.kernel) continue;
    LineCost& line = lines[{where.file, where.line}];
    line.file = where.file;
    line.line = where.line;
    line.executions = std::max(line.executions, place.executions);
    line.counters += counters;
    line.extra_sectors += place.extra_sectors;
    line.extra_wavefronts += place.extra_wavefronts;
  }
  o.counters.launches = job.launches;
  o.counters.sampled_blocks = job.sampled_blocks;
  o.counters.total_blocks = job.total_blocks;
  for (auto& [where, line] : lines) o.lines.push_back(std::move(line));
}

// Counts in the elements of the array's declaration instead of the accesses: tile[992] becomes tile[31][0] if
// tile has rows of 32 elements, and bins[65] becomes bins[16].sum.
Object as_declared(const trace::RawHazard& raw, Object element) {
  const void* pc = raw.site[0].pc;
  if (!pc || element.index.size() != 1 || element.index[0] < 0 || raw.bytes == 0) return element;
  const bool shared = raw.space == std::string_view("shared");
  const std::string name = shared ? element.name : structures_name(pc);
  ArrayShape shape;
  if (shared)
    shape = array_shape(pc, name);
  else
    shape.element_bytes = structure_bytes(pc, name);
  const bool known = std::all_of(shape.inner.begin(), shape.inner.end(), [](uint64_t n) { return n > 0; });
  if (shape.element_bytes == 0 || !known) return element;
  const uint64_t byte =
      static_cast<uint64_t>(element.index[0]) * raw.bytes + static_cast<uint64_t>(element.byte) + raw.into;
  uint64_t rest = byte / shape.element_bytes;
  const auto [member, begin] = member_at(pc, name, byte % shape.element_bytes);
  element.member = raw.bytes < shape.element_bytes ? member : "";
  element.byte =
      raw.bytes < shape.element_bytes ? static_cast<int64_t>(byte % shape.element_bytes - begin) : 0;
  element.index.clear();
  for (auto inner = shape.inner.rbegin(); inner != shape.inner.rend(); rest /= *inner++)
    element.index.insert(element.index.begin(), static_cast<int64_t>(rest % *inner));
  element.index.insert(element.index.begin(), static_cast<int64_t>(rest));
  return element;
}

Hazard with_lines(const trace::RawHazard& raw) {
  Hazard h{raw.kind, raw.space, {}, raw.object, raw.count, raw.evidence};
  for (int i = 0; i < 2; ++i) {
    if (!raw.site[i].pc) continue;
    const SourceLine& line = source_line(raw.site[i].pc);
    h.where.push_back({line.file, line.line, raw.thread[i], raw.site[i].access});
  }
  // Kernels have different names for this memory; the debug information shows which name applies here.
  constexpr std::string_view kDynamic = "dynamic shared memory";
  if (h.object.name == kDynamic)
    if (const std::string name = dynamic_shared_name(raw.site[raw.site[1].pc ? 1 : 0].pc); !name.empty()) {
      const auto rename = [&](std::string& known) {
        if (known == kDynamic) known = name;
      };
      rename(h.object.name);
      for_each_fact<Object>(h.evidence, [&](Object& object) { rename(object.name); });
      for_each_fact<std::string>(h.evidence, rename);
    }
  const Object as_accessed = std::exchange(h.object, as_declared(raw, h.object));
  for_each_fact<Object>(h.evidence, [&](Object& object) {
    if (object == as_accessed) object = h.object;
  });
  return h;
}

int distance(const Hazard& h) {
  if (h.where.size() < 2) return 0;
  return h.where[0].file == h.where[1].file ? std::abs(h.where[0].line - h.where[1].line) : INT_MAX;
}

// Returns the same value for the same mistake, whichever thread and element revealed it.
auto identity(const Hazard& h) {
  std::vector<std::pair<std::string, int>> lines;
  for (const Access& a : h.where) lines.emplace_back(a.file, a.line);
  std::sort(lines.begin(), lines.end());
  return std::make_tuple(h.kind, lines, h.object.name);
}

struct Found {
  Hazard hazard;
  int priority;
  bool in_one_warp;                 // a race between two lanes of one warp
  bool two_writes, read_and_write;  // for a race: the combinations that occurred on these lines
  // The missing barrier in a race, and the lines between which it belongs, in program order.
  trace::RawHazard::Barrier barrier;
  int lines[2];
  uint32_t come_to[2];

  // Among hazards of the same kind, a race between two warps best shows what is missing between its lines. If
  // there are several such races, the one with the closest lines does.
  auto rank() const { return std::make_tuple(simt::rank(hazard), in_one_warp, distance(hazard)); }
  bool is_race() const { return hazard.kind == HazardKind::race; }
  // True if the threads take turns and the message says what is missing from their locks or flags.
  bool ordering_is_told() const {
    const findings::Evidence& e = hazard.evidence;
    return e.is(Cause::race_no_acquire_fence) || e.is(Cause::race_no_release_fence) || e.has("other_lock");
  }
  bool on_one_line() const {
    return hazard.where.size() == 2 && hazard.where[0].file == hazard.where[1].file &&
           hazard.where[0].line == hazard.where[1].line;
  }
};

// Drops a race within a warp if the same array has a race between warps, which requires a stronger fix.
void drop_races_within_warps(std::vector<Found>& all) {
  const auto wider = [&](const Found& f) {
    return std::any_of(all.begin(), all.end(), [&](const Found& g) {
      return g.is_race() && !g.in_one_warp && g.hazard.space == f.hazard.space &&
             g.hazard.object.name == f.hazard.object.name;
    });
  };
  std::vector<Found> kept;
  for (const Found& f : all)
    if (!f.is_race() || !f.in_one_warp || !wider(f)) kept.push_back(f);
  all = std::move(kept);
}

// Handles total += x by several threads, which read and write an element on the same line.
void tell_read_modify_write(std::vector<Found>& all) {
  for (Found& f : all) {
    if (!f.is_race() || !f.on_one_line() || !f.two_writes || !f.read_and_write ||
        f.hazard.evidence.is(Cause::race_of_one_array_twice) || f.ordering_is_told())
      continue;
    Hazard& h = f.hazard;
    const bool of_two_blocks = h.where[0].thread.block != h.where[1].thread.block;
    h.evidence = {of_two_blocks ? Cause::lost_update_of_blocks : Cause::lost_update,
                  {{"place", h.where[0].thread.text()},
                   {"other_place", h.where[1].thread.text()},
                   {"object", h.object}}};
  }
}

// Does one barrier fix both races? If so, the barrier belongs at the end of the same loop, or between
// the two lines of each race.
bool lack_one_barrier(const Found& a, const Found& b) {
  using Barrier = trace::RawHazard::Barrier;
  if (a.barrier == Barrier::none || a.barrier != b.barrier || a.lines[0] <= 0 || b.lines[0] <= 0 ||
      a.hazard.where[0].file != b.hazard.where[0].file || !std::ranges::equal(a.come_to, b.come_to))
    return false;
  return a.barrier == Barrier::next_round ||
         std::max(a.lines[0], b.lines[0]) < std::min(a.lines[1], b.lines[1]);
}

// Do both races concern the arrays of a loop that alternately reads one array and writes the other? If so, one
// grid.sync() is missing.
bool lack_one_grid_sync(const Found& a, const Found& b) {
  const auto between_blocks = [](const Found& f) { return f.hazard.evidence.is(Cause::race_between_blocks); };
  return between_blocks(a) && between_blocks(b) &&
         std::get<1>(identity(a.hazard)) == std::get<1>(identity(b.hazard));
}

// Do both races concern reads on one line, in two stages of a pipeline? If so, both races have the same
// cause, which is a missing wait.
bool lack_one_wait(const Found& a, const Found& b) {
  const auto line_of_read = [](const Found& f) {
    const auto& where = f.hazard.where;
    const auto read =
        std::find_if(where.begin(), where.end(), [](auto& access) { return access.access == "read"; });
    return read == where.end() ? -1 : read->line;
  };
  return a.hazard.evidence.is(Cause::race_with_async_copy) &&
         b.hazard.evidence.is(Cause::race_with_async_copy) && a.hazard.object.name == b.hazard.object.name &&
         line_of_read(a) == line_of_read(b);
}

// Keeps one message for each missing barrier, because two messages would look like two mistakes.
void fold_races(std::vector<Found>& all) {
  std::vector<Found> kept;
  for (Found& f : all) {
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const Found& k) {
      return !k.in_one_warp && k.is_race() && f.is_race() &&
             (lack_one_barrier(k, f) || lack_one_grid_sync(k, f) || lack_one_wait(k, f));
    });
    if (same == kept.end()) {
      kept.push_back(std::move(f));
      continue;
    }
    const std::string array = f.hazard.object.name, known = same->hazard.object.name;
    const bool of_blocks = f.barrier == trace::RawHazard::Barrier::none;
    const auto [low, high] = of_blocks ? std::minmax(f.hazard.where[0].line, f.hazard.where[1].line)
                                       : std::minmax(f.lines[0], f.lines[1]);
    if (array == known) continue;
    same->hazard.evidence.add(
        {"also", Evidence(of_blocks || f.barrier == trace::RawHazard::Barrier::next_round
                              ? Cause::barrier_missing_for
                              : Cause::barrier_between_for,
                          {{"array", array}, {"first_line", low}, {"second_line", high}})});
  }
  all = std::move(kept);
}

Found found_from(const trace::RawHazard& raw) {
  const std::string_view accesses[] = {raw.site[0].access, raw.site[1].access};
  const bool two_writes = !raw.fence_missing && accesses[0] == "write" && accesses[1] == "write";
  const bool with_atomic = accesses[0] == "atomic" || accesses[1] == "atomic";
  const int first = std::max(raw.first, 0), second = 1 - first;
  Found f{with_lines(raw),
          raw.priority,
          !raw.across_warps && !raw.across_blocks,
          two_writes,
          !two_writes && !(with_atomic && raw.evidence.is(Cause::race_atomic_stored_back)),
          raw.first < 0 || raw.across_blocks || !raw.parameters.one.empty() ? trace::RawHazard::Barrier::none
                                                                            : raw.barrier,
          {raw.line[first], raw.line[second]},
          {raw.come_to[first], raw.come_to[second]}};
  if (!raw.on_one_line.empty() && f.on_one_line()) {
    f.hazard.evidence = raw.on_one_line;
    f.hazard.evidence.set({"object", f.hazard.object});
  }
  return f;
}

// Counts both findings, and shows the one with the higher priority; if the priorities are equal, the earlier
// one.
void merge(Found& same, Found f) {
  f.hazard.count += same.hazard.count;
  f.in_one_warp &= same.in_one_warp;
  f.two_writes |= same.two_writes;
  f.read_and_write |= same.read_and_write;
  if (f.priority <= same.priority) {
    const uint64_t count = f.hazard.count;
    f.hazard = std::move(same.hazard);
    f.hazard.count = count;
    f.priority = same.priority;
    f.barrier = same.barrier;
    std::ranges::copy(same.lines, f.lines);
    std::ranges::copy(same.come_to, f.come_to);
  }
  same = std::move(f);
}

// Stores of the same value are not reported for an array to which different values are stored as well.
void drop_same_values(std::vector<Found>& all) {
  std::set<std::string> with_races;
  for (Found& f : all) {
    if (!f.is_race()) continue;
    with_races.insert(f.hazard.object.name);
    const auto on_this_line = [&](const Found& g) {  // for example, sum += 0
      return g.hazard.kind == HazardKind::same_value && f.on_one_line() && g.on_one_line() &&
             f.hazard.where[0].line == g.hazard.where[0].line;
    };
    f.two_writes |= std::any_of(all.begin(), all.end(), on_this_line);
  }
  std::erase_if(all, [&](const Found& f) {
    return f.hazard.kind == HazardKind::same_value && with_races.contains(f.hazard.object.name);
  });
}

bool misses_barrier(HazardKind kind) {
  return kind == HazardKind::early_exit || kind == HazardKind::barrier_divergence ||
         kind == HazardKind::deadlock;
}

void add_hazards(Observation& o) {
  std::map<decltype(identity(Hazard{})), size_t> known;
  // Races in which a barrier is missing and which were found before any thread missed a barrier. Such a race
  // may be the reason that a thread missed a barrier.
  std::set<decltype(identity(Hazard{}))> earlier;
  bool has_missed = false;
  std::vector<Found> all;
  for (const trace::RawHazard& raw : trace::take_hazards()) {
    Found f = found_from(raw);
    has_missed |= misses_barrier(raw.kind);
    if (!has_missed && raw.kind == HazardKind::race && raw.barrier != trace::RawHazard::Barrier::none)
      earlier.insert(identity(f.hazard));
    // A compiler may split one barrier into two.
    if (f.hazard.kind == HazardKind::barrier_divergence && f.on_one_line()) continue;
    const auto [entry, is_new] = known.try_emplace(identity(f.hazard), all.size());
    if (is_new)
      all.push_back(std::move(f));
    else
      merge(all[entry->second], std::move(f));
  }
  for (Found& f : all)
    if (has_missed && earlier.contains(identity(f.hazard)))
      f.hazard.evidence.root().set({"before_barrier", 1});
  drop_races_within_warps(all);
  drop_same_values(all);
  tell_read_modify_write(all);
  std::set<std::string> locks;  // the store that releases a lock conflicts with all other accesses to it
  std::erase_if(all, [&](const Found& f) {
    return f.hazard.evidence.is(Cause::race_lock_given_back) && !locks.insert(f.hazard.object.name).second;
  });
  std::stable_sort(all.begin(), all.end(),
                   [](const Found& a, const Found& b) { return a.rank() < b.rank(); });
  fold_races(all);
  for (Found& f : all) o.hazards.push_back(std::move(f.hazard));
  causes_first(o.hazards);
  // If threads have met at different barriers, their absence from the next barrier is only a consequence.
  if (std::any_of(o.hazards.begin(), o.hazards.end(),
                  [](const Hazard& h) { return h.kind == HazardKind::barrier_divergence; }))
    std::erase_if(o.hazards, [](const Hazard& h) {
      return h.kind == HazardKind::early_exit || h.kind == HazardKind::deadlock;
    });
  std::map<std::pair<HazardKind, std::string>, size_t> shown;
  std::erase_if(o.hazards, [&](const Hazard& h) { return ++shown[{h.kind, h.object.name}] > kMaxPerObject; });
  if (o.hazards.size() > kMaxHazards) o.hazards.resize(kMaxHazards);
}

}  // namespace

void keep_observation(Observation o) {
  if (trace::session.kept) {  // not taken yet, so its findings count too: another run might not have them
    const auto is_known = [&](const Hazard& h) {
      return std::any_of(o.hazards.begin(), o.hazards.end(),
                         [&](const Hazard& known) { return identity(known) == identity(h); });
    };
    for (Hazard& h : trace::session.kept->hazards)
      if (!is_known(h) && o.hazards.size() < kMaxHazards) o.hazards.push_back(std::move(h));
    causes_first(o.hazards);
  }
  trace::session.kept = std::move(o);
}

Observation take_observation() {
  forget_launches();
  if (trace::session.kept) return *std::exchange(trace::session.kept, std::nullopt);
  Observation o;
  add_costs(o);
  add_hazards(o);
  o.complete = !trace::take_incomplete();
  o.narrow = std::exchange(trace::session.narrow_block, 0);
  o.threads = std::exchange(trace::session.largest_block, 0);
  trace::session.most_threads = 0;
  o.barriers = trace::take_barrier_uses();
  o.stored = trace::take_stored();
  o.launched = trace::take_launched();
  o.memory = trace::take_memory();
  o.filled = trace::take_filled();
  return o;
}

}  // namespace ladder::simt
