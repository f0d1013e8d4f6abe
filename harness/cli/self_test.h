// ./ladder doctor --self-test: do the detectors detect? What never reported anything cannot be told from what does not run.
#pragma once
#include "cli/options.h"

namespace cli {

int self_test(const Options&);  // 1: a mistake was not found, or something right was accused

}  // namespace cli
