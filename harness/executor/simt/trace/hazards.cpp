#include "simt/trace/hazards.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>
#include <tuple>

#include "simt/memory.h"
#include "platform/source.h"
#include "platform/workers.h"
#include "simt/trace/accessed_name.h"
#include "simt/trace/variables.h"

namespace ladder::simt::trace {
namespace {

using findings::Cause;
using findings::Evidence;

constexpr size_t kMaxDistinct = 512;  // a broken kernel fails in only a few places

struct Collection {
  std::mutex mutex;  // untraced launches report from several threads
  std::map<std::tuple<HazardKind, const void*, const void*>, size_t> index;
  std::vector<RawHazard> hazards;
  bool incomplete = false;
};
Collection& collection() {
  static Collection& c = *new Collection;
  return c;
}

// The thread's number; in a two-dimensional block, its x and y.
std::string number_of(const Site& site) {
  const dim3& shape = session.block_shape;
  if (shape.y * shape.z == 1 || site.thread < 0) return std::to_string(site.thread);
  const unsigned t = static_cast<unsigned>(site.thread), x = t % shape.x, y = t / shape.x % shape.y;
  return "(" + std::to_string(x) + ", " + std::to_string(y) +
         (shape.z == 1 ? "" : ", " + std::to_string(t / shape.x / shape.y)) + ")";
}

ThreadId thread_of(const Site& site) {
  if (!site.pc) return {};
  return {static_cast<int64_t>(site.block), site.thread < 0 ? "" : number_of(site)};
}

template <typename Describe>  // fills in object and message, for the first hazard of its kind
void add(HazardKind kind, const char* space, const Site& first, const Site& second, Describe describe,
         int priority = 0) {
  Collection& c = collection();
  std::lock_guard lock(c.mutex);
  const auto key = std::make_tuple(kind, first.pc, second.pc);
  if (const auto known = c.index.find(key); known != c.index.end()) {
    const uint64_t count = ++c.hazards[known->second].count;
    c.hazards[known->second].of_observed_blocks &= first.block != second.block;
    if (c.hazards[known->second].priority >= priority) return;
    c.hazards[known->second] = {};
    c.hazards[known->second].count = count;
  } else {
    if (c.hazards.size() >= kMaxDistinct) return;
    c.index.emplace(key, c.hazards.size());
    c.hazards.emplace_back();
  }
  RawHazard& h = c.hazards[c.index[key]];
  h.priority = priority;
  h.kind = kind;
  h.space = space;
  h.site[0] = first;
  h.site[1] = second;
  h.thread[0] = thread_of(first);
  h.thread[1] = thread_of(second);
  describe(h);
}

Object element(const std::string& array, int64_t offset, unsigned bytes) {
  const int64_t size = bytes;
  const int64_t index = offset >= 0 ? offset / size : -((-offset + size - 1) / size);
  return {.name = array, .index = {index}, .byte = offset - index * size};
}

// The number of accesses of this size that fit into `size` bytes.
Evidence room(size_t size, unsigned bytes) {
  if (size % bytes == 0) return {Cause::room_for_elements, {{"elements", size / bytes}}};
  return {Cause::room_for_bytes, {{"bytes", size}, {"at_once", bytes}}};
}

// How far an access that starts at `offset` extends beyond `size`.
Evidence how_far(int64_t offset, unsigned bytes, size_t size) {
  const auto end = static_cast<int64_t>(size);
  if (offset < 0) return {Cause::before_the_start, {{"bytes", -offset}}};
  if (offset == end) return {Cause::just_past_the_end};
  if (offset > end) return {Cause::past_the_end, {{"bytes", offset - end}}};
  return {Cause::over_the_end, {{"bytes", offset + bytes - end}}};
}

// The facts that all accesses have in common.
Evidence of_access(Cause cause, const Site& site, const Object& object) {
  return {cause, {{"thread", number_of(site)}, {"access", site.access}, {"object", object}}};
}

// Facts about two conflicting accesses.
Evidence of_two(Cause cause, const Site& one, const Site& two, const Object& object) {
  Evidence evidence = of_access(cause, one, object);
  evidence.add({"other_thread", number_of(two)}).add({"other_access", two.access});
  if (one.block != two.block) evidence.add({"block", one.block}).add({"other_block", two.block});
  return evidence;
}

// The array nearest to a place in a gap, or the dynamic array if the place is inside that array.
const SharedRange* nearest_array(uintptr_t offset) {
  const SharedRange* best = nullptr;
  uintptr_t best_distance = ~uintptr_t{0};
  for (const SharedRange& a : session.arrays) {
    const uintptr_t distance = offset < a.offset             ? a.offset - offset
                               : offset < a.offset + a.bytes ? 0
                                                             : offset - a.offset - a.bytes + 1;
    if (distance < best_distance) best = &a, best_distance = distance;
  }
  return best;
}

}  // namespace

void mark_incomplete() { collection().incomplete = true; }
bool take_incomplete() { return std::exchange(collection().incomplete, false); }

namespace {

Object name_of_shared(uintptr_t offset, unsigned bytes) {
  const SharedRange* array = nearest_array(offset);
  return array ? element(array->array->name, static_cast<int64_t>(offset - array->offset), bytes) : Object();
}

Object name_of_global(uintptr_t address, unsigned bytes) {
  if (session.device.holds(address)) {
    const auto* p = reinterpret_cast<const char*>(address);
    const Allocation* allocation = find_allocation(p);
    return allocation ? element(allocation->name, p - allocation->begin, bytes) : Object();
  }
  if (const Variable* v = find_variable(address))
    return element(v->name, static_cast<int64_t>(address - v->begin), bytes);
  return {.name = "a variable of the program"};
}

void tell_uninitialised(RawHazard& h, const RawHazard::Byte& byte, const Site& reader) {
  const bool shared = h.space == std::string_view("shared");
  h.told = byte;
  h.site[0] = reader;
  h.thread[0] = thread_of(reader);
  h.object = shared ? name_of_shared(byte.second, h.bytes) : name_of_global(byte.second, h.bytes);
  const Filled* filled =
      shared ? nullptr : filled_too_little(reinterpret_cast<const void*>(byte.second), h.bytes);
  const auto* p = reinterpret_cast<const char*>(byte.second);
  const Allocation* rows = shared ? nullptr : find_allocation(p);
  if (rows && !rows->in_padding(p)) rows = nullptr;
  h.evidence = of_access(filled   ? Cause::filled_too_little
                         : shared ? Cause::shared_never_written
                         : rows   ? Cause::padding_never_written
                                  : Cause::device_never_written,
                         reader, h.object);
  if (rows) h.evidence.add({"array", rows->name}).add({"row", rows->row_bytes}).add({"pitch", rows->pitch});
  if (filled) h.evidence.add({"call", filled->call}).add({"bytes", filled->bytes});
}

// Are two places on one line in the same statement? If not, which of them comes first? (`one` is also the
// answer if this is not known.)
enum class Statements : uint8_t { one, first_first, second_first };
Statements statements_of(const void* one, const void* two) {
  if (source_line(one).line != source_line(two).line) return Statements::one;
  const SourceText a = source_text(one), b = source_text(two);
  const auto [begin, end] = std::minmax(a.column, b.column);
  if (a.line != b.line || a.line.substr(begin, end - begin).find(';') == std::string::npos)
    return Statements::one;
  return a.column < b.column ? Statements::first_first : Statements::second_first;
}

// The two places between which a barrier belongs: "after the write on line 12 and before the read on line 14".
Evidence between_lines(RawHazard& h, Statements statements) {
  const SourceLine &one = source_line(h.site[0].pc), &two = source_line(h.site[1].pc);
  const int calls[2] = {calling_line(h.site[0].pc), calling_line(h.site[1].pc)};
  const bool of_two_functions = calls[0] != calls[1];
  for (int i = 0; i < 2; ++i) h.line[i] = of_two_functions && calls[i] ? calls[i] : (i ? two : one).line;
  if (h.first < 0 || h.line[0] == h.line[1] || h.line[0] <= 0 || h.line[1] <= 0 || one.file != two.file) {
    const bool read_first = h.site[0].access == std::string_view("read");
    // A single line in which threads have written more than once since the last barrier: the writes belong to
    // two iterations of a loop.
    const bool second_site_first =
        statements == Statements::one ? !read_first : statements == Statements::second_first;
    const bool one_reads = read_first != (h.site[1].access == std::string_view("read"));
    if (one_reads && statements == Statements::one && h.on_one_line.empty() && h.line[0] > 0 &&
        one.line == two.line && one.file == two.file)
      return {Cause::end_of_loop};
    return {Cause::between_accesses,
            {{"first", h.site[second_site_first ? 1 : 0].access},
             {"second", h.site[second_site_first ? 0 : 1].access}}};
  }
  const int first = h.first, second = 1 - h.first;
  Evidence place(Cause::between_lines, {{"first", h.site[first].access},
                                        {"first_line", h.line[first]},
                                        {"second", h.site[second].access},
                                        {"second_line", h.line[second]}});
  if (of_two_functions && calls[first]) place.add({"first_calls", 1});
  if (of_two_functions && calls[second]) place.add({"second_calls", 1});
  return place;
}

// The block reaches the second access only when it runs through the same function again. The instructions do
// not reveal this if a function is inlined twice, a template is instantiated twice, or a loop is unrolled.
void find_next_round(RawHazard& h) {
  const int earlier = h.first >= 0 ? h.first : h.seen_first;
  if (!h.evidence.is(Cause::race_no_barrier) || h.barrier != RawHazard::Barrier::between || earlier < 0)
    return;
  const void *first = h.site[earlier].pc, *second = h.site[1 - earlier].pc;
  if (h.first < 0 ? !in_other_copy(first, second)
                  : calling_line(first) != calling_line(second) || !in_earlier_statement(second, first))
    return;
  h.barrier = RawHazard::Barrier::next_round;
  if (h.evidence.has("same_warp")) return;
  // The evidence begins with the access that reads: RaceReport.
  const auto reads = [&](int site) { return h.site[site].access == std::string_view("read"); };
  const int one = reads(0) && !reads(1) ? 0 : 1;
  h.evidence.cause = Cause::race_with_next_round;
  h.evidence.add({"later", one == earlier ? "other" : "this"});
}

void conclude_race(RawHazard& h) {
  const Statements statements = statements_of(h.site[0].pc, h.site[1].pc);
  if (statements != Statements::one) h.on_one_line = {};
  if (const SharedParameters& p = h.parameters; !p.one.empty()) {
    const int reads = h.site[0].access == std::string_view("read") ? 0 : 1, other = 1 - reads;
    h.evidence = of_access(Cause::race_of_one_array_twice, h.site[reads], h.object);
    h.evidence.add({"through", reads == 0 ? p.one : p.two})
        .add({"other_thread", number_of(h.site[other])})
        .add({"other_access", h.site[other].access})
        .add({"other_through", reads == 0 ? p.two : p.one})
        .add({"array", h.object.name});
    if (h.site[0].block != h.site[1].block)
      h.evidence.add({"block", h.site[reads].block}).add({"other_block", h.site[other].block});
    if (p.apart != 0) h.evidence.add({"apart", std::abs(p.apart)});
    h.on_one_line = {};
    return;
  }
  if (h.barrier == RawHazard::Barrier::none) return;
  find_next_round(h);
  const Evidence place = between_lines(h, statements);
  if (h.evidence.is(Cause::race_no_barrier))
    h.evidence.add(
        {"place", h.barrier == RawHazard::Barrier::next_round ? Evidence(Cause::end_of_loop) : place});
}

// For a multidimensional shared array, adds its dimensions: "which has 32 x 32 elements".
void conclude_shared_index(RawHazard& h) {
  if (!h.evidence.is(Cause::past_array)) return;
  const ArrayShape shape = array_shape(h.site[0].pc, h.evidence.text("array"));
  uint64_t row = shape.element_bytes;
  std::string dimensions;
  for (const uint64_t n : shape.inner) row *= n, dimensions += " x " + std::to_string(n);
  if (!dimensions.empty() && row > 0 && h.told.second > 0)
    h.evidence.set({"room", Evidence(Cause::room_of_dimensions,
                                     {{"dimensions", std::to_string(h.told.second / row) + dimensions}})});
}

// A read that came too early is reported with the writer; otherwise, the report names an element that was never
// written.
void conclude(RawHazard& h) {
  if (h.kind == HazardKind::out_of_bounds) conclude_shared_index(h);
  if (h.kind == HazardKind::race) conclude_race(h);
  if (!h.writer.pc) return;
  // x += 1 on an uninitialised word: the word has no initial value, whatever the order of the threads.
  const SourceLine &reads = source_line(h.site[0].pc), &writes = source_line(h.writer.pc);
  if (reads.line > 0 && reads.line == writes.line && reads.file == writes.file &&
      statements_of(h.site[0].pc, h.writer.pc) == Statements::one)
    return;
  if (!h.unwritten.empty()) {
    if (!h.unwritten.contains(h.told))
      tell_uninitialised(h, h.unwritten.begin()->first, h.unwritten.begin()->second.site);
    return;
  }
  h.site[1] = h.writer;
  h.thread[1] = thread_of(h.writer);
  h.evidence = of_access(Cause::read_before_write, h.site[0], h.object);
  h.evidence.add({"writer", number_of(h.writer)});
  if (h.writer.block != h.site[0].block) h.evidence.add({"writer_block", h.writer.block});
}

}  // namespace

std::vector<RawHazard> take_hazards() {
  Collection& c = collection();
  std::lock_guard lock(c.mutex);
  c.index.clear();
  std::vector<RawHazard> taken = std::exchange(c.hazards, {});
  for (RawHazard& h : taken) conclude(h);
  return taken;
}

Object object_at(const Context& c, uintptr_t address, unsigned bytes) {
  return c.shared.holds(address) ? name_of_shared(address - c.shared.begin, bytes)
                                 : name_of_global(address, bytes);
}

bool report_bad_shared(Context& c, const BadAccess& a, const SharedRange* meant) {
  const SharedRange *nearest = nearest_array(a.address - c.shared.begin), *array = meant ? meant : nearest;
  const auto offset = static_cast<int64_t>(a.address - c.shared.begin - array->offset);
  const bool dynamic = array->array->dynamic;
  const size_t size = dynamic ? c.dynamic_shared : array->bytes;
  add(HazardKind::out_of_bounds, "shared", a.site, {}, [&](RawHazard& h) {
    h.object = element(array->array->name, offset, a.bytes);
    h.bytes = a.bytes;
    h.evidence = of_access(!dynamic    ? Cause::past_array
                           : size == 0 ? Cause::past_dynamic_shared_of_none
                                       : Cause::past_dynamic_shared,
                           a.site, h.object);
    h.evidence.add({"distance", how_far(offset, a.bytes, size)}).add({"array", array->array->name});
    if (dynamic)
      h.evidence.add({"bytes", size});
    else
      h.evidence.add({"room", room(size, a.bytes)}), h.told.second = size;
  });
  // Up to this address, the access reaches only red zones of arrays and memory that no launch uses. The
  // program's own variables come after it.
  constexpr int64_t kRedZone = 256;
  const auto end =
      static_cast<int64_t>(nearest->offset + nearest->bytes) + (nearest->array->dynamic ? 0 : kRedZone);
  const auto begin = static_cast<int64_t>(a.address - c.shared.begin);
  return begin >= static_cast<int64_t>(nearest->offset) && begin + static_cast<int64_t>(a.bytes) <= end;
}

void report_too_much_shared(const BadAccess& a, const std::string& array, size_t static_bytes,
                            size_t dynamic_bytes) {
  add(HazardKind::out_of_bounds, "shared", a.site, {}, [&](RawHazard& h) {
    h.object = {.name = array};
    h.evidence = {Cause::too_much_shared, {{"array", array}, {"bytes", static_bytes}}};
    if (dynamic_bytes) h.evidence.add({"dynamic_bytes", dynamic_bytes});
  });
}

namespace {

// A 32-bit index that has lost its upper bits: an access 2^32 elements higher or lower would be inside an
// array.
struct Overflow {
  const Allocation* array = nullptr;
  int64_t index = 0, meant = 0;
};
Overflow overflow_of(uintptr_t address, unsigned bytes) {
  constexpr int64_t kAll = int64_t{1} << 32, kNear = 1 << 16;
  constexpr int64_t kMostTimes = 64;
  const int64_t size = bytes;
  Overflow found;
  for (const Allocation& a : all_allocations()) {
    if (!a.live) continue;
    const int64_t offset = static_cast<int64_t>(address - reinterpret_cast<uintptr_t>(a.begin)),
                  index = offset / size, count = static_cast<int64_t>(a.bytes) / size;
    if (offset % size != 0) continue;
    const auto meets = [&](int64_t meant) { found = {find_allocation(a.begin), index, meant}; };
    // An unsigned index that went below 0.
    if (index < kAll && index >= kAll - kNear && index >= count &&
        (!found.array || index - kAll > found.meant))
      meets(index - kAll);
    if (count <= kAll / 2) continue;  // an int can hold every index
    const int64_t k = index < 0 ? (-index + kAll - 1) / kAll : 0;
    if (k > 0 && k <= kMostTimes && index + k * kAll < count) {
      meets(index + k * kAll);
      break;
    }
  }
  return found;
}

bool told_as_overflow(const BadAccess& a) {
  const Overflow o = overflow_of(a.address, a.bytes);
  if (!o.array) return false;
  add(HazardKind::out_of_bounds, "global", a.site, {}, [&](RawHazard& h) {
    const std::string& name = o.array->name;
    const auto at = [&](int64_t index) { return Object{.name = name, .index = {index}}; };
    h.object = at(o.index);
    h.evidence = of_access(o.meant < 0 ? Cause::unsigned_index_below_zero : Cause::int_index_overflowed,
                           a.site, h.object);
    h.evidence.add({"array", name})
        .add({"room", room(o.array->bytes, a.bytes)})
        .add({"index", o.index})
        .add({"meant", o.meant})
        .add({"meant_object", at(o.meant)});
  });
  return true;
}

}  // namespace

void report_bad_global(Context&, const BadAccess& a) {
  const auto* p = reinterpret_cast<const char*>(a.address);
  const Allocation* below = find_allocation(p);
  const Allocation* nearest = below;
  if (!below || !below->contains(p, a.bytes)) {  // is the access just before the next allocation instead?
    const Allocation* above = find_allocation(p + 4096);
    if (above && above != below && (!below || above->begin - p < p - (below->begin + below->bytes)))
      nearest = above;
  }
  const int64_t gap = !nearest             ? 0
                      : p < nearest->begin ? nearest->begin - p
                                           : std::max<int64_t>(0, p - (nearest->begin + nearest->bytes));
  // Beyond this distance, the access is not attributed to the array.
  constexpr int64_t kFar = 1 << 20;
  const size_t far = nearest ? nearest->bytes * (nearest->pitch ? sizeof(double) : 1) : 0;
  if (nearest && gap > kFar && static_cast<uint64_t>(gap) > far) nearest = nullptr;
  if (!nearest && told_as_overflow(a)) return;
  const bool freed = nearest && !nearest->live;
  add(HazardKind::out_of_bounds, "global", a.site, {}, [&](RawHazard& h) {
    if (!nearest) {
      h.evidence = of_access(Cause::far_from_every_array, a.site, {});
      return;
    }
    const int64_t offset = p - nearest->begin;
    h.object = element(nearest->name, offset, a.bytes);
    // Several elements are accessed together: the element size is unknown, so only bytes are reported.
    const bool several = a.bytes == 16;
    // If the pitch counted elements instead of bytes, this access would be inside an existing row.
    const auto pitch = static_cast<int64_t>(nearest->pitch);
    const bool pitch_as_elements = pitch > 0 && a.bytes > 1 && offset >= 0 &&
                                   offset / a.bytes / pitch < static_cast<int64_t>(nearest->bytes) / pitch;
    h.evidence = of_access(freed && nearest->contains(p, a.bytes) ? Cause::used_after_free
                           : pitch_as_elements                    ? Cause::pitch_taken_for_elements
                                                                  : Cause::past_device_array,
                           a.site, h.object);
    if (several) h.evidence.add({"from_byte", offset});
    h.evidence.add({"array", nearest->name})
        .add({"distance", how_far(offset, a.bytes, nearest->bytes)})
        .add({"room", offset % a.bytes == 0 && !several
                          ? room(nearest->bytes, a.bytes)
                          : Evidence(Cause::size_in_bytes, {{"bytes", nearest->bytes}})});
    if (pitch_as_elements) h.evidence.add({"pitch", nearest->pitch});
    if (nearest->unmapped) h.evidence.add({"reset", 1});
  });
}

namespace {

const char* name_of(HostMemory what) {
  switch (what) {
    case HostMemory::heap:
      return "heap";
    case HostMemory::stack:
      return "stack";
    case HostMemory::none:
      return "none";
    case HostMemory::unknown:
      break;
  }
  return "unknown";
}

}  // namespace

void report_invalid_address(Context&, const BadAccess& a) {
  if (a.address >= 65536 && told_as_overflow(a)) return;
  add(HazardKind::invalid_address, "global", a.site, {}, [&](RawHazard& h) {
    h.object = {.address = a.address};
    h.evidence =
        of_access(a.address < 65536 ? Cause::null_pointer : Cause::not_device_memory, a.site, h.object);
    h.evidence.add({"memory", name_of(host_memory(reinterpret_cast<const void*>(a.address)))});
    on_a_large_stack([&] {
      if (is_inlined_from(a.site.pc, "operator()") || function_name(a.site.pc) == "operator()")
        h.evidence.add({"captured", 1});
    });
  });
}

void report_stale_read(Context& c, const BadAccess& a, const Touch& write) {
  const Site writer{pc_of(write.pc), write.atomic && !(write.atomic & kVolatile) ? "atomic" : "write",
                    write.lane, block_index_of(write.epoch)};
  add(HazardKind::race, "global", a.site, writer, [&](RawHazard& h) {
    h.object = object_at(c, a.address, a.bytes);
    h.bytes = a.bytes;
    h.across_blocks = true;
    h.evidence = of_access(Cause::race_through_ldg, a.site, h.object);
    h.evidence.add({"writer", number_of(writer)}).add({"writer_block", writer.block});
  });
}

void report_host_object(Context& c, const BadAccess& a) {
  add(HazardKind::invalid_address, "global", a.site, {}, [&](RawHazard& h) {
    h.object = {.name = object_at(c, a.address, a.bytes).name};
    h.evidence = of_access(Cause::host_object_in_kernel, a.site, h.object);
  });
}

void report_overlap(Context& c, const BadAccess& a, const std::string& one, const Site& writer,
                    const std::string& other) {
  add(HazardKind::race, "shared", a.site, writer, [&](RawHazard& h) {
    const auto offset =
        static_cast<int64_t>(a.address - c.shared.begin - nearest_array(a.address - c.shared.begin)->offset);
    h.object = element(one, offset, a.bytes);
    h.across_warps = true;
    h.evidence = of_access(Cause::extern_arrays_overwritten, a.site, h.object);
    h.evidence.add({"writer", number_of(writer)})
        .add({"other_object", element(other, offset, a.bytes)})
        .add({"array", one})
        .add({"other_array", other});
  });
}

void report_bad_variable(Context&, const BadAccess& a, const Variable& v) {
  const auto offset = static_cast<int64_t>(a.address - v.begin);
  const bool past = a.address + a.bytes > v.begin + v.bytes;
  add(past ? HazardKind::out_of_bounds : HazardKind::invalid_address, "global", a.site, {},
      [&](RawHazard& h) {
        h.object = element(v.name, offset, a.bytes);
        h.evidence = of_access(past ? Cause::past_array : Cause::store_to_constant, a.site, h.object);
        if (past)
          h.evidence.add({"distance", how_far(offset, a.bytes, v.bytes)})
              .add({"array", v.name})
              .add({"room", room(v.bytes, a.bytes)});
      });
}

void report_misaligned(Context& c, const BadAccess& a) {
  const char* space = c.shared.holds(a.address)         ? "shared"
                      : session.device.holds(a.address) ? "global"
                                                        : "local";
  add(HazardKind::misaligned, space, a.site, {}, [&](RawHazard& h) {
    h.object = object_at(c, a.address, a.bytes);
    h.evidence = of_access(Cause::misaligned_access, a.site, h.object);
    h.evidence.add({"bytes", a.bytes}).add({"past", a.address % a.bytes});
  });
}

void report_leaked_local(Context& c, const BadAccess& a, const Fiber& fiber) {
  Site owner;
  for (unsigned t = 0; t < c.worker->threads; ++t)
    if (c.worker->lane[t].fiber == &fiber && c.worker->lane[t].state != LaneState::fresh)
      owner.thread = static_cast<int>(t);
  add(HazardKind::invalid_address, "local", a.site, {}, [&](RawHazard& h) {
    h.object = {.name = owner.thread >= 0 ? "a local variable of thread " + number_of(owner)
                                          : "another thread's variable"};
    h.evidence = of_access(Cause::local_of_another_thread, a.site, h.object);
  });
}

namespace {
constexpr size_t kMostWords = 64 * 1024;  // the largest number of recorded reads that came too early

RawHazard::Byte byte_at(const Context& c, bool shared, uintptr_t address) {
  return shared ? RawHazard::Byte{c.block_index, address - c.shared.begin} : RawHazard::Byte{0, address};
}

// Is there a copy to this place that its thread has not waited for?
bool told_as_async_copy(const Context& c, uintptr_t address, unsigned bytes, const Site& reader) {
  for (unsigned t = 0; t < c.worker->threads; ++t)
    for (const AsyncCopy& copy : c.worker->async_copies[t]) {
      const auto begin = reinterpret_cast<uintptr_t>(copy.to);
      if (address >= begin + copy.bytes || begin >= address + bytes) continue;
      const Site writer{copy.pc, "write", static_cast<int>(t), c.block_index};
      add(HazardKind::race, "shared", reader, writer, [&](RawHazard& h) {
        h.object = object_at(c, address, bytes);
        h.bytes = bytes;
        h.across_warps = true;
        h.evidence = of_two(Cause::race_with_async_copy, reader, writer, h.object);
      });
      return true;
    }
  return false;
}

// Called when these bytes have been written. If the bytes were read before, the mistake was the missing
// ordering. `epoch`: the only epoch in which such a read counts; 0: all epochs.
void explain_early_reads(const Context& c, bool shared, uintptr_t begin, uintptr_t end, uint32_t epoch,
                         const Site& writer) {
  const RawHazard::Byte first = byte_at(c, shared, begin), behind = byte_at(c, shared, end);
  Collection& all = collection();
  std::lock_guard lock(all.mutex);
  for (RawHazard& h : all.hazards) {
    if (h.unwritten.empty() || (h.space == std::string_view("shared")) != shared) continue;
    for (auto read = h.unwritten.lower_bound(first); read != h.unwritten.end() && read->first < behind;) {
      const auto& [reader, its_epoch, clock] = read->second;
      const bool before_syncwarp =
          reader.thread / 32 == writer.thread / 32 && c.clock[writer.thread][reader.thread % 32] > clock;
      const bool counts =
          epoch == 0 || (its_epoch == epoch && reader.thread != writer.thread && !before_syncwarp);
      if (counts && (!h.writer.pc || read->first == h.told)) h.writer = writer;
      read = counts ? h.unwritten.erase(read) : std::next(read);
    }
  }
}
}  // namespace

void note_late_write(Context& c, uintptr_t begin, uintptr_t end, const void* pc) {
  explain_early_reads(c, true, begin, end, c.epoch,
                      {pc, "write", static_cast<int>(c.worker->current), c.block_index});
}

void report_uninitialised(Context& c, const EarlyRead& read, MemoryUse use, const void* pc) {
  if (session.thread_stopped) return;
  if (use.exchange) {
    c.blind_exchange[c.worker->current] = read.address;
    return;
  }
  read_undefined = true;
  const bool is_atomic = use.atomic && !(use.atomic & kVolatile);
  const Site site{pc, is_atomic ? "atomic" : "read", static_cast<int>(c.worker->current), c.block_index};
  const bool global = session.device.holds(read.address);
  if (!global && told_as_async_copy(c, read.address, read.bytes, site)) return;
  c.read_early |= !global;
  const RawHazard::Byte byte = byte_at(c, !global, read.unset);
  add(HazardKind::uninitialised, global ? "global" : "shared", site, {}, [&](RawHazard& h) {
    h.bytes = read.unset == read.address ? read.bytes : std::min(read.bytes, 4u);
    tell_uninitialised(h, byte, site);
  });
  Collection& all = collection();
  std::lock_guard lock(all.mutex);
  const auto known = all.index.find(std::make_tuple(HazardKind::uninitialised, pc, (const void*)nullptr));
  if (known == all.index.end()) return;
  auto& unwritten = all.hazards[known->second].unwritten;
  if (unwritten.size() < kMostWords)
    unwritten.emplace(byte, RawHazard::Reader{site, c.epoch, c.clock[site.thread][site.thread % 32]});
}

namespace {

bool same_line(const void* a, const void* b) {
  const SourceLine &one = source_line(a), &two = source_line(b);
  return one.line > 0 && one.line == two.line && one.file == two.file;
}

const Context::FirstAt* first_at(const Context& c, const Site& s) {
  const Context::FirstAt& first = const_cast<Context&>(c).entry_of(offset_of(s.pc));
  return first.pc == offset_of(s.pc) && first.block == c.block ? &first : nullptr;
}

// Which of the two places does the program reach first between two barriers? The answer is known if one
// thread was the first at both places. -1 if unknown.
int first_in_program(const Context& c, const Site& before, const Site& now) {
  const Context::FirstAt *a = first_at(c, before), *b = first_at(c, now);
  if (a == nullptr || b == nullptr || a == b || a->last_epoch != c.epoch || b->last_epoch != c.epoch ||
      a->lane != b->lane)
    return -1;
  return a->order < b->order ? 0 : 1;
}

// Does the kernel access one array through two of its parameters at these two places?
SharedParameters shared_parameters(const Site& before, const Site& now, uintptr_t address) {
  const Allocation* array = find_allocation(reinterpret_cast<const void*>(address));
  const auto list = session.launch->list;
  SharedParameters found;
  if (array == nullptr || list.empty()) return found;
  const auto value_of = [&](const Site& s, const std::string& name, const char*& value) {
    const ParameterPlace place = name.empty() ? ParameterPlace{} : parameter_place(s.pc, name);
    if (place.index < 0 || static_cast<size_t>(place.index) >= list.size()) return false;
    const Argument& argument = list[static_cast<size_t>(place.index)];
    if (place.offset + sizeof value > argument.bytes) return false;
    std::memcpy(&value, static_cast<const char*>(argument.at) + place.offset, sizeof value);
    return array->contains(value, 0);
  };
  on_a_large_stack([&] {
    const std::string one = accessed_name(before.pc), two = accessed_name(now.pc);
    const char *first = nullptr, *second = nullptr;
    if (one != two && value_of(before, one, first) && value_of(now, two, second))
      found = {one, two, second - first};
  });
  return found;
}

// Is this a race between two `extern __shared__` arrays, which share the same memory?
bool met_by_two_names(const Context& c, const Race& r, const Site& before, const Site& now, RawHazard& h) {
  std::string other = dynamic_array_at(before.pc), name = dynamic_array_at(now.pc);
  const SharedRange* array = nearest_array(r.address - c.shared.begin);
  const bool arrays = !other.empty() && !name.empty();
  if (!arrays && r.before_wrote && r.now.write && array->array->dynamic)  // through a pointer into the array
    on_a_large_stack([&] { other = accessed_name(before.pc), name = accessed_name(now.pc); });
  if (other.empty() || name.empty() || other == name) return false;
  h.object = element(name, static_cast<int64_t>(r.address - c.shared.begin - array->offset), r.bytes);
  h.across_warps = true;
  h.evidence =
      of_two(arrays ? Cause::race_of_extern_arrays : Cause::race_of_shared_views, now, before, h.object);
  h.evidence.add({"other_array", other}).add({"array", name});
  return true;
}

// The missing ordering in a race between blocks.
Cause between_blocks(const Context& c, const Race& r, Announced how) {
  const bool both_wrote = r.before_wrote && r.now.write;
  if (only_acquire_missing(c, r.before)) return Cause::race_no_acquire_fence;
  switch (how) {
    case Announced::without_fence:
      return Cause::race_no_release_fence;
    case Announced::fence_before_barrier:
      return Cause::race_fence_before_barrier;
    case Announced::without_barrier:
    case Announced::before_the_write:
      return Cause::race_announced_by_another;
    case Announced::no:  // if blocks wait for each other, one of them may have passed the ordering on
      if (c.ordering.waited_unfenced && !both_wrote) return Cause::race_no_release_fence;
      break;
  }
  return both_wrote ? Cause::race_of_two_stores_of_blocks : Cause::race_between_blocks;
}

// Adds details to a race that one misplaced line explains.
void add_why(const Context& c, const Race& r, const Site& before, Evidence& evidence) {
  const auto is_for_waiting = [](uintptr_t word) { return is_waited_for(word); };
  if (!r.now.write && has_guarded(r.word, block_of(r.before.epoch), r.before.lane) && !holds_lock(c, 0))
    evidence.add({"lock", 1});
  else if (met_what_came_before(c, r.before) &&
           std::any_of(c.ordering.met.begin(), c.ordering.met.end(), is_for_waiting))
    evidence.add({"early", before.access});
}

// Does the atomic store a value that was computed from the read, as in atomicExch(sum, *sum + x)?
bool is_stored_by_atomic(const void* read, const void* atomic) {
  if (in_condition(read)) return false;
  const SourceText look = source_text(read);
  if (!same_line(read, atomic)) return kernel_line(atomic).find("atomicExch") != std::string::npos;
  return encloses(look.line, look.line.find('(', look.line.rfind("atomic", look.column)), look.column);
}

// Is there a thread, other than this one, that has written at this place since the last barrier?
bool others_write_at(const Context& c, const Site& site) {
  for (unsigned t = 0; t < c.worker->threads; ++t)
    if (static_cast<int>(t) != site.thread && c.visits[t].has(c.epoch, offset_of(site.pc))) return true;
  return false;
}

// Has a thread reached these two places in this order since the last barrier?
bool reached_in_order(const Context& c, const Site& first, const Site& second) {
  for (unsigned t = 0; t < c.worker->threads; ++t)
    if (c.visits[t].has_in_order(c.epoch, offset_of(first.pc), offset_of(second.pc))) return true;
  return false;
}

// The argument at this index of the call to `function` in the line; "": there is no such call.
std::string argument_of(const std::string& line, std::string_view function, int index) {
  size_t at = line.find(function);
  at = at == std::string::npos ? at : line.find('(', at);
  if (at == std::string::npos) return "";
  std::string argument;
  int depth = 0;
  for (size_t i = at + 1; i < line.size(); ++i) {
    if (depth == 0 && (line[i] == ',' || line[i] == ')')) {
      if (index-- == 0 || line[i] == ')') break;
      argument.clear();
      continue;
    }
    depth += (line[i] == '(' || line[i] == '[') - (line[i] == ')' || line[i] == ']');
    if (line[i] != ' ') argument += line[i];
  }
  return argument;
}
bool is_constant(std::string_view word) {  // -1, 0u, INF
  return std::none_of(word.begin(), word.end(), [](unsigned char c) { return std::islower(c) && c != 'u'; });
}

// Does the line count with a statement such as `atomicAdd(count, 1);`?
bool only_counts(const std::string& line) {
  const size_t call = line.find("atomicAdd");
  if (call == std::string::npos) return false;
  const std::string before = line.substr(0, call), by = argument_of(line, "atomicAdd", 1);
  const size_t last = before.find_last_not_of(" \t");
  return (last == std::string::npos || before[last] == ';' || before[last] == ')') && !by.empty() &&
         by.find('.') == std::string::npos && std::isdigit(static_cast<unsigned char>(by[0])) &&
         is_constant(by);
}

// The cause that the source text shows for a read of a word and a later write to it.
Cause cause_in_text(const void* look, const Site& write, bool unused_swap) {
  const SourceLine &looks = source_line(look), &writes = source_line(write.pc);
  if (looks.file != writes.file || looks.line > writes.line) return Cause::none;
  if (write.access != std::string_view("atomic"))
    return in_condition(look) ? Cause::race_of_check_and_store : Cause::none;
  if (is_stored_by_atomic(look, write.pc)) return Cause::race_of_read_and_atomic;
  const std::string line = kernel_line(write.pc);
  // If the expected value is a constant instead of the value that was read, the compare-and-swap may well
  // fail, because another thread was first.
  if (unused_swap && !is_constant(argument_of(line, "atomicCAS", 1)))
    return Cause::race_of_look_and_single_cas;
  if (only_counts(line) && !in_condition(look)) return Cause::race_of_look_and_count;
  const bool before_cas = line.find("atomicCAS") != std::string::npos;
  return in_condition(look) || before_cas ? Cause::race_of_look_and_atomic : Cause::none;
}

// The cause if threads look at the word and then write it, with an atomic or after a condition; otherwise
// `none`.
Cause cause_of_look(const Context& c, const Race& r, const Site& before, const Site& now) {
  const Site &reader = r.now.write ? before : now, &writer = r.now.write ? now : before;
  if (!r.after_look || reader.access != std::string_view("read")) return Cause::none;
  static auto& known = *new std::map<std::tuple<const void*, const void*, bool>, Cause>;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const auto [entry, is_new] = known.try_emplace({reader.pc, writer.pc, r.unused_swap}, Cause::none);
  if (is_new) on_a_large_stack([&] { entry->second = cause_in_text(reader.pc, writer, r.unused_swap); });
  const bool by_one_thread = entry->second == Cause::race_of_check_and_store && before.block == now.block &&
                             !others_write_at(c, writer);
  return by_one_thread ? Cause::none : entry->second;
}

// A race, and the hazard that reports it.
struct RaceReport {
  const Context& c;
  const Race& r;
  const Site &before, &now;
  RawHazard& h;
  const Cause by_look = Cause::none;  // cause_of_look()
  const bool both_wrote = r.before_wrote && r.now.write;
  const bool mixed_atomics =
      (before.access == std::string_view("atomic")) != (now.access == std::string_view("atomic"));
  const bool both_atomics =
      r.before.atomic && r.now.atomic && !((r.before.atomic | r.now.atomic) & kVolatile);
  const bool other_block = before.block != now.block;
  // The reader comes first, because it may see the wrong value.
  const Site& one = !r.now.write || both_wrote ? now : before;
  const Site& two = &one == &now ? before : now;

  void explain() const;

 private:
  void is(Cause cause) const { h.evidence = of_two(cause, one, two, h.object); }
  // For a race between an atomic and a store.
  const Site& store() const { return now.access == std::string_view("atomic") ? before : now; }

  bool explained_by_atomics() const;
  bool is_with_async_copy() const;
  void explain_between_blocks() const;
  bool explained_by_flag() const;
  bool find_barrier(bool same_warp) const;
  void explain_without_barrier() const;
};

// Is the race explained by an atomic whose result is stored again, or by a lock that has no effect?
bool RaceReport::explained_by_atomics() const {
  if (mixed_atomics && both_wrote && same_line(before.pc, now.pc) &&
      session.stored_back == offset_of(store().pc)) {
    h.priority = 6;
    is(Cause::race_atomic_stored_back);
    return true;
  }
  if (both_wrote && is_given_back_plainly(r.word)) {
    h.fence_missing = true;
    h.priority = 6;
    h.evidence = of_access(Cause::race_lock_given_back, store(), h.object);
    if (other_block) h.evidence.add({"block", store().block});
    return true;
  }
  if (const auto locks = different_locks(c, r.word, block_of(r.before.epoch), r.before.lane)) {
    h.priority = 6;
    is(Cause::race_under_different_locks);
    h.evidence.add({"lock", object_at(c, &one == &now ? locks->second : locks->first, 4)})
        .add({"other_lock", object_at(c, &one == &now ? locks->first : locks->second, 4)});
    return true;
  }
  // (Data protected by a lock is accessed with plain loads and stores.)
  if (!other_block && !mixed_atomics && c.ordering.met_unfenced &&
      c.compared[before.thread].epoch == c.epoch && c.compared[now.thread].epoch == c.epoch) {
    h.fence_missing = true;
    is(Cause::race_lock_without_fence);
    return true;
  }
  return false;
}

bool RaceReport::is_with_async_copy() const {
  const auto& copies = c.async_copy_sites;
  const Site& writer = r.now.write ? now : before;
  return !other_block && r.shared && !both_wrote &&
         std::find(copies.begin(), copies.end(), offset_of(writer.pc)) != copies.end();
}

void RaceReport::explain_between_blocks() const {
  if (mixed_atomics && both_wrote) return is(Cause::race_of_store_and_atomic);
  Announced how = announced(c, r.before, r.word);
  // If several blocks execute x += 1, nothing announces the writes, whatever atomics the other threads execute.
  if (how >= Announced::without_barrier && same_line(before.pc, now.pc)) how = Announced::no;
  h.fence_missing = how != Announced::no || only_acquire_missing(c, r.before);
  is(between_blocks(c, r, how));
  h.evidence.add({"later_access", now.access});
  if (!c.ordering.fenced_since_met && !r.now.write && !r.now.atomic) h.evidence.add({"acquire", 1});
  if (how == Announced::before_the_write) h.evidence.add({"atomic_first", 1});
  if (h.evidence.is(Cause::race_between_blocks)) add_why(c, r, before, h.evidence);
  if (fenced_for_block_alone(r.before)) h.evidence.add({"block_fence", 1});
  if (r.shared) h.evidence.add({"shared", 1});
  if (any_has_fenced()) h.evidence.add({"fenced", 1});
}

// Has the thread waited for a flag that another thread has set without a fence?
bool RaceReport::explained_by_flag() const {
  const Context::Waited& w = c.waited[now.thread];
  if (w.epoch != c.epoch || w.word == r.word) return false;
  const Cell* flag = cell_of(c, w.word);
  if (flag && w.acquires && c.ordering.block_fence[flag->write.lane].epoch != 0) return false;
  if (!flag || flag->write.epoch != c.epoch || flag->write.lane == now.thread) return false;
  h.fence_missing = true;
  h.on_one_line = {};
  is(Cause::race_flag_without_fence);
  h.evidence.add({"flag", object_at(c, w.word, 4).name});
  return true;
}

// Records where a barrier is missing: between two iterations (returns true) or between the two places (false).
bool RaceReport::find_barrier(bool same_warp) const {
  h.first = first_in_program(c, before, now);
  const Context::FirstAt *a = first_at(c, before), *b = first_at(c, now);
  if (a && b && a->last_epoch == c.epoch && b->last_epoch == c.epoch && a != b)
    h.seen_first = a->order < b->order ? 0 : 1;
  h.come_to[0] = a ? a->epoch - c.first_epoch : 0;
  h.come_to[1] = b ? b->epoch - c.first_epoch : 0;
  // Has the block also reached this place in an earlier iteration?
  const bool came_before[] = {a && a->epoch != c.epoch, b && b->epoch != c.epoch};
  bool next_round = came_before[0] != came_before[1] && (h.first < 0 || came_before[1 - h.first]);
  if (next_round) {
    h.first = came_before[0] ? 1 : 0;
    // After a loop, a place may follow the last iteration.
    const Site &first = h.first == 0 ? before : now, &later = h.first == 0 ? now : before;
    const bool follows = reached_in_order(c, later, first);
    if (follows) h.first = 1 - h.first;
    next_round = !follows;
  }
  if (!both_wrote || mixed_atomics || (next_round && !same_warp))
    h.barrier = next_round ? RawHazard::Barrier::next_round : RawHazard::Barrier::between;
  return next_round;
}

void RaceReport::explain_without_barrier() const {
  // The use of an atomic shows that threads of more than one warp are involved.
  const bool same_warp =
      before.thread / 32 == now.thread / 32 && !(mixed_atomics && c.worker->threads > kLanes);
  if (find_barrier(same_warp) && !same_warp) {
    is(Cause::race_with_next_round);
    const Site& later = h.first == 0 ? now : before;
    h.evidence.add({"later", &one == &later ? "this" : "other"});
    return;
  }
  is(both_wrote && !mixed_atomics ? Cause::race_of_two_stores : Cause::race_no_barrier);
  h.evidence.add({"barrier", same_warp ? "__syncwarp()" : "__syncthreads()"});
  if (same_warp) {
    h.evidence.add({"same_warp", 1});
    if ((r.before.atomic | r.now.atomic) & kVolatile) h.evidence.add({"volatile", 1});
  }
  if (mixed_atomics && !r.shared && session.total_blocks > 1) h.evidence.add({"other_blocks_too", 1});
}

void RaceReport::explain() const {
  if (explained_by_atomics()) return;
  if (by_look != Cause::none) return is(by_look);
  if (is_with_async_copy()) {
    const int first = first_in_program(c, before, now);
    return is((first < 0 ? r.now.write : r.now.write == (first == 0)) ? Cause::race_with_next_async_copy
                                                                      : Cause::race_with_async_copy);
  }
  const auto comes_again = [&](const Site& site) {
    return c.wrote_again_in[site.thread] == c.epoch ||
           c.visits[site.thread].came_again(c.epoch, offset_of(site.pc));
  };
  const bool again = comes_again(before) || comes_again(now);
  if (!other_block && !both_wrote && !again) {
    h.on_one_line = of_two(Cause::race_in_one_step, one, two, h.object);
    if (before.thread / 32 == now.thread / 32) h.on_one_line.add({"same_warp", 1});
  }
  if (r.shared && both_atomics && ((r.before.atomic ^ r.now.atomic) & kSize) == 0)
    return is(Cause::race_with_first_value);
  if (both_atomics)
    return is(!other_block || (!(r.before.atomic & kOfBlock) && !c.atomic_of_block)
                  ? Cause::race_of_atomic_sizes
                  : Cause::race_of_block_atomic);
  if (other_block) return explain_between_blocks();
  if (!explained_by_flag()) explain_without_barrier();
}

}  // namespace

void settle_races_of_observed_blocks(bool told) {
  Collection& all = collection();
  std::lock_guard lock(all.mutex);
  if (!told && std::erase_if(all.hazards, [](const RawHazard& h) { return h.of_observed_blocks; }) > 0) {
    all.index.clear();
    for (size_t i = 0; i < all.hazards.size(); ++i) {
      const RawHazard& h = all.hazards[i];
      all.index.emplace(std::make_tuple(h.kind, h.site[0].pc, h.site[1].pc), i);
    }
  }
  for (RawHazard& h : all.hazards) h.of_observed_blocks = false;
}

void report_race(Context& c, const Race& r, bool same_value) {
  const auto access = [](uint8_t atomic, bool write) {
    return atomic && !(atomic & kVolatile) ? "atomic" : write ? "write" : "read";
  };
  const Site before{pc_of(r.before.pc), access(r.before.atomic, r.before_wrote), r.before.lane,
                    block_index_of(r.before.epoch)};
  const Site now{r.pc, access(r.now.atomic, r.now.write), static_cast<int>(r.lane), c.block_index};
  if (r.now.write) explain_early_reads(c, r.shared, r.address, r.address + r.bytes, 0, now);
  // A race between two warps takes precedence over one between lanes of a warp, because it shows which barrier
  // is missing. A race between two blocks takes precedence over both.
  const bool other_block = before.block != now.block;
  const bool across_warps = !other_block && before.thread / 32 != now.thread / 32;
  const Cause by_look = cause_of_look(c, r, before, now);
  const int width = other_block && session.across_blocks ? 2 : across_warps ? 1 : 0;
  const int priority = 2 * width + (width < 2 && by_look != Cause::none);
  add(
      same_value ? HazardKind::same_value : HazardKind::race, r.shared ? "shared" : "global", before, now,
      [&](RawHazard& h) {
        // The message names the element as the later access sees it, at the word where the two accesses
        // conflict.
        const uintptr_t met = r.word > r.address ? r.word : r.address;
        h.object = object_at(c, r.bytes > 4 ? r.address : met, r.bytes);
        h.bytes = r.bytes;
        h.into = r.bytes > 4 ? static_cast<unsigned>(met - r.address) : 0;
        if (same_value)
          h.evidence = of_two(Cause::same_value_stored, now, before, h.object);
        else
          RaceReport{c, r, before, now, h, by_look}.explain();
        if (!same_value && r.shared && met_by_two_names(c, r, before, now, h)) return;
        if (!same_value && !r.shared) h.parameters = shared_parameters(before, now, met);
        h.of_observed_blocks = before.block != now.block && !session.across_blocks;
        h.across_warps = across_warps;
        h.across_blocks = before.block != now.block;
      },
      priority);
  if (same_value || r.changed == nullptr) return;
  Race read = r;
  read.now = {.read = true, .write = false, .atomic = r.now.atomic};
  read.pc = std::exchange(read.changed, nullptr);
  report_race(c, read, false);
}

void report_lock_race(const char* space, const Site& bad, const Site& other, const Object& object,
                      Evidence evidence) {
  add(HazardKind::race, space, bad, other, [&](RawHazard& h) {
    h.object = object;
    h.evidence = std::move(evidence);
    h.fence_missing = true;
    h.across_blocks = bad.block != other.block;
    h.across_warps = !h.across_blocks;
  });
}

void found_barrier_divergence(const Site& first, const Site& second) {
  add(HazardKind::barrier_divergence, "", first, second, [&](RawHazard& h) {
    h.evidence = {Cause::different_barriers,
                  {{"thread", number_of(first)}, {"other_thread", number_of(second)}}};
  });
}

}  // namespace ladder::simt::trace

namespace ladder::simt {

void report_hazard(HazardKind kind, const char* space, const Site& first, const Site& second,
                   const Object& object, findings::Evidence evidence) {
  trace::add(kind, space, first, second, [&](trace::RawHazard& h) {
    h.object = object;
    h.evidence = std::move(evidence);
  });
}

}  // namespace ladder::simt
