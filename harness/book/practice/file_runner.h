// What a program that holds a reader's file does when it is asked (runner_protocol.h): it runs the file's stage, and judges nothing.
#pragma once
#include "practice/runner_protocol.h"

namespace practice {

// limit_time: of the processor, in seconds, for what comes next; 0: any.
using LimitTime = void (*)(double seconds);
Response answer_to(const Request&, LimitTime);

}  // namespace practice
