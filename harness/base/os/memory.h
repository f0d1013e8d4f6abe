// The memory available on this machine, and the memory used by processes, in bytes.
#pragma once
#include <cstddef>
#include <vector>

namespace ladder::os {

double available_memory();  // available for new processes; 0: not known

size_t resident_memory(int process);  // resident size; 0: the process has ended
// Private memory of these processes and all their descendants, without file-backed pages.
size_t memory_of(const std::vector<int>& processes);

}  // namespace ladder::os
