// The processes that mpirun started together, one for each GPU of a job. What they say to each other goes through
// MPI, which is optional when building. In a process that stands alone, all of this does nothing, at no cost.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "mpi/rank.h"

namespace mpi {

std::string why_not();  // this program cannot run in several processes; "": it can
std::string version();  // "Open MPI v4.1.4"

// From start() to finish() the processes belong together, and none may fork. Throws std::runtime_error.
void start();
void finish();
void end_all(int exit_status);  // the processes, this one too, if they belong together

unsigned hosts();

// All processes call these, in the same order.
void wait_for_all();
double largest(double of_this_process);                      // of all
std::vector<std::string> gathered(const std::string& text);  // of all, by rank
std::string first_text(const std::string& text);             // of the lowest rank that has one; "": none has
void broadcast(void* data, size_t bytes, unsigned from);

// Before this process ends because of a mistake: the line on standard error, and the end of all other processes.
// All may have made the same mistake. So the first one tells it, and another only if the first goes on.
void tell(int exit_status, const std::string& message);

}  // namespace mpi
