#include "platform/image.h"

#include <link.h>

// From the linker: the bounds of the program's code and of the kernels' code.
extern "C" char __executable_start, etext;
extern "C" const char __start_simt_code[] __attribute__((weak)), __stop_simt_code[] __attribute__((weak));

namespace ladder::simt {

Image program_image() {
  Image image;
  const auto add = [](dl_phdr_info* info, size_t, void* to) {  // the first is the executable itself
    auto& found = *static_cast<Image*>(to);
    found.begin = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto& segment = info->dlpi_phdr[i];
      if (segment.p_type != PT_LOAD) continue;
      auto& ranges = segment.p_flags & PF_W ? found.writable : found.read_only;
      ranges.push_back({info->dlpi_addr + segment.p_vaddr, segment.p_memsz});
    }
    return 1;
  };
  dl_iterate_phdr(add, &image);
  return image;
}

uintptr_t program_begin() { return reinterpret_cast<uintptr_t>(&__executable_start); }
uintptr_t kernels_begin() { return reinterpret_cast<uintptr_t>(__start_simt_code); }

bool is_kernel_code(uintptr_t a) {
  return a >= kernels_begin() && a < reinterpret_cast<uintptr_t>(__stop_simt_code);
}

bool is_code(uintptr_t a) {
  if (a > kernels_begin() && a <= reinterpret_cast<uintptr_t>(__stop_simt_code)) return true;
  return a > program_begin() && a <= reinterpret_cast<uintptr_t>(&etext);
}

bool is_after_a_call(uintptr_t address) {
  if (!is_code(address)) return false;
#ifdef __aarch64__
  const uint32_t word = reinterpret_cast<const uint32_t*>(address)[-1];
  return word >> 26 == 0b100101 || (word & 0xfffffc1f) == 0xd63f0000;  // bl, blr
#else
  const auto* end = reinterpret_cast<const unsigned char*>(address);
  if (end[-5] == 0xe8) return true;
  // An indirect call, through a register or memory: 0xff, then 2 in the middle three bits.
  for (const int bytes : {2, 3, 4, 6, 7})
    if (end[-bytes] == 0xff && (end[1 - bytes] >> 3 & 7) == 2) return true;
  return false;
#endif
}

}  // namespace ladder::simt
