#include "cli/select.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "bench/plan.h"
#include "cli/exit.h"

namespace cli {
namespace {

constexpr auto kBackend = stage::Backend::simt;  // every kernel file is compiled for the executor

std::string track_of(const std::string& id) { return id.substr(0, id.find('/')); }

std::vector<std::string> stage_ids() {
  std::vector<std::string> ids;
  for (const stage::Stage* s : stage::all_stages(kBackend)) ids.push_back(s->id);
  return ids;
}

bool matches(const std::string& wanted, const std::string& id) {
  return wanted == id || wanted == track_of(id) || wanted == track_of(id) + "/" ||
         fnmatch(wanted.c_str(), id.c_str(), 0) == 0;
}

// Edits (insert, delete, replace, swap of neighbours) from a to b, ignoring case.
size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  const auto same = [&](size_t i, size_t j) { return std::tolower(a[i]) == std::tolower(b[j]); };
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + !same(i - 1, j - 1)});
      if (i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1))
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

[[noreturn]] void unknown(const std::string& wanted, const std::vector<std::string>& ids) {
  std::vector<std::string> tracks;
  for (const std::string& id : ids)
    if (tracks.empty() || tracks.back() != track_of(id)) tracks.push_back(track_of(id));

  const bool glob = wanted.find_first_of("*?[") != std::string::npos;
  std::string hint;
  if (!glob) {
    std::vector<std::string> names = ids;
    names.insert(names.end(), tracks.begin(), tracks.end());
    hint = did_you_mean(wanted, names);
  }
  if (hint.empty() && std::find(tracks.begin(), tracks.end(), track_of(wanted)) != tracks.end()) {
    std::vector<std::string> in_track;
    for (const std::string& id : ids)
      if (track_of(id) == track_of(wanted)) in_track.push_back(id.substr(id.find('/') + 1));
    hint = fmt::format("; {} has {}", track_of(wanted), fmt::join(in_track, " "));
  }
  if (hint.empty()) hint = fmt::format("; the tracks are {}", fmt::join(tracks, " "));
  throw Failure(fmt::format("{} {}{} (./ladder list shows all)", glob ? "nothing matches" : "unknown stage",
                            wanted, hint));
}

}  // namespace

std::vector<std::string> nearest(const std::string& typed, const std::vector<std::string>& names) {
  struct Candidate {
    size_t edits;
    std::string name;
  };
  std::vector<Candidate> near;
  for (const std::string& name : names) {
    // "v1" means reduce/v1, "blelloch" means scan/blelloch_…
    const std::string stage = name.substr(name.find('/') + 1);
    const bool inside = typed.size() >= 2 && typed.find('/') == std::string::npos && stage.starts_with(typed);
    const size_t edits =
        inside ? stage != typed : std::min(distance(typed, name), distance(typed, stage) + 1);
    if (edits <= std::max<size_t>(1, typed.size() / 3)) near.push_back({edits, name});
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.edits < b.edits; });
  std::vector<std::string> best;
  for (const Candidate& c : near)
    if (best.size() < 3) best.push_back(c.name);
  return best;
}

std::string did_you_mean(const std::string& typed, const std::vector<std::string>& names) {
  const std::vector<std::string> near = nearest(typed, names);
  if (near.empty()) return "";
  std::string text = "; did you mean " + near[0];
  for (size_t i = 1; i < near.size(); ++i) text += (i + 1 == near.size() ? " or " : ", ") + near[i];
  return text + "?";
}

std::vector<std::string> select(const std::vector<std::string>& wanted, Pitfalls pitfalls) {
  std::vector<std::string> ids = stage_ids();
  if (wanted.empty()) {
    if (pitfalls == Pitfalls::only_if_named)
      std::erase_if(ids, [](const std::string& id) { return track_of(id) == "pitfalls"; });
    return ids;
  }
  const std::vector<std::string>& references = bench::reference_ids();
  ids.insert(ids.end(), references.begin(), references.end());

  std::set<std::string> chosen;
  for (const std::string& one : wanted) {
    const size_t before = chosen.size();
    bool any = false;
    for (const std::string& id : ids)
      if (matches(one, id)) {
        chosen.insert(id);
        any = true;
      }
    if (!any && chosen.size() == before) unknown(one, ids);
  }
  std::erase_if(ids, [&](const std::string& id) { return !chosen.contains(id); });
  return ids;
}

const stage::Stage& one_stage(const std::string& wanted) {
  if (const stage::Stage* exact = stage::find_stage(kBackend, wanted)) return *exact;
  std::vector<std::string> found = select({wanted}, Pitfalls::with_the_rest);
  std::erase_if(found, [](const std::string& id) { return stage::find_stage(kBackend, id) == nullptr; });
  if (found.empty()) throw Failure(fmt::format("{} is not a stage: it has no kernel file", wanted));
  if (found.size() > 1)
    throw Failure(
        fmt::format("{} means {} stages ({}, {}, …): name one", wanted, found.size(), found[0], found[1]));
  return *stage::find_stage(kBackend, found[0]);
}

}  // namespace cli
