// Which operations of streams are ordered: kernels, copies and fills, by vector clocks. A stream knows what came before in
// it, what events it waits for, and what the host had waited for when it was asked. The legacy default stream and all
// streams but the non-blocking ones wait for each other (CUDA C++ Programming Guide, "Streams").
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/include/cuda_runtime_api.h"
#include "runtime/seen.h"

namespace simt_runtime {

using StreamNumber = uint32_t;

struct Turn {  // of one operation: its place in its stream
  StreamNumber stream = 0;
  uint64_t number = 0;
};

struct StreamClock {  // of each stream: how many of its operations are done for who has this clock
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
  std::vector<TouchedRange> ranges;         // of a copy or a fill
  uint32_t first_epoch = 0, end_epoch = 0;  // of a kernel, as watched
  Turn turn = {};
  bool may_go_on = false;            // when the call returns that asks for it: a copy of pageable memory
  const void* printed_at = nullptr;  // by a kernel, first
  bool frees = false;                // what its ranges are
};

StreamState& stream_state(cudaStream_t);     // of this host thread, where that matters
StreamState& state_of_stream(cudaStream_t);  // one that the program has made: streams.cpp
void stream_created(StreamState&, bool blocking);
void stream_destroyed(const StreamState&);
void default_stream_is_per_thread();

// The stream is asked for one more operation, a copy or a fill: what it may meet is told.
Turn ordered_copy(Operation, cudaStream_t);
// The same of a kernel, whose turn is set: first, and after it has run.
void ordered_launch_begin(Operation&, cudaStream_t);
void ordered_launch_end(Operation&&, bool watched);

StreamClock recorded(cudaStream_t);                      // by an event
void waits_for_event(cudaStream_t, const StreamClock&);  // later operations of the stream
void host_knows(const StreamClock&);                     // it has waited
bool host_has_waited_for(const StreamClock&);
void host_knows_stream(cudaStream_t);  // all that it was asked for
void host_knows_all();
void tell_lost_prints(std::vector<HostHazard>&);  // at the end

}  // namespace simt_runtime
