// The error message of a call, and text searches.
#pragma once
#include <sstream>
#include <string>

#include "os/error.h"
#include "tests/catch.h"

template <typename F>
std::string error_of(F f) {
  try {
    f();
  } catch (const ladder::os::Error& error) {
    return error.what();
  }
  return "(no error)";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The number of occurrences.
inline size_t times(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

// The first line that contains the part; "": none.
inline std::string line_with(const std::string& text, const std::string& part) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (contains(line, part)) return line;
  return "";
}
