// Shadow memory: for each 4-byte word, the last writer and the readers since then.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ladder::simt::trace {

// One access to a word. An epoch is the work of one block between two barriers; epochs are numbered throughout
// the program, so each epoch also identifies its block and its launch. Epoch 0: never.
struct Touch {
  uint32_t epoch;
  uint32_t pc;     // offset in the executable
  uint32_t clock;  // the lane's clock; advances at __syncwarp and at fences
  uint16_t lane;   // linear thread id in the block
  uint8_t bytes;   // mask of the word's four bytes, combined with the following flags
  uint8_t
      atomic;  // strong_size() of an atomic or volatile access, 0 for a plain one, combined with the following flags
};

constexpr uint8_t kAllBytes = 0x0f;
constexpr uint8_t kHides = 0x10;  // in Cell::write: a later access may also race with writes before this one
constexpr uint8_t kSameValue =
    0x20;  // a write that conflicted with another thread's access, but did not change the value
constexpr uint8_t kOfOwnStore = 0x40;  // a read of a value that this thread itself has stored

constexpr uint8_t kVolatile = 0x80;  // volatile, in global memory
constexpr uint8_t kOfBlock = 0x40;   // atomic only among the threads in its block
constexpr uint8_t kAnnounces =
    0x20;  // a volatile store with release semantics: after a fence, or releasing a lock
constexpr uint8_t kUnderLock = 0x10;        // volatile, by the holder of a lock
constexpr uint8_t kObserves = 0x08;         // a write by a thread that has read the previous value
constexpr uint8_t kReadBefore = kObserves;  // a read by a thread that has read this value at another place
constexpr uint8_t kSize = 0x07;
constexpr uint8_t strong_size(unsigned bytes) { return static_cast<uint8_t>(std::bit_width(bytes)); }

struct alignas(64) Cell {
  Touch write;
  Touch read[2];  // two unordered reads, if two exist
  union {
    Touch read_elsewhere;  // global memory: the last read by another block of this launch
    struct {
      uint32_t block;  // shared memory: the block (BlockId) for which `bytes` are initialised
      uint8_t bytes;
    } initialised;
  };
};
static_assert(sizeof(Cell) == 64);

// Zeroed cells for `bytes` of memory; pages are allocated when touched.
Cell* map_cells(size_t bytes);

// The cell of a word of device memory, given its offset in the reserved range. Chunks are allocated as needed.
Cell* global_cell(size_t offset);
const Cell* known_cell(size_t offset);  // nullptr: its chunk does not exist yet
// Called between launches: frees memory if a lot of it has accumulated.
void trim_global_cells();

}  // namespace ladder::simt::trace
