// Which of the processes that belong together (job.h) this one is. Apart from job.h for the kernel files.
#pragma once

namespace mpi {

unsigned processes();  // 1 before start(), and without mpirun
unsigned rank();       // of this one: from 0

// GPU number g of a job is that of process g.
inline bool here(unsigned gpu) { return processes() == 1 || gpu == rank(); }

}  // namespace mpi
