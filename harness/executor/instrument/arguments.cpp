// The pass that reports to a hook what is read from memory for the arguments of a call.
#include <algorithm>
#include <optional>

#include "instrument/passes.h"

namespace instrument {
namespace {

// What an instruction reads, except from the stack.
struct Read {
  std::string base;               // (%rbx), name@tpoff, x19
  std::optional<int64_t> offset;  // nullopt: `place` belongs to a symbol
  std::string place;
  unsigned bytes = 0;
  bool of_thread = false;  // relative to %fs
};

struct Step {
  Line* line;
  Read read;  // 0 bytes: no read
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

// A fixed place in a variable of this file: 8+name(%rip), or %fs:8+name@tpoff. Excludes constants that g++
// keeps in memory.
bool find_variable(const Assembly& a, std::string_view symbol, Read& read) {
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

// movl 8(%rbx), %edi and similar loads: pushq (%rax), movq %fs:8(%rax), %rsi.
Read read_on_x86(const Assembly& a, const Line& line) {
  Read read;
  if (!starts_with_one_of(line.word, {"mov", "push"})) return read;
  std::string_view place = line.operands;
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
  read.bytes = bytes_of_move(line.word);
  return read;
}

// ldr w1, [x19, 8] and similar loads: each register receives as many bytes as its name implies.
Read read_on_arm(const Assembly& a, const Line& line) {
  if (!is_one_of(line.word, {"ldp", "ldpsw", "ldr", "ldur", "ldrb", "ldrh", "ldrsb", "ldrsh", "ldurb",
                             "ldurh", "ldursb", "ldursh", "ldrsw", "ldursw"}))
    return {};
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
  Read read;
  const char first = line.operands[0];
  if (line.word.ends_with("sw"))
    read.bytes = 4;
  else if (line.word.ends_with('b'))
    read.bytes = 1;
  else if (line.word.ends_with('h'))
    read.bytes = 2;
  else
    read.bytes = first == 'w' || first == 's' ? 4 : first == 'q' ? 16 : 8;
  if (line.word.starts_with("ldp")) read.bytes *= 2;
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

// Does this instruction write a register used in this address? (Any part of it; %rb is taken for %rbx and
// %rbp.)
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

// A structure in several registers is read in several parts: they are reported as one, if there is a hook for
// that size.
void join_parts(const Assembly& a, Window& window, size_t i) {
  Read& read = window[i].read;
  int64_t from = *read.offset, to = from + read.bytes;
  for (size_t k = i + 1; k < window.size() && !changes(a, *window[k - 1].line, read.base); ++k) {
    Read& next = window[k].read;
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

std::string shown_on_x86(const Read& read) {
  const std::string offset = read.offset ? std::to_string(*read.offset) : read.place;
  std::string out = "\tpushq\t%rdi\n";
  const bool by_register = read.base.starts_with('(');
  if (by_register)
    out += "\tleaq\t" + offset + read.base + ", %rdi\n";
  else if (read.of_thread)
    out += "\tmovq\t%fs:0, %rdi\n\tleaq\t" + offset + "+" + read.base + "(%rdi), %rdi\n";
  else
    out += "\tleaq\t" + offset + "+" + read.base + ", %rdi\n";
  if (read.of_thread && by_register)
    out += "\tpushq\t%rax\n\tmovq\t%fs:0, %rax\n\tleaq\t(%rdi,%rax), %rdi\n\tpopq\t%rax\n";
  return out + "\tcall\tsimt_see_argument_" + std::to_string(read.bytes) + "\n\tpopq\t%rdi\n";
}

std::string shown_on_arm(const Read& read) {
  const int64_t offset = *read.offset;
  std::string address = "\tadd\tx0, " + read.base;
  if (offset < 0)
    address = "\tsub\tx0, " + read.base + ", " + std::to_string(-offset);
  else if (read.base.find(',') == read.base.npos)
    address += ", " + std::to_string(offset % 4096) +
               (offset > 4095 ? "\n\tadd\tx0, x0, " + std::to_string(offset - offset % 4096) : "");
  return "\tstp\tx0, x30, [sp, -16]!\n" + address + "\n\tbl\tsimt_see_argument_" +
         std::to_string(read.bytes) + "\n\tldp\tx0, x30, [sp], 16\n";
}

void show(const Assembly& a, Window& window) {
  for (Step& step : window)
    if (step.line->kind == Kind::instruction)
      step.read = a.arm ? read_on_arm(a, *step.line) : read_on_x86(a, *step.line);
  for (size_t i = 0; i < window.size(); ++i) {
    Line& line = *window[i].line;
    if (!a.arm && line.word == "rep" && is_one_of(line.operands, {"movsq", "movsl", "movsb"})) {
      const char unit = line.operands.back();
      line.before += std::string("\tcall\tsimt_see_copied_") +
                     (unit == 'q'   ? '8'
                      : unit == 'l' ? '4'
                                    : '1') +
                     "\n";
    }
    Read& read = window[i].read;
    if (!read.bytes) continue;
    if (read.offset) join_parts(a, window, i);
    line.before += a.arm ? shown_on_arm(read) : shown_on_x86(read);
  }
}

}  // namespace

void arguments(Assembly& a) {
  Window window;
  for (Line& line : a.lines) {
    if (line.removed && !line.operands.starts_with("__tsan_read")) continue;
    if (line.is_in_sequence()) {
      window.push_back({&line, {}});
      continue;
    }
    const bool of_this_file = line.calls() && (line.word == "blr" || line.called().starts_with('*') ||
                                               a.functions.contains(line.called()));
    if (of_this_file) show(a, window);
    window.clear();
  }
}

}  // namespace instrument
