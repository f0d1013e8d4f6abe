// The program's exit statuses, and the error that ends it with one of them.
#pragma once
#include <stdexcept>
#include <string>

namespace ladder::cli {

enum Exit {
  good = 0,
  wrong_result = 1,
  bad_usage = 2,
  regression = 3,
  not_judged = 4,
  no_gpu = 77,
  interrupted = 130,
  reader_left = 141  // as reported by a shell for a program that SIGPIPE ended
};

// One clear line for the user: what is wrong, where, and the nearest valid choice.
struct Failure : std::runtime_error {
  Failure(Exit status, const std::string& message) : std::runtime_error(message), status(status) {}
  explicit Failure(const std::string& message) : Failure(bad_usage, message) {}
  Exit status;
};

}  // namespace ladder::cli
