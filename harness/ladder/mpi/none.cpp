// For a program built without MPI: each process is independent.
#include <stdexcept>

#include "mpi/job.h"

namespace ladder::mpi {
namespace {

constexpr const char* kWhyNot =
    "this program was built without MPI: install it (libopenmpi-dev) and NCCL, remove build/cuda, and "
    "./ladder will rebuild it with both";

}  // namespace

std::string why_not() { return kWhyNot; }
std::string version() { return ""; }

void start() { throw std::runtime_error(kWhyNot); }
void finish() {}
void end_all(int) {}

unsigned processes() { return 1; }
unsigned rank() { return 0; }
unsigned hosts() { return 1; }

void wait_for_all() {}
double largest(double of_this_process) { return of_this_process; }
std::vector<std::string> gathered(const std::string& text) { return {text}; }
void broadcast(void*, size_t, unsigned) {}

}  // namespace ladder::mpi
