#include "simt/groups.h"

#include <atomic>
#include <string>

#include "simt/executor.h"
#include "simt/grid_barrier.h"
#include "simt/workers.h"

namespace ladder::simt {
namespace {

// The state for the launch in progress.
std::atomic<uint64_t> arrived = 0, generation = 0, ended = 0;

void wait_for_all_blocks(Worker& w, const void* pc) {
  const uint64_t mine = generation.load(),
                 blocks = w.launch->grid.x * uint64_t{w.launch->grid.y} * w.launch->grid.z;
  if (w.traced) trace::grid_barrier(w, &arrived, true, pc);
  if (arrived.fetch_add(1) + 1 == blocks) {
    arrived = 0;
    ++generation;
    workers_saw_a_change();
  }
  while (generation.load() == mine) {
    const uint64_t gone = ended.load();  // a block that waits here has not ended
    if (gone != 0 && generation.load() == mine) {
      if (w.launch->traced && trace::has_stopped_thread()) abandon_block();
      report_hazard(HazardKind::deadlock, "",
                    {pc, "grid barrier", static_cast<int>(w.current), w.block_index}, {}, {},
                    {Cause::blocks_absent_from_grid_sync, {{"blocks", blocks}}});
      abandon_block();
    }
    spin_wait(pc);
  }
  if (w.traced) trace::grid_barrier(w, &arrived, false, pc);
}

}  // namespace

void grid_barrier_launch_begin() { arrived = generation = ended = 0; }
void grid_barrier_block_end() { ++ended; }

bool is_cooperative() { return current_worker && current_worker->launch->resident; }

void grid_sync() {
  const void* pc = SIMT_CALLER;
  Worker& w = *current_worker;
  if (!w.launch->resident) {
    report_hazard(HazardKind::deadlock, "", {pc, "grid barrier", static_cast<int>(w.current), w.block_index},
                  {}, {}, {Cause::grid_sync_not_cooperative});
    abandon_block();
  }
  arrive_at_barrier(pc);
  unsigned first = 0;
  while (w.lane[first].state == LaneState::exited) ++first;
  if (w.current == first) wait_for_all_blocks(w, pc);
  arrive_at_barrier(pc);
}

unsigned thread_in_block() { return current_worker ? current_worker->current : 0; }
uint64_t block_in_grid() { return current_worker ? current_worker->block_index : 0; }

unsigned pack_bits(unsigned bits, unsigned mask) {
  unsigned packed = 0, place = 0;
  for (unsigned m = mask; m; m &= m - 1) packed |= (bits & m & -m ? 1u : 0u) << place++;
  return packed;
}

}  // namespace ladder::simt
