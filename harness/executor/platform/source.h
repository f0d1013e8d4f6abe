// From a place in the running program to a line of a kernel file, through the program's
// own debug information. Used when observations are taken and when a crash is explained;
// never on a fiber's small stack.
#pragma once
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

struct SourceLine {
  std::string file;     // relative to the repository where possible: "kernels/reduce/01_v1_strided_index.cu"
  int line = 0;         // 0: not known
  bool kernel = false;  // under kernels/ (or one of the tests' own)
};

// A program that is not of this repository (harness/executor/runtime) says before the first question which files are its
// own, by absolute path; they are then called by that path.
inline bool (*is_own_file)(const std::string& path) = nullptr;
inline bool is_kernel_file(const std::string& file) {
  if (is_own_file) return is_own_file(file);
  return file.starts_with("kernels/") || file.find("/tests/") != std::string::npos || file.ends_with(".cu");
}

// The line of the call that returns to `pc`. Where that is an inlined helper of the harness, the kernel's
// line that uses it. Answers are kept; may be called from any thread.
const SourceLine& source_line(const void* return_address);
// The line of the instruction at `pc` itself.
const SourceLine& source_line_at(const void* pc);

// Where source_line() is in a function that a kernel of the file calls (and g++ has put into it): the line of the outermost
// call. 0: in the kernel itself, or not known.
int calling_line(const void* return_address);

// What the function at this address is called in the source, without its parameters; "" if that is not known.
std::string function_name(const void* address);

// The text of the line at this place, as the compiler has read it, and the column in it, from 0; in the innermost function.
struct SourceText {
  std::string line;
  size_t column = 0;
};
SourceText source_text(const void* return_address);
// Where this name, a pointer, stands among the parameters of the kernel that the place is in (not in a function that the
// kernel calls): in which of them, and how many bytes from its start. index -1: it is none.
struct ParameterPlace {
  int index = -1;
  size_t offset = 0;
};
ParameterPlace parameter_place(const void* return_address, const std::string& name);

// Is this place of a function of this name, as "__ldg", that g++ has put into its caller?
bool is_inlined_from(const void* return_address, std::string_view function);
// The symbol that the address is in: "_ZTV5Shape"; "": none.
std::string symbol_at(const void* address);

// All the `extern __shared__` arrays that the kernel at `return_address` declares.
std::set<std::string> dynamic_shared_names(const void* return_address);
// The `extern __shared__` array that the kernel at `return_address` declares;
// "" if there is none, or several.
inline std::string dynamic_shared_name(const void* return_address) {
  const std::set<std::string> names = dynamic_shared_names(return_address);
  return names.size() == 1 ? *names.begin() : "";
}

// Of an array of several dimensions that the code at this place names: the bytes of an element, and how many it has in each
// dimension but the first. Otherwise, {0, {}}.
struct ArrayShape {
  unsigned element_bytes = 0;
  std::vector<uint64_t> inner;
};
ArrayShape array_shape(const void* return_address, const std::string& name);

// May an array of this type ("'float [8]'") be a row of one that the code at this place uses? Then an index past its end
// may mean another row.
bool may_be_row(const void* return_address, std::string_view type);

// The alignment of the structure of so many bytes (or at least as many) that the code at this place may move: from
// the types of the variables in scope there, and what they point to. At most `most`; 0: not known. Safe on a small
// stack.
enum class TypeSize { exact, at_least };
unsigned structure_alignment(const void* return_address, size_t bytes, TypeSize, unsigned most);

}  // namespace simt
