// Several processes through MPI. Programs without MPI use none.cpp instead.
#ifndef OMPI_SKIP_MPICXX  // the C interface only; CMake may already have defined it
#define OMPI_SKIP_MPICXX
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#endif
#include <mpi.h>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>

#include "mpi/job.h"
#include "mpi/launch.h"

namespace ladder::mpi {
namespace {

struct Job {
  unsigned processes = 1, rank = 0, hosts = 1;
};
Job job;
std::atomic<bool> running = false;

unsigned number(int (*of)(MPI_Comm, int*), MPI_Comm communicator) {
  int value = 0;
  of(communicator, &value);
  return static_cast<unsigned>(value);
}

}  // namespace

unsigned processes() { return job.processes; }
unsigned rank() { return job.rank; }
unsigned hosts() { return job.hosts; }

std::string why_not() { return ""; }

std::string version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string all(text, static_cast<size_t>(length));
  return all.substr(0, all.find_first_of(",\n"));
}

// An error that MPI itself detects ends all processes with MPI's message, which is MPI's default.
void start() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);  // a Watch ends the job from a thread
  running = true;
  job.processes = number(MPI_Comm_size, MPI_COMM_WORLD);
  job.rank = number(MPI_Comm_rank, MPI_COMM_WORLD);
  if (job.processes != launch().processes)
    throw std::runtime_error(
        fmt::format("mpirun started {} processes, but the program's MPI library ({}) sees only {}: start it "
                    "with the mpirun of that library",
                    launch().processes, version(), job.processes));
  MPI_Comm of_host;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &of_host);
  unsigned first_of_host = number(MPI_Comm_rank, of_host) == 0 ? 1 : 0;
  MPI_Allreduce(&first_of_host, &job.hosts, 1, MPI_UNSIGNED, MPI_SUM, MPI_COMM_WORLD);
  MPI_Comm_free(&of_host);
}

void finish() {
  if (!running) return;
  wait_for_all();
  MPI_Finalize();
  running = false;
}

void wait_for_all() {
  if (job.processes > 1) MPI_Barrier(MPI_COMM_WORLD);
}

double largest(double of_this_process) {
  double of_all = of_this_process;
  if (job.processes > 1) MPI_Allreduce(&of_this_process, &of_all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return of_all;
}

std::vector<std::string> gathered(const std::string& text) {
  if (job.processes == 1) return {text};
  const int length = static_cast<int>(text.size());
  std::vector<int> lengths(job.processes), starts(job.processes);
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
  std::exclusive_scan(lengths.begin(), lengths.end(), starts.begin(), 0);
  std::string all(static_cast<size_t>(starts.back() + lengths.back()), '\0');
  MPI_Allgatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR,
                 MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (unsigned r = 0; r < job.processes; ++r)
    texts.push_back(all.substr(static_cast<size_t>(starts[r]), static_cast<size_t>(lengths[r])));
  return texts;
}

void broadcast(void* data, size_t bytes, unsigned from) {
  constexpr size_t kMost = size_t{1} << 30;  // MPI counts in ints
  for (size_t sent = 0; job.processes > 1 && sent < bytes; sent += kMost)
    MPI_Bcast(static_cast<char*>(data) + sent, static_cast<int>(std::min(kMost, bytes - sent)), MPI_BYTE,
              static_cast<int>(from), MPI_COMM_WORLD);
}

void end_all(int exit_status) {
  if (running) MPI_Abort(MPI_COMM_WORLD, exit_status);
}

}  // namespace ladder::mpi
