#include "data/json_text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "os/error.h"

namespace ladder::data {
namespace {

constexpr size_t kLineWidth = 110;

std::string position(std::string_view text, size_t byte) {  // nlohmann counts bytes from 1
  const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
  const size_t line = 1 + static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
  const size_t start = before.rfind('\n');
  const size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return fmt::format("line {}, column {}", line, column);
}

// nlohmann reports "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while …".
std::string reason(const std::string& what) {
  const size_t at = what.find("syntax error");
  std::string text = at == std::string::npos ? what.substr(what.find("] ") + 2) : what.substr(at);
  if (text.size() > 160) text = text.substr(0, 157) + "...";
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) c = '?';
  return text;
}

bool scalar(const Json& value) { return !value.is_object() && !value.is_array(); }

bool list_of_scalars(const Json& value) {
  return value.is_array() && std::all_of(value.begin(), value.end(), scalar);
}

std::string quoted(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string one_line(const Json& value) {
  if (value.is_string()) return quoted(value.get_ref<const std::string&>());
  if (value.is_number_float()) {
    const double number = value.get<double>();
    return std::isfinite(number) ? fmt::format("{}", number) : "null";
  }
  if (scalar(value)) return value.dump();
  std::string text;
  if (value.is_array()) {
    for (const Json& item : value) text += (text.empty() ? "" : ", ") + one_line(item);
    return "[" + text + "]";
  }
  for (const auto& [key, item] : value.items())
    text += (text.empty() ? "" : ", ") + quoted(key) + ": " + one_line(item);
  return "{" + text + "}";
}

void write(std::string& out, const Json& value, size_t indent, size_t used) {
  const std::string flat = one_line(value);
  if (scalar(value) || list_of_scalars(value) || value.empty() || used + flat.size() <= kLineWidth) {
    out += flat;
    return;
  }
  const std::string margin(indent + 2, ' ');
  out += value.is_array() ? '[' : '{';
  bool first = true;
  for (const auto& [key, item] : value.items()) {
    out += first ? "\n" : ",\n";
    first = false;
    const std::string label = value.is_array() ? "" : quoted(key) + ": ";
    out += margin + label;
    write(out, item, indent + 2, indent + 2 + label.size() + 1);
  }
  out += '\n' + std::string(indent, ' ') + (value.is_array() ? ']' : '}');
}

// How deeply the brackets are nested: JSON parsers and writers recurse once per level.
size_t depth_of(std::string_view text) {
  size_t depth = 0, most = 0;
  bool in_text = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_text && c == '\\')
      ++i;
    else if (c == '"')
      in_text = !in_text;
    else if (!in_text && (c == '[' || c == '{'))
      most = std::max(most, ++depth);
    else if (!in_text && (c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return most;
}

}  // namespace

Json parse_json(std::string_view text, const std::string& name) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw os::Error(fmt::format("{} is empty: expected a results file", name));
  constexpr size_t kMostDepth = 200;  // a results file has seven levels
  if (depth_of(text) > kMostDepth)
    throw os::Error(
        fmt::format("{} has brackets nested more than {} levels deep, so this program did not write it", name,
                    kMostDepth));
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const bool at_end = error.byte > text.size() ||
                        std::string(error.what()).find("unexpected end of input") != std::string::npos;
    if (at_end)
      throw os::Error(fmt::format("{} ends too early, at {}: the file is truncated", name,
                                  position(text, text.size() + 1)));
    throw os::Error(
        fmt::format("{}, {}: not JSON: {}", name, position(text, error.byte), reason(error.what())));
  } catch (const Json::exception& error) {  // a number outside the range of double
    throw os::Error(fmt::format("{}: not JSON: {}", name, reason(error.what())));
  }
}

std::string dump_json(const Json& value) {
  std::string out;
  write(out, value, 0, 0);
  return out + '\n';
}

Json compact_number(double number) {
  if (!std::isfinite(number)) return nullptr;
  return std::strtod(fmt::format("{:.9g}", number).c_str(), nullptr);
}

Json compacted(Json json) {
  if (json.is_number_float()) return compact_number(json.get<double>());
  if (json.is_structured())
    for (Json& part : json) part = compacted(std::move(part));
  return json;
}

std::string pack(const Json& json) {
  const std::vector<uint8_t> bytes = Json::to_msgpack(json);
  return {bytes.begin(), bytes.end()};
}

Json unpack(const std::string& bytes) { return Json::from_msgpack(bytes); }

}  // namespace ladder::data
