// How much memory this machine has to give.
#pragma once

namespace os {

double available_memory();  // bytes for new processes; 0: not known

}  // namespace os
