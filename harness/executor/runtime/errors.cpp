// The last error, the sticky error, and the calls that failed.
#include <algorithm>
#include <cstring>

#include "runtime/state.h"
#include "simt/executor.h"
#include "platform/source.h"

namespace ladder::simt_runtime {
namespace {

thread_local bool next_is_discarded = false;
thread_local const char* pointer_measured = nullptr;  // by the argument of the next call

struct Failed {
  std::string call;
  Evidence why;
  const void* site;
  cudaError_t error;
  uint64_t count;
  bool launch, checked;  // checked: the program has asked for the error
};
std::vector<Failed>& failed() {
  static auto* all = new std::vector<Failed>;  // reported after static objects are destroyed
  return *all;
}

struct RawHazard {
  HostHazardKind kind;
  const void *site, *other_site;
  const char *access, *other_access;
  std::string object;
  Evidence evidence;
  uint64_t count;
};
std::vector<RawHazard>& hazards() {
  static auto* all = new std::vector<RawHazard>;
  return *all;
}

Evidence reason(cudaError_t e) {
  if (e == cudaErrorInvalidResourceHandle) return {Cause::no_such_stream_or_event};
  return {Cause::recorded, {{"text", cudaGetErrorString(e)}}};
}

simt::Access access_at(const void* site, const char* access) {
  const simt::SourceLine& line = simt::source_line(site);
  return {line.file, line.line, {}, access};
}

}  // namespace

State& state() {
  static State* s = new State;  // the program's exit handlers may still use it
  return *s;
}

Call::Call(const char* name, const void* site)
    : lock_(state().mutex, std::defer_lock),
      name_(name),
      site_(site),
      discarded_(next_is_discarded),
      in_kernel_(simt::current_worker),
      measured_(std::exchange(pointer_measured, nullptr)) {
  next_is_discarded = false;
  if (!in_kernel_) lock_.lock();
}
bool Call::may_go_on() const { return !in_kernel_ && state().sticky == cudaSuccess; }

cudaError_t Call::end(cudaError_t e, Evidence why) {
  if (e == cudaSuccess || in_kernel_) return e;
  state().last = e;
  state().sticky_arrived |= e == state().sticky;
  if (e == cudaErrorNotReady && why.empty()) return e;  // a normal result of a query
  // An error that the program checks may be intended; it is reported only if its reason is known.
  if (discarded_ || (!why.empty() && e != cudaErrorNotReady))
    remember_failed(name_, site_, e, std::move(why), false, !discarded_);
  else if (e == state().sticky)
    errors_were_asked_for();
  return e;
}

void discarded() { next_is_discarded = true; }
void size_of_pointer(const char* name) { pointer_measured = name; }
void remember_error(cudaError_t e) { state().last = e; }

void remember_failed(const std::string& call, const void* site, cudaError_t e, Evidence why, bool launch,
                     bool checked) {
  for (Failed& known : failed())
    if (known.site == site && known.error == e) {
      ++known.count;
      known.checked &= checked;
      return;
    }
  failed().push_back({call, std::move(why), site, e, 1, launch, checked});
}
// A checked error may be intended, but a refused launch, or a call whose mistake is known, is unlikely to be
// intended.
void errors_were_asked_for() {
  std::erase_if(failed(), [](const Failed& one) { return !one.launch && one.why.empty(); });
  for (Failed& one : failed()) one.checked = true;
}

// Leaves out errors that a hazard has already reported: a refused copy, and all consequences of a stopped
// kernel.
void tell_failed_calls(std::vector<HostHazard>& to) {
  constexpr size_t kMost = 4;  // only the first errors, because these are the causes
  size_t told[2] = {};         // of the unchecked and of the checked errors
  for (const Failed& one : failed()) {
    const bool known =
        one.error == state().sticky ||
        std::any_of(hazards().begin(), hazards().end(), [&](auto& h) { return h.site == one.site; });
    const simt::Access at = access_at(one.site, "call");
    const auto kind = one.checked ? HostHazardKind::failed_call : HostHazardKind::ignored_error;
    const auto same =
        std::find_if(to.begin(), to.end(), [&](const HostHazard& h) {  // the same line, inlined twice
          return h.kind == kind && h.object == one.call && h.where[0].file == at.file &&
                 h.where[0].line == at.line;
        });
    if (same != to.end()) {
      same->count += one.count;
      continue;
    }
    if (known || ++told[one.checked] > kMost) continue;
    to.push_back({kind,
                  {at},
                  one.call,
                  one.count,
                  {one.checked ? Cause::failed_call : Cause::ignored_error,
                   {{"call", one.call},
                    {"error", cudaGetErrorName(one.error)},
                    {"reason", one.why.empty() ? reason(one.error) : one.why}}}});
  }
}

void report_host_hazard(HostHazardKind kind, const void* site, const char* access, const void* other_site,
                        const char* other_access, const std::string& object, Evidence evidence) {
  for (RawHazard& known : hazards())
    if (known.kind == kind && known.site == site && known.other_site == other_site) {
      ++known.count;
      return;
    }
  hazards().push_back({kind, site, other_site, access, other_access, object, std::move(evidence), 1});
}

void host_hazards_into(std::vector<HostHazard>& to) {
  for (const RawHazard& raw : hazards()) {
    HostHazard h{raw.kind, {}, raw.object, raw.count, raw.evidence};
    if (raw.site) h.where.push_back(access_at(raw.site, raw.access));
    if (raw.other_site) h.where.push_back(access_at(raw.other_site, raw.other_access));
    to.push_back(std::move(h));
  }
}

void forget_host_hazards() {
  hazards().clear();
  failed().clear();
}

}  // namespace ladder::simt_runtime

using namespace ladder::simt_runtime;

extern "C" {
cudaError_t cudaGetLastError() {
  const Call call("cudaGetLastError", SIMT_CALLER);
  errors_were_asked_for();
  if (!call.is_discarded()) state().unchecked_launch = nullptr;
  const cudaError_t e = state().last;
  state().last = state().sticky_arrived ? state().sticky : cudaSuccess;
  return e;
}
cudaError_t cudaPeekAtLastError() {
  const Call call("cudaPeekAtLastError", SIMT_CALLER);
  errors_were_asked_for();
  if (!call.is_discarded()) state().unchecked_launch = nullptr;
  return state().last;
}
const char* cudaGetErrorName(cudaError_t e) {
  switch (e) {
#define SIMT_X(NAME, NUMBER, TEXT) \
  case NAME:                       \
    return #NAME;
    SIMT_CUDA_ERRORS(SIMT_X)
#undef SIMT_X
  }
  return "unrecognized error code";
}
const char* cudaGetErrorString(cudaError_t e) {
  switch (e) {
#define SIMT_X(NAME, NUMBER, TEXT) \
  case NAME:                       \
    return TEXT;
    SIMT_CUDA_ERRORS(SIMT_X)
#undef SIMT_X
  }
  return "unrecognized error code";
}
}
