// The kind of a row, determined by its id.
#pragma once
#include <string>

namespace ladder::bench {

// What an id refers to. Examples, in this order: "reduce/v2", "peer/cub_reduce", "ceiling/read", "cpu/parallel_scan".
enum class Kind { stage, peer, ceiling, cpu };
Kind kind_of(const std::string& id);

// Returns whether this ceiling limits a single GPU that processes a stage's inputs and outputs. For a stage
// that only reads, the limit is ceiling/read; for a stage that reads and writes, it is the faster of
// ceiling/copy and ceiling/memcpy.
bool is_limit(const std::string& id, bool only_reads);

}  // namespace ladder::bench
