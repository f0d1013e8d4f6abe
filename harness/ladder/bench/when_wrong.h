// When a wrong result is wrong: in the second run alone, or from some number of elements on.
#pragma once

#include "bench/observe.h"

namespace bench {

// It is right in the first run, and wrong in the second: what has the first one left? Nothing where it is not so.
Findings wrong_again(const stage::Stage&, const Conditions&);

// It is wrong at this n, which is large: from which number of elements on, and what is different there (first_difference())?
// Nothing where fewer elements show nothing. Throws what the launcher throws.
Findings wrong_from(const stage::Stage&, const Conditions&);

}  // namespace bench
