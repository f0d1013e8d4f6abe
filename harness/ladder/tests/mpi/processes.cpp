// Run by mpi.py under mpirun; tests the communication between the processes of a job (mpi/job.h, mpi/watch.h).
//   processes        every call, and whether each process got the right result
//   processes dies   the last process finds an error and ends; the others wait for it
//   processes hangs  the last process never answers; a watch in each process waits one second for it
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "mpi/job.h"
#include "mpi/launch.h"
#include "mpi/watch.h"

using namespace ladder;

namespace {

int wrong = 0;

void expect(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "process %u: %s\n", mpi::rank(), what);
  ++wrong;
}

void talk() {
  const unsigned processes = mpi::processes(), rank = mpi::rank();
  expect(processes == mpi::launch().processes && rank == mpi::launch().rank,
         "the number of processes and the rank are those that the launcher states");
  expect(mpi::hosts() == 1, "one host");
  expect(mpi::here(rank) && !mpi::here(rank + 1), "its GPU is here, and no other");

  const double sample = 1e-6 * (rank == 1 ? 7 : rank);
  expect(mpi::largest(sample) == 7e-6, "all processes get the longest sample");
  expect(mpi::largest(-sample) == 0, "and the largest of negative samples");

  const std::vector<std::string> texts = mpi::gathered(std::string(rank, 'x'));
  expect(texts.size() == processes, "one text from each process");
  for (unsigned r = 0; r < texts.size(); ++r) expect(texts[r] == std::string(r, 'x'), "the texts by rank");
  expect(mpi::first_text(rank == 0 ? "" : "mistake " + std::to_string(rank)) == "mistake 1",
         "the first mistake");
  expect(mpi::first_text("").empty(), "no mistake");

  std::vector<int> data(1000, static_cast<int>(rank));
  mpi::broadcast(data.data(), data.size() * sizeof(int), processes - 1);
  expect(data == std::vector<int>(1000, static_cast<int>(processes - 1)), "what the last one sent");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string asked = argc > 1 ? argv[1] : "";
  mpi::start();
  const bool last = mpi::rank() + 1 == mpi::processes();
  if (asked == "dies" && last) {
    mpi::tell(EXIT_FAILURE, "it went wrong here");
    return EXIT_FAILURE;
  }
  if (asked == "hangs") {
    mpi::Watch watch(1, [](const std::string& doing) {
      mpi::tell(EXIT_FAILURE, doing + ": no answer");
      std::_Exit(EXIT_FAILURE);
    });
    watch.report("the last piece");
    if (last) std::this_thread::sleep_for(std::chrono::hours(1));
    mpi::wait_for_all();
  }
  if (asked == "dies") mpi::wait_for_all();
  talk();
  if (mpi::largest(wrong) > 0) {
    mpi::end_all(EXIT_FAILURE);
    return EXIT_FAILURE;
  }
  mpi::finish();
  return EXIT_SUCCESS;
}
