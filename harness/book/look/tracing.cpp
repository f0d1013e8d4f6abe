#include "look/tracing.h"

#include <fmt/format.h>

#include <cstring>

#include "bench/kernel_process.h"
#include "os/error.h"
#include "simt/trace/record.h"

namespace ladder::look {
namespace {

// The bytes of a value as this type; if the size differs, as an integer.
simt::Value value(const unsigned char* bytes, uint64_t size, stage::DType dtype) {
  if (size == stage::dtype_size(dtype)) {
    switch (dtype) {
      case stage::DType::f32:
        return simt::value_of<float>(bytes);
      case stage::DType::f64:
        return simt::value_of<double>(bytes);
      case stage::DType::i32:
        return simt::value_of<int32_t>(bytes);
      case stage::DType::i64:
        return simt::value_of<int64_t>(bytes);
      default:
        break;
    }
  }
  uint64_t whole = 0;
  std::memcpy(&whole, bytes, std::min<size_t>(size, sizeof whole));
  return whole;
}

int launch_number(const Place& place) {
  return static_cast<int>(std::min<uint64_t>(place.launch, INT32_MAX));
}

void check_launch(const stage::Stage& s, const bench::Conditions& c, const Place& place, int made) {
  const int launches = std::min(made, launch_number(place));  // later launches are not run
  if (static_cast<uint64_t>(launches) < place.launch)
    throw os::Error(fmt::format("--launch {}: {} starts {} kernel{} here ({})", place.launch, s.id, launches,
                                launches == 1 ? "" : "s", in_words(s, c)));
}

// Runs in the child process, whose exceptions the parent process rethrows.
simt::LaunchTrace record_messages(const stage::Stage& s, const bench::Conditions& c, const Place& place) {
  simt::MessageRecorder recorder(launch_number(place));
  const bench::Observed observed =
      bench::observe(s, c, {.counters = true, .hazards = false},
                     [&](device::Machine& machine) { recorder.listen(machine); });
  simt::LaunchTrace trace = recorder.take();
  check_launch(s, c, place, observed.launches);
  if (trace.out_of_room)
    throw os::Error(fmt::format("{}: this launch does too much work to be traced; use a smaller n", s.id));
  trace.id = s.id;
  trace.launch = place.launch;
  return trace;
}

template <typename Trace>
Trace answer_of(const os::Outcome& outcome, const stage::Stage& s) {
  if (outcome.status == os::Outcome::Status::failed) throw os::Error(outcome.error);
  if (!outcome.finished()) throw Crashed(fmt::format("{}: {}", s.id, outcome.error));
  return data::unpacked<Trace>(outcome.result);
}

template <typename Trace>
Trace apart(Trace (*recording)(const stage::Stage&, const bench::Conditions&, const Place&),
            const stage::Stage& s, const bench::Conditions& c, const Place& place, double timeout) {
  const os::Outcome outcome =
      bench::run_kernels_isolated([&](const os::Report&) { return data::packed(recording(s, c, place)); },
                                  bench::executor_limits(timeout, c.n, 1));
  return answer_of<Trace>(outcome, s);
}

}  // namespace

simt::BlockTrace trace_from(const os::Outcome& outcome, const stage::Stage& s) {
  return answer_of<simt::BlockTrace>(outcome, s);
}

simt::BlockTrace record(const stage::Stage& s, const bench::Conditions& c, const Place& place) {
  simt::BlockRecorder recorder(place.block_index, launch_number(place));
  const bench::Observed observed =
      bench::observe(s, c,
                     {.counters = true,
                      .hazards = false,
                      .only_block = static_cast<int64_t>(std::min<uint64_t>(place.block_index, INT64_MAX))},
                     [&](device::Machine& machine) { recorder.listen(machine); });
  if (!observed.no_memory.empty()) throw os::Error(observed.no_memory);
  const auto decoded = [&](const unsigned char* bytes, uint64_t size) { return value(bytes, size, c.dtype); };
  simt::BlockTrace trace = recorder.take(s.file, {stage::dtype_size(c.dtype), decoded});
  check_launch(s, c, place, observed.launches);
  if (place.block_index >= trace.blocks)
    throw os::Error(fmt::format("--block-index {}: launch {} of {} has {} block{}, 0 to {} ({})",
                                place.block_index, place.launch, s.id, trace.blocks,
                                trace.blocks == 1 ? "" : "s", trace.blocks - 1, in_words(s, c)));
  trace.id = s.id;
  trace.file = s.file;
  trace.n = c.n;
  trace.dtype = stage::dtype_name(c.dtype);
  trace.input = check::name(c.input);
  trace.block = c.block;
  trace.launch = place.launch;
  trace.block_index = place.block_index;
  if (!observed.stopped.empty())
    trace.note = "the run was stopped: " + observed.stopped + (trace.note.empty() ? "" : "; ") + trace.note;
  return trace;
}

simt::BlockTrace trace(const stage::Stage& s, const bench::Conditions& c, const Place& place,
                       double timeout) {
  return apart(record, s, c, place, timeout);
}
simt::LaunchTrace messages(const stage::Stage& s, const bench::Conditions& c, const Place& place,
                           double timeout) {
  return apart(record_messages, s, c, place, timeout);
}

}  // namespace ladder::look
