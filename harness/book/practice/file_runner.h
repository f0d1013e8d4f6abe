// Answers the requests (runner_protocol.h) to a program that contains a reader's file: runs the file's stage
// and judges nothing.
#pragma once
#include "practice/runner_protocol.h"

namespace ladder::practice {

// limit_time sets the CPU time, in seconds, that the next run may take; 0: no limit.
using LimitTime = void (*)(double seconds);
Response answer_to(const Request&, LimitTime);

}  // namespace ladder::practice
