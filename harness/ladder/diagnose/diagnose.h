// Finds out why a result is wrong. Each producer examines one aspect; findings/rank.h orders the findings of
// all producers.
#pragma once
#include <span>
#include <vector>

#include "diagnose/run_pair.h"

namespace ladder::diagnose {

struct Wrong {  // a wrong result, and the conditions of the run
  const stage::Stage& stage;
  Conditions c;
  bool wrong = true;     // if false, the result is right, but the run has hazards or does too much work
  Evidence result = {};  // the finding of the check
  std::vector<simt::Hazard> hazards = {};  // the hazards of that run

  bool is_matrix() const;      // whether the problem is a matrix to be transposed
  bool is_of_hazards() const;  // true unless all hazards are races that the stage declares
  bool first_is(simt::HazardKind) const;
};

struct Producer {
  Findings (*find)(const Wrong&);
  bool compares = false;  // compare with the stage of that id in this program, which reveals the answer
};
// Each producer runs the stage again with the runner of the conditions, and passes on the launcher's
// exceptions, so each needs its own process. The findings are most useful if there are few elements.
std::span<const Producer> producers();

}  // namespace ladder::diagnose
