// The processes that mpirun started together, one for each GPU of a job. They communicate through MPI, which is
// optional at build time. With only one process, these functions do nothing and take no time.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "mpi/rank.h"

namespace ladder::mpi {

std::string why_not();  // why this program cannot run in several processes; "": it can
std::string version();  // "Open MPI v4.1.4"

// From start() to finish() the processes belong together, and none may fork. Throws std::runtime_error.
void start();
void finish();
void end_all(int exit_status);  // ends all processes that belong together, including this one

unsigned hosts();

// All processes call these, in the same order.
void wait_for_all();
double largest(double of_this_process);                      // the maximum over all processes
std::vector<std::string> gathered(const std::string& text);  // the texts of all processes, by rank
std::string first_text(const std::string& text);  // the text of the lowest rank that has one; "": none has
void broadcast(void* data, size_t bytes, unsigned from);

// Must be called before this process ends because of an error: prints the line on standard error and ends all
// other processes. All may have found the same error, so the first process reports it; any other process
// reports it only if the first continues.
void tell(int exit_status, const std::string& message);

}  // namespace ladder::mpi
