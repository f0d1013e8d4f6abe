#include "platform/source.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "os/repository.h"
#include "platform/linux/compiled_text.h"
#include "platform/workers.h"

namespace ladder::simt {

namespace {

// The name of a reader's file is relative to the current folder, and the name of a stage to the repository.
std::string path_of(const std::string& name) {
  return std::filesystem::exists(name) ? name : os::in_repository(name);
}

std::string line_of(const std::string& file, int number) {
  std::ifstream source(file);
  std::string text;
  for (int i = 0; i < number; ++i)
    if (!std::getline(source, text)) return "";
  return text;
}

class Program {
 public:
  Program() {
    static char* debug_path = nullptr;
    static const Dwfl_Callbacks callbacks = {dwfl_linux_proc_find_elf, dwfl_standard_find_debuginfo, nullptr,
                                             &debug_path};
    dwfl_ = dwfl_begin(&callbacks);
    if (!dwfl_) return;
    dwfl_report_begin(dwfl_);
    if (dwfl_linux_proc_report(dwfl_, getpid()) != 0 || dwfl_report_end(dwfl_, nullptr, nullptr) != 0) {
      dwfl_end(dwfl_);
      dwfl_ = nullptr;
    }
  }

  SourceLine find(uintptr_t pc) const {
    const Place place = place_of(pc);
    if (!place.module) return {};
    SourceLine here = direct(place, pc);
    if (here.kernel || !place.unit) return here;
    const SourceLine caller = kernel_caller(place);
    if (caller.kernel) return caller;
    const SourceLine before = line_before_helper(place, pc);
    return before.kernel ? before : here;
  }

  int calling_line(uintptr_t pc) const {
    const Place place = place_of(pc);
    if (!place.unit) return 0;
    const SourceLine here = find(pc), outermost = kernel_caller(place, true);
    return outermost.kernel && outermost.file == here.file && outermost.line != here.line ? outermost.line
                                                                                          : 0;
  }

  // The innermost function of a kernel file: where it is declared, and which of its copies this is. line 0:
  // unknown.
  struct Function {
    SourceLine declared;
    Dwarf_Off copy = 0;
    bool same_as(const Function& f) const {
      return declared.line > 0 && declared.line == f.declared.line && declared.file == f.declared.file;
    }
  };
  Function function_at(uintptr_t pc) const {
    const Place place = place_of(pc);
    Function found;
    for_scopes_at(place, [&](Dwarf_Die& scope) {
      const int tag = dwarf_tag(&scope);
      if (found.declared.line > 0 || (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)) return;
      const char* file = dwarf_decl_file(&scope);
      int line = 0;
      if (!file || dwarf_decl_line(&scope, &line) != 0) return;
      if (std::string name = absolute(file, place.unit); is_kernel_file(name))
        found = {{std::move(name), line, true}, dwarf_dieoffset(&scope)};
    });
    return found;
  }

  std::string function_name(uintptr_t address) const {
    for (Dwarf_Die& scope : scopes_at(place_of(address)))
      if (dwarf_tag(&scope) == DW_TAG_subprogram && dwarf_diename(&scope)) return dwarf_diename(&scope);
    return "";
  }

  bool is_inlined_from(uintptr_t pc, std::string_view function) const {
    bool is = false;
    for_scopes_at(place_of(pc), [&](Dwarf_Die& scope) {
      const char* name = dwarf_tag(&scope) == DW_TAG_inlined_subroutine ? dwarf_diename(&scope) : nullptr;
      is = is || (name && std::string_view(name).substr(0, function.size()) == function);
    });
    return is;
  }

  std::string symbol_at(uintptr_t address) const {
    Dwfl_Module* const module = place_of(address).module;
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char* name =
        module ? dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr) : nullptr;
    return name ? name : "";
  }

  std::set<std::string> dynamic_shared_names(uintptr_t pc) const {
    std::set<std::string> names;
    for (Dwarf_Die& scope : scopes_at(place_of(pc))) {
      if (!names.empty()) break;
      add_open_arrays(scope, names);
      Dwarf_Attribute attribute;
      Dwarf_Die origin;
      if (dwarf_formref_die(dwarf_attr(&scope, DW_AT_abstract_origin, &attribute), &origin))
        add_open_arrays(origin, names);
    }
    return names;
  }

  // The line's text as the compiler read it, and the column, counted from 0.
  SourceText text_at(uintptr_t pc) const {
    const Place place = place_of(pc);
    Dwfl_Line* line = place.unit ? dwfl_module_getsrc(place.module, pc) : nullptr;
    int number = 0, column = 0;
    const char* file = line ? dwfl_lineinfo(line, nullptr, &number, &column, nullptr, nullptr) : nullptr;
    if (!file || number <= 0 || column <= 0) return {};
    const std::string name = absolute(file, place.unit);
    if (!is_kernel_file(name)) return {};
    std::string text =
        is_own_file ? compiled_line(compiled_in(*place.unit), name, number) : line_of(path_of(name), number);
    const auto at = static_cast<size_t>(column - 1);
    if (at >= text.size()) return {};  // the file was changed after it was compiled
    return {std::move(text), at};
  }

  std::string kernel_line(uintptr_t pc) const {
    const Place place = place_of(pc);
    const SourceLine here = place.unit ? find(pc) : SourceLine();
    if (!here.kernel) return "";
    return is_own_file ? compiled_line(compiled_in(*place.unit), here.file, here.line)
                       : line_of(path_of(here.file), here.line);
  }

  ParameterPlace parameter_place(uintptr_t pc, const std::string& name) const {
    for (Dwarf_Die& scope : scopes_at(place_of(pc))) {
      const int tag = dwarf_tag(&scope);
      if (tag == DW_TAG_inlined_subroutine) break;  // an inlined function has its own parameters
      if (tag == DW_TAG_subprogram) return parameter_of(scope, name);
    }
    return {};
  }

  ArrayShape array_shape(uintptr_t pc, const std::string& name) const {
    ArrayShape shape;
    for_scopes_at(place_of(pc), [&](Dwarf_Die& scope) {
      if (shape.inner.empty()) find_shape(scope, name, shape);
    });
    return shape;
  }

  // The structure that an array with this name consists of, or that a pointer with this name points to.
  bool find_structure(uintptr_t pc, const std::string& name, Dwarf_Die& structure, bool& of_pointer) const {
    bool found = false;
    for_scopes_at(place_of(pc), [&](Dwarf_Die& scope) {
      found = found || find_element(scope, name, structure, of_pointer);
    });
    return found && is_structure(structure);
  }
  unsigned structure_bytes(uintptr_t pc, const std::string& pointer) const {
    Dwarf_Die structure;
    bool of_pointer = false;
    const bool found = find_structure(pc, pointer, structure, of_pointer) && of_pointer;
    return found ? static_cast<unsigned>(std::max(0, dwarf_bytesize(&structure))) : 0;
  }
  std::pair<std::string, uint64_t> member_at(uintptr_t pc, const std::string& name, uint64_t byte) const {
    std::pair<std::string, uint64_t> member;
    Dwarf_Die type;
    bool of_pointer = false;
    for (bool more = find_structure(pc, name, type, of_pointer); more; more = more && is_structure(type)) {
      Dwarf_Die child;
      more = false;
      if (dwarf_child(&type, &child) != 0) break;
      do {
        Dwarf_Attribute attribute;
        Dwarf_Word at = 0;
        Dwarf_Die its_type;
        const char* its_name = dwarf_tag(&child) == DW_TAG_member ? dwarf_diename(&child) : nullptr;
        if (!its_name || !type_of(child, its_type)) continue;
        dwarf_formudata(dwarf_attr(&child, DW_AT_data_member_location, &attribute), &at);  // in a union: none
        const int bytes = dwarf_bytesize(&its_type);
        const uint64_t begin = member.second + at;
        if (bytes <= 0 || byte < begin || byte >= begin + static_cast<uint64_t>(bytes)) continue;
        member = {member.first + (member.first.empty() ? "" : ".") + its_name, begin};
        type = its_type;
        more = true;
        break;
      } while (dwarf_siblingof(&child, &child) == 0);
    }
    return member;
  }

  unsigned structure_alignment(uintptr_t pc, size_t bytes, TypeSize size, unsigned most) const {
    const Place place = place_of(pc);
    if (!place.unit) return 0;
    Structures found{bytes, size, most, {}, {}, {}};
    add_types_at(place, found);
    if (found.alignments.empty() && size == TypeSize::exact) add_types(*place.unit, found);
    if (found.alignments.empty()) return 0;
    return size == TypeSize::exact ? *found.alignments.rbegin() : *found.alignments.begin();
  }

  bool may_be_row(uintptr_t pc, uint64_t elements) const {
    const Place place = place_of(pc);
    if (!place.unit) return true;
    Structures found{0, TypeSize::at_least, 0, {}, {}, {}};
    add_types_at(place, found);
    return found.rows.contains(elements);
  }

 private:
  // The debug information for an address. Without a unit, nothing is known about the address.
  struct Place {
    Dwfl_Module* module = nullptr;
    Dwarf_Die* unit = nullptr;
    Dwarf_Addr offset = 0;  // the offset in the module
  };
  Place place_of(uintptr_t pc) const {
    Place place;
    place.module = dwfl_ ? dwfl_addrmodule(dwfl_, pc) : nullptr;
    Dwarf_Addr bias = 0;
    if (place.module) place.unit = dwfl_module_addrdie(place.module, pc, &bias);
    place.offset = pc - bias;
    return place;
  }

  // The declarations around the place, innermost first.
  static std::vector<Dwarf_Die> scopes_at(const Place& place) {
    Dwarf_Die* scopes = nullptr;
    const int count = place.unit ? dwarf_getscopes(place.unit, place.offset, &scopes) : 0;
    std::vector<Dwarf_Die> all = taken(scopes, count);
    if (all.size() <= 1 && place.unit && find_nested(*place.unit, place.offset, all = {}))
      all.push_back(*place.unit);
    return all;
  }
  // libdw searches only scopes that contain the address. A lambda's function is nested in its enclosing
  // function but has separate addresses.
  static bool find_nested(Dwarf_Die& scope, Dwarf_Addr at, std::vector<Dwarf_Die>& innermost_first) {
    Dwarf_Die child;
    if (dwarf_child(&scope, &child) != 0) return false;
    do {
      if (dwarf_haspc(&child, at) > 0) {
        find_nested(child, at, innermost_first);
        innermost_first.push_back(child);
        return true;
      }
      const int tag = dwarf_tag(&child);
      const bool may_hold = tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
                            tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
                            tag == DW_TAG_union_type || tag == DW_TAG_namespace;
      if (may_hold && find_nested(child, at, innermost_first)) return true;
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
  }
  // The scopes in which `scope` is nested in the debug information.
  static std::vector<Dwarf_Die> callers_of(Dwarf_Die& scope) {
    Dwarf_Die* scopes = nullptr;
    const int count = dwarf_getscopes_die(&scope, &scopes);
    return taken(scopes, count);
  }
  static std::vector<Dwarf_Die> taken(Dwarf_Die* scopes, int count) {
    std::vector<Dwarf_Die> all;
    if (count > 0) all.assign(scopes, scopes + count);
    free(scopes);
    return all;
  }

  struct Structures {
    size_t bytes;
    TypeSize size;
    unsigned most;
    std::set<unsigned> alignments;
    std::set<Dwarf_Off> seen;
    // Row lengths, in elements, of multidimensional arrays and of the arrays to which pointers refer.
    std::set<uint64_t> rows;
  };

  // Visits the scopes around an address, innermost first.
  template <typename Visit>
  static void for_scopes_at(const Place& place, const Visit& visit) {
    for (Dwarf_Die& scope : scopes_at(place)) {
      const int tag = dwarf_tag(&scope);
      if (tag == DW_TAG_compile_unit) break;
      visit(scope);
      if (tag != DW_TAG_inlined_subroutine) continue;
      for (Dwarf_Die& caller : callers_of(scope)) {
        if (dwarf_tag(&caller) == DW_TAG_compile_unit) break;
        visit(caller);
      }
    }
  }

  // Adds the types of the variables in scope at an address.
  static void add_types_at(const Place& place, Structures& found) {
    for_scopes_at(place, [&](Dwarf_Die& scope) { add_variables(scope, found); });
  }

  static ParameterPlace parameter_of(Dwarf_Die& function, const std::string& name) {
    const size_t dot = name.find('.');
    const std::string first = name.substr(0, dot);
    Dwarf_Die child, type;
    if (dwarf_child(&function, &child) != 0) return {};
    int index = -1;
    do {
      if (dwarf_tag(&child) != DW_TAG_formal_parameter) continue;
      ++index;
      const char* its_name = dwarf_diename(&child);
      if (!its_name || first != its_name || !type_of(child, type)) continue;
      ParameterPlace place{index, 0};
      if (dot != std::string::npos && !member_of(type, name.substr(dot + 1), place.offset)) return {};
      return dwarf_tag(&type) == DW_TAG_pointer_type ? place : ParameterPlace{};
    } while (dwarf_siblingof(&child, &child) == 0);
    return {};
  }
  // Replaces `type` with the type of its member `name`.
  static bool member_of(Dwarf_Die& type, const std::string& name, size_t& offset) {
    const size_t dot = name.find('.');
    Dwarf_Die child;
    if (dwarf_child(&type, &child) != 0) return false;
    do {
      const char* its_name = dwarf_tag(&child) == DW_TAG_member ? dwarf_diename(&child) : nullptr;
      Dwarf_Attribute attribute;
      Dwarf_Word bytes = 0;
      if (!its_name || name.substr(0, dot) != its_name) continue;
      if (dwarf_formudata(dwarf_attr(&child, DW_AT_data_member_location, &attribute), &bytes) != 0 ||
          !type_of(child, type))
        return false;
      offset += bytes;
      return dot == std::string::npos || member_of(type, name.substr(dot + 1), offset);
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
  }

  static void find_shape(Dwarf_Die scope, const std::string& name, ArrayShape& shape) {
    Dwarf_Attribute attribute;
    Dwarf_Die origin, child, type;
    if (dwarf_formref_die(dwarf_attr(&scope, DW_AT_abstract_origin, &attribute), &origin))
      find_shape(origin, name, shape);
    if (dwarf_child(&scope, &child) != 0) return;
    do {
      const int tag = dwarf_tag(&child);
      if (tag == DW_TAG_lexical_block) find_shape(child, name, shape);
      const char* its_name = tag == DW_TAG_variable ? dwarf_diename(&child) : nullptr;
      if (its_name && name == its_name && type_of(child, type) && dwarf_tag(&type) == DW_TAG_array_type)
        shape = shape_of(type);
    } while (shape.inner.empty() && dwarf_siblingof(&child, &child) == 0);
  }

  static bool is_structure(Dwarf_Die& type) {
    const int tag = dwarf_tag(&type);
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
  }
  static bool find_element(Dwarf_Die scope, const std::string& name, Dwarf_Die& element, bool& of_pointer) {
    Dwarf_Attribute attribute;
    Dwarf_Die origin, child, type;
    if (dwarf_formref_die(dwarf_attr(&scope, DW_AT_abstract_origin, &attribute), &origin) &&
        find_element(origin, name, element, of_pointer))
      return true;
    if (dwarf_child(&scope, &child) != 0) return false;
    do {
      const int tag = dwarf_tag(&child);
      if (tag == DW_TAG_lexical_block && find_element(child, name, element, of_pointer)) return true;
      const bool may_be = tag == DW_TAG_variable || tag == DW_TAG_formal_parameter;
      const char* its_name = may_be ? dwarf_diename(&child) : nullptr;
      if (!its_name || name != its_name || !type_of(child, type)) continue;
      of_pointer = dwarf_tag(&type) == DW_TAG_pointer_type;
      if ((of_pointer || dwarf_tag(&type) == DW_TAG_array_type) && type_of(type, element)) return true;
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
  }

  static ArrayShape shape_of(Dwarf_Die& array) {
    ArrayShape shape;
    Dwarf_Die child, element;
    if (dwarf_child(&array, &child) != 0 || !type_of(array, element)) return shape;
    const int bytes = dwarf_bytesize(&element);
    shape.element_bytes = bytes > 0 ? static_cast<unsigned>(bytes) : 0;
    bool first = true;
    do {
      if (dwarf_tag(&child) != DW_TAG_subrange_type) continue;
      Dwarf_Attribute attribute;
      Dwarf_Word bound = 0;
      if (!std::exchange(first, false) &&
          dwarf_formudata(dwarf_attr(&child, DW_AT_upper_bound, &attribute), &bound) == 0)
        shape.inner.push_back(bound + 1);
    } while (dwarf_siblingof(&child, &child) == 0);
    return shape;
  }

  static bool type_of(Dwarf_Die& die, Dwarf_Die& type) {
    Dwarf_Attribute attribute;
    if (!dwarf_formref_die(dwarf_attr_integrate(&die, DW_AT_type, &attribute), &type)) return false;
    return dwarf_peel_type(&type, &type) == 0;
  }

  static unsigned alignment_of(Dwarf_Die& type) {
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    if (dwarf_formudata(dwarf_attr(&type, DW_AT_alignment, &attribute), &value) == 0)
      return static_cast<unsigned>(value);
    const int tag = dwarf_tag(&type);
    Dwarf_Die inner;
    if (tag == DW_TAG_array_type) return type_of(type, inner) ? alignment_of(inner) : 1;
    if (tag != DW_TAG_structure_type && tag != DW_TAG_class_type && tag != DW_TAG_union_type) {
      const int bytes = dwarf_bytesize(&type);
      return bytes > 0 ? static_cast<unsigned>(bytes) : 8;
    }
    unsigned alignment = 1;
    Dwarf_Die child;
    if (dwarf_child(&type, &child) != 0) return alignment;
    do {
      const bool part = dwarf_tag(&child) == DW_TAG_inheritance ||
                        (dwarf_tag(&child) == DW_TAG_member && !dwarf_hasattr(&child, DW_AT_external));
      if (part && type_of(child, inner)) alignment = std::max(alignment, alignment_of(inner));
    } while (dwarf_siblingof(&child, &child) == 0);
    return alignment;
  }

  // If a pointer refers to an array, the length of that array is also a row length. For example, float
  // (*p)[8] has the rows p[0], p[1], p[2]…
  static void add_row(Dwarf_Die& array, bool pointed_to, Structures& found) {
    Dwarf_Die child;
    if (dwarf_child(&array, &child) != 0) return;
    int dimensions = 0;
    Dwarf_Word elements = 0, bound = 0;
    do {
      if (dwarf_tag(&child) != DW_TAG_subrange_type) continue;
      ++dimensions;
      Dwarf_Attribute attribute;
      if (dwarf_formudata(dwarf_attr(&child, DW_AT_upper_bound, &attribute), &bound) == 0)
        elements = bound + 1;
    } while (dwarf_siblingof(&child, &child) == 0);
    if (dimensions > 1 || pointed_to) found.rows.insert(elements);
  }

  static void add_type(Dwarf_Die type, Structures& found, int depth = 0) {
    constexpr int kDeepest = 5;
    const int tag = dwarf_tag(&type);
    Dwarf_Die inner;
    if (depth > kDeepest) return;
    if (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type ||
        tag == DW_TAG_array_type) {
      if (tag == DW_TAG_array_type) add_row(type, false, found);
      if (!type_of(type, inner)) return;
      if (tag == DW_TAG_pointer_type && dwarf_tag(&inner) == DW_TAG_array_type) add_row(inner, true, found);
      add_type(inner, found, depth + 1);
      return;
    }
    if (tag != DW_TAG_structure_type && tag != DW_TAG_class_type && tag != DW_TAG_union_type) return;
    if (!found.seen.insert(dwarf_dieoffset(&type)).second) return;
    const int bytes = dwarf_bytesize(&type);
    if (bytes > 0 && (found.size == TypeSize::exact ? static_cast<size_t>(bytes) == found.bytes
                                                    : static_cast<size_t>(bytes) >= found.bytes))
      if (const unsigned alignment = std::min(alignment_of(type), 16u); alignment <= found.most)
        found.alignments.insert(alignment);
    Dwarf_Die child;
    if (dwarf_child(&type, &child) != 0) return;
    do {
      if ((dwarf_tag(&child) == DW_TAG_member || dwarf_tag(&child) == DW_TAG_inheritance) &&
          type_of(child, inner))
        add_type(inner, found, depth + 1);
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  static void add_variables(Dwarf_Die scope, Structures& found) {
    Dwarf_Attribute attribute;
    Dwarf_Die origin, child, type;
    if (dwarf_formref_die(dwarf_attr(&scope, DW_AT_abstract_origin, &attribute), &origin))
      add_variables(origin, found);
    if (dwarf_child(&scope, &child) != 0) return;
    do {
      const int tag = dwarf_tag(&child);
      if (tag == DW_TAG_lexical_block) add_variables(child, found);
      if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) && type_of(child, type))
        add_type(type, found);
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  // Adds the types of the whole file, in case no variable leads to a type. The types of the file are used
  // only if all of them agree.
  static void add_types(Dwarf_Die& unit, Structures& found) {
    Structures all = found;
    const std::function<void(Dwarf_Die&)> visit = [&](Dwarf_Die& scope) {
      Dwarf_Die child;
      if (dwarf_child(&scope, &child) != 0) return;
      do {
        const int tag = dwarf_tag(&child);
        if (tag == DW_TAG_namespace) visit(child);
        if (tag == DW_TAG_structure_type && dwarf_hasattr(&child, DW_AT_byte_size)) add_type(child, all);
      } while (dwarf_siblingof(&child, &child) == 0);
    };
    visit(unit);
    if (all.alignments.size() == 1) found.alignments = all.alignments;
  }

  // Adds the arrays that a scope declares without defining: extern T name[].
  static void add_open_arrays(Dwarf_Die& scope, std::set<std::string>& names) {
    Dwarf_Die child;
    if (dwarf_child(&scope, &child) != 0) return;
    do {
      Dwarf_Attribute attribute;
      Dwarf_Die type;
      if (dwarf_tag(&child) == DW_TAG_lexical_block) add_open_arrays(child, names);
      if (dwarf_tag(&child) != DW_TAG_variable || !dwarf_hasattr(&child, DW_AT_declaration)) continue;
      if (!dwarf_formref_die(dwarf_attr(&child, DW_AT_type, &attribute), &type)) continue;
      dwarf_peel_type(&type, &type);
      if (dwarf_tag(&type) == DW_TAG_array_type && dwarf_diename(&child)) names.insert(dwarf_diename(&child));
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  static std::filesystem::path compiled_in(Dwarf_Die& unit) {
    Dwarf_Attribute attribute;
    const char* folder = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
    return folder ? folder : "";
  }
  static std::string absolute(const char* file, Dwarf_Die* unit) {
    std::filesystem::path path = file;
    if (path.is_relative() && unit) path = compiled_in(*unit) / path;
    const std::string name = path.lexically_normal().string();
    return is_own_file ? name : os::relative_to_repository(name);
  }

  static SourceLine direct(const Place& place, uintptr_t pc) {
    Dwfl_Line* line = dwfl_module_getsrc(place.module, pc);
    int number = 0;
    const char* file = line ? dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr) : nullptr;
    if (!file) return {};
    std::string name = absolute(file, place.unit);
    const bool kernel = is_kernel_file(name);
    return {std::move(name), number, kernel};
  }

  // At the end of an inlined helper, g++ may attribute the kernel's own code to the helper's line; in that
  // case, the preceding line is used.
  static SourceLine line_before_helper(const Place& place, uintptr_t pc) {
    constexpr unsigned kFarthest = 256;  // bytes
    std::vector<Dwarf_Die> scopes = scopes_at(place);
    const auto function = std::find_if(scopes.begin(), scopes.end(), [](Dwarf_Die& scope) {
      return dwarf_tag(&scope) == DW_TAG_subprogram || dwarf_tag(&scope) == DW_TAG_inlined_subroutine;
    });
    const bool own = function != scopes.end() && dwarf_tag(&*function) == DW_TAG_subprogram;
    const char* file = own ? dwarf_decl_file(&*function) : nullptr;
    const bool kernel = file != nullptr && is_kernel_file(absolute(file, place.unit));
    for (unsigned back = 1; kernel && back < kFarthest; ++back)
      if (const SourceLine before = direct(place, pc - back); before.kernel) return before;
    return {};
  }

  // Goes outward from inlined helpers to the first call made in a kernel file; with `outermost`, to the last
  // one.
  static SourceLine kernel_caller(const Place& place, bool outermost = false) {
    SourceLine found;
    std::vector<Dwarf_Die> scopes = scopes_at(place);
    const auto innermost = std::find_if(scopes.begin(), scopes.end(), [](Dwarf_Die& scope) {
      return dwarf_tag(&scope) == DW_TAG_inlined_subroutine;
    });
    if (innermost == scopes.end()) return found;
    Dwarf_Files* files = nullptr;
    size_t file_count = 0;
    dwarf_getsrcfiles(place.unit, &files, &file_count);
    for (Dwarf_Die& caller : callers_of(*innermost)) {
      if (found.kernel && !outermost) break;
      if (dwarf_tag(&caller) != DW_TAG_inlined_subroutine) continue;
      Dwarf_Attribute attribute;
      Dwarf_Word file = 0, line = 0;
      if (dwarf_formudata(dwarf_attr(&caller, DW_AT_call_file, &attribute), &file) != 0) continue;
      if (dwarf_formudata(dwarf_attr(&caller, DW_AT_call_line, &attribute), &line) != 0) continue;
      const char* name = files ? dwarf_filesrc(files, file, nullptr, nullptr) : nullptr;
      if (!name) continue;
      std::string path = absolute(name, place.unit);
      if (is_kernel_file(path)) found = {std::move(path), static_cast<int>(line), true};
    }
    return found;
  }

  Dwfl* dwfl_ = nullptr;
};

std::mutex program_mutex;  // libdw is not thread-safe

const Program& program() {
  static const Program& p = *new Program;  // never destroyed, because it is used until the program ends
  return p;
}

}  // namespace

SourceText source_text(const void* return_address) {
  std::lock_guard lock(program_mutex);
  return program().text_at(reinterpret_cast<uintptr_t>(return_address) - 1);
}

ParameterPlace parameter_place(const void* return_address, const std::string& name) {
  std::lock_guard lock(program_mutex);
  return program().parameter_place(reinterpret_cast<uintptr_t>(return_address) - 1, name);
}

const SourceLine& source_line_at(const void* pc) {
  static auto& known = *new std::unordered_map<const void*, SourceLine>;
  std::lock_guard lock(program_mutex);
  const auto [entry, is_new] = known.try_emplace(pc);
  if (is_new) entry->second = program().find(reinterpret_cast<uintptr_t>(pc));
  return entry->second;
}

int calling_line(const void* return_address) {
  static auto& known = *new std::unordered_map<const void*, int>;
  std::lock_guard lock(program_mutex);
  const auto [entry, is_new] = known.try_emplace(return_address);
  if (is_new) entry->second = program().calling_line(reinterpret_cast<uintptr_t>(return_address) - 1);
  return entry->second;
}

namespace {
std::pair<Program::Function, Program::Function> functions_at(const void* one, const void* other) {
  std::lock_guard lock(program_mutex);
  return {program().function_at(reinterpret_cast<uintptr_t>(one) - 1),
          program().function_at(reinterpret_cast<uintptr_t>(other) - 1)};
}
}  // namespace

bool in_earlier_statement(const void* place, const void* other) {
  const SourceLine here = source_line(place), there = source_line(other);
  if (here.line <= 0 || here.line >= there.line || here.file != there.file) return false;
  const auto [one, two] = functions_at(place, other);
  if (!one.same_as(two)) return false;
  const std::string file = is_own_file ? here.file : path_of(here.file);
  for (int line = here.line; line < there.line; ++line)
    if (line_of(file, line).find_first_of(";{}") != std::string::npos) return true;
  return false;
}

bool in_other_copy(const void* place, const void* other) {
  const auto [one, two] = functions_at(place, other);
  return one.same_as(two) && one.copy != two.copy;
}

std::string function_name(const void* address) {
  std::lock_guard lock(program_mutex);
  return program().function_name(reinterpret_cast<uintptr_t>(address));
}

std::set<std::string> dynamic_shared_names(const void* return_address) {
  std::lock_guard lock(program_mutex);
  return program().dynamic_shared_names(reinterpret_cast<uintptr_t>(return_address) - 1);
}

bool is_inlined_from(const void* return_address, std::string_view function) {
  std::lock_guard lock(program_mutex);
  return program().is_inlined_from(reinterpret_cast<uintptr_t>(return_address) - 1, function);
}

std::string symbol_at(const void* address) {
  std::lock_guard lock(program_mutex);
  return program().symbol_at(reinterpret_cast<uintptr_t>(address));
}

ArrayShape array_shape(const void* return_address, const std::string& name) {
  static auto& known = *new std::map<std::pair<const void*, std::string>, ArrayShape>;
  std::lock_guard lock(program_mutex);
  const auto [entry, is_new] = known.try_emplace({return_address, name});
  if (is_new) entry->second = program().array_shape(reinterpret_cast<uintptr_t>(return_address) - 1, name);
  return entry->second;
}

std::string kernel_line(const void* return_address) {
  std::lock_guard lock(program_mutex);
  return program().kernel_line(reinterpret_cast<uintptr_t>(return_address) - 1);
}

unsigned structure_bytes(const void* return_address, const std::string& pointer) {
  std::lock_guard lock(program_mutex);
  return program().structure_bytes(reinterpret_cast<uintptr_t>(return_address) - 1, pointer);
}
std::pair<std::string, uint64_t> member_at(const void* return_address, const std::string& name,
                                           uint64_t byte) {
  std::lock_guard lock(program_mutex);
  return program().member_at(reinterpret_cast<uintptr_t>(return_address) - 1, name, byte);
}

unsigned structure_alignment(const void* return_address, size_t bytes, TypeSize size, unsigned most) {
  unsigned alignment = 0;
  on_a_large_stack([&] {
    std::lock_guard lock(program_mutex);
    alignment =
        program().structure_alignment(reinterpret_cast<uintptr_t>(return_address) - 1, bytes, size, most);
  });
  return alignment;
}

bool may_be_row(const void* return_address, std::string_view type) {
  bool may = true;
  const uint64_t elements = std::strtoull(type.data() + type.find('[') + 1, nullptr, 10);
  on_a_large_stack([&] {
    std::lock_guard lock(program_mutex);
    may = program().may_be_row(reinterpret_cast<uintptr_t>(return_address) - 1, elements);
  });
  return may;
}

const SourceLine& source_line(const void* return_address) {
  return source_line_at(static_cast<const char*>(return_address) - 1);
}

}  // namespace ladder::simt
