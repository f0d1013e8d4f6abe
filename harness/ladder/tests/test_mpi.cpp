// Several processes (mpi/), as far as this can be tested without starting them. (mpi.py starts real
// processes.)
#include "tests/catch.h"

#include <fmt/format.h>

#include <chrono>
#include <map>

#include "device/shares.h"
#include "mpi/job.h"
#include "mpi/launch.h"
#include "mpi/watch.h"
#include "stage/gpus.h"

using namespace ladder;

namespace {

mpi::Launch launched_with(const std::map<std::string, std::string>& variables) {
  return mpi::launch_of([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

}  // namespace

TEST_CASE("mpi: the launcher of a process is recognised from the environment") {
  CHECK(launched_with({}) == mpi::Launch{});
  CHECK(launched_with({{"OMPI_COMM_WORLD_SIZE", "4"},
                       {"OMPI_COMM_WORLD_RANK", "3"},
                       {"OMPI_COMM_WORLD_LOCAL_RANK", "1"}}) == mpi::Launch{4, 3, 1});
  CHECK(launched_with({{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}, {"MPI_LOCALRANKID", "0"}}) ==
        mpi::Launch{2, 1, 0});
  CHECK(launched_with({{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}}) == mpi::Launch{2, 1, 1});
  CHECK(launched_with({{"SLURM_STEP_NUM_TASKS", "8"}, {"PMIX_RANK", "6"}, {"SLURM_LOCALID", "2"}}) ==
        mpi::Launch{8, 6, 2});
  CHECK(launched_with({{"OMPI_COMM_WORLD_SIZE", "1"}, {"OMPI_COMM_WORLD_RANK", "0"}}) == mpi::Launch{});
  CHECK(launched_with({{"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_LOCALID", "0"}}) ==
        mpi::Launch{});  // a batch script
  CHECK(launched_with({{"OMPI_COMM_WORLD_SIZE", "two"}}) == mpi::Launch{});
}

TEST_CASE("mpi: each process on a host takes its own GPU") {
  CHECK(mpi::own_gpu(nullptr, 1) == "1");
  CHECK(mpi::own_gpu("4,6,7", 2) == "7");
  CHECK(mpi::own_gpu("GPU-8932f937,GPU-a1b2", 0) == "GPU-8932f937");
  CHECK(mpi::own_gpu("0", 1) == "0");  // Slurm: each process has one GPU, under the same number
  CHECK(mpi::own_gpu("0,1", 2) ==
        "0");  // too few: cuda::agree_on_facts() finds two processes with the same GPU
}

TEST_CASE("mpi: a process has the bytes on which its stages work, and every byte belongs to one process") {
  for (const size_t n : {0, 1, 33, 63, 64, 65, 1025, 100'003, 3'145'733})
    for (const unsigned gpus : {1u, 2u, 3u, 8u}) {
      INFO("n = " << n << ", " << gpus << " GPUs");
      const auto same = [&](auto element) {
        using T = decltype(element);
        size_t next = 0;
        for (unsigned gpu = 0; gpu < gpus; ++gpu) {
          const device::Extent extent = device::share_of_bytes(n * sizeof(T), gpus, gpu);
          const stage::Share share = stage::share_of(n, stage::share_size<T>(n, gpus), gpu);
          CHECK(extent.bytes == share.count * sizeof(T));
          if (share.count > 0) CHECK(extent.first == share.first * sizeof(T));
          CHECK(extent.first == next);
          CHECK((extent.first % 256 == 0 || extent.bytes == 0));
          next += extent.bytes;
        }
        CHECK(next == n * sizeof(T));
      };
      same(float{});
      same(uint64_t{});
    }
}

TEST_CASE("mpi: a stand-alone process agrees with itself") {
  CHECK(mpi::processes() == 1);
  CHECK(mpi::here(0));
  CHECK(mpi::here(7));
  CHECK(mpi::largest(0.25) == 0.25);
  CHECK(mpi::first_text("wrong") == "wrong");
  CHECK(mpi::gathered("one") == std::vector<std::string>{"one"});
}

TEST_CASE("mpi: a watch reports silence once, and nothing while reports arrive") {
  std::vector<std::string> told;
  {
    mpi::Watch watch(0.5, [&](const std::string& doing) { told.push_back(doing); });
    for (int i = 0; i < 8; ++i) {
      watch.report(fmt::format("piece {}", i));
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    CHECK(watch.last_report() == "piece 7");
  }
  CHECK(told.empty());
  {
    mpi::Watch watch(0.05, [&](const std::string& doing) { told.push_back(doing); });
    watch.report("the last one");
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  CHECK(told == std::vector<std::string>{"the last one"});
}
