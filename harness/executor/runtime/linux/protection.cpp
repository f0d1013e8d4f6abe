// The system protects the pages; an access that it does not allow raises a signal.
#include "runtime/protection.h"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>

#include "platform/image.h"
#include "platform/linux/interrupted.h"
#include "platform/pages.h"
#include "runtime/state.h"
#include "simt/executor.h"

namespace ladder::simt_runtime {
namespace {

struct sigaction before_fault;  // the crash reporter's action

// A page that contains both memory that the host may access and memory that it may not access is opened for
// one instruction. The number of these single steps is limited, because each step takes as long as 10,000
// instructions.
constexpr unsigned kMostSteps = 20'000;
unsigned steps = 0;
struct sigaction before_step;
void on_step(int signal, siginfo_t* info, void* context) {
  if (info->si_code != TRAP_TRACE) {
    sigaction(SIGTRAP, &before_step, nullptr);
    raise(signal);
    return;
  }
  simt::single_step(static_cast<ucontext_t*>(context)->uc_mcontext, false);
  protect_again();
}
void let_touch(uintptr_t page, mcontext_t& machine) {
  protect_pages(page, page + simt::page_bytes(), Rights::all);
  if (steps >= kMostSteps || !simt::single_step(machine, true) || steps++ > 0) return;
  struct sigaction action {};
  action.sa_sigaction = on_step;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGTRAP, &action, &before_step);
}

void on_fault(int signal, siginfo_t* info, void* context) {
  mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  const simt::Interrupted at = simt::interrupted_at(machine);
  switch (protected_access(static_cast<const char*>(info->si_addr), 1, simt::was_a_store(machine), at)) {
    case Answer::again:
      return;
    case Answer::only_this:
      return let_touch(reinterpret_cast<uintptr_t>(info->si_addr) & ~(simt::page_bytes() - 1), machine);
    case Answer::wait:
      sched_yield();
      return;
    case Answer::fault:
      break;
  }
  // For a fault in the program's own code (not inside malloc(), for example), observations can still be sent.
  if (!simt::current_worker && simt::is_code(at.instruction)) send_snapshot(Snapshot::now);
  before_fault.sa_sigaction(signal, info, context);
}

}  // namespace

const bool protection_sees_kernels = true, protection_is_exact = false;

void protect_pages(uintptr_t first, uintptr_t last, Rights rights) {
  constexpr int kProtections[] = {PROT_READ | PROT_WRITE, PROT_READ, PROT_NONE};
  if (first < last)
    mprotect(reinterpret_cast<void*>(first), last - first, kProtections[static_cast<int>(rights)]);
}

void install_fault_handler() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, &before_fault);
}

// Reads the stack of the interrupted thread.
__attribute__((no_sanitize_address)) void places_of_code(const simt::Interrupted& at,
                                                         std::array<const void*, 24>& places) {
  size_t n = 0;
  if (simt::is_code(at.instruction)) places[n++] = reinterpret_cast<const void*>(at.instruction + 1);
  if (simt::is_code(at.caller)) places[n++] = reinterpret_cast<const void*>(at.caller);
  const uintptr_t sp = at.stack & ~uintptr_t{7}, page = simt::page_bytes();
  for (uintptr_t p = sp; p < ((sp | (page - 1)) + 1) && n < places.size(); p += 8)
    if (const uintptr_t value = *reinterpret_cast<const uintptr_t*>(p); simt::is_code(value))
      places[n++] = reinterpret_cast<const void*>(value);
}

}  // namespace ladder::simt_runtime
