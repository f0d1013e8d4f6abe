// Spread memory: one address range over the memory of several GPUs, which all of them can read and write. If
// there are several processes, each has only its own GPU's share; the rest of the range has no memory behind
// it.
#pragma once
#include <cstddef>
#include <vector>

#include "device/context.h"

namespace ladder::cuda {

int device_of(unsigned gpu);  // CUDA's device number, in this process, for a GPU of the job

// A range for `bytes` bytes of data, with kMargin before and after them. The layout determines which GPU backs
// which part. Throws device::OutOfMemory. Freed with its owner.
class SpreadMemory {
 public:
  static constexpr size_t kMargin = ladder::device::kUnitBytes;

  SpreadMemory(size_t bytes, ladder::device::Placement);
  ~SpreadMemory();
  SpreadMemory(SpreadMemory&&) noexcept;
  SpreadMemory(const SpreadMemory&) = delete;

  char* begin() const { return begin_; }  // start of the range: the data begins kMargin later

  // The GPUs' parts of [offset, offset + bytes) in the range, in order. With several processes, the
  // parts cover only the data, not the margins.
  struct Piece {
    unsigned gpu;
    size_t offset, bytes;
  };
  std::vector<Piece> pieces(size_t offset, size_t bytes) const;

 private:
  void unmap();

  char* begin_ = nullptr;
  size_t reserved_ = 0;
  std::vector<Piece> parts_;   // by owner
  std::vector<Piece> mapped_;  // the mapped parts: adjacent, each a single allocation
};

}  // namespace ladder::cuda
