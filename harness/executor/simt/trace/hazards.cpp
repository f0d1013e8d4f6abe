#include "simt/trace/hazards.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>
#include <tuple>

#include "simt/memory.h"
#include "simt/trace/source.h"
#include "simt/trace/variables.h"

namespace simt::trace {
namespace {

constexpr size_t kMaxDistinct = 512;  // a broken kernel breaks in a few places

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

// In a block of two dimensions its x and y.
std::string number_of(const Site& site) {
  const dim3& shape = session.block_shape;
  if (shape.y * shape.z == 1 || site.thread < 0) return std::to_string(site.thread);
  const unsigned t = static_cast<unsigned>(site.thread), x = t % shape.x, y = t / shape.x % shape.y;
  return "(" + std::to_string(x) + ", " + std::to_string(y) +
         (shape.z == 1 ? "" : ", " + std::to_string(t / shape.x / shape.y)) + ")";
}

std::string thread_name(const Site& site) {
  if (!site.pc) return "";
  const std::string name = "block " + std::to_string(site.block);
  return site.thread < 0 ? name : name + ", thread " + number_of(site);
}

template <typename Describe>  // fills in object and message, for the first of its kind
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
  h.thread[0] = thread_name(first);
  h.thread[1] = thread_name(second);
  describe(h);
}

std::string element(const std::string& array, int64_t offset, unsigned bytes) {
  const int64_t size = bytes;
  const int64_t index = offset >= 0 ? offset / size : -((-offset + size - 1) / size);
  const int64_t rest = offset - index * size;
  return array + "[" + std::to_string(index) + "]" + (rest ? " byte " + std::to_string(rest) : "");
}

std::string count_of(size_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

// "1024 elements", for accesses of so many bytes; "4 bytes, and 16 at once do not fit".
std::string room(size_t size, unsigned bytes) {
  if (size % bytes == 0) return count_of(size / bytes, "element");
  return count_of(size, "byte") + ", and " + std::to_string(bytes) + " at once do not fit at its end";
}

// "3 bytes past the end", for what starts at `offset` and does not fit into `size`.
std::string how_far(int64_t offset, unsigned bytes, size_t size) {
  const auto end = static_cast<int64_t>(size);
  if (offset < 0) return count_of(static_cast<size_t>(-offset), "byte") + " before the start";
  if (offset == end) return "just past the end";
  if (offset > end) return count_of(static_cast<size_t>(offset - end), "byte") + " past the end";
  return count_of(static_cast<size_t>(offset + bytes - end), "byte") + " over the end";
}

const char* const kOneMemory =
    " are both extern __shared__ arrays, and all of these begin at the same place. Take one, and let the "
    "other be a "
    "pointer into it, behind the elements of the first";

std::string verb(const Site& site) {
  const std::string_view access = site.access;
  return access == "read" ? "reads" : access == "write" ? "writes" : "updates atomically";
}

std::string who(const Site& site) { return "thread " + number_of(site); }

// The static array nearest to a place in a gap, and the dynamic one if the place is in it.
const SharedRange* nearest_array(uintptr_t offset) {
  const SharedRange* best = nullptr;
  uintptr_t best_distance = ~uintptr_t{0};
  for (const SharedRange& a : session.arrays) {
    const uintptr_t distance = offset < a.offset             ? a.offset - offset
                               : offset < a.offset + a.bytes ? 0
                                                             : offset - a.offset - a.bytes;
    if (distance < best_distance) best = &a, best_distance = distance;
  }
  return best;
}

}  // namespace

void mark_incomplete() { collection().incomplete = true; }
bool take_incomplete() { return std::exchange(collection().incomplete, false); }

namespace {

std::string name_of_shared(uintptr_t offset, unsigned bytes) {
  const SharedRange* array = nearest_array(offset);
  return array ? element(array->array->name, static_cast<int64_t>(offset - array->offset), bytes) : "";
}

std::string name_of_global(uintptr_t address, unsigned bytes) {
  if (session.device.holds(address)) {
    const auto* p = reinterpret_cast<const char*>(address);
    const Allocation* allocation = find_allocation(p);
    return allocation ? element(allocation->name, p - allocation->begin, bytes) : "";
  }
  if (const Variable* v = find_variable(address))
    return element(v->name, static_cast<int64_t>(address - v->begin), bytes);
  return "a variable of the program";
}

void tell_uninitialised(RawHazard& h, const RawHazard::Word& word, const Site& reader) {
  const bool shared = h.space == std::string_view("shared");
  h.told = word;
  h.site[0] = reader;
  h.thread[0] = thread_name(reader);
  h.object = shared ? name_of_shared(word.second, h.bytes) : name_of_global(word.second, h.bytes);
  const Filled* filled =
      shared ? nullptr : filled_too_little(reinterpret_cast<const void*>(word.second), h.bytes);
  if (filled != nullptr) {
    h.message = who(reader) + " " + verb(reader) + " " + h.object + ", which nobody has written: context." +
                filled->call + "() has filled " + count_of(filled->bytes, "byte") +
                ", and ends before this place. Its size is in bytes: is it count * sizeof(T)?";
    return;
  }
  h.message =
      who(reader) + " " + verb(reader) + " " + h.object +
      (shared
           ? ", which no thread of this block has written: shared memory starts with arbitrary values, so "
             "write it first, in that place, or mend the index or the bound of the condition that leads there"
           : ", which nobody has written: device memory starts with arbitrary values, so copy or set it "
             "first, or mend the index or the bound of the condition that leads there");
}

// Two places that are to be kept apart: "after the write in line 12 and before the read in line 14".
std::string between_lines(RawHazard& h) {
  const auto access = [&](int i) {
    const std::string_view a = h.site[i].access;
    return a == "atomic" ? "the atomic" : a == "write" ? "the write" : "the read";
  };
  const SourceLine &one = source_line(h.site[0].pc), &two = source_line(h.site[1].pc);
  const int calls[2] = {calling_line(h.site[0].pc), calling_line(h.site[1].pc)};
  const bool of_two_functions = calls[0] != calls[1];
  for (int i = 0; i < 2; ++i) h.line[i] = of_two_functions && calls[i] ? calls[i] : (i ? two : one).line;
  if (h.first < 0 || h.line[0] == h.line[1] || h.line[0] <= 0 || h.line[1] <= 0 || one.file != two.file) {
    const bool read_first = h.site[0].access == std::string_view("read");
    return std::string("between ") + access(read_first ? 0 : 1) + " and " + access(read_first ? 1 : 0);
  }
  const auto place = [&](int i) {
    return std::string(access(i)) + " in line " + std::to_string(h.line[i]) +
           (of_two_functions && calls[i] ? " (which calls the function)" : "");
  };
  return "after " + place(h.first) + " and before " + place(1 - h.first);
}

void conclude_race(RawHazard& h) {
  if (!h.parameters.one.empty()) {
    const int reads = h.site[0].access == std::string_view("read") ? 0 : 1, other = 1 - reads;
    const SharedParameters& p = h.parameters;
    const auto accesses = [&](int i, const std::string& what) {
      return h.who[i] + " " + verb(h.site[i]) + " " + what + " through " + (i == 0 ? p.one : p.two);
    };
    const std::string array = h.object.substr(0, h.object.find('['));
    const int64_t apart = std::abs(p.apart);
    h.message =
        accesses(reads, h.object) + ", and " + accesses(other, "it") + ": " +
        (reads == 0 ? p.one + " and " + p.two : p.two + " and " + p.one) +
        (apart ? " both point into " + array + ", " + count_of(static_cast<size_t>(apart), "byte") + " apart"
               : " are both " + array) +
        ". Give the kernel a second array, and let it read one and write the other";
    h.on_one_line.clear();
    return;
  }
  if (h.barrier == RawHazard::Barrier::none) return;
  const std::string where = between_lines(h);
  if (h.lacking.empty()) return;
  h.message =
      h.met + h.lacking + "put a " + h.barrier_call + " " +
      (h.barrier == RawHazard::Barrier::next_round ? "at the end of the loop's body, or of the function"
                                                   : where) +
      h.more;
}

// What was read too early is told with who wrote it; else a word that nobody ever wrote is named.
// "which has 32 x 32 elements", of an array of several dimensions.
void conclude_shared_index(RawHazard& h) {
  if (h.lacking.empty()) return;
  const ArrayShape shape = array_shape(h.site[0].pc, h.lacking);
  uint64_t row = shape.element_bytes;
  std::string dimensions;
  for (const uint64_t n : shape.inner) row *= n, dimensions += " x " + std::to_string(n);
  if (!dimensions.empty() && row > 0)
    h.message =
        h.met + ", which has " + std::to_string(h.told.second / row) + dimensions + " elements" + h.more;
}

void conclude(RawHazard& h) {
  if (h.kind == HazardKind::out_of_bounds) conclude_shared_index(h);
  if (h.kind == HazardKind::race) conclude_race(h);
  if (!h.writer.pc) return;
  // x += 1 of a word that has no first value: no order of the threads gives it one.
  const SourceLine &reads = source_line(h.site[0].pc), &writes = source_line(h.writer.pc);
  if (reads.line > 0 && reads.line == writes.line && reads.file == writes.file) return;
  if (!h.unwritten.empty()) {
    if (!h.unwritten.contains(h.told))
      tell_uninitialised(h, h.unwritten.begin()->first, h.unwritten.begin()->second);
    return;
  }
  h.site[1] = h.writer;
  h.thread[1] = thread_name(h.writer);
  h.message = who(h.site[0]) + " " + verb(h.site[0]) + " " + h.object + " before " + who(h.writer) +
              (h.writer.block == h.site[0].block ? "" : " of block " + std::to_string(h.writer.block)) +
              " has written it: this comes of the race between the two lines, so mend that first";
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

std::string name_of(const Context& c, uintptr_t address, unsigned bytes) {
  return c.shared.holds(address) ? name_of_shared(address - c.shared.begin, bytes)
                                 : name_of_global(address, bytes);
}

bool report_bad_shared(Context& c, const BadAccess& a, const SharedRange* meant) {
  const SharedRange* array = meant ? meant : nearest_array(a.address - c.shared.begin);
  const auto offset = static_cast<int64_t>(a.address - c.shared.begin - array->offset);
  const bool dynamic = array->array->dynamic;
  const size_t size = dynamic ? c.dynamic_shared : array->bytes;
  add(HazardKind::out_of_bounds, "shared", a.site, {}, [&](RawHazard& h) {
    h.object = element(array->array->name, offset, a.bytes);
    h.bytes = a.bytes;
    h.message = who(a.site) + " " + verb(a.site) + " " + h.object + ", " + how_far(offset, a.bytes, size) +
                " of " + array->array->name;
    h.met = h.message;
    if (dynamic && size == 0)
      h.message +=
          ": the launch asked for no dynamic shared memory; give the launch the bytes that the kernel needs";
    else if (dynamic)
      h.message += ": the launch asked for " + count_of(size, "byte") +
                   " of dynamic shared memory; ask for more, or use a smaller index";
    else
      h.message +=
          ", which has " + room(size, a.bytes) + (h.more = ": check the index, or make the array larger");
    if (!dynamic) h.lacking = array->array->name, h.told.second = size;
  });
  // The red zones of arrays, and the room that no launch needs, take it. Elsewhere
  // lie the program's own variables.
  constexpr int64_t kRedZone = 256;
  const auto end = static_cast<int64_t>(array->bytes) + (dynamic ? 0 : kRedZone);
  return offset >= 0 && offset + static_cast<int64_t>(a.bytes) <= end;
}

void report_too_much_shared(const BadAccess& a, const std::string& array, size_t static_bytes,
                            size_t dynamic_bytes) {
  add(HazardKind::out_of_bounds, "shared", a.site, {}, [&](RawHazard& h) {
    h.object = array;
    h.message = "the kernel's static shared arrays, with " + array + ", take " +
                std::to_string(static_bytes) + " bytes";
    h.message += dynamic_bytes
                     ? ", and its dynamic one " + std::to_string(dynamic_bytes) +
                           ": a GPU gives a block 232448 bytes (227 KB) in all; use less"
                     : ", and 49152 (48 KB) are possible: make the arrays smaller, or use dynamic shared "
                       "memory (extern __shared__, and its bytes in launch())";
  });
}

namespace {

// Where an index of 32 bits has lost its 33rd: with 2^32 elements more or less, an array would be met.
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
    // An unsigned one that went below 0.
    if (index < kAll && index >= kAll - kNear && index >= count &&
        (!found.array || index - kAll > found.meant))
      meets(index - kAll);
    if (count <= kAll / 2) continue;  // an int can count them
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
    const auto at = [&](int64_t index) { return name + "[" + std::to_string(index) + "]"; };
    h.object = at(o.index);
    h.message =
        who(a.site) + " " + verb(a.site) + " " + h.object + ", and " + name + " has " +
        room(o.array->bytes, a.bytes) + ": " +
        (o.meant < 0 ? std::to_string(o.index) + " is " + std::to_string(o.meant) +
                           " as an unsigned number of 32 bits, which never is below 0. Is more taken away "
                           "than is there (i - 1 in thread 0), or does a loop count down past 0?"
                     : "with 2^32 more it would be " + at(o.meant) +
                           ", so an int has overflowed on the way to the index. Compute it with 64 bits: "
                           "size_t{row} * columns + column");
  });
  return true;
}

}  // namespace

void report_bad_global(Context&, const BadAccess& a) {
  const auto* p = reinterpret_cast<const char*>(a.address);
  const Allocation* below = find_allocation(p);
  const Allocation* nearest = below;
  if (!below || !below->contains(p, a.bytes)) {  // or does it lie just before the next one?
    const Allocation* above = find_allocation(p + 4096);
    if (above && above != below && (!below || above->begin - p < p - (below->begin + below->bytes)))
      nearest = above;
  }
  const int64_t gap = !nearest             ? 0
                      : p < nearest->begin ? nearest->begin - p
                                           : std::max<int64_t>(0, p - (nearest->begin + nearest->bytes));
  // So far away that it says nothing about the array.
  constexpr int64_t kFar = 1 << 20;
  const size_t far = nearest ? nearest->bytes * (nearest->pitch ? sizeof(double) : 1) : 0;
  if (nearest && gap > kFar && static_cast<uint64_t>(gap) > far) nearest = nullptr;
  if (!nearest && told_as_overflow(a)) return;
  const bool freed = nearest && !nearest->live;
  add(HazardKind::out_of_bounds, "global", a.site, {}, [&](RawHazard& h) {
    if (!nearest) {
      h.message = who(a.site) + " " + verb(a.site) +
                  " device memory far from every array: check the index (does it wrap round below 0?) and "
                  "the pointer";
      return;
    }
    const int64_t offset = p - nearest->begin;
    h.object = element(nearest->name, offset, a.bytes);
    // Several elements at once: how long one is, only bytes tell.
    const bool several = a.bytes == 16;
    // An element of a row that there is, if rows were so many elements long.
    const auto pitch = static_cast<int64_t>(nearest->pitch);
    const bool pitch_as_elements = pitch > 0 && a.bytes > 1 && offset >= 0 &&
                                   offset / a.bytes / pitch < static_cast<int64_t>(nearest->bytes) / pitch;
    h.message = who(a.site) + " " + verb(a.site) + " " +
                (several ? "16 bytes of " + nearest->name + ", from byte " + std::to_string(offset) + " on"
                         : h.object);
    if (freed && nearest->contains(p, a.bytes))
      h.message += " after " + nearest->name + " was freed: use it before, or free it later";
    else
      h.message += ", " + how_far(offset, a.bytes, nearest->bytes) + " of " + nearest->name + ", which has " +
                   (offset % a.bytes == 0 && !several ? room(nearest->bytes, a.bytes)
                                                      : count_of(nearest->bytes, "byte")) +
                   (pitch_as_elements ? ". Its pitch, " + std::to_string(nearest->pitch) +
                                            ", counts bytes and not elements: row y begins at (char*)" +
                                            nearest->name + " + y * pitch"
                                      : ": is the index right, and does a condition keep it below the size?");
  });
}

namespace {

std::string where_that_is(HostMemory what) {
  switch (what) {
    case HostMemory::heap:
      return " but the host's, from malloc() or new: allocate it with cudaMalloc(), and copy what is in it";
    case HostMemory::stack:
      return " but the host's, a local variable of a host function: allocate it with cudaMalloc(), and copy "
             "what is "
             "in it";
    case HostMemory::none:
      return ", and no memory at all: a pointer that was never set, or an index far outside of its array";
    case HostMemory::unknown:
      break;
  }
  return ": a host pointer, one that was never set, or an index far outside of its array";
}

std::string array_name(const std::string& object) { return object.substr(0, object.find('[')); }

}  // namespace

void report_invalid_address(Context&, const BadAccess& a) {
  if (a.address >= 65536 && told_as_overflow(a)) return;
  add(HazardKind::invalid_address, "global", a.site, {}, [&](RawHazard& h) {
    char address[24];
    snprintf(address, sizeof address, "0x%lx", static_cast<unsigned long>(a.address));
    h.object = address;
    h.message = who(a.site) + " " + verb(a.site);
    if (a.address < 65536)
      h.message += " through a null pointer: give the kernel a pointer to device memory";
    else
      h.message += " address " + std::string(address) + ", which is not device memory" +
                   where_that_is(host_memory(reinterpret_cast<const void*>(a.address)));
  });
}

void report_stale_read(Context& c, const BadAccess& a, const Touch& write) {
  const Site writer{pc_of(write.pc), write.atomic && !(write.atomic & kVolatile) ? "atomic" : "write",
                    write.lane, block_index_of(write.epoch)};
  add(HazardKind::race, "global", a.site, writer, [&](RawHazard& h) {
    h.object = name_of(c, a.address, a.bytes);
    h.bytes = a.bytes;
    h.across_blocks = true;
    h.message =
        who(a.site) + " reads " + h.object + " with __ldg(), and " + who(writer) + " of block " +
        std::to_string(writer.block) +
        " has written it in the same launch: the cache that __ldg() reads through may hold the old value, "
        "and no barrier changes that. Read it without __ldg()";
  });
}

void report_host_object(Context& c, const BadAccess& a) {
  add(HazardKind::invalid_address, "global", a.site, {}, [&](RawHazard& h) {
    h.object = array_name(name_of(c, a.address, a.bytes));
    h.message = who(a.site) + " calls a virtual function of an object in " + h.object +
                " that host code has made: the object knows the host's functions, which a GPU cannot call. "
                "Make it in a "
                "kernel (with new, or in its place: new (p) T)";
  });
}

void report_overlap(Context& c, const BadAccess& a, const std::string& one, const Site& writer,
                    const std::string& other) {
  add(HazardKind::race, "shared", a.site, writer, [&](RawHazard& h) {
    const auto offset =
        static_cast<int64_t>(a.address - c.shared.begin - nearest_array(a.address - c.shared.begin)->offset);
    h.object = element(one, offset, a.bytes);
    h.across_warps = true;
    h.message = who(a.site) + " reads " + h.object + ", where " + who(writer) + " has stored " +
                element(other, offset, a.bytes) + " over it: " + one + " and " + other + kOneMemory;
  });
}

void report_bad_variable(Context&, const BadAccess& a, const Variable& v) {
  const auto offset = static_cast<int64_t>(a.address - v.begin);
  const bool past = a.address + a.bytes > v.begin + v.bytes;
  add(past ? HazardKind::out_of_bounds : HazardKind::invalid_address, "global", a.site, {},
      [&](RawHazard& h) {
        h.object = element(v.name, offset, a.bytes);
        h.message = who(a.site) + " " + verb(a.site) + " " + h.object;
        if (past)
          h.message += ", " + how_far(offset, a.bytes, v.bytes) + " of " + v.name + ", which has " +
                       room(v.bytes, a.bytes) + ": check the index, or make the array larger";
        else
          h.message +=
              ", which is constant: a kernel can only read it; use a __device__ variable for what it writes";
      });
}

void report_misaligned(Context& c, const BadAccess& a) {
  const char* space = c.shared.holds(a.address)         ? "shared"
                      : session.device.holds(a.address) ? "global"
                                                        : "local";
  add(HazardKind::misaligned, space, a.site, {}, [&](RawHazard& h) {
    h.object = name_of(c, a.address, a.bytes);
    h.message = who(a.site) + " " + verb(a.site) + " " + count_of(a.bytes, "byte") +
                " at once at an address that is " + std::to_string(a.address % a.bytes) +
                " past a multiple of " + std::to_string(a.bytes) +
                ": a GPU stops here; start vector accesses at a multiple of their size";
  });
}

void report_leaked_local(Context& c, const BadAccess& a, const Fiber& fiber) {
  Site owner;
  for (unsigned t = 0; t < c.worker->threads; ++t)
    if (c.worker->lane[t].fiber == &fiber && c.worker->lane[t].state != LaneState::fresh)
      owner.thread = static_cast<int>(t);
  add(HazardKind::invalid_address, "local", a.site, {}, [&](RawHazard& h) {
    h.object = "a local variable of " + (owner.thread >= 0 ? who(owner) : std::string("another thread"));
    h.message = who(a.site) + " " + verb(a.site) + " " + h.object +
                ": on a GPU each thread has its own; pass the value through shared memory or a shuffle";
  });
}

namespace {
constexpr size_t kMostWords = 64 * 1024;  // kept of those that were read too early

RawHazard::Word word_at(const Context& c, bool shared, uintptr_t address) {
  return shared ? RawHazard::Word{c.block_index, (address & ~uintptr_t{3}) - c.shared.begin}
                : RawHazard::Word{0, address & ~uintptr_t{3}};
}

// A word that was read before it was written is written now: the missing order was the mistake.
void explain_early_read(const Context& c, const Race& r, const Site& writer) {
  const RawHazard::Word word = word_at(c, r.shared, r.word);
  Collection& all = collection();
  std::lock_guard lock(all.mutex);
  for (RawHazard& h : all.hazards)
    if (h.unwritten.erase(word) && !h.writer.pc) h.writer = writer;
}
}  // namespace

void report_uninitialised(Context& c, uintptr_t address, unsigned bytes, MemoryUse use, const void* pc) {
  if (session.thread_stopped) return;
  if (use.exchange) {
    c.blind_exchange[c.worker->current] = address;
    return;
  }
  read_undefined = true;
  const Site site{pc, use.atomic ? "atomic" : "read", static_cast<int>(c.worker->current), c.block_index};
  const bool global = session.device.holds(address);
  const RawHazard::Word word = word_at(c, !global, address);
  add(HazardKind::uninitialised, global ? "global" : "shared", site, {}, [&](RawHazard& h) {
    h.bytes = bytes;
    tell_uninitialised(h, word, site);
  });
  Collection& all = collection();
  std::lock_guard lock(all.mutex);
  const auto known = all.index.find(std::make_tuple(HazardKind::uninitialised, pc, (const void*)nullptr));
  if (known == all.index.end()) return;
  auto& unwritten = all.hazards[known->second].unwritten;
  if (unwritten.size() < kMostWords) unwritten.emplace(word, site);
}

namespace {

std::string same_value_message(const Site& before, const Site& now, const std::string& object) {
  const auto full = [&](const Site& s) {
    return before.block == now.block ? who(s) : who(s) + " of block " + std::to_string(s.block);
  };
  return full(now) + " and " + full(before) + " both write " + object +
         ", in no order, and both write the same value: the result is right as long as all threads that "
         "write it "
         "write that value";
}

// Two threads write one place: most often by a wrong index, and then no barrier cures it.
constexpr const char* kOwnIndex =
    "does each thread have an index of its own, in each round of a loop too? Else ";

bool same_line(const void* a, const void* b) {
  const SourceLine &one = source_line(a), &two = source_line(b);
  return one.line > 0 && one.line == two.line && one.file == two.file;
}

const Context::FirstAt* first_at(const Context& c, const Site& s) {
  const Context::FirstAt& first = c.first_at[Context::entry_of(offset_of(s.pc))];
  return first.pc == offset_of(s.pc) && first.block == c.block ? &first : nullptr;
}

// Which of the two places the program comes to first, from one barrier to the next: known where one thread was the first
// at both. -1: not known.
int first_in_program(const Context& c, const Site& before, const Site& now) {
  const Context::FirstAt *a = first_at(c, before), *b = first_at(c, now);
  if (a == nullptr || b == nullptr || a == b || a->last_epoch != c.epoch || b->last_epoch != c.epoch ||
      a->lane != b->lane)
    return -1;
  return a->order < b->order ? 0 : 1;
}

// Does the kernel use one array by two of its parameters here?
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

// A race of two `extern __shared__` arrays, which are one memory.
bool met_by_two_names(const Race& r, const Site& before, const Site& now, RawHazard& h) {
  const std::string other = dynamic_array_at(before.pc), name = dynamic_array_at(now.pc);
  if (other.empty() || name.empty() || other == name) return false;
  const SharedRange* array = nearest_array(r.address - active->shared.begin);
  h.object = element(name, static_cast<int64_t>(r.address - active->shared.begin - array->offset), r.bytes);
  h.across_warps = true;
  h.message = who(now) + " " + verb(now) + " " + h.object + ", and " + who(before) + " " + verb(before) +
              " " + other + " in the same place: " + other + " and " + name + kOneMemory;
  return true;
}

// What cures a race between blocks.
std::string between_blocks(const Context& c, const Race& r, const Site& now) {
  const bool both_wrote = r.before_wrote && r.now.write;
  const std::string and_behind =
      c.ordering.fenced_since_met || r.now.write || r.now.atomic
          ? ""
          : ", and one between the atomic that sees the announcement and this " + std::string(now.access);
  if (only_acquire_missing(c, r.before))
    return "put a __threadfence() between the atomic that saw the announcement and this " +
           std::string(now.access);
  switch (announced(c, r.before, r.word)) {
    case Announced::without_fence:
      return "put a __threadfence() between the write and the atomic that announces it" + and_behind;
    case Announced::fence_before_barrier:
      return "the __threadfence() before the __syncthreads() orders what its own thread wrote, and another "
             "thread "
             "does the atomic that announces it: put the __threadfence() behind the __syncthreads(), in the "
             "thread that does the atomic" +
             and_behind;
    case Announced::without_barrier:
      return "the atomic that announces the write is another thread's, which does not wait for it: put a "
             "__syncthreads() and then a __threadfence() between the write and that atomic" +
             and_behind;
    case Announced::no:  // of blocks that wait for each other, one may have told it on
      if (c.ordering.waited_unfenced && !both_wrote)
        return "put a __threadfence() between the write and the atomic that announces it" + and_behind;
      break;
  }
  if (both_wrote)
    return r.shared ? "give each block its own place, or use an atomic"
                    : "does each thread of the whole grid have an index of its own, in each round "
                      "of a loop too? Else give each block its own place, or use an atomic";
  return std::string(any_has_fenced() ? "a __threadfence() makes no thread wait; " : "") +
         "read it in a second launch, or put a grid.sync() between the two (cooperative launch)";
}

std::string race_message(const Context& c, const Race& r, const Site& before, const Site& now, RawHazard& h) {
  const bool other_block = before.block != now.block;
  const bool both_wrote = r.before_wrote && r.now.write;
  const auto full = [&](const Site& s) {
    return other_block ? who(s) + " of block " + std::to_string(s.block) : who(s);
  };
  // The reader first: it is the one who may see the wrong value.
  const Site& one = !r.now.write || both_wrote ? now : before;
  const Site& two = &one == &now ? before : now;
  std::string text = full(one) + " " + verb(one) + " " + h.object + ", which " + full(two) + " " + verb(two);
  h.met = text;
  h.who[0] = full(before);
  h.who[1] = full(now);
  const bool mixed_atomics =
      (before.access == std::string_view("atomic")) != (now.access == std::string_view("atomic"));
  if (mixed_atomics && both_wrote && same_line(before.pc, now.pc)) {
    const Site& plain = now.access == std::string_view("atomic") ? before : now;
    if (session.stored_back == offset_of(plain.pc)) {
      h.stored_back = true;
      h.priority = 3;
      return text +
             ", both in one line: an atomic stores its result itself and returns the old value; is that old "
             "value stored in the same place again?";
    }
  }

  if (!other_block && c.ordering.met_unfenced && c.compared[before.thread] == c.epoch &&
      c.compared[now.thread] == c.epoch) {
    h.fence_missing = true;
    return text +
           " with no fence in between: put a __threadfence() after the atomic that takes the lock, and one "
           "before the atomic that gives it back";
  }
  const auto& copies = c.async_copy_sites;
  const Site& writer = r.now.write ? now : before;
  if (!other_block && r.shared && !both_wrote &&
      std::find(copies.begin(), copies.end(), offset_of(writer.pc)) != copies.end())
    return text +
           " by an asynchronous copy that may still be on its way: each thread waits for its copies "
           "(__pipeline_wait_prior), and then comes the __syncthreads() before the read";
  const bool again = c.wrote_again_in[before.thread] == c.epoch || c.wrote_again_in[now.thread] == c.epoch;
  if (!other_block && !both_wrote && !again) {
    const bool same_warp = before.thread / 32 == now.thread / 32;
    h.on_one_line =
        text +
        " in the same step, where no barrier can come between: are the index and the bound of the "
        "condition right? If both are meant, read into a variable, put a " +
        (same_warp ? "__syncwarp() (threads of a warp do not run in lockstep)" : "__syncthreads()") +
        ", then write";
  }
  if (other_block && r.before.atomic && r.now.atomic && !((r.before.atomic | r.now.atomic) & kVolatile)) {
    if (!(r.before.atomic & kOfBlock) && !c.atomic_of_block)
      return text +
             " in the same launch: two atomics of different size do not order each other; use one type";
    return text +
           " in the same launch: an atomic whose name ends in _block (or of thread_scope_block) is one for "
           "the threads of its own block alone; use the one without _block";
  }
  if (other_block) {
    text += " in the same launch, and blocks run in any order: ";
    if (mixed_atomics && both_wrote)
      return text +
             "a store that is not atomic may undo what the atomic has done, or the other way round; store "
             "with atomicExch(), or set the place before the launch";
    h.fence_missing = announced(c, r.before, r.word) != Announced::no || only_acquire_missing(c, r.before);
    return text + between_blocks(c, r, now);
  }
  h.first = first_in_program(c, before, now);
  const auto barriers_before = [&](const Site& s) {
    const Context::FirstAt* first = first_at(c, s);
    return first ? first->epoch - c.first_epoch : 0;
  };
  h.come_to[0] = barriers_before(before);
  h.come_to[1] = barriers_before(now);
  // Of the two places, the one that the block came to in an earlier round as well.
  const auto came_before = [&](int site) {
    const Context::FirstAt* first = first_at(c, site == 0 ? before : now);
    return first && first->epoch != c.epoch;
  };
  const bool next_round = came_before(0) != came_before(1) && (h.first < 0 || came_before(1 - h.first));
  // Who uses an atomic means more threads than those of a warp.
  const bool same_warp =
      before.thread / 32 == now.thread / 32 && !(mixed_atomics && c.worker->threads > kLanes);
  if (next_round) h.first = came_before(0) ? 1 : 0;
  if (!both_wrote || mixed_atomics || (next_round && !same_warp))
    h.barrier = next_round ? RawHazard::Barrier::next_round : RawHazard::Barrier::between;
  if (next_round && !same_warp) {
    const char* const kNext = " in the next round of the loop, or the next call";
    const auto next = [&](const Site& s) { return &s == (h.first == 0 ? &now : &before) ? kNext : ""; };
    return full(one) + " " + verb(one) + " " + h.object + next(one) + ", which " + full(two) + " " +
           verb(two) + next(two) +
           ", and no barrier stands in between: put a __syncthreads() at the end of the loop's body, or of "
           "the function";
  }
  h.barrier_call = same_warp ? "__syncwarp()" : "__syncthreads()";
  h.lacking = " with no " + h.barrier_call + " in between: ";
  if (both_wrote && !mixed_atomics)
    return text + h.lacking + kOwnIndex + "let one of them write, " +
           (same_warp ? "or use an atomic" : "use an atomic, or put a __syncthreads() between the two");
  if (same_warp) {
    h.lacking += "threads of a warp do not run in lockstep; ";
    if ((r.before.atomic | r.now.atomic) & kVolatile) h.more = " (volatile does not order threads)";
  }
  if (mixed_atomics && !r.shared && session.total_blocks > 1)
    h.more = "; if threads of other blocks use it too, set it before the launch";
  return text + h.lacking;  // conclude() says where
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
  if (r.now.write) explain_early_read(c, r, now);
  // What two warps do wrong needs more than what two lanes of one warp do: it says what to put there.
  // And what two blocks do wrong needs still more.
  const bool other_block = before.block != now.block;
  const bool across_warps = !other_block && before.thread / 32 != now.thread / 32;
  const int priority = other_block && session.across_blocks ? 2 : across_warps ? 1 : 0;
  add(
      same_value ? HazardKind::same_value : HazardKind::race, r.shared ? "shared" : "global", before, now,
      [&](RawHazard& h) {
        // Named by the elements that the access now has, at the word where the two meet.
        const uintptr_t met = r.word > r.address ? r.word : r.address;
        h.object = name_of(c, r.bytes > 4 ? r.address : met, r.bytes);
        h.bytes = r.bytes;
        h.message =
            same_value ? same_value_message(before, now, h.object) : race_message(c, r, before, now, h);
        if (!same_value && r.shared && met_by_two_names(r, before, now, h)) return;
        if (!same_value && !r.shared) h.parameters = shared_parameters(before, now, met);
        h.of_observed_blocks = before.block != now.block && !session.across_blocks;
        h.across_warps = across_warps;
        h.across_blocks = before.block != now.block;
      },
      priority);
}

void report_lock_race(const char* space, const Site& bad, const Site& other, const std::string& object,
                      const std::string& message) {
  add(HazardKind::race, space, bad, other, [&](RawHazard& h) {
    h.object = object;
    h.message = message;
    h.fence_missing = true;
    h.across_blocks = bad.block != other.block;
    h.across_warps = !h.across_blocks;
  });
}

void found_barrier_divergence(const Site& first, const Site& second) {
  add(HazardKind::barrier_divergence, "", first, second, [&](RawHazard& h) {
    h.message = "threads of one block wait at different barriers (" + who(first) + " and " + who(second) +
                "): take __syncthreads() out of the branch, so that all threads meet at the same one";
  });
}

}  // namespace simt::trace

namespace simt {

void report_hazard(HazardKind kind, const char* space, const Site& first, const Site& second,
                   const std::string& object, const std::string& message) {
  trace::add(kind, space, first, second, [&](trace::RawHazard& h) {
    h.object = object;
    h.message = message;
  });
}

}  // namespace simt
