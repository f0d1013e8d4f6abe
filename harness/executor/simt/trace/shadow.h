// Shadow memory: for each 4-byte word, who wrote it last and who read it since.
#pragma once
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
  uint8_t bytes;   // mask: which of the word's four bytes
  uint8_t atomic;  // size of the atomic access, 0: a plain one; kVolatile with it: volatile, of global memory
};

constexpr uint8_t kVolatile = 0x80;

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
// Between launches: gives memory back when much has gathered.
void trim_global_cells();

}  // namespace simt::trace
