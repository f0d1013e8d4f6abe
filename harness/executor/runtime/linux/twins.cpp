// A program is compiled twice, and both forms are linked into one program.
#include "runtime/twins.h"

#include <unordered_map>

#include "simt/trace/variables.h"
#include "simt/trace/launches.h"
#include "simt/executor.h"

using namespace ladder;

// The twins of a program's functions, plain and traced, as harness/executor/try/build.cpp lists them; and, from
// instrument/, the callees of each function that runs a thread, including its kernel.
extern "C" {
struct SimtTwin {
  const void *plain, *traced;
};
struct SimtCall {
  const void *thread, *called;
};
extern const SimtTwin __start_simt_twins[] __attribute__((weak));
extern const SimtTwin __stop_simt_twins[] __attribute__((weak));
extern const SimtCall __start_simt_calls[] __attribute__((weak));
extern const SimtCall __stop_simt_calls[] __attribute__((weak));
}

namespace ladder::simt_runtime {

const void* twin(const void* plain) {
  static const auto* table = [] {
    auto* twins = new std::unordered_map<const void*, const void*>;
    for (const SimtTwin* t = __start_simt_twins; t != __stop_simt_twins; ++t) (*twins)[t->plain] = t->traced;
    return twins;
  }();
  const auto found = table->find(plain);
  return found == table->end() ? nullptr : found->second;
}

std::vector<const void*> called_by(const void* thread) {
  std::vector<const void*> called;
  for (const SimtCall* c = __start_simt_calls; c != __stop_simt_calls; ++c)
    if (c->thread == thread) called.push_back(c->called);
  return called;
}

}  // namespace ladder::simt_runtime

using namespace ladder::simt_runtime;

extern "C" const void* simt_traced_function(const void* f, const void* pc) {
  const void* traced = twin(f);
  // Objects constructed by a watched kernel have only traced functions in their tables.
  if (traced && all_launches_watched()) simt::trace::plain_function_called(pc);
  return traced ? traced : f;
}
// Redirects calls that traced code makes through a pointer, because a table or an object built by plain code
// points to plain functions. The pointer is in r11 (instrument/); all other registers may hold arguments.
#ifdef __aarch64__  // on ARM, instrument/ leaves such calls unchanged, and their callees are not watched
asm(R"(
  .text
  .globl simt_copy_argument
simt_copy_argument:
  mov x2, x1
  mov x1, x0
  mov x0, x8
  b memcpy
)");
#else
asm(R"(
  .text
  .globl simt_copy_argument
simt_copy_argument:
  jmp memcpy@PLT
)");
asm(R"(
  .text
  .globl simt_call_traced
  .type simt_call_traced, @function
simt_call_traced:
  push %rbp
  mov %rsp, %rbp
  push %rax
  push %rdi
  push %rsi
  push %rdx
  push %rcx
  push %r8
  push %r9
  push %r10
  sub $128, %rsp
  and $-16, %rsp
  movaps %xmm0, (%rsp)
  movaps %xmm1, 16(%rsp)
  movaps %xmm2, 32(%rsp)
  movaps %xmm3, 48(%rsp)
  movaps %xmm4, 64(%rsp)
  movaps %xmm5, 80(%rsp)
  movaps %xmm6, 96(%rsp)
  movaps %xmm7, 112(%rsp)
  mov %r11, %rdi
  mov 8(%rbp), %rsi
  call simt_traced_function
  mov %rax, %r11
  movaps (%rsp), %xmm0
  movaps 16(%rsp), %xmm1
  movaps 32(%rsp), %xmm2
  movaps 48(%rsp), %xmm3
  movaps 64(%rsp), %xmm4
  movaps 80(%rsp), %xmm5
  movaps 96(%rsp), %xmm6
  movaps 112(%rsp), %xmm7
  lea -64(%rbp), %rsp
  pop %r10
  pop %r9
  pop %r8
  pop %rcx
  pop %rdx
  pop %rsi
  pop %rdi
  pop %rax
  pop %rbp
  jmp *%r11
  .size simt_call_traced, . - simt_call_traced
)");
#endif
