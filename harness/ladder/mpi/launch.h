// How this process was started. mpirun (mpiexec, srun) gives each process its rank in the environment:
// available before MPI itself runs, and in programs built without MPI.
#pragma once
#include <functional>
#include <string>

namespace mpi {

struct Launch {
  unsigned processes = 1;
  unsigned rank = 0;        // among all processes
  unsigned local_rank = 0;  // its rank among the processes on its host
  bool operator==(const Launch&) const = default;
};

// `value(name)` returns an environment variable, or nullptr if it is not set.
Launch launch_of(const std::function<const char*(const char* name)>& value);
const Launch& launch();  // describes how this process was started

// CUDA_VISIBLE_DEVICES for a process that uses one of the GPUs that its host has, or that the variable
// currently lists. A list of one is left alone: Slurm gives each process its own.
std::string own_gpu(const char* visible_so_far, unsigned local_rank);

}  // namespace mpi
