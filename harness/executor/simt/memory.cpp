#include "simt/memory.h"

#include <algorithm>
#include <deque>
#include <mutex>

#include "device/machine.h"
#include "os/memory.h"
#include "platform/pages.h"

namespace ladder::simt {
namespace {

constexpr size_t kReserved = size_t{1} << kReservedBits;             // only address space is reserved
constexpr size_t kGap = kReservedBits > 32 ? 64 * 1024 : 16 * 1024;  // the gap between two allocations
constexpr size_t kChecked = 256;                                     // bytes of each gap, on each side
constexpr unsigned char kGapByte = 0xB5;

constexpr size_t kShared = kReserved / 2;  // the part backed by a file

struct Arena {
  char* begin;
  size_t used = kGap, most = kReserved;
  size_t highest = 0;    // the largest `used` so far
  size_t forgotten = 0;  // the number of unused entries at the end of `allocations`
  size_t reused = 0;     // index of the allocation at which the search for the next one begins
  std::deque<Allocation> adopted, allocations;  // by address; the other process's allocations come first
  bool shared = false;
  std::mutex mutex;

  Arena() {
    begin = static_cast<char*>(reserve_pages(kReserved));
    if (begin == nullptr)
      throw device::OutOfMemory(
          "the executor reserves 1 TiB of address space (and uses little of it), but this process may not "
          "reserve that much: ulimit -v unlimited lifts the limit");
  }
  Arena(int file, bool is_runner) : shared(true) {
    begin = static_cast<char*>(reserve_shared_pages(file, kShared));
    if (begin == nullptr)
      throw device::OutOfMemory("the addresses for the shared device memory are already in use");
    if (is_runner)
      used += kShared;
    else
      most = kShared;
  }
};

Arena* current = nullptr;

Arena& arena() {
  // The arena is never destroyed, because the program's last messages may still need it.
  static Arena& a = current != nullptr ? *current : *new Arena;
  return current != nullptr ? *current : a;
}

void give_back(Arena& a, char* first, char* last) {
  forget_pages(first, static_cast<size_t>(last - first), a.shared && first < a.begin + kShared);
}

size_t round_up(size_t bytes, size_t to) { return (bytes + to - 1) / to * to; }

bool closed = false;

void set_open(bool open) {
  open_pages(arena().begin, arena().used + kGap, open);
  closed = !open;
}

}  // namespace

void close_device_memory() { set_open(false); }
void open_device_memory() {
  if (closed) set_open(true);
}
DeviceMemoryOpen::DeviceMemoryOpen() : was_closed(closed) { open_device_memory(); }
DeviceMemoryOpen::~DeviceMemoryOpen() {
  if (was_closed) close_device_memory();
}

namespace {

// Leaves an eighth of the memory to the system, which would otherwise swap or kill the process instead of
// refusing the allocation.
size_t most_of(size_t bytes) { return bytes / 8 * 7; }
// Kernels allocate often, and querying the available memory is slow.
bool is_there(size_t bytes) { return bytes <= most_of(unused_bytes()) || bytes <= device_free_bytes(); }

// When no unused addresses are left, reuses the allocation freed first. Until then, a late access can
// still be reported.
Allocation* freed_place(Arena& a, size_t bytes) {
  const size_t n = a.allocations.size() - a.forgotten;
  for (size_t tried = 0; tried < n; ++tried) {
    const size_t i = a.reused++ % n;
    Allocation& freed = a.allocations[i];
    const char* next = i + 1 < n ? a.allocations[i + 1].begin : a.begin + a.used;
    if (!freed.live && bytes + kGap <= static_cast<size_t>(next - freed.begin)) return &freed;
  }
  return nullptr;
}

// If no freed allocation has enough room, discards the allocations at the end of the range. The entries of
// these allocations are moved to the end of the reserved range, because pointers to entries must stay valid.
void forget_last_freed(Arena& a) {
  for (; a.forgotten < a.allocations.size(); ++a.forgotten) {
    Allocation& last = a.allocations[a.allocations.size() - 1 - a.forgotten];
    if (last.live) return;
    a.used = static_cast<size_t>(last.begin - a.begin);
    last = {"", a.begin + kReserved, 0, false, 0};
  }
}

}  // namespace

size_t device_free_bytes() {
  const double available = os::available_memory();
  return most_of(available > 0 ? static_cast<size_t>(available) : unused_bytes());
}

void* device_allocate(const std::string& name, size_t bytes, bool reserved_only) {
  Arena& a = arena();
  std::lock_guard lock(a.mutex);
  const bool fits = reserved_only || is_there(bytes);
  const auto is_fresh = [&] { return a.used + 2 * kGap <= a.most && bytes <= a.most - a.used - 2 * kGap; };
  Allocation* place = fits && !is_fresh() ? freed_place(a, bytes) : nullptr;
  if (fits && place == nullptr && !is_fresh()) forget_last_freed(a);
  if (!fits || (place == nullptr && !is_fresh()))
    throw device::OutOfMemory("no room for " + name + ": " + std::to_string(bytes) + " bytes requested, " +
                              std::to_string(device_free_bytes()) + " free");
  char* p = place != nullptr ? place->begin : a.begin + a.used;
  if (closed) open_pages(p - kChecked, bytes + 2 * kChecked, true);
  if (place != nullptr || a.used < a.highest) device_forget(p, bytes);
  if (place != nullptr) {
    *place = {name, p, bytes, true, 0};
  } else {
    a.used += round_up(bytes, 256) + kGap;
    a.highest = std::max(a.highest, a.used);
    Allocation made{name, p, bytes, true, 0};
    if (a.forgotten > 0)
      a.allocations[a.allocations.size() - a.forgotten--] = std::move(made);
    else
      a.allocations.push_back(std::move(made));
  }
  std::fill(p - kChecked, p, kGapByte);
  std::fill(p + bytes, p + bytes + kChecked, kGapByte);
  return p;
}

void device_forget(void* pointer, size_t bytes) {
  const size_t page = page_bytes();
  auto* const begin = static_cast<char*>(pointer);
  char *const end = begin + bytes,
              *const first = begin + (page - reinterpret_cast<uintptr_t>(begin) % page) % page,
              *const last = end - reinterpret_cast<uintptr_t>(end) % page;
  if (first >= last) {
    std::fill(begin, end, 0);
    return;
  }
  std::fill(begin, first, 0);
  give_back(arena(), first, last);
  std::fill(last, end, 0);
}

namespace {
constexpr size_t kMostFills = 64;
std::deque<Filled>& fills() {
  static auto* all = new std::deque<Filled>;
  return *all;
}
}  // namespace

void note_filled(const void* begin, size_t bytes, const char* call) {
  std::deque<Filled>& all = fills();
  const auto* first = static_cast<const char*>(begin);
  std::erase_if(all, [&](const Filled& f) { return f.begin == first; });
  all.push_back({first, bytes, call});
  if (all.size() > kMostFills) all.pop_front();
}

const Filled* filled_too_little(const void* place, size_t element_bytes) {
  const auto* p = static_cast<const char*>(place);
  const Allocation* its = find_allocation(p);
  const auto fits = [&](const Filled& f) {
    return f.bytes > 0 && p >= f.begin + f.bytes && find_allocation(f.begin) == its &&
           f.begin + f.bytes * element_bytes == its->begin + its->bytes;
  };
  const auto found = its == nullptr ? fills().end() : std::find_if(fills().begin(), fills().end(), fits);
  return found == fills().end() ? nullptr : &*found;
}

void note_host_may_use(const void* begin) {
  Arena& a = arena();
  std::lock_guard lock(a.mutex);
  for (Allocation& x : a.allocations)
    if (x.begin == begin && x.live) x.host_may_use = true;
}

void note_rows(const void* begin, size_t pitch, size_t row_bytes) {
  Arena& a = arena();
  std::lock_guard lock(a.mutex);
  for (Allocation& x : a.allocations)
    if (x.begin == begin && x.live) x.pitch = pitch, x.row_bytes = row_bytes;
}

bool (*is_of_host_allocation)(const void*) = nullptr;

HostMemory host_memory(const void* p) {
  if (is_of_host_allocation && is_of_host_allocation(p)) return HostMemory::heap;
  return mapped_as(p);
}

std::optional<size_t> device_free(void* pointer, bool unmapped) {
  if (!pointer) return std::nullopt;
  Arena& a = arena();
  std::lock_guard lock(a.mutex);
  const auto found =
      std::lower_bound(a.allocations.begin(), a.allocations.end(), pointer,
                       [](const Allocation& x, const void* address) { return x.begin < address; });
  if (found == a.allocations.end() || found->begin != pointer || !found->live) return std::nullopt;
  found->live = false;
  found->unmapped = unmapped;
  // Returns the pages to the system.
  const size_t page = page_bytes();
  const auto first = round_up(reinterpret_cast<uintptr_t>(found->begin), page);
  const auto last = reinterpret_cast<uintptr_t>(found->begin + found->bytes) / page * page;
  if (last > first) give_back(a, reinterpret_cast<char*>(first), reinterpret_cast<char*>(last));
  return found->bytes;
}

std::optional<Allocation> allocation_around(const void* p) {
  Arena& a = arena();
  std::lock_guard lock(a.mutex);
  const Allocation* found = find_allocation(p);
  return found && found->contains(p, 0) ? std::optional(*found) : std::nullopt;
}

bool in_device_memory(const void* p) {
  return static_cast<const char*>(p) >= arena().begin &&
         static_cast<const char*>(p) < arena().begin + kReserved;
}
const char* device_memory_begin() { return arena().begin; }
size_t device_memory_reserved() { return kReserved; }

const Allocation* find_allocation(const void* p) {
  Arena& a = arena();
  const auto nearest = [p](const std::deque<Allocation>& all) -> const Allocation* {
    const auto above =
        std::upper_bound(all.begin(), all.end(), p,
                         [](const void* address, const Allocation& x) { return address < x.begin; });
    return above == all.begin() ? nullptr : &*std::prev(above);
  };
  const Allocation* own = nearest(a.allocations);
  return own != nullptr ? own : nearest(a.adopted);
}

void share_device_memory(int file, bool is_runner) { current = new Arena(file, is_runner); }

void adopt_allocations(const std::vector<Allocation>& all) {
  std::deque<Allocation>& adopted = arena().adopted;  // never gets shorter, so pointers stay valid
  const Allocation unused{"", arena().begin + kReserved, 0, false, 0};
  adopted.resize(std::max(adopted.size(), all.size()), unused);
  std::fill(std::copy(all.begin(), all.end(), adopted.begin()), adopted.end(), unused);
}

std::vector<Allocation> all_allocations() { return {arena().allocations.begin(), arena().allocations.end()}; }

std::vector<Allocation> live_or_recent_allocations() {
  constexpr int kMostFreed = 64;
  const Arena& own = arena();
  std::vector<Allocation> found;
  int freed = 0;
  for (size_t i = own.allocations.size() - own.forgotten; i-- > 0;)
    if (own.allocations[i].live || freed++ < kMostFreed) found.push_back(own.allocations[i]);
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<std::string> damaged_gaps() {
  std::vector<std::string> damaged;
  for (const Allocation& a : arena().allocations) {
    const auto intact = [](const char* from) {
      return std::all_of(from, from + kChecked,
                         [](char c) { return static_cast<unsigned char>(c) == kGapByte; });
    };
    if (a.live && !(intact(a.begin - kChecked) && intact(a.begin + a.bytes))) damaged.push_back(a.name);
  }
  return damaged;
}

}  // namespace ladder::simt
