#include "cli/select.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <set>

#include "bench/plan.h"
#include "cli/exit.h"
#include "stage/broken.h"
#include "text/nearest.h"

namespace ladder::cli {
namespace {

constexpr auto kBackend = stage::Build::simt;  // every kernel file is compiled for the executor

std::string track_of(const std::string& id) { return id.substr(0, id.find('/')); }

std::vector<std::string> stage_ids() {
  std::vector<std::string> ids;
  for (const stage::Stage* s : stage::all_stages(kBackend)) ids.push_back(s->id);
  for (const stage::Broken& b :
       stage::broken(kBackend)) {  // a broken file comes after the others in its track
    const auto same = std::find_if(ids.rbegin(), ids.rend(),
                                   [&](const std::string& id) { return track_of(id) == b.track(); });
    ids.insert(same == ids.rend() ? ids.end() : same.base(), b.id);
  }
  return ids;
}

bool matches(const std::string& wanted, const std::string& id) {
  return wanted == id || wanted == track_of(id) || wanted == track_of(id) + "/" ||
         fnmatch(wanted.c_str(), id.c_str(), 0) == 0;
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
    hint = text::did_you_mean(wanted, names);
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

std::vector<std::string> select(const std::vector<std::string>& wanted, Pitfalls pitfalls) {
  std::vector<std::string> ids = stage_ids();
  if (wanted.empty()) {
    if (pitfalls == Pitfalls::only_if_named)
      std::erase_if(
          ids, [](const std::string& id) { return track_of(id) == "pitfalls" || track_of(id) == "first"; });
    return ids;
  }
  const std::vector<std::string>& references = bench::reference_ids();
  ids.insert(ids.end(), references.begin(), references.end());

  std::set<std::string> chosen;
  for (const std::string& one : wanted) {
    bool any = false;
    for (const std::string& id : ids)
      if (matches(one, id)) {
        chosen.insert(id);
        any = true;
      }
    if (!any) unknown(one, ids);
  }
  std::erase_if(ids, [&](const std::string& id) { return !chosen.contains(id); });
  return ids;
}

void refuse_broken(const std::string& id) {
  if (const stage::Broken* broken = stage::find_broken(kBackend, id))
    throw Failure(fmt::format("{} {}: {} (./ladder explain {} shows the full message)", id, broken->problem(),
                              broken->first_message(), id));
}

const stage::Stage& one_stage(const std::string& wanted) {
  refuse_broken(wanted);
  if (const stage::Stage* exact = stage::find_stage(kBackend, wanted)) return *exact;
  std::vector<std::string> found = select({wanted}, Pitfalls::with_the_rest);
  if (found.size() == 1) refuse_broken(found[0]);
  std::erase_if(found, [](const std::string& id) { return stage::find_stage(kBackend, id) == nullptr; });
  if (found.empty()) throw Failure(fmt::format("{} is not a stage: it has no kernel file", wanted));
  if (found.size() > 1)
    throw Failure(
        fmt::format("{} matches {} stages ({}, {}, …): name one", wanted, found.size(), found[0], found[1]));
  return *stage::find_stage(kBackend, found[0]);
}

std::string changed_from(const stage::Stage& s) { return s.spoils.empty() ? s.after : s.spoils; }

}  // namespace ladder::cli
