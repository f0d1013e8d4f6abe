// When is a result wrong? Finds the property of n that separates right from wrong, or that only the second run
// is wrong.
#pragma once
#include "diagnose/diagnose.h"

namespace diagnose {

// Near this small n, it is right only at multiples of a number, or at powers of two. (It may be right with few
// elements because one block has them all.)
Findings size_pattern(const Wrong&);
// It is wrong at this large n: from which number of elements on, and what is different there?
Findings breaking_size(const Wrong&);
// It is right in the first run, and wrong in the second: what did the first one leave?
Findings second_run(const Wrong&);

// diagnose.cpp: how a run under these conditions differs from the solution's.
Findings first_difference(const stage::Stage&, const Conditions&);

}  // namespace diagnose
