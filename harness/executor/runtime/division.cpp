// An integer division by zero: x86-64 raises a signal, a GPU goes on with a number that means nothing. In a kernel it is told
// with its line, and the thread goes on with what an H100 gives (measured with int, unsigned and long long): the lowest 32
// bits of the quotient set, the dividend as the remainder.
#include <signal.h>
#include <ucontext.h>

#include <cstring>

#include "runtime/state.h"
#include "simt/executor.h"

namespace simt_runtime {

#ifdef __aarch64__  // there a division by zero raises nothing; shared_memory.awk asks before each one
void install_division_handler() {}
#else
namespace {

struct sigaction before_division;  // the crash reporter's

extern "C" const char __start_simt_code[] __attribute__((weak)), __stop_simt_code[] __attribute__((weak));

constexpr int kRegisters[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                              REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

struct Division {
  unsigned length = 0;  // of the instruction; 0: it is none
  unsigned bytes = 4;   // of the operands
  uint64_t divisor = 0;
};

// Intel SDM, volume 2: DIV and IDIV, and the forms of an address.
Division division_at(const unsigned char* code, const gregset_t& registers) {
  const auto value = [&](unsigned number) { return static_cast<uint64_t>(registers[kRegisters[number]]); };
  Division d;
  const unsigned char* p = code;
  unsigned rex = 0;
  bool half = false, thread_local_place = false;
  for (; *p == 0x66 || *p == 0x64 || *p == 0x2e || *p == 0x3e; ++p) {
    half |= *p == 0x66;
    thread_local_place |= *p == 0x64;
  }
  if ((*p & 0xf0) == 0x40) rex = *p++;
  const unsigned char op = *p++, modrm = *p++;
  const unsigned mode = modrm >> 6, what = modrm >> 3 & 7, rm = modrm & 7;
  if ((op != 0xf6 && op != 0xf7) || what < 6) return d;
  d.bytes = op == 0xf6 ? 1 : rex & 8 ? 8 : half ? 2 : 4;
  if (mode == 3) {
    d.divisor = value(rm | (rex & 1) << 3);
    d.length = static_cast<unsigned>(p - code);
    return d;
  }
  uint64_t address = 0;
  bool far = mode == 2, of_instruction = false;
  if (rm == 4) {
    const unsigned sib = *p++, base = sib & 7, index = (sib >> 3 & 7) | (rex & 2) << 2;
    if (index != 4) address += value(index) << (sib >> 6);
    if (mode == 0 && base == 5)
      far = true;
    else
      address += value(base | (rex & 1) << 3);
  } else if (mode == 0 && rm == 5) {
    far = of_instruction = true;
  } else {
    address += value(rm | (rex & 1) << 3);
  }
  if (far) {
    int32_t distance;
    std::memcpy(&distance, p, 4);
    address += static_cast<uint64_t>(int64_t{distance});
    p += 4;
  } else if (mode == 1) {
    address += static_cast<uint64_t>(int64_t{static_cast<signed char>(*p++)});
  }
  d.length = static_cast<unsigned>(p - code);
  if (of_instruction) address += reinterpret_cast<uintptr_t>(p);
  if (thread_local_place) address += reinterpret_cast<uintptr_t>(__builtin_thread_pointer());
  std::memcpy(&d.divisor, reinterpret_cast<const void*>(address), d.bytes);
  return d;
}

void on_division(int signal, siginfo_t* info, void* context) {
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto at = static_cast<uintptr_t>(registers[REG_RIP]);
  const bool in_kernel = simt::current_worker && at >= reinterpret_cast<uintptr_t>(__start_simt_code) &&
                         at < reinterpret_cast<uintptr_t>(__stop_simt_code);
  const Division d =
      in_kernel ? division_at(reinterpret_cast<const unsigned char*>(at), registers) : Division{};
  if (d.length == 0) return before_division.sa_sigaction(signal, info, context);
  const uint64_t mask = d.bytes == 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * d.bytes) - 1;
  const uint64_t dividend = static_cast<uint64_t>(registers[REG_RAX]) & mask;
  // The smallest number by -1 raises it, too.
  const bool by_zero = (d.divisor & mask) == 0;
  const uint64_t quotient = by_zero ? mask & 0xffffffff : dividend, remainder = by_zero ? dividend : 0;
  const auto set = [&](int reg, uint64_t value) {  // 4 bytes clear the other 4 of a register
    const uint64_t kept = d.bytes >= 4 ? 0 : static_cast<uint64_t>(registers[reg]) & ~mask;
    registers[reg] = static_cast<greg_t>(kept | value);
  };
  if (d.bytes == 1) {
    registers[REG_RAX] = static_cast<greg_t>((static_cast<uint64_t>(registers[REG_RAX]) & ~uint64_t{0xffff}) |
                                             (remainder & 0xff) << 8 | quotient);
  } else {
    set(REG_RAX, quotient);
    set(REG_RDX, remainder);
  }
  registers[REG_RIP] += d.length;
  const int thread = static_cast<int>(simt::current_worker->current);
  simt::report_hazard(
      simt::HazardKind::undefined_arithmetic, "",
      {reinterpret_cast<const void*>(at + 1), "division", thread, simt::current_worker->block_index}, {}, "",
      {by_zero ? ladder::Cause::division_by_zero : ladder::Cause::division_overflow, {{"thread", thread}}});
}

}  // namespace

void install_division_handler() {
  struct sigaction action {};
  action.sa_sigaction = on_division;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGFPE, &action, &before_division);
}
#endif

}  // namespace simt_runtime
