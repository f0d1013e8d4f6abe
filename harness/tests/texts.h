// What a call says when it refuses, and whether a text has a part.
#pragma once
#include <string>

#include "os/error.h"
#include "tests/catch.h"

template <typename F>
std::string error_of(F f) {
  try {
    f();
  } catch (const os::Error& error) {
    return error.what();
  }
  return "(no error)";
}

inline bool contains(const std::string& text, const std::string& part) {
  INFO(text.substr(0, 2000));
  return text.find(part) != std::string::npos;
}
