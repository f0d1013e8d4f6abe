// What started this process. mpirun (mpiexec, srun) tells each process that it starts who it is, in its environment:
// known before MPI itself runs, and in programs that are built without MPI.
#pragma once
#include <functional>
#include <string>

namespace mpi {

struct Launch {
  unsigned processes = 1;
  unsigned rank = 0;        // of this one among all
  unsigned local_rank = 0;  // among those of its host
  bool operator==(const Launch&) const = default;
};

// `value(name)` of an environment variable, nullptr: not set.
Launch launch_of(const std::function<const char*(const char* name)>& value);
const Launch& launch();  // of this process

// CUDA_VISIBLE_DEVICES for a process that takes one GPU of those that its host, or the variable so far, has. A list
// of one is left alone: Slurm gives each process its own.
std::string own_gpu(const char* visible_so_far, unsigned local_rank);

}  // namespace mpi
