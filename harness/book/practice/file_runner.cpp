#include "practice/file_runner.h"

#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <new>

#include "device/machine.h"
#include "simt/crash.h"
#include "simt/machine.h"
#include "simt/memory.h"
#include "simt/trace/schedule.h"
#include "simt/trace/share.h"

namespace ladder::practice {
namespace {

// The context that the file's launchers receive. It allows no transfers to the host, not even of the answer,
// because a kernel must do the work. (Only stages for several GPUs transfer data, and they are not exercises.)
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
  std::vector<simt::LeftInState> left_in_state() const { return simt::left_in_state(machine_); }
  std::string wrong;  // the forbidden action

 private:
  bool on_device(const void* p, size_t bytes, const char* call) {
    const char* begin = static_cast<const char*>(p);
    if (bytes == 0 || (simt::in_device_memory(begin) && simt::in_device_memory(begin + bytes - 1)))
      return true;
    wrong = std::string("context.") + call +
            "() is passed a pointer to host memory: both arguments must point to device memory";
    return false;
  }
  void host_takes_part(const char* call) {
    wrong = std::string("host code calls context.") + call + "(): a kernel must do this work";
  }
  device::Machine& machine_;
};

struct Kept {  // memory left behind by earlier jobs
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

void run_stage(const Request& q, const stage::Stage& stage, LimitTime limit_time, Response& reply) {
  const stage::Variant* variant = nullptr;
  for (const stage::Variant& v : stage.variants)
    if (q.dtype == stage::dtype_name(v.dtype)) variant = &v;
  if (variant == nullptr) {
    reply.stopped = "the file has no version for " + q.dtype;
    return;
  }
  std::vector<simt::Allocation> memory;
  for (const Place& p : q.memory)
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
  limit_time(q.busy_seconds);
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
      if (reply.stopped.empty()) reply.stopped = "wrote outside " + name;
  } catch (const std::exception& e) {
    reply.stopped = e.what();
    reply.no_memory = true;
  }
  simt::open_device_memory();
  limit_time(0);
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

}  // namespace

Response answer_to(const Request& q, LimitTime limit_time) {
  Response reply;
  if (q.what == "crash") {
    if (auto hazard = simt::crash_hazard(q.last_words, q.busy_seconds)) reply.crash.push_back(*hazard);
    return reply;
  }
  const auto stages = stage::all_stages(q.traced ? stage::Build::simt_traced : stage::Build::simt);
  if (q.what == "stages")
    for (const stage::Stage* s : stages) reply.stages.push_back(registered(*s));
  else if (stages.size() == 1)
    run_stage(q, *stages[0], limit_time, reply);
  return reply;
}

}  // namespace ladder::practice
