// A machine in plain host memory, and stages made from plain functions, to test the checker.
#pragma once
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device/machine.h"
#include "stage/registry.h"

namespace ladder::fake {

class Machine final : public device::Machine {
 public:
  explicit Machine(size_t capacity = size_t{8} << 30) : capacity_(capacity) {}
  ~Machine() override {
    reset();
    leaked += buffers_.size();
  }
  static inline size_t leaked =
      0;  // the number of buffers that had not been released when their machine was destroyed, over all machines

  const device::Device& device() const override {
    static const device::Device device{"a fake", 132, 2048, 227 * 1024, 0};
    return device;
  }
  void present(const device::Device&) override {}
  void* allocate(const std::string& name, size_t bytes) override {
    if (bytes > capacity_) throw device::OutOfMemory("a fake has no room for " + name);
    const size_t room =
        (bytes + 7) / 8 * 8;  // so large that an element past the end is always in the guard band
    Buffer b{name, bytes, std::make_unique<unsigned char[]>(room + 2 * kGuard)};
    std::memset(b.memory.get(), kGuardByte, room + 2 * kGuard);
    std::memset(b.memory.get() + kGuard, 0x11, bytes);
    void* data = b.memory.get() + kGuard;
    buffers_.emplace(data, std::move(b));
    return data;
  }
  void release(void* data) override { buffers_.erase(data); }
  void upload(void* to, const void* from, size_t bytes) override { std::memcpy(to, from, bytes); }
  void download(void* to, const void* from, size_t bytes) override { std::memcpy(to, from, bytes); }
  void fill(void* data, unsigned char byte, size_t bytes) override { std::memset(data, byte, bytes); }
  void synchronize() override {}
  std::vector<std::string> damaged_guards() override {
    std::vector<std::string> names;
    for (const auto& [data, b] : buffers_) {
      const auto whole = [](const unsigned char* begin, const unsigned char* end) {
        return std::all_of(begin, end, [](unsigned char c) { return c == kGuardByte; });
      };
      const unsigned char* end = b.memory.get() + kGuard + b.bytes;
      if (!whole(b.memory.get(), b.memory.get() + kGuard) || !whole(end, end + kGuard))
        names.push_back(b.name);
    }
    return names;
  }
  size_t free_bytes() override { return capacity_; }

  void* scratch(const char* name, size_t bytes) override {
    auto [it, made] = named_.try_emplace(name, nullptr);
    if (made) it->second = allocate(name, bytes);
    return it->second;
  }
  void* state(const char* name, size_t bytes) override {
    const bool made = !named_.contains(name);
    void* data = scratch(name, bytes);
    if (made) std::memset(data, 0, bytes);
    return data;
  }
  void zero(void* data, size_t bytes) override { std::memset(data, 0, bytes); }
  void copy(void* to, const void* from, size_t bytes) override { std::memcpy(to, from, bytes); }
  unsigned resident_blocks(const void*, unsigned, size_t) override { return 1; }

  size_t buffers() const { return buffers_.size(); }

 private:
  void forget_kept() override {
    for (const auto& [name, data] : named_) buffers_.erase(data);
    named_.clear();
  }

  static constexpr size_t kGuard = 64;
  static constexpr unsigned char kGuardByte = 0x5c;
  struct Buffer {
    std::string name;
    size_t bytes;
    std::unique_ptr<unsigned char[]> memory;
  };
  size_t capacity_;
  std::map<void*, Buffer> buffers_;
  std::map<std::string, void*> named_;
};

template <typename JobOf>
stage::Variant variant(void (*run)(const JobOf&)) {
  return {stage::dtype_of<typename JobOf::Element>(), reinterpret_cast<void (*)()>(run),
          [](void (*function)(), const stage::Job& job) {
            reinterpret_cast<void (*)(const JobOf&)>(function)(JobOf(job));
          }};
}

// make_stage("reduce/tree", tree<float>, tree<int>)
template <typename... Jobs>
stage::Stage make_stage(const std::string& id, void (*... run)(const Jobs&)) {
  stage::Stage stage;
  stage.id = id;
  stage.build = stage::Build::simt;
  stage.variants = {variant(run)...};
  return stage;
}

}  // namespace ladder::fake
