// ./ladder doctor --self-test: tests whether the detectors work. A detector that never reports anything cannot
// be distinguished from one that does not run.
#pragma once
#include "cli/options.h"

namespace ladder::cli {

int self_test(const Options&);  // 1: a mistake was missed, or correct code was reported

}  // namespace ladder::cli
