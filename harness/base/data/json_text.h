// Reads and writes JSON text: parse errors report a line and a column, and the layout is easy to read and diff.
// JSON can also be converted to and from bytes, for pipes between processes.
#pragma once
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace ladder::data {

using Json = nlohmann::ordered_json;  // keys in insertion order

// Throws os::Error: "FILE, line 3, column 7: …". `name` is the text's name in the message.
Json parse_json(std::string_view text, const std::string& name);

// Two spaces per level, but anything that fits on a line (and every list of numbers) stays on one. Ends in a
// newline. NaN and infinity become null, and text is always UTF-8.
std::string dump_json(const Json&);

// The number rounded to nine significant digits (finer than the resolution of any clock used here); null if
// it is not finite.
Json compact_number(double);
Json compacted(Json);  // rounds every fractional number in the value this way

// Converts to and from bytes, keeping every digit, NaN, infinity, and text that is not UTF-8.
std::string pack(const Json&);
Json unpack(const std::string&);

}  // namespace ladder::data
