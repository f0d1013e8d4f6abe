// Device memory that its owner releases. It is filled and scanned in chunks.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "check/compare.h"
#include "device/machine.h"

namespace ladder::check {

class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  DeviceBuffer(device::Machine& machine, const std::string& name, size_t bytes)
      : machine_(&machine), data_(machine.allocate(name, bytes)), bytes_(bytes) {}
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    std::swap(machine_, other.machine_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~DeviceBuffer() {
    if (!machine_) return;
    try {
      machine_->release(data_);
    } catch (...) {  // after a crash on a GPU every call fails; the crash has been reported
    }
  }

  device::Machine& machine() const { return *machine_; }
  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  void fill(unsigned char byte) {
    if (bytes_ > 0) machine_->fill(data_, byte, bytes_);
  }
  void upload(size_t offset, const void* from, size_t bytes) {
    if (bytes > 0) machine_->upload(static_cast<char*>(data_) + offset, from, bytes);
  }
  void download(void* to, size_t offset, size_t bytes) const {
    if (bytes > 0) machine_->download(to, static_cast<const char*>(data_) + offset, bytes);
  }

 private:
  device::Machine* machine_ = nullptr;
  void* data_ = nullptr;
  size_t bytes_ = 0;
};

// Staging memory between host and device, for n elements in total. It is pinned if there are enough chunks to
// make this worthwhile.
template <typename T>
class Chunk {
 public:
  Chunk(device::Machine& machine, size_t n)
      : machine_(machine), elements_(std::min(n, kChunk)), pinned_(n >= 4 * kChunk) {
    if (pinned_) machine_.pin(data(), elements_.size() * sizeof(T));
  }
  ~Chunk() {
    if (pinned_) machine_.unpin(data());
  }
  Chunk(const Chunk&) = delete;
  Chunk& operator=(const Chunk&) = delete;

  T* data() { return elements_.data(); }
  const T& operator[](size_t i) const { return elements_[i]; }

 private:
  device::Machine& machine_;
  std::vector<T> elements_;
  bool pinned_;
};

// Sets to[i] to element(begin + i), on all cores.
template <typename T, typename F>
void generate(T* to, size_t begin, size_t count, const F& element) {
  for_each_range(begin, begin + count, [&](size_t, size_t b, size_t e) {
    for (size_t i = b; i < e; ++i) to[i - begin] = element(i);
  });
}

template <typename F>
void upload(DeviceBuffer& buffer, size_t n, const F& element) {
  using T = decltype(element(size_t{0}));
  if (n == 0) return;
  Chunk<T> chunk(buffer.machine(), n);
  for (size_t begin = 0; begin < n; begin += kChunk) {
    const size_t count = std::min(kChunk, n - begin);
    generate(chunk.data(), begin, count, element);
    buffer.upload(begin * sizeof(T), chunk.data(), count * sizeof(T));
  }
}

struct Differences {
  size_t count = 0, first = 0;
};

// The number of elements i of [begin, end) for which fine(i, element) is false, and the index of the first.
template <typename T, typename F>
Differences differences(const DeviceBuffer& buffer, size_t begin, size_t end, const F& fine) {
  Differences all;
  if (begin >= end) return all;
  Chunk<T> chunk(buffer.machine(), end - begin);
  for (; begin < end; begin += kChunk) {
    const size_t stop = std::min(end, begin + kChunk);
    buffer.download(chunk.data(), begin * sizeof(T), (stop - begin) * sizeof(T));
    std::vector<Differences> found(ranges_of(stop - begin));
    for_each_range(begin, stop, [&](size_t r, size_t b, size_t e) {
      for (size_t i = b; i < e; ++i)
        if (!fine(i, chunk[i - begin]) && found[r].count++ == 0) found[r].first = i;
    });
    for (const Differences& d : found) {
      if (all.count == 0) all.first = d.first;
      all.count += d.count;
    }
  }
  return all;
}

}  // namespace ladder::check
