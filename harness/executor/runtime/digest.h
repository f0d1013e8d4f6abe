// All that comes of a program's kernels, as one number: what is copied to the host, what memory holds when it is freed, what
// kernels print. Two runs with different values in memory that nobody has written, and with the same digest: nothing came
// of those values. try/run.cpp compares.
#pragma once
#include <cstddef>
#include <cstdint>

namespace simt_runtime {

// From the first read of a word on that nobody has written: before that, there is nothing to ask.
bool digests_are_wanted();
void digest_of_copy(const char* begin, size_t bytes);
void digest_of_memory(const char* begin, size_t bytes);  // words that nobody has written are left out
void digest_of_print(const char* text, size_t length);   // in any order: lines of several threads
void digest_after_launch();  // of managed and pinned memory, which the host may read at any time
uint64_t digest();           // at the end; 0: none

}  // namespace simt_runtime
