// Finds the property of n that separates right results from wrong ones, or finds that only the second run is
// wrong.
#pragma once
#include "diagnose/diagnose.h"

namespace ladder::diagnose {

// Tests whether, near this small n, the result is right only if n is a multiple of a number, or a power of two.
// (With few elements, the result may be right because one block has all of them.)
Findings size_pattern(const Wrong&);
// For a result that is wrong at this large n: finds the n at which it becomes wrong, and what differs there.
Findings breaking_size(const Wrong&);
// For a stage whose first run is right and whose second run is wrong: finds what the first run left behind.
Findings second_run(const Wrong&);

// Defined in diagnose.cpp: the difference between a run under these conditions and the run of the solution.
Findings first_difference(const stage::Stage&, const Conditions&);

}  // namespace ladder::diagnose
