// Typed reading of parsed JSON: every error names the field ("results[3].time.median must be a number, but
// is "fast"").
#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "data/json_text.h"

namespace ladder::data {

struct Field {
  const Json* value;
  std::string path;  // "results[3].time", "" at the root
};

Field object(Field);                                        // throws os::Error unless it is an object
Field at(const Field&, const char* key);                    // throws os::Error if it is absent
std::optional<Field> maybe(const Field&, const char* key);  // nullopt if absent or null

std::string text(const Field&);
std::string one_of(const Field&, std::initializer_list<const char*> choices);
double number(const Field&);  // never NaN or infinite in parsed text
double not_negative(const Field&);
uint64_t whole(const Field&);  // 0, 1, 2, …
bool flag(const Field&);
std::vector<Field> items(const Field&);                            // the items of a list
std::vector<std::pair<std::string, Field>> members(const Field&);  // the members of an object

// For fields that may be absent or null.
std::string text_or(const Field&, const char* key, std::string otherwise = {});
uint64_t whole_or(const Field&, const char* key, uint64_t otherwise = 0);
std::optional<double> number_if(const Field&, const char* key);

[[noreturn]] void wrong(const Field&, const std::string& expected);

}  // namespace ladder::data
