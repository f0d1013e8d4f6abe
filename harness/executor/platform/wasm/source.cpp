// The host reads .debug_line but no other debug information, so anything that needs more is unknown.
#include "platform/source.h"

#include <unordered_map>

// Writes the null-terminated file name; returns the line for this offset in the code section. 0: unknown.
extern "C" __attribute__((import_module("simt"), import_name("line_of"))) int simt_line_of(int place,
                                                                                           char* file,
                                                                                           int room);

namespace simt {
namespace {

// The names for all kernels in the program, because the program is built from one file.
std::set<std::string>& dynamic_names() {
  static auto& names = *new std::set<std::string>;
  return names;
}

}  // namespace

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

int calling_line(const void*) { return 0; }
bool in_earlier_statement(const void*, const void*) { return false; }
bool in_other_copy(const void*, const void*) { return false; }
std::string function_name(const void*) { return ""; }
SourceText source_text(const void*) { return {}; }
ParameterPlace parameter_place(const void*, const std::string&) { return {}; }
bool is_inlined_from(const void*, std::string_view) { return false; }
std::string symbol_at(const void*) { return ""; }
std::set<std::string> dynamic_shared_names(const void*) { return dynamic_names(); }
ArrayShape array_shape(const void*, const std::string&) { return {}; }
bool may_be_row(const void*, std::string_view) { return true; }
unsigned structure_alignment(const void*, size_t, TypeSize, unsigned) { return 0; }

}  // namespace simt
