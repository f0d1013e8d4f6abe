// Thrown for a file that cannot be read, written or understood. The message is written for the user: what is
// wrong, where, and the nearest valid choice. Most parts throw it, and cli catches it.
#pragma once
#include <stdexcept>

namespace ladder::os {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace ladder::os
