// The executor's OS threads. A fixed number of them may run at a time (one per core; one in a traced launch);
// a block that only spins passes its right to run to another, so blocks may wait for each other.
#pragma once
#include <cstdint>

namespace simt {

struct Worker;
struct Launch;

// In executor.cpp: what a worker does.
void prepare_worker(Worker&, const Launch&);
void run_block(Worker&, const Launch&, uint64_t index);

// Called by a block that can do nothing but wait for another block's write.
enum class Waiting { may_end, for_blocks_not_started, for_nothing };
Waiting workers_yield_block();
// Called by a block that could go on: others run first.
void workers_step_aside();
// A thread has changed a word that others may wait for.
void workers_saw_a_change();
// Before a launch: does a kernel ask for it? Then its block ends here.
void refuse_launch_in_kernel(const void* pc);

}  // namespace simt
