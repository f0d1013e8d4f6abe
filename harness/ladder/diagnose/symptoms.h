// Describes a wrong result: the elements that a sum left out or added twice, and the positions at which
// elements of an array are wrong. The stage is run again a few dozen times, with revealing inputs: zeros; ones
// in a single part; 0, 1, 2, …
#pragma once
#include "diagnose/diagnose.h"

namespace ladder::diagnose {

// A few findings, followed by the rows of a table (Cause::table and later causes); empty if no simple statement
// is possible.
Findings symptoms(const Wrong&);

}  // namespace ladder::diagnose
