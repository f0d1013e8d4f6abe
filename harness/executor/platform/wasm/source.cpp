// The host reads lines, inlined calls and the text, but no other debug information, so every fact that requires
// other debug information is unknown.
#include "platform/source.h"

#include <cctype>
#include <unordered_map>
#include <unordered_set>

// Writes the null-terminated file name; returns the line for this offset in the code section, or 0 if unknown.
extern "C" __attribute__((import_module("simt"), import_name("line_of"))) int simt_line_of(int place,
                                                                                           char* file,
                                                                                           int room);
// The line of the call if this offset is in an inlined function, otherwise 0.
extern "C" __attribute__((import_module("simt"), import_name("calling_line_of"))) int simt_calling_line_of(
    int place);
// Writes the text of the line at this offset; returns the column, counted from 1, or 0 if unknown.
extern "C" __attribute__((import_module("simt"), import_name("text_of"))) int simt_text_of(int place,
                                                                                           char* text,
                                                                                           int room);

// The smallest alignment of the structures of at least this many bytes that the function at this offset names;
// 0: it names none.
extern "C" __attribute__((import_module("simt"), import_name("alignment_at"))) unsigned simt_alignment_at(
    int place, size_t bytes);

namespace ladder::simt {
namespace {

std::unordered_set<int>& read_only_loads() {
  static auto& places = *new std::unordered_set<int>;
  return places;
}
int place_of(const void* pc) { return static_cast<int>(reinterpret_cast<uintptr_t>(pc)); }

// clang gives a[i][j] the column of its first letter; g++ uses the column of the last bracket.
size_t column_of_gcc(const std::string& line, size_t column) {
  const auto in_name = [&](size_t at) {
    return at < line.size() &&
           (std::isalnum(static_cast<unsigned char>(line[at])) || line[at] == '_' || line[at] == '.');
  };
  size_t at = column;
  while (in_name(at)) ++at;
  if (at == column) return column;
  size_t last = column;
  while (at < line.size() && line[at] == '[') {
    int open = 0;
    do open += line[at] == '[' ? 1 : line[at] == ']' ? -1 : 0;
    while (open > 0 && ++at < line.size());
    if (open > 0) return column;
    last = at++;
  }
  return last;
}

// Returns the names for all kernels in the program, because the program is built from one file.
std::set<std::string>& dynamic_names() {
  static auto& names = *new std::set<std::string>;
  return names;
}

}  // namespace

extern "C" __attribute__((export_name("simt_add_read_only_load"))) void simt_add_read_only_load(int place) {
  read_only_loads().insert(place);
}

extern "C" __attribute__((export_name("simt_add_dynamic_shared"))) void simt_add_dynamic_shared(
    const char* name) {
  dynamic_names().insert(name);
}

const SourceLine& source_line_at(const void* pc) {
  static auto& known = *new std::unordered_map<const void*, SourceLine>;
  const auto [entry, is_new] = known.try_emplace(pc);
  if (is_new) {
    char file[256] = "";
    const int line = simt_line_of(reinterpret_cast<int>(pc), file, sizeof file);
    if (line > 0) entry->second = {file, line, is_kernel_file(file)};
  }
  return entry->second;
}
const SourceLine& source_line(const void* return_address) { return source_line_at(return_address); }

int calling_line(const void* return_address) { return simt_calling_line_of(place_of(return_address)); }
bool in_earlier_statement(const void*, const void*) { return false; }
bool in_other_copy(const void*, const void*) { return false; }
std::string function_name(const void*) { return ""; }
SourceText source_text(const void* pc) {
  char text[1024];
  const int column = simt_text_of(place_of(pc), text, sizeof text);
  if (column == 0) return {};
  const std::string line = text;
  return {line, column_of_gcc(line, static_cast<size_t>(column) - 1)};
}
ParameterPlace parameter_place(const void*, const std::string&) { return {}; }
bool is_inlined_from(const void* pc, std::string_view function) {
  return function == "__ldg" && read_only_loads().contains(place_of(pc));
}
std::string symbol_at(const void*) { return ""; }
std::set<std::string> dynamic_shared_names(const void*) { return dynamic_names(); }
ArrayShape array_shape(const void*, const std::string&) { return {}; }
std::string kernel_line(const void* place) { return source_text(place).line; }
unsigned structure_bytes(const void*, const std::string&) { return 0; }
std::pair<std::string, uint64_t> member_at(const void*, const std::string&, uint64_t) { return {}; }
bool may_be_row(const void*, std::string_view) { return true; }
unsigned structure_alignment(const void* pc, size_t bytes, TypeSize size, unsigned most) {
  const unsigned alignment = size == TypeSize::exact ? 0 : simt_alignment_at(place_of(pc), bytes);
  return alignment <= most ? alignment : 0;
}

}  // namespace ladder::simt
