// The GPU's rows. A group consists of all rows timed in turn in one process: the stages of a family
// of tracks at one n, the peers of that family, and the ceilings. A row that crashes, hangs or loses the GPU
// ends its process; the group is then restarted without that row.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "bench/kind.h"
#include "bench/result_json.h"
#include "bench/run_parts.h"
#include "bench/statistics.h"
#include "cuda/device_facts.h"
#include "peers/workload.h"

namespace ladder::bench {
namespace {

constexpr unsigned kFewestForARecord = 20;
constexpr double kEnoughSecondsOfGroup = 15;  // per group, if no n is requested: a run then takes two minutes

struct Group {
  std::string family;
  data::Extent n;  // with its sizes if the rows have several
  stage::DType dtype = stage::DType::f32;
  std::vector<Row> rows;  // stages, peers and ceilings
  bool with_ceilings = false;

  unsigned gpus() const {  // the largest GPU count of any row; 0: single-GPU rows
    unsigned most = 0;
    for (const Row& row : rows) most = std::max(most, row.result.gpus.value_or(0));
    return most;
  }
};

// The family's first task; null for ceilings.
const check::Task* task_of_family(const std::string& family) {
  return family == "ceiling" ? nullptr : &check::task_of(family);
}

std::vector<peers::Workload> peers(const Group& group, const std::string& scan) {
  const check::Task* task = task_of_family(group.family);
  return peers::named(task == nullptr ? std::vector<std::string>() : task->peers, group.dtype,
                      scan != scan_name(false));
}

Row reference_row(const Group& group, const std::string& id, const std::string& scan) {
  Row row;
  row.dtype = group.dtype;
  row.task = task_of_family(group.family);
  row.inclusive = scan != scan_name(false);
  row.result = result_for(id, "", Backend::cuda, group.n, group.dtype);
  row.result.scan = scan;
  return row;
}

void add_peers(Group& group, const Plan& plan) {
  std::set<std::string> scans;  // the kinds of scan that the stages have
  for (const Row& row : group.rows)
    if (row.task == task_of_family(group.family)) scans.insert(row.result.scan);
  if (group.rows.empty()) scans = {task_of_family(group.family)->two_kinds ? scan_name(true) : ""};
  for (const std::string& scan : scans)
    for (const peers::Workload& peer : peers(group, scan)) {
      if (!plan.companions && !plan.ids.empty() && !names(plan, peer.id)) continue;
      Row row = reference_row(group, peer.id, scan);
      take_sizes(row, group.n);
      row.result.idea = peer.idea;
      row.result.note = peer.note;
      group.rows.push_back(std::move(row));
    }
}

bool names_any(const Plan& plan, const std::vector<std::string>& ids) {
  return std::any_of(ids.begin(), ids.end(), [&](const std::string& id) { return names(plan, id); });
}

// Stages for several GPUs are timed by the host's clock, so they are not compared with rows timed on one GPU.
std::string family_of(const Row& row) {
  return row.stage->on_several_gpus() ? row.result.track : row.task->family;
}

data::Extent extent_of(const Row& row) {
  data::Extent extent(row.result.n);
  for (const Size& size : row.result.sizes) extent.sizes.push_back(size.size);
  return extent;
}

std::vector<Group> groups_of(const Plan& plan, std::vector<Row>& left_out) {
  std::vector<Group> groups;
  const auto group = [&](const std::string& family, const data::Extent& n, stage::DType type) -> Group& {
    for (Group& g : groups)
      if (g.family == family && g.n == n && g.dtype == type) return g;
    return groups.emplace_back(Group{family, n, type, {}, false});
  };
  for (const Row& row : stage_rows(plan, stage::Build::cuda)) {
    if (!row.result.skipped.empty())
      left_out.push_back(row);
    else
      group(family_of(row), extent_of(row), row.dtype).rows.push_back(row);
  }

  // Explicitly named references form a separate group if their stages were not named.
  const bool wants_ceilings = plan.companions || plan.ids.empty() || names_any(plan, ceiling_ids());
  for (const data::Extent& n : ns(plan, Backend::cuda)) {
    const auto stand_alone = [&](const std::string& family, const std::vector<std::string>& ids) {
      const bool there = std::any_of(groups.begin(), groups.end(), [&](const Group& g) {
        return g.n.n == n.n && (n.sizes.empty() || g.n.sizes == n.sizes) &&
               (family == "ceiling" || g.family == family);
      });
      const check::Task* task = task_of_family(family);
      const bool has_other_sizes =
          !n.sizes.empty() && (task == nullptr || task->sizes.size() != n.sizes.size());
      if (there || has_other_sizes || !names_any(plan, ids)) return;
      for (const stage::DType type : plan.dtypes.empty() ? std::vector{stage::DType::f32} : plan.dtypes)
        group(family, n, type);
    };
    for (const check::Task* task : check::tasks()) stand_alone(task->family, task->peers);
    stand_alone("ceiling", ceiling_ids());
  }
  for (Group& g : groups) {
    if (g.family != "ceiling") add_peers(g, plan);
    g.with_ceilings = wants_ceilings && (g.gpus() == 0 || g.gpus() > 1);
  }
  return groups;
}

// --- in the child ---

Entry entry_of(const Row& row, const std::vector<peers::Workload>& its_peers) {
  Entry entry;
  entry.name = row.name();
  entry.task = row.task;
  entry.inclusive = row.inclusive;
  entry.placement = row.placement();
  if (row.stage != nullptr) {
    entry.solver = solver(*row.stage, row.dtype, row.result.block);
    return entry;
  }
  for (const peers::Workload& peer : its_peers)
    if (peer.id == row.result.id) entry.solver = {.run = peer.run, .deliver = peer.deliver};
  return entry;
}

struct Answer {
  Result result;
  bool apart = false;
};
constexpr auto members_of(const Answer*) {
  using data::Member;
  return std::tuple{Member{"result", &Answer::result}, Member{"apart", &Answer::apart}};
}

Answer answer_of(const Row& row, const Measured& measured) {
  Result result = row.result;
  take_measured(result, measured);
  if (row.stage != nullptr && row.stage->expect.empty()) judge_hazards(result, *row.stage);
  if (measured.apart)
    result.note += (result.note.empty() ? "" : "; ") + std::string("timed separately, for lack of memory");
  return {std::move(result), measured.apart};
}

std::string measure_group(const Group& group, const Plan& plan, const os::Report& report) {
  say(report, {group.family, "preparing"});
  const Engine engine = cuda_engine();
  std::vector<Row> rows = group.rows;
  std::vector<Entry> entries;
  for (const Row& row : rows) entries.push_back(entry_of(row, peers(group, row.result.scan)));

  std::unique_ptr<device::Machine> for_ceilings;
  try {  // the timer's own buffers first: without them nothing can be timed
    engine.seconds(
        *engine.make_machine({}), [] {}, [] {});
  } catch (const device::OutOfMemory& e) {
    Measured nothing;
    nothing.skipped = findings::recorded(e.what());
    std::vector<Answer> answers;
    for (const Row& row : rows) answers.push_back(answer_of(row, nothing));
    return data::packed(answers);
  }
  if (group.with_ceilings) {
    try {
      const device::Placement placement =
          group.gpus() > 0 ? device::Placement{group.gpus(), device::Layout::shares} : device::Placement{};
      const size_t bytes = group.n * stage::dtype_size(group.dtype);
      for_ceilings = engine.make_machine(placement);
      say(report, {"ceiling/read", "choosing the fastest grid"});
      for (peers::Workload& ceiling : group.gpus() > 0 ? peers::link_ceilings(*for_ceilings, bytes)
                                                       : peers::ceilings(*for_ceilings, bytes)) {
        Row& row = rows.emplace_back(reference_row(group, ceiling.id, ""));
        if (group.gpus() > 0) row.result.gpus = group.gpus();
        row.result.idea = ceiling.idea;
        row.result.note = ceiling.note;
        entries.push_back({.name = ceiling.id,
                           .solver = {.run = ceiling.run, .deliver = {}},
                           .placement = placement,
                           .verify = ceiling.verify,
                           .bytes = ceiling.bytes});
      }
    } catch (const device::OutOfMemory&) {  // in that case the stages have no ceiling
      for_ceilings.reset();
    }
  }

  check::Case the_case = {.dtype = group.dtype,
                          .n = group.n,
                          .input = plan.inputs.empty() ? check::InputKind::random : plan.inputs.front(),
                          .seed = plan.seed};
  if (!rows.empty() && !group.n.sizes.empty()) the_case.sizes = rows.front().sizes;
  Rounds rounds = {
      .timed = repetitions(plan, kRepetitionsOnGpu), .first_pass = true, .warm_cache = plan.warm_cache};
  if (plan.ns.empty()) rounds.enough_seconds = kEnoughSecondsOfGroup;
  const std::vector<Measured> measured = measure(engine, entries, the_case, rounds, report);
  std::vector<Answer> answers;
  for (size_t i = 0; i < rows.size(); ++i) answers.push_back(answer_of(rows[i], measured[i]));
  return data::packed(answers);
}

// --- in the parent ---

void take_answers(Group& group, const std::vector<Answer>& answers) {
  for (size_t i = 0; i < answers.size(); ++i) {
    if (i == group.rows.size())
      group.rows.push_back(reference_row(group, answers[i].result.id, ""));  // ceilings
    group.rows[i].result = answers[i].result;
    group.rows[i].apart = answers[i].apart;
  }
}

// Removes the row that ended the process from its group. Returns false if there is no such row.
bool take_out(Group& group, const std::string& name, const os::Outcome& outcome, std::vector<Row>& failed) {
  const auto culprit =
      std::find_if(group.rows.begin(), group.rows.end(), [&](const Row& row) { return row.name() == name; });
  if (culprit != group.rows.end()) {
    take_failure(culprit->result, outcome, "n = " + text_of(group.n));
    failed.push_back(std::move(*culprit));
    group.rows.erase(culprit);
    return true;
  }
  if (!group.with_ceilings || kind_of(name) != Kind::ceiling) return false;
  group.with_ceilings = false;
  failed.push_back(reference_row(group, name, ""));
  take_failure(failed.back().result, outcome, "n = " + text_of(group.n));
  return true;
}

void measure_in_child(Group& group, const Plan& plan, Progress& progress, size_t done, size_t total) {
  if (group.rows.empty() && !group.with_ceilings) return;
  std::vector<Row> failed;
  const os::Work work = [&](const os::Report& report) { return measure_group(group, plan, report); };
  const auto watch = [&](const Doing& doing) {
    progress.update(fmt::format("n = {}: {}", text_of(group.n), in_words(doing)), done, total);
  };
  const auto leave_out = [&](const Doing& doing, const os::Outcome& outcome) {
    if (take_out(group, doing.row, outcome, failed)) return !group.rows.empty() || group.with_ceilings;
    for (Row& row : group.rows) take_failure(row.result, outcome, in_words(doing));  // no row is responsible
    return false;
  };
  if (const auto result = run_until_through(work, gpu_limits(plan.timeout), watch, leave_out))
    take_answers(group, data::unpacked<std::vector<Answer>>(*result));
  for (Row& row : failed) group.rows.push_back(std::move(row));
}

bool is_ceiling(const Row& row) { return kind_of(row.result.id) == Kind::ceiling; }

// One row for each ceiling, n and element size, with the samples of all groups.
std::vector<Row> pooled_ceilings(const std::vector<Group>& groups) {
  std::vector<Row> pooled;
  for (const Group& group : groups)
    for (const Row& row : group.rows) {
      if (!is_ceiling(row)) continue;
      const auto same = std::find_if(pooled.begin(), pooled.end(), [&](const Row& p) {
        return p.result.id == row.result.id && p.result.n == row.result.n &&
               p.result.gpus == row.result.gpus && stage::dtype_size(p.dtype) == stage::dtype_size(row.dtype);
      });
      if (same == pooled.end()) {
        pooled.push_back(row);
        continue;
      }
      if (same->result.verdict.passed() && !row.result.verdict.passed())
        same->result.verdict = row.result.verdict;
      if (!row.result.time) continue;
      std::vector<double> samples = same->result.time ? same->result.time->samples : std::vector<double>();
      samples.insert(samples.end(), row.result.time->samples.begin(), row.result.time->samples.end());
      same->result.time = summarise(std::move(samples));
    }
  return pooled;
}

double ceiling_for(const Row& row, const std::vector<Row>& rows) {
  const bool only_reads = row.task == nullptr || check::is_reduction(*row.task);
  double best = 0;
  for (const Row& c : rows) {
    if (is_limit(c.result.id, only_reads) && c.result.n == row.result.n &&
        stage::dtype_size(c.dtype) == stage::dtype_size(row.dtype) && c.result.bandwidth)
      best = std::max(best, *c.result.bandwidth);
  }
  return best;
}

void add_note(Result& result, const std::string& note) {
  result.note += (result.note.empty() ? "" : "; ") + note;
}

void compute_bandwidths(std::vector<Row>& rows) {
  const double peak = cuda::device_facts().theoretical_bandwidth;
  for (Row& row : rows) {
    Result& r = row.result;
    if (!r.time) continue;
    if (r.time->samples.size() < kFewestForARecord)
      add_note(r, fmt::format("only {} samples", r.time->samples.size()));
    if (r.bytes == 0 || r.time->median <= 0) continue;
    r.bandwidth = static_cast<double>(r.bytes) / r.time->median;
    if (peak > 0) r.fraction_of_peak = *r.bandwidth / (peak * r.gpus.value_or(1));
  }
  for (Row& row : rows) {
    Result& r = row.result;
    const double ceiling = is_ceiling(row) ? 0 : ceiling_for(row, rows);
    if (r.bandwidth && ceiling > 0) r.fraction_of_ceiling = *r.bandwidth / ceiling;
    if (r.fraction_of_ceiling > 1.0) add_note(r, "over 100 % of the measured ceiling");
    if (r.fraction_of_peak > 1.0) add_note(r, "over 100 % of the theoretical bandwidth");
  }
}

}  // namespace

std::vector<Row> run_cuda(const Plan& plan, Progress& progress) {
  std::vector<Row> rows;  // skipped rows come first
  std::vector<Group> groups = groups_of(plan, rows);
  size_t total = 0, done = 0;
  for (const Group& group : groups) total += group.rows.size();
  for (Group& group : groups) {
    const size_t size = group.rows.size();
    measure_in_child(group, plan, progress, done, total);
    done += size;
    for (const Row& row : group.rows)
      if (!is_ceiling(row)) rows.push_back(row);
  }
  for (Row& ceiling : pooled_ceilings(groups)) rows.push_back(std::move(ceiling));
  compute_bandwidths(rows);
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    const auto rank = [](const Row& row) { return row.stage != nullptr ? 0 : is_ceiling(row) ? 2 : 1; };
    return std::tuple(a.result.n, rank(a), a.order) < std::tuple(b.result.n, rank(b), b.order);
  });
  return rows;
}

std::string cub_version() { return peers::cub_version(); }

}  // namespace ladder::bench
