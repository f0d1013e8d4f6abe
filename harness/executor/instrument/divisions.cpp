// Passes that handle divisions.
#include "instrument/passes.h"

namespace ladder::instrument {
namespace {

bool divides_integers(const Assembly& a, const Line& line) {
  if (line.kind != Kind::instruction) return false;
  if (a.arm) return is_one_of(line.word, {"sdiv", "udiv"});
  return is_one_of(line.word,
                   {"div", "divb", "divw", "divl", "divq", "idiv", "idivb", "idivw", "idivl", "idivq"});
}
bool divides_floats(const Assembly& a, const Line& line) {
  if (line.kind != Kind::instruction) return false;
  if (a.arm) return line.word == "fdiv";
  return is_one_of(line.word, {"divss", "divsd", "divps", "divpd", "vdivss", "vdivsd", "vdivps", "vdivpd"}) ||
         starts_with_one_of(line.word, {"fdiv", "fidiv"});
}

// A floating-point division function: _Z9__fdividefff, __frcp_rn, and their double and half counterparts.
bool is_float_division(std::string_view function) {
  if (!function.starts_with("_Z")) return false;
  const size_t name = function.find_first_not_of("0123456789", 2);
  if (name == 2 || name == function.npos || !function.substr(name).starts_with("__")) return false;
  return starts_with_one_of(function.substr(name + 2),
                            {"fdiv", "ddiv", "hdiv", "h2div", "frcp", "drcp", "hrcp", "h2rcp"});
}

std::string call(const Assembly& a, std::string_view hook) {
  if (!a.arm) return "\tcall\t" + std::string(hook) + "\n";
  return "\tstp\tx0, x30, [sp, -16]!\n\tbl\t" + std::string(hook) + "\n\tldp\tx0, x30, [sp], 16\n";
}

}  // namespace

void division_counting(Assembly& a) {
  for (Line& line : a.lines) {
    if (divides_integers(a, line))
      line.before += call(a, "simt_count_division");
    else if (!a.options.whole_program() &&
             (divides_floats(a, line) || (line.calls() && is_float_division(line.called()))))
      line.before += call(a, "simt_count_float_division");
  }
}

namespace {

// The code inserted between the test of a divisor and the division. This code calls the hook, sets the result
// that an H100 produces (measured with int, unsigned and long long), and skips the division. For a divisor of
// 0, the lowest 32 bits of the quotient are set, and the remainder is the dividend.
std::string undefined_on_x86(std::string_view hook, std::string_view results) {
  // Code without instrumentation may keep variables below the stack pointer.
  return "\tleaq\t-128(%rsp), %rsp\n\tcall\t" + std::string(hook) + "\n\tleaq\t128(%rsp), %rsp\n\t" +
         std::string(results) + "\n\tjmp\t4f\n";
}

struct Width {
  char suffix;
  std::string_view by_zero;          // sets the results for a divisor of 0
  std::string_view overflows;        // sets the results for the most negative number divided by -1
  std::string_view compares, jumps;  // jumps if the dividend is not the most negative number
};
constexpr Width kWidths[] = {
    {'b', "movb\t%al, %ah\n\tmovb\t$-1, %al", "movb\t$0, %ah", "cmpw\t$-128, %ax", "jne"},
    {'w', "movw\t%ax, %dx\n\tmovw\t$-1, %ax", "xorw\t%dx, %dx", "cmpw\t$1, %ax", "jno"},
    {'l', "movl\t%eax, %edx\n\tmovl\t$-1, %eax", "xorl\t%edx, %edx", "cmpl\t$1, %eax", "jno"},
    {'q', "movq\t%rax, %rdx\n\tmovl\t$-1, %eax", "xorl\t%edx, %edx", "cmpq\t$1, %rax", "jno"},
};

void test_on_x86(Line& line) {
  for (const Width& w : kWidths) {
    if (line.word.back() != w.suffix) continue;
    const std::string divisor = ", " + std::string(line.operands),
                      compare = std::string("\tcmp") + w.suffix + "\t$";
    const bool is_signed = line.word[0] == 'i';
    line.before += compare + "0" + divisor + "\n\tjne\t" + (is_signed ? "2f" : "3f") + "\n";
    line.before += undefined_on_x86("simt_divided_by_zero", w.by_zero);
    if (is_signed) {  // the most negative number divided by -1
      line.before += "2:\n" + compare + "-1" + divisor + "\n\tjne\t3f\n\t" + std::string(w.compares) +
                     "\n\t" + std::string(w.jumps) + "\t3f\n";
      line.before += undefined_on_x86("simt_division_overflows", w.overflows);
    }
    line.before += "3:\n";
    line.after += "4:\n";
  }
}

// On ARM, a division by zero does not trap: the processor sets the quotient to 0.
void test_on_arm(const Assembly& a, Line& line) {
  const auto registers = words_of(line.operands);  // quotient, dividend, divisor
  std::string quotient(registers.front());
  quotient[0] = 'w';
  line.before += "\tcbnz\t" + std::string(registers.back()) + ", 3f\n" + call(a, "simt_divided_by_zero") +
                 "\tmov\t" + quotient + ", -1\n\tb\t4f\n3:\n";
  line.after += "4:\n";
}

}  // namespace

void zero_divisors(Assembly& a) {
  for (Line& line : a.lines)
    if (divides_integers(a, line)) {
      if (a.arm)
        test_on_arm(a, line);
      else
        test_on_x86(line);
    }
}

}  // namespace ladder::instrument
