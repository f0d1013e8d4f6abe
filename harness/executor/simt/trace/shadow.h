// Shadow memory: for each 4-byte word, who wrote it last and who read it since.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>

namespace simt::trace {

// One access. An epoch is what one block does between two barriers; epochs are numbered through the whole
// program, so an epoch also says which block and which launch. 0: never.
struct Touch {
  uint32_t epoch;
  uint32_t pc;     // offset in the executable
  uint32_t clock;  // of the lane; grows at __syncwarp and at fences
  uint16_t lane;   // linear thread id in the block
  uint8_t bytes;   // mask: which of the word's four bytes; and what of the following holds
  uint8_t
      atomic;  // strong_size() of an atomic or volatile access, 0: a plain one; and what of the following holds
};

constexpr uint8_t kAllBytes = 0x0f;
constexpr uint8_t kHides = 0x10;       // of Cell::write: a later access may race with earlier ones, too
constexpr uint8_t kSameValue = 0x20;   // of a write: it met another thread's, and left the value as it was
constexpr uint8_t kOfOwnStore = 0x40;  // of a read: of the value that this thread has stored there itself

constexpr uint8_t kVolatile = 0x80;  // volatile, of global memory
constexpr uint8_t kOfBlock = 0x40;   // atomic for the threads of its block alone
constexpr uint8_t kAnnounces =
    0x20;  // a volatile store by a thread that has passed a fence, or gives a lock back
constexpr uint8_t kUnderLock = 0x10;  // volatile, by a thread that holds a lock
constexpr uint8_t kObserves = 0x08;   // a write by a thread that has seen what was there before
constexpr uint8_t kSize = 0x07;
constexpr uint8_t strong_size(unsigned bytes) { return static_cast<uint8_t>(std::bit_width(bytes)); }

struct alignas(64) Cell {
  Touch write;
  Touch read[2];  // two that nothing orders, if there are two
  union {
    Touch read_elsewhere;  // global: the last one by another block of this launch
    struct {
      uint32_t block;  // shared: the block (BlockId) for which `bytes` are initialised
      uint8_t bytes;
    } initialised;
  };
};
static_assert(sizeof(Cell) == 64);

// Zeroed cells for `bytes` of memory; pages come as they are touched.
Cell* map_cells(size_t bytes);

// The cell of a word of device memory, given its offset in the reserved range. Chunks are made as needed.
Cell* global_cell(size_t offset);
const Cell* known_cell(size_t offset);  // nullptr: no cell of its chunk has been asked for
// Between launches: gives memory back when much has gathered.
void trim_global_cells();

}  // namespace simt::trace
