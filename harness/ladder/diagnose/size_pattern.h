// When a wrong result is wrong: which property of n separates right from wrong, or the second run alone.
#pragma once
#include "diagnose/diagnose.h"

namespace diagnose {

// Near this n, which has few elements, it is right at the multiples of a number alone, or at the powers of two. (What is right
// with few elements may be so because one block has them all.)
Findings size_pattern(const Wrong&);
// It is wrong at this n, which is large: from which number of elements on, and what is different there?
Findings breaking_size(const Wrong&);
// It is right in the first run, and wrong in the second: what has the first one left?
Findings second_run(const Wrong&);

// diagnose.cpp: what a run at these conditions does otherwise than the solution's.
Findings first_difference(const stage::Stage&, const Conditions&);

}  // namespace diagnose
