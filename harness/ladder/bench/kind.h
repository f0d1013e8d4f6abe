// What a row is. Its id says so.
#pragma once
#include <string>

namespace bench {

// Of "reduce/v2", "peer/cub_reduce", "ceiling/read", "cpu/parallel_scan".
enum class Kind { stage, peer, ceiling, cpu };
Kind kind_of(const std::string& id);

// Does this ceiling bound what one GPU does with the inputs and outputs of a stage? Of what only reads it is ceiling/read;
// of what reads and writes, the faster one of ceiling/copy and ceiling/memcpy.
bool is_limit(const std::string& id, bool only_reads);

}  // namespace bench
