// The program `judge`: the executor and a reader's file, which ./ladder practice and ./ladder grade link into
// it. It runs what is requested over standard input, a socket (runner_protocol.h), and judges nothing, because
// the file could tamper with any judging here. Started by remote_runner.cpp, and sandboxed by sandbox.cpp.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmath>
#include <exception>
#include <cstring>
#include <map>
#include <memory>
#include <new>

#include "data/json_members.h"
#include "device/machine.h"
#include "practice/runner_protocol.h"
#include "simt/counters_json.h"
#include "simt/crash.h"
#include "simt/machine.h"
#include "simt/memory.h"
#include "simt/trace/schedule.h"
#include "simt/trace/share.h"

namespace {

using practice::Request;
using practice::Response;

constexpr int kSocket = 0, kLastWords = 2;
constexpr size_t kMostQuestion = size_t{64} << 20;

// The context that the file's launchers receive. Transfers to the host, including those of the answer, are not
// available to them: a kernel has to do the work. (Only stages for several GPUs transfer data, and they are not
// exercises.)
class Launcher final : public device::Context {
 public:
  explicit Launcher(device::Machine& machine) : machine_(machine) {}
  const device::Device& device() const override { return machine_.device(); }
  void* scratch(const char* name, size_t bytes) override { return machine_.scratch(name, bytes); }
  void* state(const char* name, size_t bytes) override { return machine_.state(name, bytes); }
  void zero(void* p, size_t bytes) override {
    if (on_device(p, bytes, "zero")) machine_.zero(p, bytes);
  }
  void copy(void* to, const void* from, size_t bytes) override {
    if (on_device(to, bytes, "copy") && on_device(from, bytes, "copy")) machine_.copy(to, from, bytes);
  }
  void upload(void*, const void*, size_t) override { host_takes_part("upload"); }
  void download(void*, const void*, size_t) override { host_takes_part("download"); }
  unsigned resident_blocks(const void* kernel, unsigned block, size_t dynamic_shared) override {
    return machine_.resident_blocks(kernel, block, dynamic_shared);
  }
  std::vector<std::string> left_in_state() const { return simt::left_in_state(machine_); }
  std::string wrong;  // the forbidden action

 private:
  bool on_device(const void* p, size_t bytes, const char* call) {
    const char* begin = static_cast<const char*>(p);
    if (bytes == 0 || (simt::in_device_memory(begin) && simt::in_device_memory(begin + bytes - 1)))
      return true;
    wrong = std::string("context.") + call + "() is passed host memory: both arguments must be device memory";
    return false;
  }
  void host_takes_part(const char* call) {
    wrong = std::string("host code calls context.") + call + "(): a kernel must do this work";
  }
  device::Machine& machine_;
};

struct Kept {  // what jobs have left behind
  std::unique_ptr<device::Machine> machine;
  std::unique_ptr<Launcher> launcher;
};

Kept& machine_for(const Request& q) {
  constexpr uint64_t kVast = 1 << 20;
  static std::map<uint64_t, Kept> all;
  Kept& kept = all[q.multiprocessors];
  if (q.run_number <= 1 || kept.machine == nullptr) {
    kept = {};
    kept.machine = q.multiprocessors >= kVast ? simt::make_vast_machine() : simt::make_machine();
    if (q.multiprocessors < kept.machine->device().multiprocessors)
      kept.machine = simt::make_small_machine(static_cast<unsigned>(q.multiprocessors));
    kept.launcher = std::make_unique<Launcher>(*kept.machine);
  }
  return kept;
}

void limit_cpu_time(
    double seconds) {  // when it expires, SIGPROF arrives, and a final report is made (simt/crash.h)
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(std::ceil(seconds));
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void run(const Request& q, const stage::Stage& stage, Response& reply) {
  const stage::Variant* variant = nullptr;
  for (const stage::Variant& v : stage.variants)
    if (q.dtype == stage::dtype_name(v.dtype)) variant = &v;
  if (variant == nullptr) {
    reply.stopped = "the file has no version for " + q.dtype;
    return;
  }
  std::vector<simt::Allocation> memory;
  for (const practice::Place& p : q.memory)
    memory.push_back({p.name, reinterpret_cast<char*>(p.begin), p.bytes, p.live});
  simt::adopt_allocations(memory);
  simt::take_observation();
  simt::trace::take_largest_launch();
  simt::trace::take_share();
  simt::set_trace_options({.counters = q.counters,
                           .hazards = q.hazards,
                           .schedule = static_cast<unsigned>(q.schedule),
                           .last_blocks = static_cast<unsigned>(q.last_blocks),
                           .barriers = q.barriers,
                           .stored = q.stored});
  simt::trace::watched_alone = q.traced;
  limit_cpu_time(q.busy_seconds);
  Launcher* launcher = nullptr;
  try {
    Kept& kept = machine_for(q);
    launcher = kept.launcher.get();
    stage::Job job;
    job.context = launcher;
    job.block = static_cast<unsigned>(q.block);
    job.n = q.n;
    for (size_t i = 0; i < std::min(q.sizes.size(), std::size(job.sizes.of)); ++i)
      job.sizes.of[i] = q.sizes[i];
    job.inclusive = q.inclusive;
    for (size_t i = 0; i < std::min(q.inputs.size(), std::size(job.inputs)); ++i)
      job.inputs[i] = reinterpret_cast<const void*>(q.inputs[i]);
    for (size_t i = 0; i < std::min(q.outputs.size(), std::size(job.outputs)); ++i)
      job.outputs[i] = reinterpret_cast<void*>(q.outputs[i]);
    launcher->next_run();
    launcher->wrong.clear();
    kept.machine->next_run();  // from here to synchronize(), host code cannot access device memory
    try {
      variant->run(job);
    } catch (const device::OutOfMemory&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& e) {
      reply.stopped = e.what();
    } catch (...) {
      reply.stopped = "the launcher threw something that is not a std::exception";
    }
    kept.machine->synchronize();
    for (const std::string& name : kept.machine->damaged_guards())
      if (reply.stopped.empty()) reply.stopped = "wrote outside of " + name;
  } catch (const std::exception& e) {
    reply.stopped = e.what();
    reply.no_memory = true;
  }
  simt::open_device_memory();
  limit_cpu_time(0);
  if (launcher != nullptr) {
    reply.launches = static_cast<uint64_t>(launcher->launches());
    if (!launcher->wrong.empty()) reply.stopped = launcher->wrong;
  }
  if (launcher != nullptr) reply.left_in_state = launcher->left_in_state();
  reply.largest_launch = simt::trace::take_largest_launch();
  const simt::trace::Share share = simt::trace::take_share();
  reply.longest = share.longest;
  reply.longest_bytes = share.longest_bytes;
  reply.host_steps = share.host_steps;
  reply.float_divisions = share.float_divisions;
  if (share.read_by_host != nullptr) reply.read_by_host = share.read_by_host;
  reply.observation = simt::take_observation();
}

std::string hazards_so_far() { return data::packed(simt::take_observation().hazards); }

Response answer_to(const Request& q) {
  Response reply;
  if (q.what == "crash") {
    if (auto hazard = simt::crash_hazard(q.last_words, q.busy_seconds)) reply.crash.push_back(*hazard);
    return reply;
  }
  const auto stages = stage::all_stages(q.traced ? stage::Build::simt_traced : stage::Build::simt);
  if (q.what == "stages")
    for (const stage::Stage* s : stages) reply.stages.push_back(practice::registered(*s));
  else if (stages.size() == 1)
    run(q, *stages[0], reply);
  return reply;
}

// The device memory that is shared with ./ladder: its file arrives before the first request, if at all.
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
// output goes nowhere: it has no reader here, and %n would write unobserved.)
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
    const Response reply = answer_to(data::unpacked<Request>(text));
    if (!practice::send_text(kSocket, data::packed(reply))) break;
  }
  _exit(0);  // do not run the file's destructors
} catch (const std::exception&) {
  return 2;
}
