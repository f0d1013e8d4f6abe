#include "platform/workers.h"

#include <pthread.h>
#include <time.h>

namespace simt {

double Thread::processor_seconds() {
  clockid_t clock;
  timespec t{};
  if (pthread_getcpuclockid(thread_.native_handle(), &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

}  // namespace simt
