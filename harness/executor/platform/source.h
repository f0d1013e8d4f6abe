// Maps an address in the running program to a line of a kernel file, through the program's own debug
// information. Used when observations are taken and when a crash is explained, but never on a fiber's small
// stack.
#pragma once
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ladder::simt {

struct SourceLine {
  std::string file;     // relative to the repository where possible: "kernels/reduce/01_v1_strided_index.cu"
  int line = 0;         // 0: not known
  bool kernel = false;  // is the file under kernels/, or a kernel file of the tests?
};

// A program outside this repository (harness/executor/runtime) sets this pointer before the first query.
// Given an absolute path, the function decides whether the file belongs to the program. If it does, the file is
// reported under that path.
inline bool (*is_own_file)(const std::string& path) = nullptr;
inline bool is_kernel_file(const std::string& file) {
  if (is_own_file) return is_own_file(file);
  return file.starts_with("kernels/") || file.find("/tests/") != std::string::npos || file.ends_with(".cu");
}

// The line of the call that returns to `pc`. For one of the harness's inlined helpers, this is the kernel line
// that uses the helper. Results are cached; thread-safe.
const SourceLine& source_line(const void* return_address);
// The line of the instruction at `pc` itself.
const SourceLine& source_line_at(const void* pc);

// If source_line() is in a function that the kernel calls and g++ has inlined, the line of the outermost call.
// 0 if the line is in the kernel itself, or if nothing is known.
int calling_line(const void* return_address);

// Are both places in the same function of a kernel file, with the first in a statement on an earlier line than
// the second? Returns false if the answer is unknown.
bool in_earlier_statement(const void* return_address, const void* other_return_address);
// Are the two places in different copies of one function, which is inlined at several calls or instantiated
// for several types?
bool in_other_copy(const void* return_address, const void* other_return_address);

// The source name of the function at this address, without its parameters; "" if unknown.
std::string function_name(const void* address);

// The text of the line at this place, as the compiler read it, and the column, counted from 0, in the innermost
// function. The column always lies within the line. If the line is "", the text is unknown.
struct SourceText {
  std::string line;
  size_t column = 0;
};
SourceText source_text(const void* return_address);
// The text of the kernel's line at this address, even if the address is in a function of a header. "": unknown.
std::string kernel_line(const void* return_address);
// The position of this pointer among the parameters of the kernel that contains the address (not of a function
// that the kernel calls): the index of the parameter, and the byte offset in it. index -1: not a parameter.
struct ParameterPlace {
  int index = -1;
  size_t offset = 0;
};
ParameterPlace parameter_place(const void* return_address, const std::string& name);

// Does this address belong to a function with this name, such as "__ldg", that g++ inlined into its caller?
bool is_inlined_from(const void* return_address, std::string_view function);
// The symbol that contains the address, such as "_ZTV5Shape"; "" if there is none.
std::string symbol_at(const void* address);

// All the `extern __shared__` arrays that the kernel at `return_address` declares.
std::set<std::string> dynamic_shared_names(const void* return_address);
// The `extern __shared__` array that the kernel at `return_address` declares;
// "" if there is none, or several.
inline std::string dynamic_shared_name(const void* return_address) {
  const std::set<std::string> names = dynamic_shared_names(return_address);
  return names.size() == 1 ? *names.begin() : "";
}

// The shape of a multidimensional array that the code at this address names: the element size in bytes, and the
// length of each dimension except the first. If there is no such array, {0, {}}.
struct ArrayShape {
  unsigned element_bytes = 0;
  std::vector<uint64_t> inner;
};
ArrayShape array_shape(const void* return_address, const std::string& name);

// The size of the structures that a pointer with this name points to, in the code at this address. 0: no such
// pointer is known.
unsigned structure_bytes(const void* return_address, const std::string& pointer);
// The member that contains this byte of the structures in an array or behind a pointer with this name, and the
// first byte of the member: {"corner.x", 8}. "": the elements are not structures, or the byte is padding.
std::pair<std::string, uint64_t> member_at(const void* return_address, const std::string& name,
                                           uint64_t byte);

// Can an array of this type ("'float [8]'") be a row of an array that the code at this address uses? If so, an
// index past its end may be intended to reach another row.
bool may_be_row(const void* return_address, std::string_view type);

// The alignment of a structure of exactly (or at least) this many bytes that the code at this address may move.
// The alignment is derived from the types of the variables in scope and of the objects that these variables
// point to. The result is at most `most`; 0 if unknown. Safe on a small stack.
enum class TypeSize { exact, at_least };
unsigned structure_alignment(const void* return_address, size_t bytes, TypeSize, unsigned most);

}  // namespace ladder::simt
