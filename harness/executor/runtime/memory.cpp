// Device, managed and pinned memory. All this memory is in the executor's address range, so that kernels are
// watched wherever they access it.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "device/machine.h"
#include "runtime/coverage.h"
#include "runtime/digest.h"
#include "runtime/include/cuda_runtime.h"
#include "runtime/order.h"
#include "runtime/state.h"
#include "simt/memory.h"
#include "simt/presented.h"
#include "simt/trace/launches.h"
#include "platform/source.h"
#include "simt/trace/variables.h"
#include "simt/undefined.h"

using namespace ladder;

namespace ladder::simt_runtime {
namespace {

thread_local const char* next_name = nullptr;

// Has the host received, or could it have received, any data that kernels can write?
bool came_back = false;

constexpr size_t kMostFilled = size_t{1} << 28;  // memory beyond this is not filled

std::string take_name() {
  static unsigned unnamed = 0;
  const char* name = std::exchange(next_name, nullptr);
  return name && *name ? name : "allocation " + std::to_string(++unnamed);
}

cudaError_t allocate(const Call& call, void** pointer, size_t bytes, Where where) {
  const std::string name = take_name();
  if (!pointer) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return where == Where::managed ? cudaErrorInvalidValue : cudaSuccess;
  try {
    auto* p = static_cast<char*>(simt::device_allocate(name, bytes));
    came_back |= where != Where::device;  // the host can read it without a copy
    if (where != Where::device) simt::note_host_may_use(p);
    if (where != Where::pinned) simt::fill_undefined(p, std::min(bytes, kMostFilled));
    close_new(state().blocks.emplace(p, Block{name, p, bytes, where, call.site()}).first->second);
    *pointer = p;
    return cudaSuccess;
  } catch (const device::OutOfMemory&) {
    return cudaErrorMemoryAllocation;
  }
}

// For an operation, the memory exists only if the operation follows the allocation in stream order.
cudaError_t allocate_in(cudaStream_t stream, const Call& call, void** pointer, size_t bytes) {
  if (!exists(stream)) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t e = allocate(call, pointer, bytes, Where::device); e || bytes == 0) return e;
  Operation operation{call.name(), call.site(), {{static_cast<char*>(*pointer), bytes, true}}};
  operation.lifetime = "allocate";
  ordered_allocation(std::move(operation), stream);
  return cudaSuccess;
}

// Host memory that kernels may use. Kernels access a copy, its twin, which receives the host's changes before
// each kernel runs; the kernel's changes are copied back afterwards.
struct Registered {
  char* host;
  size_t bytes;
  char* device;  // nullptr: not requested
};
std::vector<Registered>& registered() {
  static auto* all = new std::vector<Registered>;
  return *all;
}
Registered* registered_at(const void* p) {
  for (Registered& r : registered())
    if (p >= r.host && p < r.host + r.bytes) return &r;
  return nullptr;
}

cudaError_t make_twin(const Call& call, Registered& r) {
  if (r.device) return cudaSuccess;
  void* twin = nullptr;
  if (const cudaError_t e = allocate(call, &twin, r.bytes, Where::pinned)) return e;
  r.device = static_cast<char*>(twin);
  find_block(twin)->site = nullptr;  // a twin is not one of the program's allocations
  return cudaSuccess;
}

// Reports a copy to the host whose size is a number of elements instead of bytes, so that only a quarter or
// an eighth of the written data is copied.
void tell_short_fetch(Block& b) {
  constexpr size_t kFew = 64;
  if (b.where != Where::device || b.bytes < kFew || b.fetched_in_pieces ||
      (b.fetched * 4 != b.bytes && b.fetched * 8 != b.bytes))
    return;
  const char* behind = b.begin + std::min(b.bytes, kMostFilled) - 4;
  if (behind < b.begin + b.fetched || simt::is_undefined(reinterpret_cast<uintptr_t>(behind) / 4 * 4)) return;
  b.fetched_in_pieces = true;  // reported
  report_host_hazard(
      HostHazardKind::not_copied_back, b.fetched_at, "read", b.site, "allocation", b.name,
      {Cause::fetched_too_little, {{"copied", b.fetched}, {"object", b.name}, {"bytes", b.bytes}}});
}

// Explains why no allocation can be freed with this pointer.
Evidence freed_wrongly(const char* p) {
  if (const Block* b = find_block(p))
    return {Cause::freed_wrongly, {{"how", "inside"}, {"object", b->name}, {"bytes", p - b->begin}}};
  const simt::Allocation* known = simt::in_device_memory(p) ? simt::find_allocation(p) : nullptr;
  if (known != nullptr && known->begin == p && known->unmapped) return {};  // by cudaDeviceReset()
  if (known != nullptr && known->begin == p && !known->live)
    return {Cause::freed_wrongly, {{"how", "again"}, {"object", known->name}}};
  return {Cause::freed_wrongly};
}

enum class Frees { now, in_stream };
cudaError_t release(Call& call, void* pointer, bool pinned, Frees how) {
  if (!pointer) return call.end(cudaSuccess);
  if (how == Frees::now) host_knows_all();
  auto found = state().blocks.find(static_cast<char*>(pointer));
  if (found == state().blocks.end() || !simt::in_device_memory(pointer))
    return call.end(cudaErrorInvalidValue, freed_wrongly(static_cast<char*>(pointer)));
  Block& b = found->second;
  if ((b.where == Where::pinned) != pinned) {
    if (call.is_discarded()) b.site = nullptr;  // the error names the fix, so the leak itself is not reported
    return call.end(cudaErrorInvalidValue, {pinned ? Cause::not_pinned_memory : Cause::pinned_memory,
                                            {{"object", b.name}, {"frees", function_that_frees(b.where)}}});
  }
  std::erase_if(state().in_flight,
                [&](const InFlight& f) { return f.begin >= b.begin && f.begin < b.begin + b.bytes; });
  {
    const MemoryOpen open({&b});
    digest_of_memory(b.begin, b.bytes);
    tell_short_fetch(b);
  }
  simt::device_free(pointer);
  close_freed(b);
  state().blocks.erase(found);
  freed();
  return call.end(cudaSuccess);
}

constexpr unsigned kHostAlloc = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;

uint64_t release_threshold = 0;  // the threshold of the only pool
bool is_of_pool(cudaMemPoolAttr a) {
  return a >= cudaMemPoolReuseFollowEventDependencies && a <= cudaMemPoolAttrUsedMemHigh;
}
cudaError_t the_pool(cudaMemPool_t* pool, int device) {
  if (!pool) return cudaErrorInvalidValue;
  *pool = nullptr;
  return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

size_t total_bytes() {
  static const uint64_t total = std::min<uint64_t>(simt::presented::kMemory, simt::physical_bytes() / 4 * 3);
  return static_cast<size_t>(total);
}

struct Symbol {
  const char* begin;
  size_t bytes, element_bytes = 1;
  // The number of bytes, counted from the start of the symbol, that the longest copy to the symbol wrote; the
  // whole size if this number explains nothing.
  size_t copied = 0;
  const void* copied_at = nullptr;
  const char* copied_by = nullptr;  // the name of the call
};
std::vector<Symbol>& symbols() {  // variables whose address the program has requested
  static auto* all = new std::vector<Symbol>;
  return *all;
}

bool is_symbol(const void* p) {
  return std::any_of(symbols().begin(), symbols().end(), [&](const Symbol& s) {
    const auto* a = static_cast<const char*>(p);
    return a >= s.begin && a < s.begin + s.bytes;
  });
}

const simt::trace::Variable* find_variable_of_program(const void* p) {
  const auto address = reinterpret_cast<uintptr_t>(p);
  const simt::trace::Variable* v = simt::trace::find_variable(address);
  return v != nullptr && address < v->begin + v->bytes ? v : nullptr;
}
// A kernel may have stored the address of a variable, and the host may pass it to other kernels.
void note_addresses(const char* copied, size_t bytes) {
  constexpr size_t kMost = 4096;
  for (size_t i = 0; bytes <= kMost && i + sizeof(void*) <= bytes; i += sizeof(void*)) {
    const void* p;
    std::memcpy(&p, copied + i, sizeof p);
    if (const simt::trace::Variable* v = find_variable_of_program(p)) v->address_told = true;
  }
}
// Returns nullptr if the symbol is not a __device__ or __constant__ variable.
Symbol* note_symbol(const void* symbol, size_t bytes) {
  if (!simt::trace::is_variable(symbol)) return nullptr;
  for (Symbol& s : symbols())
    if (s.begin == symbol) return &s;
  symbols().push_back({static_cast<const char*>(symbol), bytes});
  return &symbols().back();
}

bool device_may(const void* p) {
  const Block* b = find_block(p);
  return simt::in_device_memory(p) || is_symbol(p) || (b && b->where == Where::managed);
}
bool host_may(const void* p) {
  const Block* b = find_block(p);
  return b ? b->where != Where::device : !simt::in_device_memory(p) && !is_symbol(p);
}

// width * height, clamped if it overflows.
size_t area(size_t width, size_t height) {
  size_t bytes = 0;
  return __builtin_mul_overflow(width, height, &bytes) ? SIZE_MAX : bytes;
}

// The number of bytes from one row to the next.
size_t pitch_of(size_t width) {
  constexpr size_t kPitch = 512, kMost = SIZE_MAX / kPitch * kPitch;
  return width > kMost ? kMost : (width + kPitch - 1) / kPitch * kPitch;
}

// `object`, which has `its_bytes`, is copied or filled.
void tell_size_of_pointer(const Call& call, size_t bytes, const std::string& object, size_t its_bytes,
                          const void* allocated_at) {
  const char* name = call.measured();
  if (name == nullptr || *name == '\0' || bytes != sizeof name || its_bytes <= bytes) return;
  report_host_hazard(HostHazardKind::copy_size, call.site(), "copy", allocated_at,
                     allocated_at ? "allocation" : "", object,
                     {Cause::size_of_pointer,
                      {{"call", call.name()},
                       {"pointer", name},
                       {"size", bytes},
                       {"object", object},
                       {"bytes", its_bytes}}});
}
void tell_size_of_pointer(const Call& call, size_t bytes, const void* to, const void* from) {
  const Block* b = find_block(to);
  if (!b && from) b = find_block(from);
  if (b) tell_size_of_pointer(call, bytes, b->name, b->bytes, b->site);
}

// A size that is negative as a signed number is reported as such.
Evidence size_of(size_t bytes) {
  if (const auto number = static_cast<std::make_signed_t<size_t>>(bytes); number < 0)
    return {Cause::negative_size, {{"bytes", std::to_string(bytes)}, {"number", int64_t{number}}}};
  return {Cause::size_in_bytes, {{"bytes", bytes}}};
}

// `object`: "" for a block of host memory.
struct Rows {  // of a copy; count 0: the copy is contiguous
  size_t count = 0, pitch = 0;
};
void tell_past_end(const Call& call, const char* doing, size_t bytes, const std::string& object, size_t room,
                   size_t offset, const void* allocated, Rows rows = {}) {
  Evidence evidence(Cause::copy_past_end,
                    {{"call", call.name()}, {"access", doing}, {"size", size_of(bytes)}, {"bytes", room}});
  if (object.empty())
    evidence.add({"object", Evidence(Cause::host_block)});
  else
    evidence.add({"object", object});
  if (offset) evidence.add({"from_byte", offset});
  if (rows.count) evidence.add({"rows", rows.count}).add({"pitch", rows.pitch});
  report_host_hazard(HostHazardKind::copy_past_end, call.site(), doing, allocated, "allocation", object,
                     std::move(evidence));
}

// Is the range inside one live allocation? (In host memory, only the blocks from malloc() and new are known.)
bool inside(Call& call, const void* p, size_t bytes, const char* doing, Rows rows = {}) {
  const auto* a = static_cast<const char*>(p);
  if (!simt::in_device_memory(p)) {
    const HostBlock host = host_block(p);
    if (host.begin == nullptr || bytes <= static_cast<size_t>(host.begin + host.bytes - a)) return true;
    tell_past_end(call, doing, bytes, "", host.bytes, static_cast<size_t>(a - host.begin), nullptr, rows);
    return false;
  }
  const Block* b = find_block(p);
  if (b && bytes <= static_cast<size_t>(b->begin + b->bytes - a)) return true;
  const simt::Allocation* any = simt::find_allocation(p);
  if (b) {
    tell_past_end(call, doing, bytes, b->name, b->bytes, static_cast<size_t>(a - b->begin), b->site);
  } else if (any && any->live) {
    report_host_hazard(
        HostHazardKind::copy_past_end, call.site(), doing, nullptr, "", any->name,
        {Cause::copy_of_kernels_memory, {{"call", call.name()}, {"access", doing}, {"object", any->name}}});
  } else {
    Evidence evidence(Cause::copy_of_freed_memory, {{"call", call.name()}, {"access", doing}});
    if (any) evidence.add({"object", any->name});
    if (any && any->unmapped) evidence.add({"reset", 1});
    report_host_hazard(HostHazardKind::copy_past_end, call.site(), doing, nullptr, "", any ? any->name : "",
                       std::move(evidence));
  }
  return false;
}

// The device variable whose host name has this address.
const simt::trace::Variable* variable_in_host_code(const void* p) {
  const simt::trace::Variable* v = find_variable_of_program(p);
  return v && !v->managed ? v : nullptr;
}

Evidence called(const void* p) {
  const Block* b = simt::in_device_memory(p) ? find_block(p) : nullptr;
  if (b) return {Cause::pointer_to_device, {{"object", b->name}}};
  if (const auto* v = variable_in_host_code(p)) return {Cause::pointer_to_variable, {{"object", v->name}}};
  return {Cause::pointer_to_host};
}

bool right_direction(Call& call, const void* to, const void* from, cudaMemcpyKind kind) {
  bool right = true;
  const char* says = "";
  switch (kind) {
    case cudaMemcpyHostToDevice:
      right = device_may(to) && host_may(from);
      says = "cudaMemcpyHostToDevice";
      break;
    case cudaMemcpyDeviceToHost:
      right = host_may(to) && device_may(from);
      says = "cudaMemcpyDeviceToHost";
      break;
    case cudaMemcpyDeviceToDevice:
      right = device_may(to) && device_may(from);
      says = "cudaMemcpyDeviceToDevice";
      break;
    case cudaMemcpyHostToHost:
      right = host_may(to) && host_may(from);
      says = "cudaMemcpyHostToHost";
      break;
    case cudaMemcpyDefault:
      break;
  }
  if (right) return true;
  Evidence evidence(
      Cause::copy_direction,
      {{"call", call.name()}, {"direction", says}, {"destination", called(to)}, {"source", called(from)}});
  if (variable_in_host_code(to))
    evidence.add({"to_variable", 1});
  else if (variable_in_host_code(from))
    evidence.add({"from_variable", 1});
  else if (kind == cudaMemcpyDeviceToHost && device_may(to) && host_may(from))
    evidence.add({"swapped", 1});
  report_host_hazard(HostHazardKind::copy_direction, call.site(), "copy", nullptr, "", "",
                     std::move(evidence));
  return false;
}

}  // namespace

const char* function_that_frees(Where where) { return where == Where::pinned ? "cudaFreeHost" : "cudaFree"; }

bool is_registered(const void* p) { return registered_at(p) != nullptr; }

bool is_shared_with_host(const void* p) {
  const Block* b = find_block(p);
  const auto is_twin = [p](const Registered& r) {
    return r.device && p >= r.device && p < r.device + r.bytes;
  };
  return (b && b->where != Where::device) || std::any_of(registered().begin(), registered().end(), is_twin);
}

const Block* registered_of_twin(const Block& twin) {
  for (const Registered& r : registered())
    if (r.device == twin.begin) return find_block(r.host);
  return nullptr;
}

std::map<const char*, Block> managed_variables() {
  std::map<const char*, Block> all;
  const auto page = static_cast<uintptr_t>(simt::page_bytes());
  for (const simt::trace::Variable& v : simt::trace::all_variables()) {
    auto* begin = reinterpret_cast<char*>(v.begin);
    if (v.own_pages && v.begin % page == 0)
      all.emplace(begin, Block{v.name, begin, v.bytes, Where::managed, nullptr});
  }
  return all;
}

void give_twins(const Call& call, void* arguments, size_t bytes) {
  if (registered().empty()) return;
  for (size_t at = 0; at + sizeof(char*) <= bytes; at += sizeof(char*)) {
    char *word = static_cast<char*>(arguments) + at, *pointer = nullptr;
    std::memcpy(&pointer, word, sizeof pointer);
    Registered* r = registered_at(pointer);
    if (!r) continue;
    name_next_allocation("registered memory");
    if (make_twin(call, *r)) continue;
    pointer = r->device + (pointer - r->host);
    std::memcpy(word, &pointer, sizeof pointer);
  }
}

void registered_to_device() {
  for (const Registered& r : registered())
    if (r.device) std::memcpy(r.device, r.host, r.bytes);
}
void registered_to_host() {
  for (const Registered& r : registered())
    if (r.device) std::memcpy(r.host, r.device, r.bytes);
}

void tell_short_fetches() {
  const MemoryOpen open;
  for (auto& [address, b] : state().blocks) tell_short_fetch(b);
}

void something_came_back() { came_back = true; }

void name_next_allocation(const char* name) { next_name = name; }

void tell_leaks(std::vector<HostHazard>& to) {
  if (state().sticky) return;  // after a sticky error, even cudaFree() fails
  for (const auto& [address, b] : state().blocks) {
    if (!b.site) continue;
    const simt::SourceLine& line = simt::source_line(b.site);
    if (std::any_of(to.begin(), to.end(), [&](const HostHazard& h) {
          return h.kind == HostHazardKind::leak && h.object == b.name && h.where[0].line == line.line;
        }))
      continue;
    to.push_back({HostHazardKind::leak,
                  {{line.file, line.line, {}, "allocation"}},
                  b.name,
                  1,
                  {Cause::never_freed,
                   {{"object", b.name}, {"bytes", b.bytes}, {"frees", function_that_frees(b.where)}}}});
  }
}

// A copy whose size in bytes equals the number of elements of the symbol is too short if kernels read the
// rest of the symbol, which nothing has set.
void tell_short_symbols(std::vector<HostHazard>& to) {
  for (const Symbol& s : symbols()) {
    const size_t elements = s.bytes / s.element_bytes;
    const char *rest = s.begin + s.copied, *end = s.begin + s.bytes;
    if (s.element_bytes == 1 || s.copied != elements ||
        std::any_of(rest, end, [](char c) { return c != 0; }) ||
        simt::trace::touched_by(rest, s.bytes - s.copied, 0, UINT32_MAX, true).address ||
        !simt::trace::touched_by(rest, s.bytes - s.copied, 0, UINT32_MAX, false).address)
      continue;
    const simt::trace::Variable* v = find_variable_of_program(s.begin);
    const simt::SourceLine& line = simt::source_line(s.copied_at);
    to.push_back({HostHazardKind::copy_size,
                  {{line.file, line.line, {}, "copy"}},
                  v ? v->name : "",
                  1,
                  {Cause::symbol_filled_too_little,
                   {{"call", s.copied_by},
                    {"copied", s.copied},
                    {"object", v ? v->name : "the symbol"},
                    {"elements", elements},
                    {"bytes", s.bytes}}}});
  }
}

void tell_not_copied_back(std::vector<HostHazard>& to) {
  const void* launch_site = last_launch_site();
  if (came_back || !state().any_allocated || !launch_site || state().sticky || event_times_asked() > 0)
    return;
  const simt::SourceLine& line = simt::source_line(launch_site);
  to.push_back({HostHazardKind::not_copied_back,
                {{line.file, line.line, {}, "launch"}},
                "",
                1,
                {Cause::nothing_copied_back}});
}

void forget_memory() {
  const MemoryOpen open;
  for (auto& [address, b] : state().blocks) {
    digest_of_memory(b.begin, b.bytes);
    tell_short_fetch(b);
    simt::device_free(b.begin, true);
  }
  state().blocks = managed_variables();
  registered().clear();
  state().in_flight.clear();
  freed();
}

// Reports words copied to the host without having been written since they were allocated.
void tell_never_written(const Call& call, const char* from, size_t bytes) {
  const Block* b = find_block(from);
  if (!b || b->where == Where::pinned || b->where == Where::registered) return;
  const char* end = std::min<const char*>(from + bytes, b->begin + std::min(b->bytes, kMostFilled));
  size_t words = 0;
  const char *first = nullptr, *last = nullptr;
  size_t period = 0, longest = 0, length = 0;  // in words; `period`: between the starts of gaps
  const simt::Allocation* its = simt::find_allocation(b->begin);
  for (const char* w = b->begin + (from - b->begin + 3) / 4 * 4; w + 4 <= end; w += 4) {
    if (!simt::is_undefined(reinterpret_cast<uintptr_t>(w)) || (its && its->in_padding(w))) continue;
    const bool new_gap = !last || w != last + 4;
    if (!first) first = w;
    if (new_gap) period = std::gcd(period, static_cast<size_t>(w - first) / 4);
    length = new_gap ? 1 : length + 1;
    longest = std::max(longest, length);
    last = w;
    ++words;
  }
  if (words == 0) return;
  // The alignment of a member leaves gaps at regular distances in an array of structures.
  const bool like_padding = period >= 4 && period % 2 == 0 && longest <= (period - 1) / 2;
  const bool in_one_piece = words - 1 == static_cast<size_t>(last - first) / 4;
  const auto found = [&](size_t element) {
    const auto place = [&](const char* w) {
      return b->name + "[" + std::to_string(static_cast<size_t>(w - b->begin) / element) + "]";
    };
    const size_t elements = words * 4 / element;
    return Evidence(Cause::copied_unwritten, {{"words", elements},
                                              {"object", b->name},
                                              {"first", place(first)},
                                              {"last", place(last + 4 - std::min<size_t>(element, 4))},
                                              {"element", element},
                                              {"call", call.name()},
                                              {"pieces", elements == 1  ? "word"
                                                         : in_one_piece ? "range"
                                                                        : "several"}});
  };
  if (from == b->begin) {
    const Gap gap{bytes, bytes - words * 4, first > from && last + 8 > end, in_one_piece,
                  simt::trace::touched_by(from, 4, 0, UINT32_MAX, true).bytes};
    if (const auto [by, why, element] = unfinished(*b, gap); by)
      return report_host_hazard(HostHazardKind::not_computed, by->site, "launch", call.site(), "read",
                                b->name, found(element).add({"why", why}));
  }
  Evidence evidence = found(4);
  if (like_padding)
    evidence.add({"why", Evidence(Cause::like_padding, {{"every", period * 4}})});
  else if (Evidence launch = last_launch_seen(); !launch.empty())
    evidence.add(
        {"why", was_given(*b) || simt::trace::touched_by(b->begin, b->bytes, 0, UINT32_MAX, false).address
                    ? std::move(launch)
                    : Evidence(Cause::not_among_arguments, {{"object", b->name}})});
  else
    evidence.add({"why", Evidence(launch_was_refused() ? Cause::launch_was_refused : Cause::no_launch_yet)});
  report_host_hazard(HostHazardKind::never_written, call.site(), "read", b->site, "allocation", b->name,
                     std::move(evidence));
}

namespace {

enum MemoryKind { pageable, pinned, managed, device };
MemoryKind kind_of(const void* p) {
  const Block* b = find_block(p);
  if (b) return b->where == Where::device ? device : b->where == Where::managed ? managed : pinned;
  return device_may(p) ? device : pageable;
}

// Does the host wait for the operations issued to the copy's stream, including the copy? (CUDA Runtime API,
// "API synchronization behavior". An earlier version of that text said that calls without Async wait if they
// copy managed memory; the current version no longer mentions managed memory. A copy from the device to
// pageable memory "might" wait; on the executor, it does.)
enum Waits { never, before, after };  // before: until earlier operations are done and the source is read
constexpr Waits kWaits[2][4][4] = {   // [asynchronous][from][to]
    {{after, after, after, before},
     {after, after, after, after},
     {after, after, after, after},
     {after, after, after, never}},
    {{after, after, never, never},
     {after, after, never, never},
     {after, never, never, never},
     {after, never, never, never}}};

}  // namespace

cudaError_t copy(Call& call, void* to, const void* from, size_t bytes, cudaMemcpyKind kind, bool asynchronous,
                 cudaStream_t stream) {
  if (!exists(stream)) return cudaErrorInvalidResourceHandle;
  if (bytes == 0) return cudaSuccess;
  if (!to || !from) return cudaErrorInvalidValue;
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (!right_direction(call, to, from, kind)) return cudaErrorInvalidValue;
  tell_size_of_pointer(call, bytes, to, from);
  if (!inside(call, to, bytes, "write") || !inside(call, from, bytes, "read")) return cudaErrorInvalidValue;
  const Waits waits = kWaits[asynchronous][kind_of(from)][kind_of(to)];
  if (waits == before) host_knows_stream(stream);
  Block *const to_block = find_block(to), *const from_block = find_block(from);
  const MemoryOpen open({to_block, from_block});
  stream_sees(stream, static_cast<const char*>(from), bytes);
  const auto host_sees = [](const Block* b) { return b && b->where != Where::device; };
  auto* target = static_cast<char*>(to);
  const auto* source = static_cast<const char*>(from);
  if (!simt::in_device_memory(to) || (to_block && to_block->where == Where::pinned)) {
    tell_never_written(call, source, bytes);
    if (device_may(from)) digest_of_copy(source, bytes);
    note_addresses(source, bytes);
    came_back = true;
    if (from_block) from_block->fetched_in_pieces |= source != from_block->begin;
    if (from_block && source == from_block->begin && bytes > from_block->fetched) {
      from_block->fetched = bytes;
      from_block->fetched_at = call.site();
    }
  }
  if (to_block && host_may(from) && target != to_block->begin) {
    to_block->copied = to_block->bytes;  // in pieces, so the number of bytes explains nothing
  } else if (to_block && host_may(from) && bytes > to_block->copied) {
    to_block->copied = bytes;
    to_block->copied_at = call.site();
  }
  Operation operation{call.name(), call.site(), {}};
  operation.may_go_on = waits == before;
  if (device_may(to) || to_block) operation.ranges.push_back({target, bytes, true});
  if (device_may(from) || from_block) operation.ranges.push_back({source, bytes, false});
  if (operation.ranges.empty()) operation.ranges.push_back({source, 0, false});
  const Turn turn = ordered_copy(std::move(operation), stream);
  if (waits == after) host_knows_stream(stream);
  const bool on_its_way = waits == never;
  if (on_its_way && host_sees(from_block))
    in_flight({turn, const_cast<char*>(source), bytes, true, call.site(), false, false, {}});
  if (on_its_way && host_sees(to_block)) {
    in_flight({turn, target, bytes, false, call.site(), false, false, {source, source + bytes}});
  } else {
    stream_sees(stream, target, bytes);
    std::memmove(to, from, bytes);
  }
  return cudaSuccess;
}

namespace {

cudaError_t copy_rows(Call& call, void* to, size_t to_pitch, const void* from, size_t from_pitch,
                      size_t width, size_t height, cudaMemcpyKind kind, bool asynchronous,
                      cudaStream_t stream) {
  if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
  if (width == 0 || height == 0) return cudaSuccess;
  if (width == to_pitch && width == from_pitch)
    return copy(call, to, from, area(width, height), kind, asynchronous, stream);
  // The rows of device memory are checked one by one.
  for (const auto& [p, pitch, doing] :
       {std::tuple{static_cast<const void*>(to), to_pitch, "write"}, std::tuple{from, from_pitch, "read"}})
    if (!simt::in_device_memory(p) &&
        !inside(call, p, area(pitch, height - 1) + width, doing, {height, pitch}))
      return cudaErrorInvalidValue;
  const size_t before = state().in_flight.size();
  for (size_t row = 0; row < height; ++row)
    if (const cudaError_t e =
            copy(call, static_cast<char*>(to) + row * to_pitch,
                 static_cast<const char*>(from) + row * from_pitch, width, kind, asynchronous, stream))
      return e;
  one_area(before);
  if (Block* b = find_block(to)) b->copied = b->bytes;  // with gaps, so the number of bytes explains nothing
  return cudaSuccess;
}

cudaError_t fill(Call& call, void* p, int byte, size_t bytes, bool asynchronous, cudaStream_t stream) {
  if (!exists(stream)) return cudaErrorInvalidResourceHandle;
  tell_size_of_pointer(call, bytes, p, nullptr);
  if (bytes == 0) return cudaSuccess;
  if (!device_may(p)) {
    report_host_hazard(
        HostHazardKind::copy_direction, call.site(), "fill", nullptr, "", "",
        p == nullptr ? findings::Evidence(Cause::fill_of_host_pointer, {{"call", call.name()}, {"null", 1}})
                     : findings::Evidence(Cause::fill_of_host_pointer, {{"call", call.name()}}));
    return cudaErrorInvalidValue;
  }
  if (!inside(call, p, bytes, "write")) return cudaErrorInvalidValue;
  Block* block = find_block(p);
  const MemoryOpen open({block});
  auto* begin = static_cast<char*>(p);
  if (block && begin != block->begin) {
    block->filled = block->bytes;
  } else if (block && bytes > block->filled) {
    block->filled = bytes;
    block->filled_at = call.site();
    block->filled_by = call.name();
  }
  const Turn turn = ordered_copy({call.name(), call.site(), {{begin, bytes, true}}}, stream);
  const bool host_sees = block && block->where != Where::device;
  if (host_sees && asynchronous) {
    in_flight(
        {turn, begin, bytes, false, call.site(), false, false, std::vector(bytes, static_cast<char>(byte))});
    return cudaSuccess;
  }
  if (host_sees) host_knows_stream(stream);
  stream_sees(stream, begin, bytes);
  std::memset(p, byte, bytes);
  return cudaSuccess;
}

cudaError_t fill_rows(Call& call, void* p, size_t pitch, int byte, size_t width, size_t height,
                      bool asynchronous, cudaStream_t stream) {
  if (width > pitch) return cudaErrorInvalidValue;
  const size_t before = state().in_flight.size();
  for (size_t row = 0; row < height; ++row)
    if (const cudaError_t e =
            fill(call, static_cast<char*>(p) + row * pitch, byte, width, asynchronous, stream))
      return e;
  one_area(before);
  return cudaSuccess;
}

cudaError_t fill_volume(Call& call, const cudaPitchedPtr& p, int byte, const cudaExtent& extent,
                        bool asynchronous, cudaStream_t stream) {
  if (extent.width == 0 || extent.height == 0) return cudaSuccess;
  for (size_t z = 0; z < extent.depth; ++z)
    if (const cudaError_t e = fill_rows(call, static_cast<char*>(p.ptr) + p.pitch * p.ysize * z, p.pitch,
                                        byte, extent.width, extent.height, asynchronous, stream))
      return e;
  return cudaSuccess;
}

cudaError_t copy_volume(Call& call, const cudaMemcpy3DParms* p, bool asynchronous, cudaStream_t stream) {
  if (!p || p->srcArray || p->dstArray) return cudaErrorInvalidValue;
  const auto at = [](const cudaPitchedPtr& m, const cudaPos& pos, size_t z) {
    return static_cast<char*>(m.ptr) + pos.x + m.pitch * (pos.y + m.ysize * (pos.z + z));
  };
  for (size_t z = 0; z < p->extent.depth; ++z)
    if (const cudaError_t e =
            copy_rows(call, at(p->dstPtr, p->dstPos, z), p->dstPtr.pitch, at(p->srcPtr, p->srcPos, z),
                      p->srcPtr.pitch, p->extent.width, p->extent.height, p->kind, asynchronous, stream))
      return e;
  return cudaSuccess;
}

}  // namespace

cudaError_t copy_symbol(void* symbol, size_t symbol_bytes, size_t element_bytes, size_t offset, void* other,
                        size_t bytes, bool to_symbol, cudaMemcpyKind kind, bool asynchronous,
                        cudaStream_t stream) {
  const char* name = to_symbol      ? asynchronous ? "cudaMemcpyToSymbolAsync" : "cudaMemcpyToSymbol"
                     : asynchronous ? "cudaMemcpyFromSymbolAsync"
                                    : "cudaMemcpyFromSymbol";
  Call call(name, SIMT_CALLER);
  if (!call.may_go_on()) return call.end(state().sticky);
  Symbol* its = note_symbol(symbol, symbol_bytes);
  if (!its) return call.end(cudaErrorInvalidSymbol, {Cause::no_symbol});
  if (offset > symbol_bytes || bytes > symbol_bytes - offset) {
    Evidence evidence(Cause::copy_past_symbol,
                      {{"call", call.name()}, {"size", size_of(bytes)}, {"bytes", symbol_bytes}});
    if (offset) evidence.add({"from_byte", offset});
    report_host_hazard(HostHazardKind::copy_past_end, call.site(), "copy", nullptr, "", "",
                       std::move(evidence));
    return call.end(cudaErrorInvalidValue);
  }
  its->element_bytes = element_bytes;
  // A copy that does not begin at the start of the symbol, or whose size contains a sizeof, explains nothing.
  const size_t copied = offset == 0 && call.measured() == nullptr ? bytes : its->bytes;
  if (to_symbol && copied > its->copied) {
    its->copied = copied;
    its->copied_at = call.site();
    its->copied_by = name;
  }
  if (const simt::trace::Variable* v = find_variable_of_program(symbol))
    tell_size_of_pointer(call, bytes, v->name, symbol_bytes, nullptr);
  char* at = static_cast<char*>(symbol) + offset;
  return call.end(to_symbol ? copy(call, at, other, bytes, kind, asynchronous, stream)
                            : copy(call, other, at, bytes, kind, asynchronous, stream));
}

std::string variable_by_name(const void* p) {
  const simt::trace::Variable* v = find_variable_of_program(p);
  return v == nullptr || v->managed || v->address_told || is_registered(p) ? "" : v->name;
}

cudaError_t symbol_address(void** address, const void* symbol, size_t bytes) {
  Call call("cudaGetSymbolAddress", SIMT_CALLER);
  if (!call.may_go_on()) return call.end(state().sticky);
  if (!address) return call.end(cudaErrorInvalidValue);
  if (!note_symbol(symbol, bytes)) return call.end(cudaErrorInvalidSymbol, {Cause::no_symbol});
  find_variable_of_program(symbol)->address_told = true;
  *address = const_cast<void*>(symbol);
  return call.end(cudaSuccess);
}

cudaError_t symbol_size(size_t* bytes, const void* symbol, size_t its_bytes) {
  Call call("cudaGetSymbolSize", SIMT_CALLER);
  if (!call.may_go_on()) return call.end(state().sticky);
  if (!bytes) return call.end(cudaErrorInvalidValue);
  if (!note_symbol(symbol, its_bytes)) return call.end(cudaErrorInvalidSymbol, {Cause::no_symbol});
  *bytes = its_bytes;
  return call.end(cudaSuccess);
}

}  // namespace ladder::simt_runtime

using namespace ladder::simt_runtime;

extern "C" {
cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  SIMT_CALL(cudaMalloc);
  return call.end(allocate(call, pointer, bytes, Where::device));
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  SIMT_CALL(cudaMallocManaged);
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return call.end(cudaErrorInvalidValue);
  return call.end(allocate(call, pointer, bytes, Where::managed));
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes, unsigned flags) {
  SIMT_CALL(cudaMallocHost);
  if (flags & ~kHostAlloc) return call.end(cudaErrorInvalidValue);
  return call.end(allocate(call, pointer, bytes, Where::pinned));
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  SIMT_CALL(cudaHostAlloc);
  if (flags & ~kHostAlloc) return call.end(cudaErrorInvalidValue);
  return call.end(allocate(call, pointer, bytes, Where::pinned));
}
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  SIMT_CALL(cudaMallocAsync);
  return call.end(allocate_in(stream, call, pointer, bytes));
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t, cudaStream_t stream) {
  SIMT_CALL(cudaMallocFromPoolAsync);
  return call.end(allocate_in(stream, call, pointer, bytes));
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  SIMT_CALL(cudaMallocPitch);
  if (!pointer || !pitch) return call.end(cudaErrorInvalidValue);
  *pitch = pitch_of(width);
  const cudaError_t e = allocate(call, pointer, area(*pitch, height), Where::device);
  if (e == cudaSuccess) simt::note_rows(*pointer, *pitch, width);
  return call.end(e);
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* p, cudaExtent extent) {
  SIMT_CALL(cudaMalloc3D);
  if (!p) return call.end(cudaErrorInvalidValue);
  p->pitch = pitch_of(extent.width);
  p->xsize = extent.width;
  p->ysize = extent.height;
  const cudaError_t e =
      allocate(call, &p->ptr, area(area(p->pitch, extent.height), extent.depth), Where::device);
  if (e == cudaSuccess) simt::note_rows(p->ptr, p->pitch, extent.width);
  return call.end(e);
}
cudaError_t cudaFree(void* p) {
  SIMT_CALL(cudaFree);
  return release(call, p, false, Frees::now);
}
cudaError_t cudaFreeAsync(void* p, cudaStream_t stream) {
  SIMT_CALL(cudaFreeAsync);
  if (!exists(stream)) return call.end(cudaErrorInvalidResourceHandle);
  if (const Block* b = find_block(p); b && b->begin == p) {
    Operation operation{call.name(), call.site(), {{b->begin, b->bytes, true}}};
    operation.lifetime = "free";
    ordered_copy(std::move(operation), stream);
  }
  return release(call, p, false, Frees::in_stream);
}
cudaError_t cudaFreeHost(void* p) {
  SIMT_CALL(cudaFreeHost);
  return release(call, p, true, Frees::now);
}
cudaError_t cudaHostRegister(void* p, size_t bytes, unsigned flags) {
  SIMT_CALL(cudaHostRegister);
  constexpr unsigned kAll =
      cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
  if (!p || bytes == 0 || (flags & ~kAll)) return call.end(cudaErrorInvalidValue);
  if (registered_at(p)) return call.end(cudaErrorHostMemoryAlreadyRegistered);
  auto* begin = static_cast<char*>(p);
  registered().push_back({begin, bytes, nullptr});
  state().blocks[begin] = {"registered memory", begin, bytes, Where::registered, nullptr};
  came_back = true;
  return call.end(cudaSuccess);
}
cudaError_t cudaHostUnregister(void* p) {
  SIMT_CALL(cudaHostUnregister);
  host_knows_all();
  Registered* r = registered_at(p);
  if (!r) return call.end(cudaErrorHostMemoryNotRegistered);
  if (r->device) release(call, r->device, true, Frees::now);
  state().blocks.erase(r->host);
  registered().erase(registered().begin() + (r - registered().data()));
  return call.end(cudaSuccess);
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  SIMT_CALL(cudaHostGetDevicePointer);
  if (!device || flags != 0) return call.end(cudaErrorInvalidValue);
  if (Registered* r = registered_at(host)) {
    if (const cudaError_t e = make_twin(call, *r)) return call.end(e);
    *device = r->device + (static_cast<char*>(host) - r->host);
    return call.end(cudaSuccess);
  }
  const Block* b = find_block(host);
  if (!b || b->where == Where::device) return call.end(cudaErrorInvalidValue);
  *device = host;
  return call.end(cudaSuccess);
}
cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  SIMT_CALL(cudaHostGetFlags);
  const Block* b = find_block(host);
  if (!flags || !b || (b->where != Where::pinned && b->where != Where::registered))
    return call.end(cudaErrorInvalidValue);
  *flags = cudaHostAllocMapped;
  return call.end(cudaSuccess);
}
cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  SIMT_CALL(cudaMemGetInfo);
  if (!free && !total) return call.end(cudaErrorInvalidValue);
  size_t used = 0;
  for (const auto& [address, b] : state().blocks) used += b.where <= Where::managed ? b.bytes : 0;
  if (total) *total = total_bytes();
  if (free) *free = std::min(simt::device_free_bytes(), total_bytes() - std::min(used, total_bytes()));
  return call.end(cudaSuccess);
}
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  SIMT_CALL(cudaDeviceGetDefaultMemPool);
  return call.end(the_pool(pool, device));
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  SIMT_CALL(cudaDeviceGetMemPool);
  return call.end(the_pool(pool, device));
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr attribute, void* value) {
  SIMT_CALL(cudaMemPoolSetAttribute);
  if (!value || !is_of_pool(attribute)) return call.end(cudaErrorInvalidValue);
  if (attribute == cudaMemPoolAttrReleaseThreshold) release_threshold = *static_cast<uint64_t*>(value);
  return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr attribute, void* value) {
  SIMT_CALL(cudaMemPoolGetAttribute);
  if (!value || !is_of_pool(attribute)) return call.end(cudaErrorInvalidValue);
  if (attribute < cudaMemPoolAttrReleaseThreshold) {
    *static_cast<int*>(value) = 1;
    return cudaSuccess;
  }
  uint64_t used = 0;
  for (const auto& [address, b] : state().blocks) used += b.where == Where::device ? b.bytes : 0;
  *static_cast<uint64_t*>(value) = attribute == cudaMemPoolAttrReleaseThreshold ? release_threshold : used;
  return cudaSuccess;
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
  return cudaDeviceGetDefaultMemPool(pool, 0);
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return cudaSuccess; }
cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  SIMT_CALL(cudaMemcpy);
  return call.end(copy(call, to, from, bytes, kind, false, nullptr));
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  SIMT_CALL(cudaMemcpyAsync);
  return call.end(copy(call, to, from, bytes, kind, true, stream));
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  SIMT_CALL(cudaMemcpyPeer);
  if (to_device != 0 || from_device != 0) return call.end(cudaErrorInvalidDevice);
  return call.end(copy(call, to, from, bytes, cudaMemcpyDeviceToDevice, false, nullptr));
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes,
                                cudaStream_t stream) {
  SIMT_CALL(cudaMemcpyPeerAsync);
  if (to_device != 0 || from_device != 0) return call.end(cudaErrorInvalidDevice);
  return call.end(copy(call, to, from, bytes, cudaMemcpyDeviceToDevice, true, stream));
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  SIMT_CALL(cudaMemcpy2D);
  return call.end(copy_rows(call, to, to_pitch, from, from_pitch, width, height, kind, false, nullptr));
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  SIMT_CALL(cudaMemcpy2DAsync);
  return call.end(copy_rows(call, to, to_pitch, from, from_pitch, width, height, kind, true, stream));
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  SIMT_CALL(cudaMemcpy3D);
  return call.end(copy_volume(call, p, false, nullptr));
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  SIMT_CALL(cudaMemcpy3DAsync);
  return call.end(copy_volume(call, p, true, stream));
}
cudaError_t cudaMemset(void* p, int byte, size_t bytes) {
  SIMT_CALL(cudaMemset);
  return call.end(fill(call, p, byte, bytes, false, nullptr));
}
cudaError_t cudaMemsetAsync(void* p, int byte, size_t bytes, cudaStream_t stream) {
  SIMT_CALL(cudaMemsetAsync);
  return call.end(fill(call, p, byte, bytes, true, stream));
}
cudaError_t cudaMemset2D(void* p, size_t pitch, int byte, size_t width, size_t height) {
  SIMT_CALL(cudaMemset2D);
  return call.end(fill_rows(call, p, pitch, byte, width, height, false, nullptr));
}
cudaError_t cudaMemset2DAsync(void* p, size_t pitch, int byte, size_t width, size_t height,
                              cudaStream_t stream) {
  SIMT_CALL(cudaMemset2DAsync);
  return call.end(fill_rows(call, p, pitch, byte, width, height, true, stream));
}
cudaError_t cudaMemset3D(cudaPitchedPtr p, int byte, cudaExtent extent) {
  SIMT_CALL(cudaMemset3D);
  return call.end(fill_volume(call, p, byte, extent, false, nullptr));
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int byte, cudaExtent extent, cudaStream_t stream) {
  SIMT_CALL(cudaMemset3DAsync);
  return call.end(fill_volume(call, p, byte, extent, true, stream));
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* a, const void* p) {
  SIMT_CALL(cudaPointerGetAttributes);
  if (!a) return call.end(cudaErrorInvalidValue);
  const Block* b = find_block(p);
  auto* address = const_cast<void*>(p);
  *a = {cudaMemoryTypeUnregistered, -1, nullptr, address};
  if (b && b->where == Where::device) *a = {cudaMemoryTypeDevice, 0, address, nullptr};
  if (b && b->where == Where::managed) *a = {cudaMemoryTypeManaged, 0, address, address};
  if (b && b->where >= Where::pinned) *a = {cudaMemoryTypeHost, 0, address, address};
  return call.end(cudaSuccess);
}
}
