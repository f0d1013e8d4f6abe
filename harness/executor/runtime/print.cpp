// printf(), puts() and putchar(): the program's objects call these functions instead of the library's
// (harness/executor/try/build.cpp). On the executor, a kernel's output is shown immediately. A GPU keeps the
// output in a buffer, which is lost if the program ends without having waited for the kernel (CUDA C++
// Programming Guide, "Formatted Output").
#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <string>

#include "runtime/digest.h"
#include "runtime/print.h"
#include "simt/executor.h"

using namespace ladder;

namespace ladder::simt_runtime {
namespace {
std::atomic<const void*> first_print = nullptr;  // where the running launch first printed

void note_print(const void* site) {
  const void* none = nullptr;
  if (simt::current_worker) first_print.compare_exchange_strong(none, site);
}
}  // namespace

const void* take_first_print() { return first_print.exchange(nullptr); }

}  // namespace ladder::simt_runtime

using namespace ladder::simt_runtime;

extern "C" {
int simt_printf(const char* format, ...) {
  note_print(SIMT_CALLER);
  va_list arguments;
  va_start(arguments, format);
  if (simt::current_worker && digests_are_wanted()) {
    char text[1024];
    va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(text, sizeof text, format, again);
    va_end(again);
    if (length > 0) digest_of_print(text, std::min<size_t>(static_cast<size_t>(length), sizeof text - 1));
  }
  const int written = std::vprintf(format, arguments);
  va_end(arguments);
  return written;
}
int simt_puts(const char* text) {
  note_print(SIMT_CALLER);
  if (simt::current_worker && digests_are_wanted()) digest_of_print(text, std::string(text).size());
  return std::puts(text);
}
int simt_putchar(int c) {
  note_print(SIMT_CALLER);
  const char text = static_cast<char>(c);
  if (simt::current_worker && digests_are_wanted()) digest_of_print(&text, 1);
  return std::putchar(c);
}
}
