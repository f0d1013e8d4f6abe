#include "platform/workers.h"

#include <link.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

namespace {

// glibc puts thread-local variables on a thread's stack, which is 8 MiB by default. The __shared__ variables of
// all kernels are thread-local and could fill this stack, so their size is added to the default stack size of
// new threads.
[[gnu::constructor]] void leave_room_for_shared_memory() {
  const auto add = [](dl_phdr_info* info, size_t, void* to) {
    for (int i = 0; i < info->dlpi_phnum; ++i)
      if (info->dlpi_phdr[i].p_type == PT_TLS) *static_cast<size_t*>(to) += info->dlpi_phdr[i].p_memsz;
    return 0;
  };
  size_t variables = 0, stack = 0;
  dl_iterate_phdr(add, &variables);
  pthread_attr_t attributes;
  if (pthread_getattr_default_np(&attributes) != 0) return;
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  if (pthread_attr_getstacksize(&attributes, &stack) == 0 &&
      pthread_attr_setstacksize(&attributes, stack + (variables + page - 1) / page * page) == 0)
    pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

}  // namespace

namespace ladder::simt {

double Thread::processor_seconds() {
  clockid_t clock;
  timespec t{};
  if (pthread_getcpuclockid(thread_.native_handle(), &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

}  // namespace ladder::simt
