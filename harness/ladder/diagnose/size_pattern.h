// When is a result wrong? Finds the property of n that separates right results from wrong ones, or finds that only
// the second run is wrong.
#pragma once
#include "diagnose/diagnose.h"

namespace ladder::diagnose {

// Is the result, near this small n, right only if n is a multiple of a number, or a power of two? (With few
// elements, the result may be right because one block has all of them.)
Findings size_pattern(const Wrong&);
// The result is wrong at this large n: at which n does it become wrong, and what is different there?
Findings breaking_size(const Wrong&);
// The first run is right and the second one wrong: what did the first one leave behind?
Findings second_run(const Wrong&);

// Defined in diagnose.cpp: how a run under these conditions differs from the solution's.
Findings first_difference(const stage::Stage&, const Conditions&);

}  // namespace ladder::diagnose
