// What is wrong with a result: which elements a sum has left out or taken twice, and where the elements
// of an array are not as they should be. On the executor; most of it of results whose kernels have no hazards.
#pragma once
#include <string>

#include "bench/observe.h"

namespace bench {

// The stage is run again, some dozen times, with inputs that tell: zeros; ones in one place alone; 0, 1, 2, … A few findings, the
// rows of a table behind them (Cause::table and what comes after it); none where nothing simple can be said. Throws what the
// launcher throws.
Findings why_wrong(const stage::Stage&, const Conditions&);

// Of a matrix that should be turned over, of what is packed or unpacked: what is wrong with the places, if that is simple.
Findings in_common(const stage::Stage&, const Conditions&);

// Of a matrix that should be turned over: "output[1000]" is a row and a column, or would be. Empty of any other object.
Evidence as_row_and_column(const std::string& object, size_t n);

}  // namespace bench
