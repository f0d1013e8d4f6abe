// Spread memory: one range of addresses over the memory of several GPUs, which all can read and write. In one of several
// processes only its own GPU's share is there; the rest of the range is addresses with no memory behind them.
#pragma once
#include <cstddef>
#include <vector>

#include "device/context.h"

namespace cuda {

int device_of(unsigned gpu);  // CUDA's number, in this process, of a GPU of the job that is here

// A range for `bytes` bytes of data, with kMargin before and behind them. Whose memory is behind which part follows
// from the layout. Throws device::OutOfMemory. Freed with its owner.
class SpreadMemory {
 public:
  static constexpr size_t kMargin = device::kUnitBytes;

  SpreadMemory(size_t bytes, device::Placement);
  ~SpreadMemory();
  SpreadMemory(SpreadMemory&&) noexcept;
  SpreadMemory(const SpreadMemory&) = delete;

  char* begin() const { return begin_; }  // of the range: the data are kMargin behind it

  // The GPUs' parts of [offset, offset + bytes) of the range, in order. Of several processes: of the data alone.
  struct Piece {
    unsigned gpu;
    size_t offset, bytes;
  };
  std::vector<Piece> pieces(size_t offset, size_t bytes) const;

 private:
  void unmap();

  char* begin_ = nullptr;
  size_t reserved_ = 0;
  std::vector<Piece> parts_;   // whose they are
  std::vector<Piece> mapped_;  // what is there: neighbours, each one allocation
};

}  // namespace cuda
