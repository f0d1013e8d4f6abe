#include "simt/trace/stored.h"

#include <cstring>
#include <map>
#include <utility>

#include "simt/memory.h"
#include "simt/shared_memory.h"
#include "simt/trace/context.h"
#include "simt/trace/banks_and_sectors.h"
#include "simt/trace/record.h"
#include "platform/source.h"

namespace ladder::simt::trace {
namespace {

class StoredRecorder : public Observer {
 public:
  std::vector<Stored> take() {
    std::map<std::pair<const void*, std::string>, ArrayShape> shapes;
    for (size_t i = 0; i < all_.size(); ++i) {
      const SourceLine& where = source_line(pcs_[i]);
      all_[i].file = where.file;
      all_[i].line = where.line;
      all_[i].called_from = calling_line(pcs_[i]);
      if (!all_[i].kind.starts_with("shared")) continue;
      const auto [shape, first] = shapes.try_emplace({pcs_[i], all_[i].array});
      if (first) shape->second = array_shape(pcs_[i], all_[i].array);
      if (shape->second.element_bytes == all_[i].bytes) all_[i].inner = shape->second.inner;
    }
    pcs_.clear();
    which_.clear();
    intervals_.clear();
    launch_ = 0;
    stores_ = loads_ = 0;
    return std::exchange(all_, {});
  }

  std::vector<Launched> take_launched() {
    for (size_t i = 0; i < launched_.size(); ++i) {
      const std::string name = function_name(kernels_[i]);
      launched_[i].kernel = name.substr(0, name.find('<'));
    }
    kernels_.clear();
    return std::exchange(launched_, {});
  }

  std::vector<NamedMemory> take_memory() {
    std::vector<NamedMemory> all;
    for (const auto& [name, bytes] : std::exchange(memory_, {})) all.push_back({name, bytes});
    return all;
  }

  std::vector<HostFill> take_filled() {
    for (size_t i = 0; i < filled_.size(); ++i) filled_[i].line = source_line(fillers_[i]).line;
    fillers_.clear();
    return std::exchange(filled_, {});
  }

  void fill(const char* call, const void* begin, size_t bytes, const void* return_address) {
    const Allocation* a = find_allocation(begin);
    if (bytes == 0 || a == nullptr || filled_.size() == kMostHostFills) return;
    filled_.push_back(
        {call, a->name, static_cast<uint64_t>(static_cast<const char*>(begin) - a->begin), bytes, 0});
    fillers_.push_back(return_address);
  }

 private:
  void launch() override {
    ++launch_;
    intervals_.clear();
    for (const Allocation& a : all_allocations()) {
      if (!a.live) continue;
      uint64_t& bytes = memory_[a.name];
      bytes = std::max<uint64_t>(bytes, a.bytes);
    }
    if (launched_.size() == kMostLaunched) return;
    const Launch& l = *session.launch;
    launched_.push_back({"", session.total_blocks, uint64_t{l.block.x} * l.block.y * l.block.z, l.block.x});
    kernels_.push_back(l.kernel);
  }
  void barrier(const Worker& w) override { ++intervals_[w.block_index]; }

  void instruction(const WarpInstruction& i) override {
    const bool load = i.kind == Kind::shared_load || i.kind == Kind::global_load;
    const bool atomic = i.kind == Kind::shared_atomic || i.kind == Kind::global_atomic;
    const bool shared = i.kind == Kind::shared_store || i.kind == Kind::shared_load ||
                        i.kind == Kind::shared_atomic,
               shuffle = i.from != nullptr;
    if ((!shared && !shuffle && !load && !atomic && i.kind != Kind::global_store) ||
        (i.value == nullptr && !atomic) || (load ? loads_ == kMostLoaded : stores_ == kMostStored))
      return;
    Stored s;
    s.load = load;
    s.atomic = atomic;
    s.launch = launch_;
    s.block = i.block;
    s.interval = intervals_[i.block];
    s.warp = i.warp;
    s.lanes = i.lanes;
    s.kind = data::name(kind_of(i));
    s.bytes = i.bytes;
    const auto* first = reinterpret_cast<const char*>(shuffle ? 0 : i.address[lowest(i.lanes)]);
    const char* begin = nullptr;
    if (shared) {
      const SharedArray* array = find_shared(first);
      if (array == nullptr) return;
      s.array = array->name;
      begin = thread_pointer() + array->offset;
    } else if (!shuffle) {
      const Allocation* allocation = find_allocation(first);
      if (allocation == nullptr || !in_device_memory(first)) return;
      s.array = allocation->name;
      begin = allocation->begin;
    }
    if (!shuffle) s.which = which_.try_emplace(begin, static_cast<uint32_t>(which_.size())).first->second;
    for (uint32_t m = i.lanes; m; m &= m - 1) {
      const unsigned lane = lowest(m);
      s.places.push_back(shuffle ? i.from[lane] : i.address[lane] - reinterpret_cast<uint64_t>(begin));
      if (load || atomic) continue;
      uint64_t words[2];
      static_assert(sizeof words == sizeof i.value[0]);
      std::memcpy(words, i.value[lane].data(), sizeof words);
      s.values.insert(s.values.end(), {words[0], words[1]});
    }
    all_.push_back(std::move(s));
    pcs_.push_back(i.pc);
    ++(load ? loads_ : stores_);
  }

  uint32_t launch_ = 0;
  std::map<uint64_t, uint32_t> intervals_;  // by block
  std::map<const char*, uint32_t> which_;
  std::vector<Stored> all_;
  std::vector<const void*> pcs_;
  size_t stores_ = 0, loads_ = 0;  // the numbers of these records in all_; stores include shuffles
  std::vector<Launched> launched_;
  std::map<std::string, uint64_t> memory_;
  std::vector<const void*> kernels_;
  std::vector<HostFill> filled_;
  std::vector<const void*> fillers_;
};

StoredRecorder recorder;

}  // namespace

void keep_stored(bool on) {
  if (on)
    set_observer(&recorder);
  else if (session.observer == &recorder)
    set_observer(nullptr);
}

std::vector<Stored> take_stored() { return recorder.take(); }
std::vector<Launched> take_launched() { return recorder.take_launched(); }
std::vector<NamedMemory> take_memory() { return recorder.take_memory(); }
std::vector<HostFill> take_filled() { return recorder.take_filled(); }
void note_host_fill(const char* call, const void* begin, size_t bytes, const void* return_address) {
  if (session.observer == &recorder) recorder.fill(call, begin, bytes, return_address);
}

}  // namespace ladder::simt::trace
