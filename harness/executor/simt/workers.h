// The executor's OS threads. A fixed number of these threads may run at a time (one per core, or only one in
// a traced launch). A block that only spins passes its right to run to another block, so blocks may wait for
// each other.
#pragma once
#include <cstdint>

namespace ladder::simt {

struct Worker;
struct Launch;

// The work of a worker; defined in executor.cpp.
void prepare_worker(Worker&, const Launch&);
void run_block(Worker&, const Launch&, uint64_t index);

// Called by a block that can only wait for a write by another block.
enum class Waiting { may_end, for_blocks_not_started, for_nothing };
Waiting workers_yield_block();
// Called by a block that could continue: lets others run first.
void workers_step_aside();
// A thread has changed a word that others may be waiting for.
void workers_saw_a_change();
// Called before a launch: is the caller a kernel? If so, the block of this kernel ends here.
void refuse_launch_in_kernel(const void* pc);

}  // namespace ladder::simt
