// How much memory this machine has to give, and what processes have of it: in bytes.
#pragma once
#include <cstddef>
#include <vector>

namespace os {

double available_memory();  // for new processes; 0: not known

size_t resident_memory(int process);  // all that this one has in memory now; 0: it is gone
// Of these processes, and all that descend from them: what they have for themselves, without what is of files.
size_t memory_of(const std::vector<int>& processes);

}  // namespace os
