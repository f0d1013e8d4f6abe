// Memory of several GPUs behind one range of addresses, which all of them can read and write.
#pragma once
#include <cstddef>
#include <vector>

#include "device/context.h"

namespace cuda {

// A range of at least `bytes`; where the memory of which part is follows from the layout. Throws
// device::OutOfMemory. Freed with its owner.
class SpreadMemory {
 public:
  SpreadMemory(size_t bytes, device::Placement);
  ~SpreadMemory();
  SpreadMemory(SpreadMemory&&) noexcept;
  SpreadMemory(const SpreadMemory&) = delete;

  char* data() const { return data_; }

  // The GPUs' parts of [offset, offset + bytes), in order.
  struct Piece {
    unsigned gpu;
    size_t offset, bytes;
  };
  std::vector<Piece> pieces(size_t offset, size_t bytes) const;

 private:
  void unmap();

  char* data_ = nullptr;
  size_t reserved_ = 0;
  std::vector<Piece> parts_;  // each one allocation
  size_t mapped_ = 0;         // of parts_
};

}  // namespace cuda
