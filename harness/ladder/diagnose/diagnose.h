// Why is a result wrong? Producers, each of which looks at one thing; what they find is put in order elsewhere (findings/rank.h).
#pragma once
#include <span>
#include <vector>

#include "diagnose/run_pair.h"

namespace diagnose {

struct Wrong {  // a result, and what it was found under
  const stage::Stage& stage;
  Conditions c;
  bool wrong = true;                       // else it is right, and has hazards or does too much
  Evidence result = {};                    // as the check has it
  std::vector<simt::Hazard> hazards = {};  // of that run

  bool is_matrix() const;      // that should be turned over
  bool is_of_hazards() const;  // which are not those races alone that the stage declares
  bool first_is(simt::HazardKind) const;
};

struct Producer {
  Findings (*find)(const Wrong&);
  bool compares = false;  // with the stage of that id in this program: it tells the answer
};
// Each runs the stage again, with the runner of the conditions, and throws what the launcher throws: so each in a process of its
// own. With few elements, their findings say most.
std::span<const Producer> producers();

}  // namespace diagnose
