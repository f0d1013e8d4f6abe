// The complete output of a program's kernels, as one number: data copied to the host, the contents of memory
// when it is freed, and the text that kernels print. If two runs with different values in uninitialised memory
// have the same digest, those values had no effect. try/run.cpp makes this comparison.
#pragma once
#include <cstddef>
#include <cstdint>

namespace ladder::simt_runtime {

// True once an uninitialised word has been read, or if the environment requests a digest of the results alone
// (kDigest). Such a digest covers the data that the host receives, but not device memory that is never
// copied.
bool digests_are_wanted();
void digest_of_copy(const char* begin, size_t bytes);
void digest_of_memory(const char* begin, size_t bytes);  // excluding words that were never written
void digest_of_print(const char* text, size_t length);   // order-independent, because several threads print
void digest_after_launch();  // for managed and pinned memory, which the host may read at any time
uint64_t digest();           // called at the end; 0: there is no digest

}  // namespace ladder::simt_runtime
