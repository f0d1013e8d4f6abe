// Describes how this process was started. mpirun (mpiexec, srun) passes each process its rank in the
// environment, so the rank is available before MPI itself runs, and in programs built without MPI.
#pragma once
#include <functional>
#include <string>

namespace ladder::mpi {

struct Launch {
  unsigned processes = 1;
  unsigned rank = 0;        // this process's rank among all processes
  unsigned local_rank = 0;  // its rank among the processes on its host
  bool operator==(const Launch&) const = default;
};

// `value(name)` returns an environment variable, or nullptr if it is not set.
Launch launch_of(const std::function<const char*(const char* name)>& value);
const Launch& launch();  // describes how this process was started

// The value of CUDA_VISIBLE_DEVICES that gives a process one GPU: one of those that the variable currently
// lists or, if it is not set, one of the host's GPUs. A list with a single GPU is not changed, because
// Slurm gives each process its own.
std::string own_gpu(const char* visible_so_far, unsigned local_rank);

}  // namespace ladder::mpi
