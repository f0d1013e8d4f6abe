// Facts that only a kernel's machine code shows.
#include <vector>

#include "platform/instructions.h"
#include "tests/catch.h"

using namespace ladder;

namespace {

bool finds_loop(const std::vector<unsigned char>& code) {
  std::vector<unsigned char> padded = code;
  padded.resize(code.size() + 32, 0xcc);
  return simt::find_loop(
      padded.data(), static_cast<int>(code.size()), [](uintptr_t) { return false; },
      [](int at, int target) { return target < at; });
}

}  // namespace

TEST_CASE("a jump is recognised only as an instruction, not as bytes inside another instruction") {
#ifdef __aarch64__
  CHECK(finds_loop({0x1f, 0x20, 0x03, 0xd5, 0xff, 0xff, 0xff, 0x17}));        // nop, b to it
  CHECK(finds_loop({0x1f, 0x20, 0x03, 0xd5, 0xe1, 0xff, 0xff, 0x54}));        // nop, b.ne to it
  CHECK_FALSE(finds_loop({0x00, 0x00, 0x00, 0x94, 0xff, 0xff, 0xff, 0x17}));  // a call comes first
#else
  CHECK(finds_loop({0x90, 0xeb, 0xfd}));                                // nop, jmp to it
  CHECK(finds_loop({0x83, 0xf8, 0x00, 0x75, 0xfb}));                    // cmp $0,%eax, jne to it
  CHECK(finds_loop({0x90, 0x0f, 0x85, 0xf9, 0xff, 0xff, 0xff}));        // nop, jne to it, far
  CHECK_FALSE(finds_loop({0x48, 0xc7, 0xc5, 0x00, 0x70, 0xc3, 0xff}));  // mov $0xffffffffffc37000,%rbp
  CHECK_FALSE(finds_loop({0x48, 0xb8, 0xeb, 0xf0, 0xeb, 0xf0, 0xeb, 0xf0, 0xeb, 0xf0}));  // movabs
  CHECK_FALSE(finds_loop({0x64, 0x48, 0x03, 0x3c, 0x25, 0x70, 0xf0, 0x70, 0xf0}));        // add %fs:…,%rdi
  CHECK_FALSE(finds_loop({0xe8, 0, 0, 0, 0, 0xeb, 0xf0}));                                // a call comes first
#endif
}
