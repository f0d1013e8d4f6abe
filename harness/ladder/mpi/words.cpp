// Communication between processes that needs only job.h's interface.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "mpi/job.h"
#include "mpi/launch.h"

namespace ladder::mpi {

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
  std::fputs(line.c_str(), stderr);  // fmt::print() throws if stderr cannot be written
  std::fflush(stderr);
  end_all(exit_status);
}

}  // namespace ladder::mpi
