#include "mpi/launch.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace ladder::mpi {
namespace {

struct Names {
  const char *processes, *rank;
  bool rank_needed;
};
constexpr Names kLaunchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", false},  // Open MPI
    {"PMI_SIZE", "PMI_RANK", false},                          // MPICH, Intel MPI, srun --mpi=pmi2
    {"SLURM_STEP_NUM_TASKS", "PMIX_RANK", true},              // srun --mpi=pmix
};
constexpr const char* kLocalRanks[] = {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"};

std::optional<unsigned> number(const char* text) {
  if (text == nullptr) return {};
  unsigned value = 0;
  const char* const end = text + std::strlen(text);
  const auto [stopped, error] = std::from_chars(text, end, value);
  if (error != std::errc() || stopped != end || stopped == text) return {};
  return value;
}

}  // namespace

Launch launch_of(const std::function<const char*(const char* name)>& value) {
  Launch launch;
  for (const Names& names : kLaunchers) {
    const auto processes = number(value(names.processes)), rank = number(value(names.rank));
    if (!processes || *processes < 2 || (names.rank_needed && !rank)) continue;
    launch = {*processes, rank.value_or(0), rank.value_or(0)};
    break;
  }
  if (launch.processes == 1) return launch;
  for (const char* name : kLocalRanks)
    if (const auto local = number(value(name))) {
      launch.local_rank = *local;
      break;
    }
  return launch;
}

const Launch& launch() {
  static const Launch known = launch_of([](const char* name) { return std::getenv(name); });
  return known;
}

std::string own_gpu(const char* visible_so_far, unsigned local_rank) {
  if (visible_so_far == nullptr) return std::to_string(local_rank);
  std::vector<std::string_view> gpus;
  for (std::string_view rest = visible_so_far;;) {
    const size_t comma = rest.find(',');
    gpus.push_back(rest.substr(0, comma));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  return std::string(gpus[local_rank % gpus.size()]);
}

}  // namespace ladder::mpi
