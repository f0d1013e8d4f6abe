#include "runtime/record.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "os/error.h"
#include "os/files.h"
#include "runtime/seen.h"
#include "simt/observation.h"

namespace ladder::simt_runtime {
namespace {

// The type of a memory word is not recorded. A float read as an integer is very large, and an ordinary integer
// read as a float is close to zero. A word that looks like a float is therefore treated as a float.
template <typename Float, typename Whole>
simt::Value likely(const unsigned char* bytes) {
  Float as_float;
  Whole whole;
  std::memcpy(&as_float, bytes, sizeof as_float);
  std::memcpy(&whole, bytes, sizeof whole);
  const Float size = std::abs(as_float);
  return whole != 0 && std::isfinite(as_float) && size > Float(1e-18) && size < Float(1e18)
             ? simt::value_of<Float>(bytes)
             : simt::value_of<Whole>(bytes);
}

simt::Value value(const unsigned char* bytes, uint64_t size) {
  if (size == sizeof(float)) return likely<float, int32_t>(bytes);
  if (size == sizeof(double)) return likely<double, int64_t>(bytes);
  uint64_t whole = 0;
  std::memcpy(&whole, bytes, std::min<size_t>(size, sizeof whole));
  return whole;
}

}  // namespace

const Wanted& wanted_record() {
  static const Wanted wanted = [] {
    Wanted w;
    const char* text = std::getenv(kTrace);
    if (text == nullptr) return w;
    char* rest = nullptr;
    w.launch = std::strtoull(text, &rest, 10);
    w.block = std::strtoull(rest + 1, &rest, 10);
    w.file = rest + 1;
    return w;
  }();
  return wanted;
}

Recording::Recording() : before_(simt::trace_options()), recorder_(wanted_record().block, 1) {
  simt::TraceOptions options = before_;
  options.only_block = static_cast<int64_t>(std::min<uint64_t>(wanted_record().block, INT64_MAX));
  options.hazards = false;
  simt::set_trace_options(options);
  recorder_.listen();
}

Recording::~Recording() {
  simt::BlockTrace trace = recorder_.take(source, {0, value});
  simt::set_trace_options(before_);
  trace.id = kernel;
  trace.file = source;
  trace.block = threads;
  trace.launch = wanted_record().launch;
  trace.block_index = wanted_record().block;
  trace.warps = (threads + 31) / 32;
  try {
    os::write_text(wanted_record().file,
                   data::to_json(trace).dump(-1, ' ', false, data::Json::error_handler_t::replace));
  } catch (const os::Error&) {  // ./ladder try reports that the file is missing
  }
}

}  // namespace ladder::simt_runtime
