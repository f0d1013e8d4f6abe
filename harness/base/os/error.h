// A file that cannot be read, written or understood: a message for people (what, where, nearest valid choice).
// Thrown by os and report, caught by cli.
#pragma once
#include <stdexcept>

namespace os {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace os
