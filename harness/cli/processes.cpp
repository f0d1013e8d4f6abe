#include "cli/processes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/backend.h"
#include "cli/exit.h"
#include "cuda/device_facts.h"
#include "mpi/job.h"
#include "mpi/launch.h"

namespace ladder::cli {
namespace {

void refuse_what_is_for_one(const Options& o, unsigned processes) {
  const std::string started = fmt::format("mpirun started {} processes", processes);
  if (o.name != "run" && o.name != "check")
    throw Failure(started +
                  ", but only ./ladder run and ./ladder check work in several processes: start this command "
                  "without mpirun");
  if (!o.backend.empty() && o.backend != "cuda")
    throw Failure(
        fmt::format("--backend {}: {}, but only work on GPUs can be divided among processes: leave out "
                    "mpirun, or --backend",
                    o.backend, started));
  if (processes > device::kMaxGpus)
    throw Failure(fmt::format("{}, with one GPU each: at most {} can work together (mpirun -np {})", started,
                              device::kMaxGpus, device::kMaxGpus));
  if (!o.gpus.empty() && o.gpus != std::vector{processes})
    throw Failure(
        fmt::format("--gpus {}: {}, with one GPU each: leave --gpus out, or start that many processes",
                    fmt::join(o.gpus, ","), started));
}

void keep_silent(Options& o) {
  constexpr const char* kNothing = "/dev/null";
  o.quiet = true;
  o.json = kNothing;
  o.csv = o.md = o.tex = "";
  if (const int null = open(kNothing, O_WRONLY); null >= 0) {
    dup2(null, STDOUT_FILENO);
    close(null);
  }
}

}  // namespace

void join_processes(Options& o) {
  const mpi::Launch& launch = mpi::launch();
  if (launch.processes == 1) return;
  refuse_what_is_for_one(o, launch.processes);
  setenv("CUDA_VISIBLE_DEVICES", mpi::own_gpu(std::getenv("CUDA_VISIBLE_DEVICES"), launch.local_rank).c_str(),
         1);
  // Everything that forks (the queries for the GPU and the commit) is done before MPI starts.
  if (const NoCuda none = no_cuda(); !none.why.empty())
    throw Failure(
        o.backend.empty() ? bad_usage : none.status,
        fmt::format("mpirun started {} processes, but there is no GPU for process {} on this host: {}. "
                    "Start one process for each GPU; without mpirun, the executor runs the stages",
                    launch.processes, launch.local_rank + 1, none.why));
  if (const std::string why = mpi::why_not(); !why.empty())
    throw Failure(fmt::format("mpirun started {} processes, but {}; or start it without mpirun",
                              launch.processes, why));
  this_commit();
  try {
    mpi::start();
    cuda::agree_on_facts();
  } catch (const std::runtime_error& error) {
    throw Failure(error.what());
  }
  o.backend = "cuda";
  if (mpi::rank() > 0) keep_silent(o);
}

}  // namespace ladder::cli
