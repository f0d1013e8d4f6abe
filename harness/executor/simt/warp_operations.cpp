// Shuffles, votes, __syncwarp, warp reductions and matrix products. A lane stores its operand and waits; of the
// lanes named by the mask, the last to arrive computes all results.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/executor.h"
#include "simt/matrices.h"
#include "simt/trace/hazards.h"
#include "simt/undefined.h"

namespace ladder::simt {
unsigned source_lane(const Lane& l, WarpOp op, unsigned me) {
  const unsigned width = l.width, first = me / width * width;
  if (op == WarpOp::shuffle) return first + (l.argument & (width - 1));
  if (op == WarpOp::shuffle_up && me - first >= l.argument) return me - l.argument;
  if (op == WarpOp::shuffle_down && l.argument < first + width - me) return me + l.argument;
  if (op == WarpOp::shuffle_xor && (me ^ l.argument) < first + width) return me ^ l.argument;
  return me;
}

namespace {

// The value that a shuffle returns from a lane that does not take part. The 16-bit parts of this value have
// the same high bits, which therefore become the sign and exponent of a half, float or double.
uint64_t poison() { return (undefined_bits ^ undefined_bits >> 16) * 0x1'0000'0001ull; }

enum ReduceOp : uint8_t { add, min_signed, max_signed, min_unsigned, max_unsigned, bit_and, bit_or, bit_xor };

unsigned lowest(uint32_t mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

std::string hex(uint32_t mask) {
  char text[16];
  snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

std::string lanes_text(uint32_t lanes) {  // "lane 5", "lanes 16 to 31", "lanes 0, 1, 4, 9, … (17 in all)"
  constexpr int kMost = 4;
  const int count = std::popcount(lanes), first = std::countr_zero(lanes),
            last = 31 - std::countl_zero(lanes);
  if (count == 1) return "lane " + std::to_string(first);
  if (last - first + 1 == count) return "lanes " + std::to_string(first) + " to " + std::to_string(last);
  std::string text = "lanes ";
  int told = 0;
  for (uint32_t m = lanes; m != 0 && told < kMost; m &= m - 1)
    text += (told++ > 0 ? ", " : "") + std::to_string(std::countr_zero(m));
  return count <= kMost ? text : text + ", … (" + std::to_string(count) + " in all)";
}

void finish_shuffle(Worker& w, unsigned warp, WarpOp op, uint32_t lanes) {
  Lane* lane = &w.lane[warp * kLanes];
  for (uint32_t m = lanes; m; m &= m - 1) {
    const unsigned me = lowest(m);
    Lane& l = lane[me];
    const unsigned from = source_lane(l, op, me);
    if (lanes >> from & 1) {
      l.result = lane[from].value;
    } else {
      l.result = poison();
      if (w.stopped) continue;
      trace::read_undefined = true;
      report_hazard(HazardKind::inactive_lane, "",
                    {l.pc, "shuffle", static_cast<int>(warp * kLanes + me), w.block_index}, {}, {},
                    {Cause::shuffle_from_absent_lane, {{"lane", me}, {"from", from}, {"mask", hex(l.mask)}}});
    }
  }
}

void finish_reduce(Worker& w, unsigned warp, uint32_t lanes) {
  Lane* lane = &w.lane[warp * kLanes];
  const auto op = static_cast<ReduceOp>(lane[lowest(lanes)].reduce_op);
  auto total = static_cast<uint32_t>(lane[lowest(lanes)].value);
  for (uint32_t m = lanes & (lanes - 1); m; m &= m - 1) {
    const auto x = static_cast<uint32_t>(lane[lowest(m)].value);
    const auto as_signed = [](uint32_t u) { return static_cast<int32_t>(u); };
    switch (op) {
      case add:
        total += x;
        break;
      case min_signed:
        total = as_signed(x) < as_signed(total) ? x : total;
        break;
      case max_signed:
        total = as_signed(x) > as_signed(total) ? x : total;
        break;
      case min_unsigned:
        total = x < total ? x : total;
        break;
      case max_unsigned:
        total = x > total ? x : total;
        break;
      case bit_and:
        total &= x;
        break;
      case bit_or:
        total |= x;
        break;
      case bit_xor:
        total ^= x;
        break;
    }
  }
  for (uint32_t m = lanes; m; m &= m - 1) lane[lowest(m)].result = total;
}

// Each lane's result is the set of lanes that have its value.
void finish_match(Worker& w, unsigned warp, uint32_t lanes) {
  Lane* lane = &w.lane[warp * kLanes];
  for (uint32_t left = lanes; left;) {
    uint32_t same = 0;
    for (uint32_t m = left; m; m &= m - 1)
      if (lane[lowest(m)].value == lane[lowest(left)].value) same |= 1u << lowest(m);
    for (uint32_t m = same; m; m &= m - 1) lane[lowest(m)].result = same;
    left &= ~same;
  }
}

// One lane's operands for a product. See stage/tensor_cores.h.
struct Fragments {
  float* c;
  const uint32_t *a, *b;
};

template <typename T>
T* operand(const Lane& lane) {
  return reinterpret_cast<T*>(static_cast<uintptr_t>(lane.value));
}

// Element `half` (0 or 1) of a pair of bfloat16 values.
double of_pair(uint32_t pair, unsigned half) {
  return double{std::bit_cast<float>(half == 0 ? pair << 16 : pair & 0xffff0000u)};
}

// PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type": lane 4 g + t has, of A, the pairs at
// rows g and g + 8 and columns 2 t and 2 t + 8; of B, those at rows 2 t and 2 t + 8 of column g; of C, those
// at rows g and g + 8 and column 2 t. A missing lane contributes undefined values.
void finish_multiply_add(const Lane* lane, uint32_t lanes) {
  constexpr unsigned kRows = 16, kColumns = 8, kDepth = 16;
  double a[kRows][kDepth], b[kDepth][kColumns];
  for (unsigned l = 0; l < kLanes; ++l) {
    const unsigned g = l / 4, t = l % 4;
    const Fragments* f = lanes >> l & 1 ? operand<const Fragments>(lane[l]) : nullptr;
    for (unsigned half = 0; half < 2; ++half) {
      for (unsigned i = 0; i < 4; ++i)
        a[g + i % 2 * 8][2 * t + i / 2 * 8 + half] =
            of_pair(f ? f->a[i] : static_cast<uint32_t>(poison()), half);
      for (unsigned i = 0; i < 2; ++i)
        b[2 * t + i * 8 + half][g] = of_pair(f ? f->b[i] : static_cast<uint32_t>(poison()), half);
    }
  }
  for (uint32_t m = lanes; m; m &= m - 1) {
    const unsigned l = lowest(m), g = l / 4, t = l % 4;
    float* c = operand<const Fragments>(lane[l])->c;
    for (unsigned i = 0; i < 4; ++i) {
      double sum = double{c[i]};
      for (unsigned d = 0; d < kDepth; ++d) sum += a[g + i / 2 * 8][d] * b[d][2 * t + i % 2];
      c[i] = static_cast<float>(sum);
    }
  }
}

// PTX ISA, "ldmatrix": lanes 8 i to 8 i + 7 pass the rows of matrix i. From each matrix, lane 4 g + t receives
// the pair at row g and column 2 t or, if transposed, the pair at rows 2 t and 2 t + 1 of column g.
void finish_exchange(const Lane* lane, uint32_t lanes, bool transposed) {
  uint16_t element[kLanes][8];  // the row that each lane passes
  for (unsigned l = 0; l < kLanes; ++l) {
    if (lanes >> l & 1)
      std::memcpy(element[l], operand<uint32_t>(lane[l]), sizeof element[l]);
    else
      std::ranges::fill(element[l], static_cast<uint16_t>(poison()));
  }
  for (uint32_t m = lanes; m; m &= m - 1) {
    const unsigned l = lowest(m), g = l / 4, t = l % 4;
    for (unsigned i = 0; i < 4; ++i) {
      const auto at = [&](unsigned half) {
        return uint32_t{transposed ? element[8 * i + 2 * t + half][g] : element[8 * i + g][2 * t + half]};
      };
      operand<uint32_t>(lane[l])[i] = at(0) | at(1) << 16;
    }
  }
}

void finish(Worker& w, unsigned warp, WarpOp op, uint32_t lanes) {
  Lane* lane = &w.lane[warp * kLanes];
  if (op == WarpOp::vote) {
    uint32_t votes = 0;
    for (uint32_t m = lanes; m; m &= m - 1) votes |= lane[lowest(m)].value ? 1u << lowest(m) : 0;
    for (uint32_t m = lanes; m; m &= m - 1) lane[lowest(m)].result = votes;
  } else if (op == WarpOp::active_mask) {
    for (uint32_t m = lanes; m; m &= m - 1) lane[lowest(m)].result = lanes;
  } else if (op == WarpOp::reduce) {
    finish_reduce(w, warp, lanes);
  } else if (op == WarpOp::match_any || op == WarpOp::match_all) {
    finish_match(w, warp, lanes);
  } else if (op == WarpOp::matrix_multiply_add) {
    finish_multiply_add(lane, lanes);
  } else if (op == WarpOp::matrix_exchange || op == WarpOp::matrix_exchange_transposed) {
    finish_exchange(lane, lanes, op == WarpOp::matrix_exchange_transposed);
  } else if (op != WarpOp::sync) {
    finish_shuffle(w, warp, op, lanes);
  }
  if (w.traced) trace::warp_op_done(w, warp, op, lanes);
  w.warp[warp].ready |= lanes;
  for (uint32_t m = lanes; m; m &= m - 1) lane[lowest(m)].state = LaneState::ready;
}

// The lanes in `lanes` that have reached the same place as the first of them.
uint32_t on_one_line(const Lane* lane, uint32_t lanes) {
  uint32_t together = 0;
  for (uint32_t m = lanes; m; m &= m - 1)
    if (lane[lowest(m)].pc == lane[lowest(lanes)].pc) together |= 1u << lowest(m);
  return together;
}

void remove_pending(WarpState& warp, int i) { warp.pending[i] = warp.pending[--warp.pending_count]; }

struct Operands {
  uint64_t value = 0;
  uint32_t argument = 0;
  uint8_t width = kLanes;
  uint8_t value_bytes = 0;
  uint8_t reduce_op = 0;
};

uint64_t warp_operation(WarpOp op, uint32_t mask, const void* pc, Operands operands) {
  Worker& w = *current_worker;
  const unsigned thread = w.current, warp_index = thread / kLanes;
  const uint32_t bit = 1u << thread % kLanes;
  WarpState& warp = w.warp[warp_index];
  Lane& lane = w.lane[thread];
  lane.value = operands.value;
  lane.argument = operands.argument;
  lane.width = operands.width;
  lane.value_bytes = operands.value_bytes;
  lane.reduce_op = operands.reduce_op;
  lane.op = op;
  lane.mask = mask;
  lane.pc = pc;
  lane.state = LaneState::warp_operation;
  if (!(mask & bit)) {
    report_hazard(HazardKind::inactive_lane, "",
                  {pc, "warp operation", static_cast<int>(thread), w.block_index}, {}, {},
                  {Cause::lane_not_in_mask, {{"lane", thread % kLanes}, {"mask", hex(mask)}}});
    mask = bit;  // this lane waits for no other lane, and no other lane waits for it
  }
  if (w.traced) trace::warp_op_arrive(w, op, mask & warp.exists, pc);

  int slot = 0;
  while (slot < warp.pending_count && (warp.pending[slot].mask != mask || warp.pending[slot].op != op))
    ++slot;
  if (slot == warp.pending_count) warp.pending[warp.pending_count++] = {op, mask, 0};
  warp.pending[slot].arrived |= bit;
  if (warp.pending[slot].arrived == (mask & warp.exists)) {  // the last lane to arrive continues immediately
    const uint32_t lanes = warp.pending[slot].arrived;
    remove_pending(warp, slot);
    finish(w, warp_index, op, lanes);
    warp.ready &= ~bit;
    lane.state = LaneState::running;
  } else {
    suspend();
  }
  return lane.result;
}

template <typename T>
T shuffle(WarpOp op, unsigned mask, T value, unsigned argument, int width, const void* pc) {
  Operands operands;
  std::memcpy(&operands.value, &value, sizeof value);
  operands.value_bytes = sizeof value;
  operands.argument = argument;
  operands.width = static_cast<uint8_t>(width);
  const uint64_t bits = warp_operation(op, mask, pc, operands);
  T result;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

template <typename T>
T reduce(unsigned mask, T value, ReduceOp op, const void* pc) {
  Operands operands;
  operands.value = static_cast<uint32_t>(value);
  operands.reduce_op = op;
  return static_cast<T>(static_cast<uint32_t>(warp_operation(WarpOp::reduce, mask, pc, operands)));
}

unsigned match(WarpOp op, unsigned mask, uint64_t bits, const void* pc) {
  Operands operands;
  operands.value = bits;
  return static_cast<unsigned>(warp_operation(op, mask, pc, operands));
}

unsigned vote(unsigned mask, bool predicate, const void* pc) {
  Operands operands;
  operands.value = predicate;
  return static_cast<unsigned>(warp_operation(WarpOp::vote, mask, pc, operands));
}

}  // namespace

bool complete_warp_operations(Worker& w, unsigned warp_index, bool all_stuck) {
  WarpState& warp = w.warp[warp_index];
  Lane* lane = &w.lane[warp_index * kLanes];
  bool any = false;
  if (all_stuck && warp.quiescing) {  // __activemask
    const uint32_t together = on_one_line(lane, warp.quiescing);
    warp.quiescing &= ~together;
    finish(w, warp_index, WarpOp::active_mask, together);
    any = true;
  }
  if (all_stuck && warp.in_step) {
    uint32_t together = on_one_line(lane, warp.in_step);
    // Lanes that wait in a loop for other lanes must eventually let those lanes continue.
    constexpr unsigned kPatience = 64;
    if (together == warp.in_step)
      warp.steps_alone = 0;
    else if (++warp.steps_alone > kPatience) {
      together = on_one_line(lane, warp.in_step & ~together);
      warp.steps_alone = 0;
    }
    warp.in_step &= ~together;
    warp.ready |= together;
    for (uint32_t m = together; m; m &= m - 1) lane[lowest(m)].state = LaneState::ready;
    any = true;
  }
  for (int i = 0; i < warp.pending_count;) {
    const PendingOp pending = warp.pending[i];
    const uint32_t named = pending.mask & warp.exists;
    const bool only_exited_missing = all_stuck && pending.arrived == (named & ~warp.exited);
    if (!only_exited_missing) {
      ++i;
      continue;
    }
    const unsigned first = warp_index * kLanes + lowest(pending.arrived);
    if (w.stopped == 0)
      report_hazard(HazardKind::inactive_lane, "",
                    {w.lane[first].pc, "warp operation", static_cast<int>(first), w.block_index}, {}, {},
                    {Cause::named_lanes_absent,
                     {{"lanes", lanes_text(named & warp.exited)},
                      {"count", std::popcount(named & warp.exited)},
                      {"mask", hex(pending.mask)}}});
    remove_pending(warp, i);
    finish(w, warp_index, pending.op, pending.arrived);
    any = true;
  }
  return any;
}

void sync_warp(const void* pc) { warp_operation(WarpOp::sync, ~0u, pc, {}); }

void matrix_multiply_add(float (&c)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
  const Fragments fragments{c, a, b};
  Operands operands;
  operands.value = reinterpret_cast<uintptr_t>(&fragments);
  warp_operation(WarpOp::matrix_multiply_add, ~0u, SIMT_CALLER, operands);
}

void matrix_exchange(uint32_t* pairs, bool transposed) {
  Operands operands;
  operands.value = reinterpret_cast<uintptr_t>(pairs);
  warp_operation(transposed ? WarpOp::matrix_exchange_transposed : WarpOp::matrix_exchange, ~0u, SIMT_CALLER,
                 operands);
}

unsigned match_any(unsigned mask, unsigned long long bits) {
  return match(WarpOp::match_any, mask, bits, SIMT_CALLER);
}
unsigned match_all(unsigned mask, unsigned long long bits, int* all_agree) {
  const unsigned same = match(WarpOp::match_all, mask, bits, SIMT_CALLER);
  const uint32_t exists = current_worker->warp[current_worker->current / kLanes].exists;
  *all_agree = same == (mask & exists);
  return *all_agree ? same : 0;
}

void move_in_lockstep(const void* pc) {
  Worker& w = *current_worker;
  w.lane[w.current].pc = pc;
  w.lane[w.current].state = LaneState::warp_operation;
  w.warp[w.current / kLanes].in_step |= 1u << w.current % kLanes;
  suspend();
}

}  // namespace ladder::simt

using namespace ladder::simt;
#define HERE SIMT_CALLER

void __syncwarp(unsigned mask) { warp_operation(WarpOp::sync, mask, HERE, {}); }
unsigned __ballot_sync(unsigned mask, int predicate) { return vote(mask, predicate != 0, HERE); }
int __any_sync(unsigned mask, int predicate) { return vote(mask, predicate != 0, HERE) != 0; }
int __all_sync(unsigned mask, int predicate) { return vote(mask, predicate == 0, HERE) == 0; }

unsigned __activemask() {
  Worker& w = *current_worker;
  const unsigned thread = w.current;
  w.lane[thread].pc = HERE;
  w.lane[thread].state = LaneState::warp_operation;
  w.lane[thread].op = WarpOp::active_mask;
  w.warp[thread / kLanes].quiescing |= 1u << thread % kLanes;
  if (w.traced) trace::warp_op_arrive(w, WarpOp::active_mask, 1u << thread % kLanes, HERE);
  suspend();
  return static_cast<unsigned>(w.lane[thread].result);
}

#define DEFINE_SHUFFLES(T)                                                                           \
  T __shfl_sync(unsigned mask, T value, int lane, int width) {                                       \
    return shuffle(WarpOp::shuffle, mask, value, static_cast<unsigned>(lane), width, HERE);          \
  }                                                                                                  \
  T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width) {                              \
    return shuffle(WarpOp::shuffle_up, mask, value, delta, width, HERE);                             \
  }                                                                                                  \
  T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width) {                            \
    return shuffle(WarpOp::shuffle_down, mask, value, delta, width, HERE);                           \
  }                                                                                                  \
  T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width) {                              \
    return shuffle(WarpOp::shuffle_xor, mask, value, static_cast<unsigned>(lane_mask), width, HERE); \
  }
SIMT_SHUFFLE_TYPES(DEFINE_SHUFFLES)

int __reduce_add_sync(unsigned mask, int value) { return reduce(mask, value, add, HERE); }
unsigned __reduce_add_sync(unsigned mask, unsigned value) { return reduce(mask, value, add, HERE); }
int __reduce_min_sync(unsigned mask, int value) { return reduce(mask, value, min_signed, HERE); }
unsigned __reduce_min_sync(unsigned mask, unsigned value) { return reduce(mask, value, min_unsigned, HERE); }
int __reduce_max_sync(unsigned mask, int value) { return reduce(mask, value, max_signed, HERE); }
unsigned __reduce_max_sync(unsigned mask, unsigned value) { return reduce(mask, value, max_unsigned, HERE); }
unsigned __reduce_and_sync(unsigned mask, unsigned value) { return reduce(mask, value, bit_and, HERE); }
unsigned __reduce_or_sync(unsigned mask, unsigned value) { return reduce(mask, value, bit_or, HERE); }
unsigned __reduce_xor_sync(unsigned mask, unsigned value) { return reduce(mask, value, bit_xor, HERE); }
