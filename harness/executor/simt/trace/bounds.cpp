// Classifies an address: in shared memory, in device memory, among the kernel's parameters, among a thread's
// own local variables, or invalid. Every memory access passes through observe().
#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "platform/fiber.h"
#include "platform/tables.h"
#include "simt/memory.h"
#include "simt/trace/accessed_name.h"
#include "simt/trace/context.h"
#include "simt/trace/hazards.h"
#include "platform/source.h"
#include "platform/workers.h"
#include "simt/trace/values.h"
#include "simt/trace/variables.h"
#include "simt/undefined.h"

namespace ladder::simt::trace {
namespace {

bool is_volatile(AccessKind kind) {
  return kind == AccessKind::volatile_read || kind == AccessKind::volatile_write;
}
bool is_update(AccessKind kind) { return kind == AccessKind::atomic || kind == AccessKind::atomic_exchange; }
bool is_write(AccessKind kind) {
  return kind == AccessKind::write || is_update(kind) || kind == AccessKind::atomic_write ||
         kind == AccessKind::volatile_write;
}
bool is_atomic(AccessKind kind) {
  return is_update(kind) || kind == AccessKind::atomic_read || kind == AccessKind::atomic_write;
}
MemoryUse use_of(AccessKind kind, unsigned bytes) {
  const bool reads = !is_write(kind) || is_update(kind);
  return {reads, is_write(kind),
          static_cast<uint8_t>(is_atomic(kind)     ? bytes
                               : is_volatile(kind) ? bytes | kVolatile
                                                   : 0),
          kind == AccessKind::atomic_exchange};
}
Kind shared_kind(AccessKind kind) {
  return is_update(kind) ? Kind::shared_atomic : is_write(kind) ? Kind::shared_store : Kind::shared_load;
}
Kind global_kind(AccessKind kind) {
  return is_update(kind) ? Kind::global_atomic : is_write(kind) ? Kind::global_store : Kind::global_load;
}

BadAccess bad(const Context& c, uintptr_t address, unsigned bytes, AccessKind kind, const void* pc) {
  return {address,
          bytes,
          {pc,
           is_atomic(kind)  ? "atomic"
           : is_write(kind) ? "write"
                            : "read",
           static_cast<int>(c.worker->current), c.block_index}};
}

unsigned alignment_at(const void* pc, size_t bytes, TypeSize size);

void note_read(Context& c, uintptr_t address, unsigned bytes) {
  c.recent_reads[c.reads++ % c.recent_reads.size()] = {address, bytes};
}

// Consecutive accesses to x, y, z and w of a float4 in global memory: nvcc merges them into one access as wide
// as the type's alignment. (In shared memory, neighbours are more often two elements of a word array.)
void record_access(Context& c, Kind what, uintptr_t address, unsigned bytes, AccessKind kind,
                   const void* pc) {
  constexpr unsigned kWidest = 16;
  record(c, c.worker->current, what, address, bytes, pc);
  if (what == Kind::global_load || what == Kind::shared_load) note_read(c, address, bytes);
  if (what != Kind::global_load && what != Kind::global_store) return;
  if (!c.count || bytes < 4 || is_volatile(kind) || is_atomic(kind)) return;
  LaneEvents& events = c.events[c.worker->current];
  while (events.next - events.begin >= 2) {
    Event &last = events.next[-1], &before = events.next[-2];
    const unsigned both = 2u * last.bytes;
    if (before.kind != what || before.bytes != last.bytes || before.address + last.bytes != last.address ||
        before.address % both != 0 || both > kWidest || alignment_at(pc, both, TypeSize::at_least) < both)
      return;
    before.bytes = static_cast<uint8_t>(both);
    --events.next;
    if (c.listens) join_last_values(c, c.worker->current, before);
  }
}

void record_variable(Context& c, uintptr_t address, unsigned bytes, AccessKind kind, const void* pc) {
  record(c, c.worker->current, global_kind(kind), address, bytes, pc);
  if (global_kind(kind) == Kind::global_load) note_read(c, address, bytes);
}

// Called at the block's first access to this array. Checks that all the arrays that the block uses fit into
// shared memory.
void use_array(Context& c, unsigned index, const BadAccess& access) {
  const SharedArray& array = *session.arrays[index].array;
  c.arrays_used[index] = c.block;
  if (!array.dynamic) c.static_shared += array.bytes;
  if (c.static_shared <= presented::kStaticShared && c.static_shared + c.dynamic_shared <= kMaxDynamicShared)
    return;
  report_too_much_shared(access, array.name, c.static_shared,
                         c.static_shared > presented::kStaticShared ? 0 : c.dynamic_shared);
  stop_thread();
}

// Caches the debug information about an address in the program, because lookups are slow.
template <typename T, typename Find>
T known_at(const void* pc, Find find) {
  static std::array<std::pair<const void*, T>, 1024> recent{};
  auto& last = recent[(reinterpret_cast<uintptr_t>(pc) >> 2) % recent.size()];
  if (last.first == pc) return last.second;
  static std::unordered_map<const void*, T> all;
  const auto [entry, is_new] = all.try_emplace(pc);
  if (is_new) on_a_large_stack([&] { entry->second = find(); });
  last = {pc, entry->second};
  return entry->second;
}

// Several `extern __shared__` arrays, declared in a kernel and the functions that it calls, share the same
// memory. dynamic_name_at() returns the number, from 1, of the array that a place names; 0 if unknown.
std::vector<std::string>& dynamic_names() {
  static std::vector<std::string> all;
  return all;
}
uint8_t dynamic_name_at(const void* pc) {
  return known_at<uint8_t>(pc, [pc]() -> uint8_t {
    const std::string name = accessed_name(pc);
    auto& all = dynamic_names();
    if (!dynamic_shared_names(pc).contains(name) || all.size() > 250) return 0;
    const auto at = std::find(all.begin(), all.end(), name);
    const auto which = static_cast<uint8_t>(at - all.begin() + 1);
    if (at == all.end()) all.push_back(name);
    return which;
  });
}

// Detects a value stored through one name, overwritten through another before it was read, and then
// read through the first name.
void observe_dynamic(Context& c, uintptr_t address, unsigned bytes, AccessKind kind, const void* pc) {
  const uint8_t name = bytes < 4 ? 0 : dynamic_name_at(pc);  // any view of a word may write some of its bytes
  if (name == 0 && c.dynamic_words.empty()) return;
  const size_t first = (address - c.shared.begin) / 4;
  if (c.dynamic_words.size() <= first + bytes / 4) c.dynamic_words.resize(first + bytes / 4 + 1);
  for (size_t i = first; i * 4 < address - c.shared.begin + bytes; ++i) {
    DynamicWord& w = c.dynamic_words[i];
    if (w.block != c.block) w = {c.block};
    if (!is_write(kind) || is_update(kind)) {
      if (name != 0 && w.lost == name && w.by != name) {
        const Site writer{pc_of(w.pc), "write", w.lane, c.block_index};
        return report_overlap(c, bad(c, address, bytes, kind, pc), dynamic_names()[name - 1], writer,
                              dynamic_names()[w.by - 1]);
      }
      w.read = true;
    }
    if (is_write(kind)) {
      if (w.by != 0 && w.by != name && !w.read) w.lost = w.by;
      if (w.lost == name || name == 0) w.lost = 0;  // a pointer can refer to any of the arrays
      w.by = name;
      w.read = false;
      w.pc = offset_of(pc);
      w.lane = static_cast<uint16_t>(c.worker->current);
    }
  }
}

// The __shared__ array that the source of an out-of-bounds access names. `through_pointer`: if the source
// names no array, the nearest array of this block, unless the code has a dynamic array too.
const SharedRange* shared_array_meant(const Context& c, uintptr_t address, const void* pc,
                                      bool through_pointer) {
  constexpr uintptr_t kFurthest = 64 << 20;
  struct Meant {
    std::string name;
    bool dynamic = false, no_dynamic = false;  // no_dynamic: the code names no dynamic array
  };
  const Meant meant = known_at<Meant>(pc, [pc] {
    const std::string name = accessed_name(pc);
    const bool known = !name.empty() && array_shape(pc, name).element_bytes != 0;
    const std::set<std::string> dynamic = dynamic_shared_names(pc);
    return Meant{known ? name : "", known && dynamic_shared_name(pc) == name, dynamic.empty()};
  });
  // Several kernels, or instances of a template, may have an array of this name, so the array of this block
  // is chosen.
  const SharedRange* nearest = nullptr;
  std::pair<bool, uintptr_t> best{true, kFurthest};  // not used by this block, and the distance
  for (const SharedRange& a : session.arrays) {
    const uintptr_t begin = c.shared.begin + a.offset, end = begin + a.array->bytes,
                    distance = address < begin ? begin - address
                               : address < end ? 0
                                               : address - end;
    const bool is_used = c.arrays_used[static_cast<size_t>(&a - session.arrays.data())] == c.block;
    const bool is_meant = meant.name.empty()
                              ? through_pointer && meant.no_dynamic && !a.array->dynamic && is_used
                          : meant.dynamic ? a.array->dynamic
                                          : a.array->name == meant.name;
    const std::pair<bool, uintptr_t> its{!is_used, distance};
    if (is_meant && distance < kFurthest && (nearest == nullptr || its < best)) nearest = &a, best = its;
  }
  return nearest;
}

void observe_shared(Context& c, uintptr_t address, unsigned bytes, AccessKind kind, const void* pc) {
  const uintptr_t offset = address - c.shared.begin;
  const uint16_t id = c.shared_array[offset / 4];
  const SharedRange* array = id ? &session.arrays[id - 1] : nullptr;
  const size_t room = array ? (array->array->dynamic ? c.dynamic_shared : array->bytes) : 0;
  if (!array || offset < array->offset || offset - array->offset + bytes > room) [[unlikely]] {
    // The last array is followed by the space for a dynamic array, which this launch may not have.
    const SharedRange* meant = c.dynamic_shared == 0 ? shared_array_meant(c, address, pc, true) : nullptr;
    if (!report_bad_shared(c, bad(c, address, bytes, kind, pc), meant)) stop_thread();
  } else if (c.check) {
    if (array->array->dynamic) [[unlikely]]
      observe_dynamic(c, address, bytes, kind, pc);
    if (c.arrays_used[id - 1] != c.block) use_array(c, id - 1, bad(c, address, bytes, kind, pc));
    check_shared(c, address, bytes, use_of(kind, bytes), pc);
  }
  if (c.barriers.on) [[unlikely]]
    barriers_access(c, address, bytes, use_of(kind, bytes), true);
  record_access(c, shared_kind(kind), address, bytes, kind, pc);
}

const Allocation* allocation_of(uintptr_t address, unsigned bytes) {
  static std::array<const Allocation*, 64> recent{};  // a cache, indexed by address
  const Allocation*& guess = recent[address / 65536 % recent.size()];
  const auto* p = reinterpret_cast<const char*>(address);
  if (!guess || !guess->contains(p, bytes)) {
    const Allocation* found = find_allocation(p);
    if (!found || !found->contains(p, bytes)) return nullptr;
    guess = found;
  }
  return guess->live ? guess : nullptr;
}

bool is_read_only_load(const void* pc) {
  return known_at<bool>(pc, [pc] { return is_inlined_from(pc, "__ldg"); });
}

void observe_global(Context& c, uintptr_t address, unsigned bytes, AccessKind kind, const void* pc) {
  if (!allocation_of(address, bytes)) [[unlikely]] {
    report_bad_global(
        c, bad(c, address, bytes, kind, pc));  // reports the address if it is in the gap of an allocation
    const Allocation* nearest = find_allocation(reinterpret_cast<const char*>(address));
    if (nearest && nearest->unmapped) stop_thread();
  } else if (c.check) {
    const MemoryUse use = use_of(kind, bytes);
    Cell* cell = global_cell(address - session.device.begin);
    // A read is reported only for a word that has no written bytes. In a partly written word, the other bytes
    // could be padding, and the written bytes could happen to equal the initial pattern.
    const bool may_be_told = use.read && cell->write.epoch == 0;
    check_global(c, cell, address, bytes, use, pc);
    if (!use.write && cell->write.epoch >= session.first_epoch && is_read_only_load(pc)) [[unlikely]]
      report_stale_read(c, bad(c, address, bytes, kind, pc), cell->write);
    if (may_be_told && !c.may_be_hole && is_undefined(address))
        [[unlikely]]  // in a structure, only the first word is checked, because the others may be padding
      report_uninitialised(c, {address, bytes, address}, use, pc);
  }
  if (c.barriers.on) [[unlikely]]
    barriers_access(c, address, bytes, use_of(kind, bytes), false);
  record_access(c, global_kind(kind), address, bytes, kind, pc);
}

// __device__ variables belong to the program's own data.
Cell*& cells_of_program_data(const AddressRange& range) {
  static std::array<Cell*, 8> cells{};
  return cells[static_cast<size_t>(&range - session.writable.data()) % cells.size()];
}
Cell* cell_of_program_data(const AddressRange& range, uintptr_t address) {
  Cell*& base = cells_of_program_data(range);
  if (!base) base = map_cells(range.bytes + 64);
  return base + (address - range.begin) / 4;
}
void observe_program_data(Context& c, const AddressRange& range, uintptr_t address, unsigned bytes,
                          AccessKind kind, const void* pc) {
  if (c.check) check_global(c, cell_of_program_data(range, address), address, bytes, use_of(kind, bytes), pc);
  if (c.barriers.on) [[unlikely]]
    barriers_access(c, address, bytes, use_of(kind, bytes), false);
  record_variable(c, address, bytes, kind, pc);
}

// __constant__ memory has its own cache, which none of the counters describe.
void observe_variable(Context& c, const Variable& variable, uintptr_t address, unsigned bytes,
                      AccessKind kind, const void* pc) {
  if (address + bytes > variable.begin + variable.bytes) {
    report_bad_variable(c, bad(c, address, bytes, kind, pc), variable);
    stop_thread();
  }
  for (const AddressRange& range : session.writable)
    if (range.holds(address) && !variable.constant) {
      variable.written = variable.written || is_write(kind);
      return observe_program_data(c, range, address, bytes, kind, pc);
    }
  if (is_write(kind)) {
    report_bad_variable(c, bad(c, address, bytes, kind, pc), variable);
    stop_thread();
  }
  if (!variable.constant) return record_variable(c, address, bytes, kind, pc);
  if (!c.check) return;
  variable.read_in = c.epoch;
  variable.read_at = offset_of(pc);
  variable.read_end = std::max(variable.read_end, address + bytes);
  if (session.concurrent_ranges) [[unlikely]]
    meets_ranges(address, bytes, use_of(kind, bytes), pc);
}

[[noreturn]] void stop_at_nowhere(Context& c, uintptr_t address, unsigned bytes, AccessKind kind,
                                  const void* pc) {
  constexpr uintptr_t kNear = 256 << 10;  // an address just past shared memory was meant to be in it
  const bool is_near = address >= c.shared.begin && address < c.shared.begin + c.shared.bytes + kNear;
  if (const SharedRange* meant = shared_array_meant(c, address, pc, is_near))
    report_bad_shared(c, bad(c, address, bytes, kind, pc), meant);
  else
    report_invalid_address(c, bad(c, address, bytes, kind, pc));
  stop_thread();
}

void observe_other(Context& c, uintptr_t address, unsigned bytes, AccessKind kind, const void* pc) {
  for (const Fiber* fiber : c.worker->fibers) {
    if (!fiber->on_stack(reinterpret_cast<const void*>(address))) continue;
    report_leaked_local(c, bad(c, address, bytes, kind, pc), *fiber);
    return;
  }
  if (const Variable* variable = find_variable(address))
    return observe_variable(c, *variable, address, bytes, kind, pc);
  for (const AddressRange& range : session.writable)
    if (range.holds(address)) return observe_program_data(c, range, address, bytes, kind, pc);
  if (!is_write(kind))
    for (const AddressRange& range : session.read_only)
      if (range.holds(address)) return;  // a table of constants in the program
  stop_at_nowhere(c, address, bytes, kind, pc);
}

}  // namespace

std::string dynamic_array_at(const void* pc) {
  const uint8_t name = dynamic_name_at(pc);
  return name ? dynamic_names()[name - 1] : "";
}

void plain_function_called(const void* pc) {
  Context* c = active;
  if (!c || !c->check) return;
  for (unsigned i = std::min<unsigned>(c->reads, c->recent_reads.size()); i > 0; --i) {
    const AddressRange& read = c->recent_reads[(c->reads - i) % c->recent_reads.size()];
    if (read.bytes != sizeof(void*) || !session.device.holds(read.begin)) continue;
    const void* table = *reinterpret_cast<const void* const*>(read.begin);
    const auto holds = [&](const AddressRange& r) { return r.holds(reinterpret_cast<uintptr_t>(table)); };
    if (std::ranges::none_of(session.writable, holds) && std::ranges::none_of(session.read_only, holds))
      continue;
    bool of_host = false;
    on_a_large_stack([&] {
      const std::string symbol = symbol_at(table);
      of_host = symbol.starts_with("_ZTV") && !symbol.ends_with(".traced");
    });
    if (!of_host) continue;
    report_host_object(*c, bad(*c, read.begin, sizeof(void*), AccessKind::read, pc));
    stop_thread();
  }
}

const Cell* known_cell_of_data(uintptr_t address) {
  for (const AddressRange& range : session.writable)
    if (range.holds(address) && cells_of_program_data(range)) return cell_of_program_data(range, address);
  return nullptr;
}

Cell* cell_of(const Context& c, uintptr_t address) {
  if (c.shared.holds(address)) return &c.shared_cells[(address - c.shared.begin) / 4];
  if (session.device.holds(address)) return global_cell(address - session.device.begin);
  for (const AddressRange& range : session.writable)
    if (range.holds(address)) return cell_of_program_data(range, address);
  return nullptr;
}

bool on_own_stack(const Context& c, uintptr_t address) {
  const Fiber& fiber = *c.worker->lane[c.worker->current].fiber;
  return address - reinterpret_cast<uintptr_t>(fiber.stack) < fiber.stack_bytes;
}

namespace {
// The built-in variables may be located between the shared arrays.
bool is_builtin(const Context& c, uintptr_t address) {
  return std::any_of(c.builtins.begin(), c.builtins.end(),
                     [&](const AddressRange& builtin) { return builtin.holds(address); });
}

// The end of the brackets that begin here; the end of the line if they are not closed.
size_t end_of_brackets(const std::string& line, size_t begin) {
  int depth = 0;
  for (size_t end = begin; end < line.size(); ++end) {
    depth += (line[end] == '[') - (line[end] == ']');
    if (depth == 0) return end;
  }
  return line.size();
}

// Are an index and an access part of the same expression with two indices to this array, as in tile[y][x]? For a
// store, g++ states the place of the assignment behind the expression; for some loads, that of the statement.
bool in_one_expression(const std::string& line, size_t index, size_t access, const std::string& array) {
  int expressions = 0;
  bool has_index = false, has_both = false;
  for (size_t at = line.find(array + "["); at != line.npos; at = line.find(array + "[", at + 1)) {
    const size_t second = end_of_brackets(line, at + array.size()) + 1;
    if (second >= line.size() || line[second] != '[') continue;
    const size_t end = end_of_brackets(line, second);
    ++expressions;
    if (index <= at || index > end) continue;
    has_index = true;
    has_both |= access >= at && access <= line.find_first_not_of(' ', end + 1);
  }
  return has_both || (has_index && expressions == 1);
}
bool has_this_index(const void* access, const void* index, const std::string& array) {
  static std::map<std::pair<const void*, const void*>, bool> known;
  const auto [entry, is_new] = known.try_emplace({access, index});
  if (is_new)
    on_a_large_stack([&] {
      const SourceText here = source_text(access), there = source_text(index);
      entry->second =
          here.line == there.line && in_one_expression(here.line, there.column, here.column, array);
    });
  return entry->second;
}

// The kernel's line, even for code of a function that g++ has inlined.
int line_in_kernel(const void* pc) {
  const int outer = calling_line(pc);
  return outer != 0 ? outer : source_line(pc).line;
}

// In float tile[4][8], tile[0][i] may traverse the whole array. In any other row, the index must stay within
// the row. Other accesses on the line may come first, as in tile[y][x + 1] = i < n ? in[i] : 0.
void observe_index_in_row(Context& c, uintptr_t address, unsigned bytes, const void* pc) {
  const IndexToCome& index = c.index_to_come;
  if (index.thread != static_cast<int>(c.worker->current) || line_in_kernel(pc) != line_in_kernel(index.pc)) {
    c.index_to_come = {};
    return;
  }
  const uintptr_t row = address - static_cast<uintptr_t>(index.index * static_cast<int64_t>(bytes));
  const uint16_t id = c.shared.holds(row) ? c.shared_array[(row - c.shared.begin) / 4] : uint16_t{0};
  const SharedRange* array = id ? &session.arrays[id - 1] : nullptr;
  const uintptr_t from_begin = array ? row - c.shared.begin - array->offset : 0;
  if (array && !array->array->dynamic && from_begin > 0 && from_begin % (index.row * bytes) == 0) {
    const std::string& name = array->array->name;
    if (has_this_index(pc, index.pc, name)) report_index_in_row(c, name);
  }
}

// Called if the index was too large. Reports the index if the access missed only its array, not every named
// object.
void observe_index(Context& c, uintptr_t address, unsigned bytes, const void* pc) {
  if (c.index_to_come.row > 0) return observe_index_in_row(c, address, bytes, pc);
  if (c.shared.holds(address)) {
    const uintptr_t offset = address - c.shared.begin;
    const uint16_t id = c.shared_array[offset / 4];
    const SharedRange* array = id ? &session.arrays[id - 1] : nullptr;
    if (array && !array->array->dynamic && offset - array->offset + bytes <= array->bytes) report_index(c);
  } else if (session.device.holds(address)) {
    if (allocation_of(address, bytes)) report_index(c);
  } else if (c.parameters.holds(address) || on_own_stack(c, address)) {
    report_index(c);
  }
  c.index_to_come = {};
}
}  // namespace

void observe(Context& c, uintptr_t address, unsigned bytes, AccessKind kind, const void* pc) {
  uint64_t& since_look = c.since_look[c.worker->current];
  since_look = since_look * 31 + address;
  if (c.index_to_come.pc) [[unlikely]]
    observe_index(c, address, bytes, pc);
  if (!session.device.holds(address)) {  // tested first: finding this thread's stack takes four loads
    if (c.parameters.holds(address) || (c.around_builtins.holds(address) && is_builtin(c, address))) {
      if (!is_write(kind)) return;  // all threads share one copy here, but each has its own on a GPU
      stop_at_nowhere(c, address, bytes, kind, pc);
    }
    if (!c.shared.holds(address) && on_own_stack(c, address)) return;
  }

  if (address & (bytes - 1)) [[unlikely]] {
    report_misaligned(c, bad(c, address, bytes, kind, pc));
    if (session.device.holds(address) && !allocation_of(address, bytes))
      report_bad_global(c, bad(c, address, bytes, kind, pc));
    stop_thread();
  }
  if (c.shared.holds(address)) {
    observe_shared(c, address, bytes, kind, pc);
  } else if (session.device.holds(address)) {
    observe_global(c, address, bytes, kind, pc);
  } else {
    observe_other(c, address, bytes, kind, pc);
  }
}

namespace {

// Is this a 16-byte access to a vector, rather than to a structure of two 8-byte members?
bool counts_on_16(const void* pc) {
  static const std::unordered_set<uintptr_t> exceptions = [] {
    const auto all = unaligned_vector_entries();
    return std::unordered_set<uintptr_t>(all.begin(), all.end());
  }();
  return !exceptions.contains(reinterpret_cast<uintptr_t>(pc));
}

// The alignment according to the debug information, cached for each place.
unsigned alignment_at(const void* pc, size_t bytes, TypeSize size) {
  struct Known {
    const void* pc;
    size_t bytes;
    TypeSize size;
    unsigned alignment;
  };
  static std::array<Known, 1024> cache{};
  const size_t key = (reinterpret_cast<uintptr_t>(pc) >> 2) + 5 * bytes + (size == TypeSize::exact ? 501 : 0);
  Known& known = cache[key % cache.size()];
  if (known.pc != pc || known.bytes != bytes || known.size != size)
    known = {pc, bytes, size,
             structure_alignment(pc, bytes, size, bytes == 16 && !counts_on_16(pc) ? 8 : 16)};
  return known.alignment;
}

// Splits the range into pieces of `alignment` bytes, or smaller ones if the address or the remainder requires
// it. `holes`: the type is unknown, so all pieces except the first may be padding.
void observe_pieces(Context& c, uintptr_t address, size_t bytes, unsigned alignment, AccessKind kind,
                    const void* pc, bool holes = false) {
  c.in_structure = true;
  ++c.structures;
  while (bytes) {
    unsigned piece = alignment;
    while (piece > bytes) piece /= 2;
    observe(c, address, piece, kind, pc);
    address += piece;
    bytes -= piece;
    c.may_be_hole = holes;
  }
  c.in_structure = c.may_be_hole = false;
}

}  // namespace

void observe_structure(Context& c, uintptr_t address, size_t bytes, AccessKind kind, const void* pc) {
  c.last_structures[0] = std::exchange(c.last_structures[1], {address, bytes});
  if (on_own_stack(c, address)) return;
  unsigned alignment = alignment_at(pc, bytes, TypeSize::exact);
  const bool unknown = alignment == 0;
  if (unknown) {  // words, as in most structures, or whatever the address allows
    alignment = bytes == 16 ? (counts_on_16(pc) ? 16 : 8) : 4;
    while (alignment > 1 && alignment != 16 && (address % alignment || bytes % alignment)) alignment /= 2;
  }
  if (bytes != 16)  // several types of that size may differ in alignment
    while (alignment > 1 && address % alignment) alignment /= 2;
  observe_pieces(c, address, bytes, alignment, kind, pc, unknown);
}

namespace {
// A read of part of a structure; nothing else about the structure is known.
void observe_part(Context& c, uintptr_t address, size_t bytes, const void* pc) {
  unsigned alignment = alignment_at(pc, bytes, TypeSize::at_least);
  if (alignment == 0) alignment = 4;
  if (bytes < alignment) {  // a vector member: the whole vector is loaded, but only this member can race
    const bool check = std::exchange(c.check, false);
    observe(c, address / alignment * alignment, alignment, AccessKind::read, pc);
    c.check = check;
    if (!check) return;
    const bool count = std::exchange(c.count, false);
    observe_pieces(c, address, bytes,
                   std::min<unsigned>(alignment, static_cast<unsigned>(address & -address)), AccessKind::read,
                   pc);
    c.count = count;
    return;
  }
  while (alignment > 1 && address % alignment) alignment /= 2;
  observe_pieces(c, address, bytes, alignment, AccessKind::read, pc);
}
}  // namespace

void observe_argument(Context& c, uintptr_t address, size_t bytes, const void* pc) {
  if (on_own_stack(c, address) || c.parameters.holds(address)) return;
  bool seen = true;
  for (size_t i = 0; i < bytes && seen; i += 4) seen = c.has_just_read(address + i);
  if (seen) return;
  // If the range is a complete object, the object's type shows how nvcc reads it.
  if (unsigned alignment = alignment_at(pc, bytes, TypeSize::exact)) {
    while (alignment > 1 && address % alignment) alignment /= 2;
    return observe_pieces(c, address, bytes, alignment, AccessKind::read, pc);
  }
  constexpr size_t kRegister = 8;
  if (bytes <= kRegister || bytes == 16) return observe_part(c, address, bytes, pc);
  for (size_t i = 0; i < bytes; i += kRegister)
    if (!c.has_just_read(address + i)) observe_part(c, address + i, std::min(kRegister, bytes - i), pc);
}

void observe_result(Context& c, uintptr_t address, size_t bytes, const void* pc) {
  if (on_own_stack(c, address) || c.parameters.holds(address)) return;
  const unsigned known = alignment_at(pc, bytes, TypeSize::exact);
  if (!known && std::has_single_bit(bytes) && bytes <= 8 && address % bytes == 0)
    return observe(c, address, static_cast<unsigned>(bytes), AccessKind::write, pc);
  // The store may be a part of a larger structure, of which nothing is known here.
  unsigned alignment = known ? known : 4;
  while (alignment > 1 && (address % alignment || bytes % alignment)) alignment /= 2;
  c.last_structures[0] = std::exchange(c.last_structures[1], {address, bytes});
  observe_pieces(c, address, bytes, alignment, AccessKind::write, pc, known == 0);
}

void observe_bulk_part(Context& c, uintptr_t shared, uintptr_t global, unsigned bytes, bool into_shared,
                       uintptr_t barrier, const void* pc) {
  if (!c.shared.holds(shared) || (global && !session.device.holds(global))) {
    const uintptr_t wrong = c.shared.holds(shared) ? global : shared;
    report_invalid_address(c, bad(c, wrong, 16, into_shared ? AccessKind::read : AccessKind::write, pc));
    stop_thread();
  }
  auto& loads = c.bulk_load_sites;
  if (c.check && into_shared && std::find(loads.begin(), loads.end(), offset_of(pc)) == loads.end())
    loads.push_back(offset_of(pc));
  if (c.check && !into_shared && c.shared.holds(shared)) check_published_to_bulk(c, {shared, bytes}, pc);
  const bool count = std::exchange(c.count, false);  // a copy counts as one request, whatever its size
  for (unsigned done = 0; done < bytes; done += 16) {
    if (global) observe(c, global + done, 16, into_shared ? AccessKind::read : AccessKind::write, pc);
    observe(c, shared + done, 16, into_shared ? AccessKind::write : AccessKind::read, pc);
  }
  c.count = count;
  if (!into_shared || !c.check) return;
  // No thread may read this range before waiting for the copy, not even the thread that requested the copy.
  c.bulk_in_flight.push_back({{shared, bytes}, barrier});
  set_initialised(c, c.bulk_in_flight.back().range, false);
}

void observe_bulk_arrival(Context& c, uintptr_t barrier) {
  std::erase_if(c.bulk_in_flight, [&](const InFlight& copy) {
    if (copy.barrier == barrier) set_initialised(c, copy.range, true);
    return copy.barrier == barrier;
  });
}

}  // namespace ladder::simt::trace
