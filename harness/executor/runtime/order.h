// Uses vector clocks to track which stream operations (kernels, copies and fills) are ordered. A stream's clock
// covers its earlier operations, the events that it waits for, and the operations that the host had waited for
// when it issued the current one. The legacy default stream and all streams except non-blocking ones wait for
// each other (CUDA C++ Programming Guide, "Streams").
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/include/cuda_runtime_api.h"
#include "runtime/seen.h"

namespace ladder::simt_runtime {

using StreamNumber = uint32_t;

struct Turn {  // The position of one operation in its stream.
  StreamNumber stream = 0;
  uint64_t number = 0;
};

struct StreamClock {  // For each stream: how many of its operations the owner of this clock knows to be
                      // done.
  std::map<StreamNumber, uint64_t> known;
  void join(const StreamClock&);
};

struct StreamState {
  StreamNumber number = 0;
  bool blocking = true;  // waits for the legacy default stream
  StreamClock clock;
};

struct TouchedRange {
  const char* begin;
  size_t bytes;
  bool write;
};

struct Operation {
  std::string what;  // "the kernel fill", "cudaMemcpyAsync"
  const void* site;
  std::vector<TouchedRange> ranges;         // ranges of a copy or a fill
  uint32_t first_epoch = 0, end_epoch = 0;  // the epochs of a watched kernel
  Turn turn = {};
  bool may_go_on = false;            // the issuing call may return before the operation is done: a copy of
                                     // pageable memory
  const void* printed_at = nullptr;  // where a kernel first printed
  const char* lifetime = nullptr;    // "allocate" or "free": what the operation does to its ranges
};

StreamState& stream_state(cudaStream_t);     // for a per-thread default stream: that of the calling thread
StreamState& state_of_stream(cudaStream_t);  // for a stream that the program created: streams.cpp
void stream_created(StreamState&, bool blocking);
void stream_destroyed(const StreamState&);
void default_stream_is_per_thread();

// Adds a copy or a fill to the stream as its next operation, and reports the operations with which it may
// conflict.
Turn ordered_copy(Operation, cudaStream_t);
void ordered_allocation(Operation, cudaStream_t);  // conflicts only with later operations
// The same for a kernel. The first function is called before the kernel runs and sets its turn; the second is
// called after the kernel has run.
void ordered_launch_begin(Operation&, cudaStream_t);
void ordered_launch_end(Operation&&, bool watched);

StreamClock recorded(cudaStream_t);                      // the clock of an event recorded now
void waits_for_event(cudaStream_t, const StreamClock&);  // applies to later operations of the stream
void host_knows(const StreamClock&);                     // the host has waited for these operations
bool host_has_waited_for(const StreamClock&);
void host_knows_stream(cudaStream_t);  // the host has waited for everything issued to the stream
void host_knows_all();
void host_acquires(const void* word);             // see simt::host_acquires
void tell_lost_prints(std::vector<HostHazard>&);  // called at the end

}  // namespace ladder::simt_runtime
