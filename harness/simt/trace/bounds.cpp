// Where an address points: shared memory, device memory, the kernel's parameters, a thread's own locals, or
// nowhere it may. Every memory access comes through observe().
#include <algorithm>
#include <utility>

#include "simt/fiber.h"
#include "simt/memory.h"
#include "simt/trace/context.h"
#include "simt/trace/hazards.h"

namespace simt::trace {
namespace {

bool is_write(AccessKind kind) { return kind != AccessKind::read && kind != AccessKind::atomic_read; }
bool is_atomic(AccessKind kind) { return kind != AccessKind::read && kind != AccessKind::write; }
MemoryUse use_of(AccessKind kind, unsigned bytes) {
  return {kind != AccessKind::write && kind != AccessKind::atomic_write, is_write(kind),
          static_cast<uint8_t>(is_atomic(kind) ? bytes : 0)};
}
Kind shared_kind(AccessKind kind) {
  return kind == AccessKind::atomic ? Kind::shared_atomic
         : is_write(kind)           ? Kind::shared_store
                                    : Kind::shared_load;
}
Kind global_kind(AccessKind kind) {
  return kind == AccessKind::atomic ? Kind::global_atomic
         : is_write(kind)           ? Kind::global_store
                                    : Kind::global_load;
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

// A vector that does not lie at a multiple of its size stops a GPU. But a structure of two 8-byte members is
// copied by 16 bytes too, and may lie at a multiple of 8: whether g++ counted on 16 shows in the instruction
// that it chose for the copy, which follows the call of the hook. General registers do not tell; then it
// counts as a vector, for arrays of such structures start at a multiple of 16.
bool counts_on_16(const void* pc, bool write) {
  const auto* code = static_cast<const unsigned char*>(pc);
  constexpr int kLookAt = 48;
  for (int i = 0; i + 2 < kLookAt; ++i) {
    if (code[i] == 0xe8) return true;  // the next call
    if (code[i] != 0x0f) continue;
    const unsigned char op = code[i + 1], prefix = i > 0 ? code[i - 1] : 0,
                        rex_prefix = i > 1 ? code[i - 2] : 0;
    if ((code[i + 2] & 0xc0) == 0xc0) continue;                               // between registers
    if ((code[i + 2] & 0x07) == 4 && (code[i + 3] & 0x3f) == 0x24) continue;  // to or from the stack
    const bool p66 = prefix == 0x66 || ((prefix & 0xf0) == 0x40 && rex_prefix == 0x66);
    const bool pf3 = prefix == 0xf3 || ((prefix & 0xf0) == 0x40 && rex_prefix == 0xf3);
    if (write ? op == 0x29 || (op == 0x7f && p66) : op == 0x28 || (op == 0x6f && p66)) return true;
    if (write ? op == 0x11 || (op == 0x7f && pf3) : op == 0x10 || (op == 0x6f && pf3)) return false;
  }
  return true;
}

void observe_shared(Context& c, uintptr_t address, unsigned bytes, AccessKind kind, const void* pc) {
  const uintptr_t offset = address - c.shared.begin;
  const uint16_t id = c.shared_array[offset / 4];
  const SharedRange* array = id ? &session.arrays[id - 1] : nullptr;
  const size_t room = array ? (array->array->dynamic ? c.dynamic_shared : array->bytes) : 0;
  if (!array || offset < array->offset || offset - array->offset + bytes > room) [[unlikely]] {
    if (!report_bad_shared(c, bad(c, address, bytes, kind, pc))) abandon_block();
  } else if (c.check) {
    check_shared(c, address, bytes, use_of(kind, bytes), pc);
  }
  record(c, c.worker->current, shared_kind(kind), address, bytes, pc);
}

const Allocation* allocation_of(uintptr_t address, unsigned bytes) {
  static std::array<const Allocation*, 64> recent{};  // by where they lie
  const Allocation*& guess = recent[address / 65536 % recent.size()];
  const auto* p = reinterpret_cast<const char*>(address);
  if (!guess || !guess->contains(p, bytes)) {
    const Allocation* found = find_allocation(p);
    if (!found || !found->contains(p, bytes)) return nullptr;
    guess = found;
  }
  return guess->live ? guess : nullptr;
}

void observe_global(Context& c, uintptr_t address, unsigned bytes, AccessKind kind, const void* pc) {
  if (!allocation_of(address, bytes)) [[unlikely]]
    report_bad_global(c, bad(c, address, bytes, kind, pc));  // a gap takes it
  else if (c.check)
    check_global(c, global_cell(address - session.device.begin), address, bytes, use_of(kind, bytes), pc);
  record(c, c.worker->current, global_kind(kind), address, bytes, pc);
}

// __device__ variables are the program's own.
void observe_program_data(Context& c, const AddressRange& range, uintptr_t address, unsigned bytes,
                          AccessKind kind, const void* pc) {
  static std::array<Cell*, 8> cells{};
  Cell*& base = cells[static_cast<size_t>(&range - session.writable.data()) % cells.size()];
  if (!base) base = map_cells(range.bytes + 64);
  if (c.check) check_global(c, base + (address - range.begin) / 4, address, bytes, use_of(kind, bytes), pc);
  record(c, c.worker->current, global_kind(kind), address, bytes, pc);
}

void observe_other(Context& c, uintptr_t address, unsigned bytes, AccessKind kind, const void* pc) {
  for (const AddressRange& builtin : c.builtins)
    if (builtin.holds(address)) return;
  if (c.parameters.holds(address)) return;
  for (const Fiber* fiber : c.worker->fibers) {
    if (!fiber->on_stack(reinterpret_cast<const void*>(address))) continue;
    report_leaked_local(c, bad(c, address, bytes, kind, pc), *fiber);
    return;
  }
  for (const AddressRange& range : session.writable)
    if (range.holds(address)) return observe_program_data(c, range, address, bytes, kind, pc);
  if (!is_write(kind))
    for (const AddressRange& range : session.read_only)
      if (range.holds(address)) return;  // a table of constants
  report_invalid_address(c, bad(c, address, bytes, kind, pc));
  abandon_block();
}

}  // namespace

void observe(Context& c, uintptr_t address, unsigned bytes, AccessKind kind, const void* pc) {
  const Fiber& fiber = *c.worker->lane[c.worker->current].fiber;
  if (address - reinterpret_cast<uintptr_t>(fiber.stack) < fiber.stack_bytes) return;  // its own locals

  if (address & (bytes - 1)) [[unlikely]] {
    if (bytes == 16 && address % 8 == 0 && !counts_on_16(pc, is_write(kind))) {
      observe(c, address, 8, kind, pc);
      observe(c, address + 8, 8, kind, pc);
      return;
    }
    report_misaligned(c, bad(c, address, bytes, kind, pc));
    abandon_block();
  }
  if (c.shared.holds(address)) {
    const bool array = c.shared_array[(address - c.shared.begin) / 4] != 0;
    if (!array)  // threadIdx and its like may lie between the arrays
      for (const AddressRange& builtin : c.builtins)
        if (builtin.holds(address)) return;
    observe_shared(c, address, bytes, kind, pc);
  } else if (session.device.holds(address)) {
    observe_global(c, address, bytes, kind, pc);
  } else {
    observe_other(c, address, bytes, kind, pc);
  }
}

void observe_bulk_copy(Context& c, uintptr_t shared, uintptr_t global, unsigned bytes, bool into_shared,
                       const void* pc) {
  auto& loads = c.bulk_load_sites;
  if (c.check && into_shared && std::find(loads.begin(), loads.end(), offset_of(pc)) == loads.end())
    loads.push_back(offset_of(pc));
  if (c.check && !into_shared && c.shared.holds(shared)) check_published_to_bulk(c, {shared, bytes}, pc);
  const bool count = std::exchange(c.count, false);  // one copy, whatever its size
  for (unsigned done = 0; done < bytes; done += 16) {
    observe(c, global + done, 16, into_shared ? AccessKind::read : AccessKind::write, pc);
    observe(c, shared + done, 16, into_shared ? AccessKind::write : AccessKind::read, pc);
  }
  c.count = count;
  record(c, c.worker->current, into_shared ? Kind::bulk_load : Kind::bulk_store, bytes, 0, pc);
  if (!into_shared || !c.check) return;
  // Nobody may read it, not even the thread that asked, before it has waited for it.
  c.bulk_in_flight.push_back({shared, bytes});
  set_initialised(c, c.bulk_in_flight.back(), false);
  ordering_bulk_copy(c);
}

void observe_bulk_arrival(Context& c) {
  for (const AddressRange& range : c.bulk_in_flight) set_initialised(c, range, true);
  c.bulk_in_flight.clear();
  ordering_bulk_arrival(c);
}

}  // namespace simt::trace
