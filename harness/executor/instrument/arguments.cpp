// This pass reports to a hook every memory read made for the arguments of a call.
#include <algorithm>
#include <optional>

#include "instrument/passes.h"

namespace ladder::instrument {
namespace {

// An instruction that loads or stores a value outside the stack.
struct Access {
  std::string base;               // (%rbx), name@tpoff, x19
  std::optional<int64_t> offset;  // nullopt: `place` belongs to a symbol
  std::string place;
  unsigned bytes = 0;
  bool of_thread = false;  // is the address relative to %fs?
};

struct Step {
  Line* line;
  Access read;  // 0 bytes: no read
  bool is_of_result = false;
};
using Window = std::vector<Step>;  // the instructions since the last label or call

unsigned bytes_of_move(std::string_view op) {
  if (is_one_of(op, {"movaps", "movups", "movapd", "movupd", "movdqa", "movdqu"})) return 16;
  if (is_one_of(op, {"movq", "pushq", "movsd", "movlps", "movhps", "movlpd", "movhpd"})) return 8;
  if (is_one_of(op, {"movl", "movss", "movd", "movslq"})) return 4;
  if (op == "movw" || starts_with_one_of(op, {"movsw", "movzw"})) return 2;
  if (op == "movb" || starts_with_one_of(op, {"movsb", "movzb"})) return 1;
  return 0;
}

// Parses a fixed location in a variable of this file: 8+name(%rip) or %fs:8+name@tpoff. The constants that g++
// puts in memory are excluded.
bool find_variable(const Assembly& a, std::string_view symbol, Access& read) {
  constexpr std::string_view kThread = "@tpoff";
  if (read.of_thread && symbol.ends_with(kThread)) symbol.remove_suffix(kThread.size());
  read.offset = 0;
  if (const size_t plus = symbol.find('+'); plus != symbol.npos && is_number(symbol.substr(0, plus))) {
    read.offset = std::stoll(std::string(symbol.substr(0, plus)));
    symbol.remove_prefix(plus + 1);
  } else if (const size_t sign = symbol.find_last_of("+-");
             sign != symbol.npos && is_number(symbol.substr(sign + 1))) {
    read.offset = std::stoll(std::string(symbol.substr(symbol[sign] == '+' ? sign + 1 : sign)));
    symbol = symbol.substr(0, sign);
  }
  if (symbol.empty() || !(is_letter(symbol[0]) || symbol[0] == '_' || symbol[0] == '$') ||
      starts_with_one_of(symbol, {"_ZT", "_ZGV"}) || symbol.find('@') != symbol.npos)
    return false;
  if (!a.objects.contains(symbol) && (!read.of_thread || a.is_own(symbol))) return false;
  read.base = std::string(symbol) + (read.of_thread ? "@tpoff" : "(%rip)");
  return true;
}

// Parses 8(%rbx) or %fs:8(%rax), perhaps followed by `, %rdi`; the size stays 0. If the text contains no such
// address, the base is empty.
Access place_on_x86(const Assembly& a, std::string_view place) {
  Access read;
  read.of_thread = place.starts_with("%fs:");
  if (read.of_thread) place.remove_prefix(4);
  const size_t open = static_cast<size_t>(
      std::find_if_not(place.begin(), place.end(),
                       [](char c) { return is_of_name(c) || c == '@' || c == '+' || c == '-'; }) -
      place.begin());
  size_t end = open;
  const bool has_register = open < place.size() && place[open] == '(';
  if (has_register) {
    end = place.find(')', open);
    if (end == place.npos) return {};
    ++end;
  } else if (!read.of_thread || open == 0) {
    return {};
  }
  std::string_view to = trimmed(place.substr(end));
  if (!to.empty()) {  // , %rdi
    if (to[0] != ',') return {};
    to = trimmed(to.substr(1));
    if (!to.starts_with('%') || to.find_first_of("(:") != to.npos) return {};
  }
  place = place.substr(0, end);
  if (!has_register || place.find("%rip") != place.npos) {
    if (!find_variable(a, place.substr(0, open), read)) return {};
  } else {
    if (place.find("%rsp") != place.npos) return {};
    read.base = place.substr(open);
    read.place = place.substr(0, open);
    if (read.place.empty())
      read.offset = 0;
    else if (is_number(read.place))
      read.offset = std::stoll(read.place);
  }
  return read;
}

// For example, movl 8(%rbx), %edi; pushq (%rax); movq %fs:8(%rax), %rsi.
Access read_on_x86(const Assembly& a, const Line& line) {
  if (!starts_with_one_of(line.word, {"mov", "push"})) return {};
  Access read = place_on_x86(a, line.operands);
  if (!read.base.empty()) read.bytes = bytes_of_move(line.word);
  return read;
}

// For example, movq %rax, 8(%rbx).
Access store_on_x86(const Assembly& a, const Line& line) {
  const size_t comma = line.operands.find(',');
  if (!line.word.starts_with("mov") || !(line.operands.starts_with('%') || line.operands.starts_with('$')) ||
      comma == line.operands.npos)
    return {};
  Access store = place_on_x86(a, trimmed(line.operands.substr(comma + 1)));
  if (!store.base.empty()) store.bytes = bytes_of_move(line.word);
  if (store.offset || store.place.empty()) return store;
  const size_t plus = store.place.find('+');  // 8+name@tpoff(%rbx)
  const std::string number = store.place.substr(0, plus);
  const bool has_offset = plus != store.place.npos && is_number(number);
  store.offset = has_offset ? std::stoll(number) : 0;
  store.base.insert(0, store.place, has_offset ? plus + 1 : 0);
  return store;
}

// Parses [x19, 8]. The register names determine the number of bytes.
Access access_on_arm(const Assembly& a, const Line& line) {
  const size_t open = line.operands.find('['),
               close = std::min(line.operands.find(']'), line.operands.size());
  if (open == line.operands.npos || open > close) return {};
  std::string address(line.operands.substr(open + 1, close - open - 1));
  if (!address.starts_with('x') || address.size() < 2 || !is_digit(address[1]) || address.starts_with("x29"))
    return {};
  if (address.find(':') != address.npos) {
    constexpr std::string_view kLow = ":lo12:";
    const size_t at = address.find(kLow);
    if (at == address.npos) return {};
    const std::string symbol = address.substr(at + kLow.size());
    if (!a.objects.contains(symbol.substr(0, symbol.find_first_of("+-"))) || symbol.starts_with("_ZT"))
      return {};
  }
  Access read;
  const char first = line.operands[0];
  if (line.word.ends_with("sw"))
    read.bytes = 4;
  else if (line.word.ends_with('b'))
    read.bytes = 1;
  else if (line.word.ends_with('h'))
    read.bytes = 2;
  else
    read.bytes = first == 'w' || first == 's' ? 4 : first == 'q' ? 16 : 8;
  if (starts_with_one_of(line.word, {"ldp", "stp"})) read.bytes *= 2;
  std::erase(address, '#');
  const auto parts = words_of(address);
  read.offset = 0;
  read.base = address;
  if (parts.size() == 2 && is_number(parts[1])) {
    read.offset = std::stoll(std::string(parts[1]));
    read.base = parts[0];
  }
  return read;
}

// For example, ldr w1, [x19, 8].
Access read_on_arm(const Assembly& a, const Line& line) {
  if (!is_one_of(line.word, {"ldp", "ldpsw", "ldr", "ldur", "ldrb", "ldrh", "ldrsb", "ldrsh", "ldurb",
                             "ldurh", "ldursb", "ldursh", "ldrsw", "ldursw"}))
    return {};
  return access_on_arm(a, line);
}

// For example, str w1, [x19, 8].
Access store_on_arm(const Assembly& a, const Line& line) {
  if (!is_one_of(line.word, {"stp", "str", "stur", "strb", "strh", "sturb", "sturh"})) return {};
  return access_on_arm(a, line);
}

bool changes_on_arm(const Line& line, std::string_view address) {
  const std::string_view all = line.operands;
  if (all.find("],") != all.npos || all.find("]!") != all.npos) return true;
  if (is_one_of(line.word, {"sdiv", "udiv"})) return true;
  const auto written = words_of(all), used = words_of(address);
  const size_t count = starts_with_one_of(line.word, {"ldp"}) ? 2 : 1;
  for (size_t i = 0; i < std::min(count, written.size()); ++i) {
    std::string name(written[i]);
    if (name[0] == 'w') name[0] = 'x';
    if (std::find(used.begin(), used.end(), name) != used.end()) return true;
  }
  return false;
}

// Does this instruction write a register used in this address? (Writing any part of the register counts; %rb
// stands for %rbx and %rbp.)
bool changes(const Assembly& a, const Line& line, std::string_view address) {
  if (line.kind != Kind::instruction || starts_with_one_of(line.word, {"push", "cmp", "test"})) return false;
  if (starts_with_one_of(line.word, {"div", "idiv", "mul", "imul", "rep", "xchg", "xadd", "clt", "cqt"}))
    return true;
  if (a.arm) return changes_on_arm(line, address);
  const size_t percent = line.operands.rfind('%');
  if (percent == line.operands.npos) return false;
  std::string name(line.operands.substr(percent + 1));
  if (!std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); }) ||
      name.starts_with("xmm"))
    return false;
  if (name[0] == 'r' || name[0] == 'e') name.erase(0, 1);
  if (!name.empty() && std::string_view("lwbdx").find(name.back()) != std::string_view::npos) name.pop_back();
  return address.find("%r" + name) != address.npos;
}

// If a structure is passed in several registers, the reads of its parts are reported as one read, provided
// that a hook for the total size exists.
void join_parts(const Assembly& a, Window& window, size_t i) {
  Access& read = window[i].read;
  int64_t from = *read.offset, to = from + read.bytes;
  for (size_t k = i + 1; k < window.size() && !changes(a, *window[k - 1].line, read.base); ++k) {
    Access& next = window[k].read;
    if (!next.bytes || next.base != read.base || next.of_thread != read.of_thread || !next.offset) continue;
    if (*next.offset != to && *next.offset + next.bytes != from) continue;
    constexpr int64_t kHooks[] = {2, 4, 8, 12, 16, 20, 24, 28, 32};
    const int64_t bytes = to - from + next.bytes;
    if (std::find(std::begin(kHooks), std::end(kHooks), bytes) == std::end(kHooks)) continue;
    (*next.offset == to ? to : from) = *next.offset == to ? to + next.bytes : *next.offset;
    next.bytes = 0;
  }
  read.offset = from;
  read.bytes = static_cast<unsigned>(to - from);
}

// Returns a call to `hook` that passes the address and, unless it is 0, the number of bytes.
std::string shown_on_x86(const Access& access, const std::string& hook, size_t bytes) {
  const size_t registers = access.base.find('(');
  const bool by_register = registers != access.base.npos && !access.base.ends_with("(%rip)");
  const std::string place = (access.offset ? std::to_string(*access.offset) : access.place) +
                            (registers == 0 ? "" : "+") + access.base;
  std::string out = "\tpushq\t%rdi\n";
  if (access.of_thread && !by_register)
    out += "\tmovq\t%fs:0, %rdi\n\tleaq\t" + place + "(%rdi), %rdi\n";
  else
    out += "\tleaq\t" + place + ", %rdi\n";
  if (access.of_thread && by_register)
    out += "\tpushq\t%rax\n\tmovq\t%fs:0, %rax\n\tleaq\t(%rdi,%rax), %rdi\n\tpopq\t%rax\n";
  const std::string call = "\tcall\t" + hook + "\n";
  if (!bytes) return out + call + "\tpopq\t%rdi\n";
  return out + "\tpushq\t%rcx\n\tmovl\t$" + std::to_string(bytes) + ", %ecx\n" + call +
         "\tpopq\t%rcx\n\tpopq\t%rdi\n";
}

std::string shown_on_arm(const Access& access, const std::string& hook, size_t bytes) {
  const int64_t offset = *access.offset;
  std::string address = "\tadd\tx0, " + access.base;
  if (offset < 0)
    address = "\tsub\tx0, " + access.base + ", " + std::to_string(-offset);
  else if (access.base.find(',') == access.base.npos)
    address += ", " + std::to_string(offset % 4096) +
               (offset > 4095 ? "\n\tadd\tx0, x0, " + std::to_string(offset - offset % 4096) : "");
  std::string call = address + "\n\tbl\t" + hook + "\n";
  if (bytes)
    call = "\tstp\tx3, x4, [sp, -16]!\n" + address + "\n\tmov\tx3, " + std::to_string(bytes) + "\n\tbl\t" +
           hook + "\n\tldp\tx3, x4, [sp], 16\n";
  return "\tstp\tx0, x30, [sp, -16]!\n" + call + "\tldp\tx0, x30, [sp], 16\n";
}

// Returns a call to the hook for an instruction that copies in a loop (rep movs); "" for any other instruction.
std::string of_copy(const Line& line, const std::string& hook) {
  if (line.word != "rep" || !is_one_of(line.operands, {"movsq", "movsl", "movsb"})) return "";
  const char unit = line.operands.back();
  return "\tcall\t" + hook + (unit == 'q' ? '8' : unit == 'l' ? '4' : '1') + "\n";
}

void show(const Assembly& a, Window& window) {
  for (Step& step : window)
    if (step.line->kind == Kind::instruction)
      step.read = a.arm ? read_on_arm(a, *step.line) : read_on_x86(a, *step.line);
  for (size_t i = 0; i < window.size(); ++i) {
    Line& line = *window[i].line;
    line.before += of_copy(line, "simt_see_copied_");
    Access& read = window[i].read;
    if (!read.bytes) continue;
    if (read.offset) join_parts(a, window, i);
    line.before +=
        (a.arm ? shown_on_arm : shown_on_x86)(read, "simt_see_argument_" + std::to_string(read.bytes), 0);
  }
}

// Reports a result as one store. (g++ stores the parts of a result in order, perhaps with padding between
// them.)
void show_result(const Assembly& a, const Window& window) {
  std::vector<Access> stores;
  for (const Step& step : window)
    stores.push_back(!step.is_of_result ? Access()
                     : a.arm            ? store_on_arm(a, *step.line)
                                        : store_on_x86(a, *step.line));
  constexpr int64_t kHole = 7;
  for (size_t i = 0; i < window.size(); ++i) {
    const Access& first = stores[i];
    if (window[i].is_of_result) window[i].line->before += of_copy(*window[i].line, "simt_see_stored_");
    if (!first.bytes) continue;
    int64_t to = *first.offset + first.bytes;
    std::string base = first.base;
    for (size_t k = i + 1; k < window.size(); ++k) {
      const bool is_sum = a.arm && base.find(',') != base.npos;
      if (!is_sum && changes(a, *window[k - 1].line, base)) break;
      Access& next = stores[k];
      if (!next.bytes || next.of_thread != first.of_thread || *next.offset < *first.offset ||
          *next.offset > to + kHole)
        continue;
      // The first part may be at [x21, x19] and the others at [x1, 4], with x1 = x21 + x19.
      if (next.base != base && !(is_sum && *next.offset == to)) continue;
      base = next.base;
      to = std::max(to, *next.offset + next.bytes);
      next.bytes = 0;
    }
    window[i].line->before += (a.arm ? shown_on_arm : shown_on_x86)(first, "simt_see_result",
                                                                    static_cast<size_t>(to - *first.offset));
  }
}

// The registers and stack slots that hold a pointer into the memory in which the function returns its result.
// After a label, the set includes every register or slot that holds such a pointer anywhere in the function.
// A store that is therefore mistaken for part of a result is always a store to the stack.
class ResultPointers {
 public:
  explicit ResultPointers(const Assembly& a) : arm_(a.arm) {
    for (const Line& line : a.lines) {
      pass(a, line);
      for (const std::string& at : all_)
        if (is_kept(at)) anywhere_[line.function].insert(at);
    }
  }
  void pass(const Assembly& a, const Line& line) {
    if (line.kind == Kind::label && a.functions.contains(line.word)) all_ = {arm_ ? "x8" : "%rdi"};
    if (line.kind == Kind::label)
      all_.insert(anywhere_[line.function].begin(), anywhere_[line.function].end());
    if (line.kind != Kind::instruction) return;
    if (line.calls())
      std::erase_if(all_, [&](const std::string& at) { return !is_kept(at); });
    else
      arm_ ? pass_on_arm(line) : pass_on_x86(line);
  }
  // Does the instruction store or copy through one of these pointers?
  bool lead_to(const Line& line) const {
    if (line.word == "rep") return all_.contains("%rdi");
    const std::string_view all = line.operands;
    const size_t open = all.find(arm_ ? '[' : '(');
    return open != all.npos && holds_one(all.substr(open));
  }

 private:
  bool arm_;
  std::set<std::string> all_;
  std::unordered_map<std::string_view, std::set<std::string>> anywhere_;  // keyed by function name

  bool holds_one(std::string_view operands) const {
    std::string name;
    for (const char c : std::string(operands) + ",") {
      if (is_letter(c) || is_digit(c) || c == '%') {
        name += c;
        continue;
      }
      if (all_.contains(name)) return true;
      name.clear();
    }
    return false;
  }
  bool is_kept(const std::string& at) const {  // call-preserved
    if (arm_) return at[0] != 'x' || (at.size() == 3 && (at[1] == '2' || at > "x18"));
    return at[0] != '%' || is_one_of(at, {"%rbx", "%rbp", "%r12", "%r13", "%r14", "%r15"});
  }
  void set(std::string_view at, bool yes) {
    if (yes)
      all_.emplace(at);
    else
      all_.erase(std::string(at));
  }
  void pass_on_x86(const Line& line) {  // operands: from, to
    const size_t comma = line.operands.rfind(", ");
    if (comma == line.operands.npos) return;
    const std::string_view from = trimmed(line.operands.substr(0, comma)),
                           to = trimmed(line.operands.substr(comma + 1));
    if (line.word == "movq" && (from.starts_with('%') || from.ends_with("(%rsp)")))
      set(to, all_.contains(std::string(from)));
    else if (is_one_of(line.word, {"addq", "subq"}))
      set(to, holds_one(line.operands));
    else if (to.starts_with('%'))
      set(to, line.word == "leaq" && holds_one(from));
  }
  void pass_on_arm(const Line& line) {  // operands: to, from
    const size_t comma = line.operands.find(',');
    if (comma == line.operands.npos) return;
    const std::string_view first = line.operands.substr(0, comma),
                           second = trimmed(line.operands.substr(comma + 1));
    if (is_one_of(line.word, {"str", "ldr"}) && second.starts_with("[sp"))
      set(line.word == "str" ? second : first,
          all_.contains(std::string(line.word == "str" ? first : second)));
    else if (!line.word.starts_with("st"))
      set(first, is_one_of(line.word, {"mov", "add", "sub"}) && holds_one(second));
  }
};

bool stores(const Assembly& a, const Line& line) {
  return line.kind == Kind::instruction &&
         (line.word == "rep" || (a.arm ? store_on_arm(a, line) : store_on_x86(a, line)).bytes != 0);
}

// The code before a store shows whether the store belongs to a result, because g++ calls a hook before every
// other store. Between the hook and the store, g++ may call a runtime function (__udivti3) or a hook for a
// read.
enum class Behind { a_store, a_hook, a_call };
Behind behind(const Line& line, bool& is_announced) {
  const std::string_view called = line.called();
  const bool is_call = line.calls() && !starts_with_one_of(called, {"__", "simt_mem", "mem"});
  if (starts_with_one_of(called, {"__tsan_func", "__sanitizer_cov_", "simt_mem", "mem"}) || is_call)
    is_announced = false;
  else if (called.starts_with("__tsan_"))
    is_announced |= called.starts_with("__tsan_read_write") ||
                    !starts_with_one_of(called, {"__tsan_read", "__tsan_unaligned_read"});
  return is_announced ? Behind::a_store : is_call ? Behind::a_call : Behind::a_hook;
}

}  // namespace

void results(Assembly& a) {
  Window window;
  ResultPointers pointers(a);
  Behind where = Behind::a_store;
  bool is_announced = false;  // a hook has announced a store
  for (Line& line : a.lines) {
    if (line.removed && !line.operands.starts_with("__tsan_")) continue;
    if (line.is_in_sequence()) {
      const bool is_of_result = line.kind == Kind::instruction && where != Behind::a_store &&
                                (where == Behind::a_call || pointers.lead_to(line));
      window.push_back({&line, {}, is_of_result});
      is_announced = is_announced && !stores(a, line);
      pointers.pass(a, line);
      continue;
    }
    show_result(a, window);
    window.clear();
    pointers.pass(a, line);
    where = behind(line, is_announced);
    if (line.kind != Kind::label || !a.functions.contains(line.word)) continue;
    where = Behind::a_hook;
    is_announced = false;
  }
}

void arguments(Assembly& a) {
  Window window;
  for (Line& line : a.lines) {
    if (line.removed && !line.operands.starts_with("__tsan_read")) continue;
    if (line.is_in_sequence()) {
      window.push_back({&line, {}, false});
      continue;
    }
    const bool of_this_file = line.calls() && (line.word == "blr" || line.called().starts_with('*') ||
                                               a.functions.contains(line.called()));
    if (of_this_file) show(a, window);
    window.clear();
  }
}

}  // namespace ladder::instrument
