// The one error of report/: a message for people (what, where, nearest valid choice). Caught by cli.
#pragma once
#include <stdexcept>

namespace report {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace report
