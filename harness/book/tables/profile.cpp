#include "tables/profile.h"

#include <fmt/format.h>

#include "data/json_fields.h"
#include "data/json_text.h"
#include "os/error.h"
#include "os/files.h"

namespace report {

using namespace data;

Profile read_profile(const std::string& path) {
  const Json json = parse_json(os::read_text(path), path);
  try {
    const Field root{&json, ""}, context = at(root, "context");
    Profile profile{text(at(context, "device")),
                    text(at(root, "n")),
                    static_cast<unsigned>(whole(at(root, "block"))),
                    {}};
    for (const auto& [track, stages] : members(at(root, "stages")))
      for (const auto& [stage, measured] : members(stages))
        if (const auto slots = maybe(measured, "issue_slots"))
          profile.issue_slots[track + "/" + stage] = number(*slots);
    return profile;
  } catch (const os::Error& error) {
    throw os::Error(fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace report
