// What is wrong with a result: which elements a sum has left out or taken twice, and where the elements of an array are not as
// they should be. The stage is run again, some dozen times, with inputs that tell: zeros; ones in one place alone; 0, 1, 2, …
#pragma once
#include "diagnose/diagnose.h"

namespace diagnose {

// A few findings, the rows of a table behind them (Cause::table and what comes after it); none where nothing simple can be said.
Findings symptoms(const Wrong&);

}  // namespace diagnose
