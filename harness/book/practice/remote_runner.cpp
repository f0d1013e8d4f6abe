#include "practice/remote_runner.h"

#include "bench/kernel_process.h"
#include "device/machine.h"
#include "simt/memory.h"
#include "simt/trace/schedule.h"

namespace ladder::practice {
namespace {

constexpr double kLastBlocksSeconds = 60;  // the slowest stages take three seconds

}  // namespace

std::vector<Registered> RemoteRunner::stages(bool traced) {
  Request q;
  q.what = "stages";
  q.traced = traced;
  return ask(q).stages;
}

void RemoteRunner::run(const stage::Stage& stage, stage::DType type, const stage::Job& job) {
  begin();
  const simt::TraceOptions options = simt::trace_options();
  Request q;
  q.what = "run";
  q.traced = stage.build == stage::Build::simt_traced;
  q.counters = options.counters;
  q.hazards = options.hazards;
  q.barriers = options.barriers;
  q.stored = options.stored;
  q.schedule = options.schedule;
  q.last_blocks = options.last_blocks;
  q.dtype = stage::dtype_name(type);
  q.block = job.block;
  q.n = job.n;
  q.sizes.assign(std::begin(job.sizes.of), std::end(job.sizes.of));
  q.inclusive = job.inclusive;
  const auto address = [](const void* p) { return reinterpret_cast<uint64_t>(p); };
  for (const void* input : job.inputs) q.inputs.push_back(address(input));
  for (const void* output : job.outputs) q.outputs.push_back(address(output));
  q.multiprocessors = job.context->device().multiprocessors;
  q.run_number = job.context->run_number();
  q.busy_seconds = options.last_blocks > 0 ? kLastBlocksSeconds : bench::busy_seconds(job.n);
  for (const simt::Allocation& a : simt::live_or_recent_allocations())
    q.memory.push_back({a.name, address(a.begin), a.bytes, a.live});
  Response reply = ask(q);
  longest = reply.longest;
  longest_bytes = reply.longest_bytes;
  host_steps = reply.host_steps;
  float_divisions = reply.float_divisions;
  read_by_host = reply.read_by_host.substr(0, 200);
  left_ = std::move(reply.left_in_state);
  for (uint64_t i = 0; i < std::min<uint64_t>(reply.launches, INT32_MAX); ++i) job.context->count_launch();
  simt::trace::note_launch(reply.largest_launch);
  if (q.traced) simt::keep_observation(std::move(reply.observation));
  if (reply.no_memory) throw device::OutOfMemory(reply.stopped);
  if (!reply.stopped.empty()) throw std::runtime_error(reply.stopped);
}

}  // namespace ladder::practice
