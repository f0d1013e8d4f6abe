// Warpgroup products (wgmma): the executor's side of stage/warpgroup.h, with the layouts of the PTX ISA,
// "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions". A product is computed when its warp
// waits for it, which is the latest time that CUDA allows. Overwriting the shared memory before then is a race
// and gives a wrong result.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "simt/async.h"
#include "simt/executor.h"

namespace ladder::simt {
namespace {

// kGroup: the columns in a 128-byte row.
constexpr unsigned kDepth = 16, kWarpgroup = 128, kElement = 2, kGroup = 64;

// Shared memory is stored as tensor_load() stores boxes of 64 columns: bits 4 to 6 of an address are combined
// (exclusive or) with bits 7 to 9, which come from its row.
const char* swizzled(const void* start, size_t offset) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(start) + offset;
  return reinterpret_cast<const char*>(address ^ (address >> 7 & 7) << 4);
}
const char* place_in_a(const WarpgroupProduct& p, unsigned row, unsigned k) {
  return swizzled(p.a, size_t{row} * kGroup * kElement + k * kElement);
}
const char* place_in_b(const WarpgroupProduct& p, unsigned k, unsigned column) {
  return swizzled(p.b, size_t{column / kGroup} * p.between + (k * kGroup + column % kGroup) * kElement);
}

double element(const char* place) {
  uint16_t bits;
  std::memcpy(&bits, place, sizeof bits);
  return double{std::bit_cast<float>(uint32_t{bits} << 16)};
}

// Lane 4 g + t of warp w has rows 16 w + g and 16 w + g + 8, and columns 8 i + 2 t and 8 i + 2 t + 1.
void compute(const WarpgroupProduct& p, unsigned thread) {
  const unsigned g = thread % kLanes / 4, t = thread % 4, row = thread % kWarpgroup / kLanes * 16 + g;
  double a[2][kDepth];
  for (unsigned k = 0; k < kDepth; ++k)
    for (unsigned half = 0; half < 2; ++half) a[half][k] = element(place_in_a(p, row + 8 * half, k));
  for (unsigned column = 2 * t; column < p.columns; column += 8)
    for (unsigned next = 0; next < 2; ++next) {
      double sum[2] = {};
      for (unsigned k = 0; k < kDepth; ++k) {
        const double b = element(place_in_b(p, k, column + next));
        for (unsigned half = 0; half < 2; ++half) sum[half] += a[half][k] * b;
      }
      for (unsigned half = 0; half < 2; ++half) {
        float& c = p.sums[column / 8 * 4 + 2 * half + next];
        c = static_cast<float>(double{c} + sum[half]);
      }
    }
}

// All threads of a warpgroup together read the tiles once: each thread reads its share, in 16-byte pieces.
void observe_reads(Worker& w, const WarpgroupProduct& p) {
  constexpr unsigned kPart = 8;  // elements
  const unsigned mine = w.current % kWarpgroup, row = mine / 2, half = mine % 2;
  trace::warpgroup_read(w, place_in_a(p, row, half * kPart), kPart * kElement, p.pc);
  for (unsigned i = mine; i < kDepth * p.columns / kPart; i += kWarpgroup)
    trace::warpgroup_read(w, place_in_b(p, i % kDepth, i / kDepth * kPart), kPart * kElement, p.pc);
}

}  // namespace

void warpgroup_multiply_add(float* sums, unsigned columns, SharedTile a, SharedTile b) {
  Worker& w = *current_worker;
  ++w.lane[w.current].multiplied;
  w.lane[w.current].multiplied_at = SIMT_CALLER;
  w.warpgroup_products[w.current].push_back(
      {sums, columns, a.start, b.start, b.between, w.lane[w.current].products, SIMT_CALLER});
}

void check_warpgroups(const Worker& w) {
  for (unsigned first = 0; first < w.threads; first += kWarpgroup) {
    const auto requested = [&](unsigned warp) {
      const unsigned thread = first + warp * kLanes;
      return thread < w.threads ? w.lane[thread].multiplied : 0;
    };
    constexpr unsigned kWarps = kWarpgroup / kLanes;
    unsigned most = 0, fewest = 0;
    for (unsigned warp = 1; warp < kWarps; ++warp) {
      if (requested(warp) > requested(most)) most = warp;
      if (requested(warp) < requested(fewest)) fewest = warp;
    }
    if (requested(most) == requested(fewest)) continue;
    const unsigned thread = first + most * kLanes;
    report_hazard(
        HazardKind::inactive_lane, "",
        {w.lane[thread].multiplied_at, "warpgroup product", static_cast<int>(thread), w.block_index}, {}, {},
        {Cause::warpgroup_incomplete, {{"warp", first / kLanes + fewest}}});
  }
}

void warpgroup_commit() { ++current_worker->lane[current_worker->current].products; }

void warpgroup_wait(unsigned pending) {
  Worker& w = *current_worker;
  std::vector<WarpgroupProduct>& products = w.warpgroup_products[w.current];
  const uint32_t committed = w.lane[w.current].products;
  const auto end = std::ranges::find_if(
      products, [&](const WarpgroupProduct& p) { return p.batch + pending >= committed; });
  for (auto p = products.begin(); p != end; ++p) {
    if (w.traced) observe_reads(w, *p);
    compute(*p, w.current);
  }
  products.erase(products.begin(), end);
  sync_warp(SIMT_CALLER);  // all lanes of the warp wait together
}

}  // namespace ladder::simt
