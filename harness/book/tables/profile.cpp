#include "tables/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "data/counts.h"
#include "data/json_fields.h"
#include "data/json_text.h"
#include "os/error.h"
#include "os/files.h"

namespace ladder::report {

using namespace data;

std::pair<std::string, double> StageProfile::longest_wait() const {
  std::pair<std::string, double> longest;
  for (const auto& [state, share] : warp_states)
    if (state != "selected" && state != "not_selected" && share > longest.second) longest = {state, share};
  return longest;
}

static data::Extent extent_from(const Field& field) {
  return data::parse_extents("n", data::text(field)).front();
}

double issue_seconds(const StageProfile& stage) {
  constexpr double kSchedulers = 4;  // per multiprocessor
  return stage.warp_instructions / (stage.multiprocessors * kSchedulers * stage.sm_hertz);
}

bool is_whole_job(const StageProfile& stage, double seconds) { return stage.seconds > .9 * seconds; }

Profile read_profile(const std::string& path) {
  const Json json = parse_json(os::read_text(path), path);
  try {
    const Field root{&json, ""}, context = at(root, "context");
    Profile profile{data::text(at(context, "device")),
                    extent_from(at(root, "n")),
                    static_cast<unsigned>(whole(at(root, "block"))),
                    number(at(context, "multiprocessors")),
                    {}};
    for (const auto& [track, stages] : members(at(root, "stages")))
      for (const auto& [stage, measured] : members(stages)) {
        if (!maybe(measured, "issue_slots")) continue;  // the stage was not run
        StageProfile& s = profile.stages[track + "/" + stage];
        const auto limit = maybe(measured, "n");
        s = {data::text(at(measured, "dtype")),
             limit ? extent_from(*limit) : profile.n,
             number(at(measured, "seconds")),
             number(at(measured, "sm_hertz")),
             number(at(measured, "warp_instructions")),
             number(at(measured, "issue_slots")),
             {},
             std::min(profile.multiprocessors, number(at(measured, "grid")))};
        for (const auto& [state, share] : members(at(measured, "warp_states")))
          s.warp_states[state] = number(share);
      }
    return profile;
  } catch (const os::Error& error) {
    throw os::Error(fmt::format("{}: {}", path, error.what()));
  }
}

std::string profile_path(const RunFile& file) {
  if (file.path.empty()) return "";
  const std::string path = (std::filesystem::path(file.path).parent_path() / "profile.json").string();
  return std::filesystem::exists(path) ? path : "";
}

std::map<std::string, StageProfile> profiles_beside(const RunFile& file, uint64_t n, unsigned block) {
  const std::string path = profile_path(file);
  if (path.empty()) return {};
  Profile profile = read_profile(path);
  if (profile.device != file.context.device || profile.block != block) return {};
  std::erase_if(profile.stages, [&](const auto& stage) { return stage.second.n.n != n; });
  return std::move(profile.stages);
}

}  // namespace ladder::report
