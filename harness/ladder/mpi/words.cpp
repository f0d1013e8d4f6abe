// What of the processes' talk needs no more of MPI than job.h offers.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "mpi/job.h"
#include "mpi/launch.h"

namespace mpi {

std::string first_text(const std::string& text) {
  if (processes() == 1) return text;
  for (const std::string& of_one : gathered(text))
    if (!of_one.empty()) return of_one;
  return "";
}

void tell(int exit_status, const std::string& message) {
  constexpr std::chrono::seconds kFirstSpeaks{2};
  const unsigned own_rank = launch().rank;
  if (own_rank > 0) std::this_thread::sleep_for(kFirstSpeaks);
  const std::string line =
      fmt::format("ladder: {}{}\n", own_rank > 0 ? fmt::format("process {}: ", own_rank) : "", message);
  std::fputs(line.c_str(), stderr);  // fmt::print() throws where that cannot be written to
  std::fflush(stderr);
  end_all(exit_status);
}

}  // namespace mpi
