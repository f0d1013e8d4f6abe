// The program `judge`: the executor and a reader's file, which ./ladder practice and ./ladder grade link into
// it. It executes the requests (file_runner.h) that arrive on standard input, which is a socket, and judges
// nothing, because the file could tamper with any judgement here. Started by remote_process.cpp, and
// sandboxed by sandbox.cpp.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmath>
#include <exception>
#include <cstring>

#include "data/json_members.h"
#include "practice/file_runner.h"
#include "simt/counters_json.h"
#include "simt/crash.h"
#include "simt/memory.h"
#include "simt/trace/share.h"

using namespace ladder;

namespace {

using practice::Request;
using practice::Response;

constexpr int kSocket = 0, kLastWords = 2;
constexpr size_t kMostQuestion = size_t{64} << 20;

void limit_cpu_time(
    double seconds) {  // when it expires, SIGPROF is raised and a final report is made (simt/crash.h)
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(std::ceil(seconds));
  setitimer(ITIMER_PROF, &timer, nullptr);
}

std::string hazards_so_far() { return data::packed(simt::take_observation().hazards); }

// The device memory shared with ./ladder. Its file, if any, arrives before the first request.
bool take_memory() {
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))];
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  if (recvmsg(kSocket, &message, MSG_CMSG_CLOEXEC) != 1) return false;
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_type != SCM_RIGHTS) return false;
  int file = -1;
  std::memcpy(&file, CMSG_DATA(header), sizeof file);
  simt::share_device_memory(file, true);
  close(file);
  return true;
}

}  // namespace

// Mathematical functions that also write through a pointer: the trace sees these as ordinary stores. (Printed
// output is discarded, because nothing reads it here and %n would write unobserved.)
extern "C" {
void __tsan_write4(void*);
void __tsan_write8(void*);
double simt_modf(double x, double* whole) { return __tsan_write8(whole), std::modf(x, whole); }
float simt_modff(float x, float* whole) { return __tsan_write4(whole), std::modf(x, whole); }
double simt_frexp(double x, int* exponent) { return __tsan_write4(exponent), std::frexp(x, exponent); }
float simt_frexpf(float x, int* exponent) { return __tsan_write4(exponent), std::frexp(x, exponent); }
double simt_remquo(double x, double y, int* bits) { return __tsan_write4(bits), std::remquo(x, y, bits); }
float simt_remquof(float x, float y, int* bits) { return __tsan_write4(bits), std::remquo(x, y, bits); }
void simt_sincos(double x, double* s, double* c) {
  __tsan_write8(s), __tsan_write8(c);
  *s = std::sin(x), *c = std::cos(x);
}
void simt_sincosf(float x, float* s, float* c) {
  __tsan_write4(s), __tsan_write4(c);
  *s = std::sin(x), *c = std::cos(x);
}
int simt_printf(const char*, ...) { return 0; }
int simt___printf_chk(int, const char*, ...) { return 0; }
int simt_puts(const char*) { return 0; }
int simt_putchar(int c) { return c; }
}

int main() try {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!take_memory()) return 2;
  simt::trace::watch_host = true;
  simt::install_crash_reporter(kLastWords, hazards_so_far);
  for (std::string text; practice::receive_text(kSocket, text, kMostQuestion);) {
    const Response reply = practice::answer_to(data::unpacked<Request>(text), limit_cpu_time);
    if (!practice::send_text(kSocket, data::packed(reply))) break;
  }
  _exit(0);  // do not run the file's destructors
} catch (const std::exception&) {
  return 2;
}
