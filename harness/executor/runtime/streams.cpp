// Streams and events. Work is executed as soon as it is issued; streams determine when the host may access
// the results.
#include <algorithm>
#include <chrono>
#include <set>

#include "runtime/order.h"
#include "runtime/state.h"

using namespace ladder;

struct simt_stream {
  unsigned flags = 0;
  int priority = 0;
  simt_runtime::StreamState state = {};
};

struct simt_event {
  unsigned flags = 0;
  bool recorded = false;
  std::chrono::steady_clock::time_point time;
  simt_runtime::StreamClock clock = {};
};

namespace ladder::simt_runtime {
namespace {

std::set<cudaStream_t>& streams() {
  static auto* all = new std::set<cudaStream_t>;
  return *all;
}
std::set<cudaEvent_t>& events() {
  static auto* all = new std::set<cudaEvent_t>;
  return *all;
}

bool is_default(cudaStream_t s) { return s == nullptr || s == cudaStreamLegacy || s == cudaStreamPerThread; }

uint64_t times_asked = 0;

}  // namespace

bool exists(cudaStream_t s) { return is_default(s) || streams().count(s) != 0; }

StreamState& state_of_stream(cudaStream_t s) { return exists(s) ? s->state : stream_state(cudaStreamLegacy); }

uint64_t event_times_asked() { return times_asked; }

}  // namespace ladder::simt_runtime

using namespace ladder::simt_runtime;

namespace {
cudaError_t make_stream(cudaStream_t* s, unsigned flags, int priority) {
  if (!s || (flags & ~cudaStreamNonBlocking)) return cudaErrorInvalidValue;
  *s = new simt_stream{flags, priority};
  stream_created((*s)->state, !(flags & cudaStreamNonBlocking));
  streams().insert(*s);
  return cudaSuccess;
}
cudaError_t make_event(cudaEvent_t* e, unsigned flags) {
  constexpr unsigned kAll = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  const bool shared = flags & cudaEventInterprocess;
  if (!e || (flags & ~kAll) || (shared && !(flags & cudaEventDisableTiming))) return cudaErrorInvalidValue;
  *e = new simt_event{flags, false, {}, {}};
  events().insert(*e);
  return cudaSuccess;
}
cudaError_t record(cudaEvent_t e, cudaStream_t s) {
  if (!events().count(e) || !exists(s)) return cudaErrorInvalidResourceHandle;
  *e = {e->flags, true, std::chrono::steady_clock::now(), recorded(s)};
  return cudaSuccess;
}
}  // namespace

extern "C" {
cudaError_t cudaStreamCreate(cudaStream_t* s) {
  SIMT_CALL(cudaStreamCreate);
  return call.end(make_stream(s, 0, 0));
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* s, unsigned flags) {
  SIMT_CALL(cudaStreamCreateWithFlags);
  return call.end(make_stream(s, flags, 0));
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* s, unsigned flags, int priority) {
  SIMT_CALL(cudaStreamCreateWithPriority);
  return call.end(make_stream(s, flags, priority));
}
cudaError_t cudaStreamDestroy(cudaStream_t s) {
  SIMT_CALL(cudaStreamDestroy);
  if (!streams().erase(s)) return call.end(cudaErrorInvalidResourceHandle);
  stream_destroyed(s->state);
  delete s;
  return call.end(cudaSuccess);
}
cudaError_t cudaStreamSynchronize(cudaStream_t s) {
  SIMT_CALL(cudaStreamSynchronize);
  if (!exists(s)) return call.end(cudaErrorInvalidResourceHandle);
  host_knows_stream(s);
  return call.end(cudaSuccess);
}
cudaError_t cudaStreamQuery(cudaStream_t s) {
  SIMT_CALL(cudaStreamQuery);
  if (!exists(s)) return call.end(cudaErrorInvalidResourceHandle);
  if (!call.is_discarded()) host_knows_stream(s);  // a call that ignores the result does not count as waiting
  return call.end(cudaSuccess);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned flags) {
  SIMT_CALL(cudaStreamWaitEvent);
  if (flags & ~cudaEventWaitExternal) return call.end(cudaErrorInvalidValue);
  if (!exists(s) || !events().count(e)) return call.end(cudaErrorInvalidResourceHandle);
  if (e->recorded) waits_for_event(s, e->clock);
  return call.end(cudaSuccess);
}
cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t callback, void* data, unsigned flags) {
  SIMT_CALL(cudaStreamAddCallback);
  if (!callback || flags != 0) return call.end(cudaErrorInvalidValue);
  if (!exists(s)) return call.end(cudaErrorInvalidResourceHandle);
  host_knows(recorded(s));  // the callback runs when all earlier work is done, and may inform the host
  callback(s, cudaSuccess, data);
  return call.end(cudaSuccess);
}
cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t function, void* data) {
  SIMT_CALL(cudaLaunchHostFunc);
  if (!function) return call.end(cudaErrorInvalidValue);
  if (!exists(s)) return call.end(cudaErrorInvalidResourceHandle);
  host_knows(recorded(s));
  function(data);
  return call.end(cudaSuccess);
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t s, void*, size_t, unsigned) {
  SIMT_CALL(cudaStreamAttachMemAsync);
  if (!exists(s)) return call.end(cudaErrorInvalidResourceHandle);
  return call.end(cudaSuccess);
}
cudaError_t cudaStreamGetPriority(cudaStream_t s, int* priority) {
  SIMT_CALL(cudaStreamGetPriority);
  if (!priority) return call.end(cudaErrorInvalidValue);
  if (!exists(s)) return call.end(cudaErrorInvalidResourceHandle);
  *priority = is_default(s) ? 0 : s->priority;
  return call.end(cudaSuccess);
}
cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned* flags) {
  SIMT_CALL(cudaStreamGetFlags);
  if (!flags) return call.end(cudaErrorInvalidValue);
  if (!exists(s)) return call.end(cudaErrorInvalidResourceHandle);
  *flags = is_default(s) ? 0 : s->flags;
  return call.end(cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t* e) {
  SIMT_CALL(cudaEventCreate);
  return call.end(make_event(e, 0));
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* e, unsigned flags) {
  SIMT_CALL(cudaEventCreateWithFlags);
  return call.end(make_event(e, flags));
}
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s) {
  SIMT_CALL(cudaEventRecord);
  return call.end(record(e, s));
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s, unsigned flags) {
  SIMT_CALL(cudaEventRecordWithFlags);
  if (flags & ~cudaEventRecordExternal) return call.end(cudaErrorInvalidValue);
  return call.end(record(e, s));
}
cudaError_t cudaEventQuery(cudaEvent_t e) {
  SIMT_CALL(cudaEventQuery);
  if (!events().count(e)) return call.end(cudaErrorInvalidResourceHandle);
  if (e->recorded && !call.is_discarded()) host_knows(e->clock);
  return call.end(cudaSuccess);
}
cudaError_t cudaEventSynchronize(cudaEvent_t e) {
  SIMT_CALL(cudaEventSynchronize);
  if (!events().count(e)) return call.end(cudaErrorInvalidResourceHandle);
  if (e->recorded) host_knows(e->clock);
  return call.end(cudaSuccess);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  SIMT_CALL(cudaEventElapsedTime);
  if (!milliseconds) return call.end(cudaErrorInvalidValue);
  if (!events().count(start) || !events().count(end)) return call.end(cudaErrorInvalidResourceHandle);
  if (!start->recorded || !end->recorded || ((start->flags | end->flags) & cudaEventDisableTiming))
    return call.end(cudaErrorInvalidResourceHandle);
  ++times_asked;
  if (!host_has_waited_for(start->clock) || !host_has_waited_for(end->clock))
    return call.end(cudaErrorNotReady, {Cause::events_not_reached});
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
  return call.end(cudaSuccess);
}
cudaError_t cudaEventDestroy(cudaEvent_t e) {
  SIMT_CALL(cudaEventDestroy);
  if (!events().erase(e)) return call.end(cudaErrorInvalidResourceHandle);
  delete e;
  return call.end(cudaSuccess);
}

cudaError_t cudaDeviceSynchronize() {
  SIMT_CALL(cudaDeviceSynchronize);
  host_knows_all();
  return call.end(cudaSuccess);
}
cudaError_t cudaThreadSynchronize() {
  SIMT_CALL(cudaThreadSynchronize);
  host_knows_all();
  return call.end(cudaSuccess);
}
}
cudaError_t cudaEventElapsedTime_v2(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return cudaEventElapsedTime(milliseconds, start, end);
}
