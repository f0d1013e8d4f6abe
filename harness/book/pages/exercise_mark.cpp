// Checks that the counters used to judge an exercise exist: ./ladder practice takes its targets from
// results/counters.json.
#include <fmt/format.h>

#include <sstream>

#include "pages/counted.h"
#include "pages/writers.h"
#include "os/error.h"

namespace ladder::pages {

void exercise_mark(Desk& desk, const Arguments& said) {
  said.allow("an exercise mark",
             {"judged", "sizes", "grid", "yours", "bytes", "without", "with", "same_bits", "checks_launch"});
  if (said.words.size() != 1 || !said.has("judged"))
    throw os::Error(
        "an exercise mark needs a stage and the counters that it is judged by: exercise: reduce/v2 "
        "judged=barriers "
        "(judged=none: the answer only has to be right)");
  if (said.words[0].starts_with("program/")) {  // a complete program, which ./ladder try judges
    if (const std::string file = fmt::format("docs/{}.cu", said.words[0]); !desk.exists(file))
      throw os::Error(fmt::format("there is no {}", file));
  } else {
    stage_named(said.words[0]);
  }
  if (said.text("judged") == "none") return;
  if (said.has("sizes")) counted_row(desk, said.words[0], said);
  std::istringstream names(said.text("judged"));
  for (std::string name; std::getline(names, name, ',');) title_of(name);
}

}  // namespace ladder::pages
