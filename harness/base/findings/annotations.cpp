#include "findings/annotations.h"

#include <algorithm>
#include <cstdlib>

namespace ladder::findings {

bool Case::failed() const {
  return std::any_of(found.begin(), found.end(),
                     [](const Annotated& a) { return a.severity == Severity::error; });
}

std::vector<Place> places_of(const Case& of, const Annotated& a) {
  std::vector<Place> where = a.where;
  std::erase_if(where, [](const Place& at) { return at.file.empty(); });
  if (where.empty() && !of.file.empty()) where.push_back({of.file});
  return where;
}

Cause rule_of(const Evidence& evidence) {
  for (const char* inner : {"hazard", "reason", "what"})
    if (const Evidence* part = evidence.part(inner)) return rule_of(*part);
  const bool a_text = evidence.is_one_of({Cause::recorded, Cause::compiler_line, Cause::mark_says});
  return a_text ? Cause::none : evidence.cause;
}

Place place_in(const std::string& message) {
  for (size_t from = 0; from < message.size();) {
    const size_t end = std::min(message.find('\n', from), message.size());
    const std::string line = message.substr(from, end - from);
    from = end + 1;
    // g++: file:3:5: error: …; file:3: undefined reference …; nvcc: file(3): error: …
    const size_t colon = line.find_first_of(":(");
    if (colon == std::string::npos || line[0] == ' ' || line.starts_with("In file included from ")) continue;
    if (line.find_first_of("0123456789", colon + 1) != colon + 1) continue;
    char* after = nullptr;
    const long number = std::strtol(line.c_str() + colon + 1, &after, 10);
    if (number > 0 && (*after == ':' || *after == ')'))
      return {line.substr(0, colon), static_cast<int>(number)};
  }
  return {};
}

}  // namespace ladder::findings
