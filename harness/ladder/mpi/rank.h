// The rank of this process among those that belong together (job.h). Separate because kernel files need it.
#pragma once

namespace ladder::mpi {

unsigned processes();  // 1 before start(), and without mpirun
unsigned rank();       // the rank of this process, from 0

// GPU number g of a job belongs to process g.
inline bool here(unsigned gpu) { return processes() == 1 || gpu == rank(); }

}  // namespace ladder::mpi
