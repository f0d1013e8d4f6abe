// malloc() and new, which allocate from the device heap in a kernel and from the host's heap in host code.
// The program's objects call these functions instead of the library's (harness/executor/try/build.cpp).
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <new>

#include "device/machine.h"
#include "runtime/state.h"
#include "simt/executor.h"
#include "simt/memory.h"
#include "simt/undefined.h"

using namespace ladder;

extern "C" const char simt_registers
    __attribute__((weak));  // defined only in a program that calls cudaHostRegister()

namespace ladder::simt_runtime {
namespace {

std::atomic<size_t> taken = 0;
std::atomic<bool> ran_out = false;  // for malloc() or new in a kernel

// In a program that calls cudaHostRegister(), allocations of at least this size have their own pages, which
// can be protected.
constexpr size_t kOwnPages = 512;
bool own_pages(size_t bytes) { return &simt_registers != nullptr && bytes >= kOwnPages; }
size_t in_pages(size_t bytes) {
  return (bytes + simt::page_bytes() - 1) / simt::page_bytes() * simt::page_bytes();
}

// The program's own allocations. (The addresses alone would not distinguish large allocations of the program,
// which glibc maps separately, from the executor's memory.)
struct HostBlocks {
  std::mutex mutex;
  std::map<const char*, size_t> bytes;
  // The block that contains this address; bytes.end(): none.
  auto around(const void* p) const {
    const auto above = bytes.upper_bound(static_cast<const char*>(p));
    const auto found = above == bytes.begin() ? bytes.end() : std::prev(above);
    return found == bytes.end() || p < found->first + found->second ? found : bytes.end();
  }
};
HostBlocks& host_blocks() {
  static auto* all = new HostBlocks;
  return *all;
}
bool is_host_block(const void* p) { return host_block(p).begin != nullptr; }
void* of_host(void* p, size_t bytes) {
  if (p == nullptr) return p;
  simt::is_of_host_allocation = is_host_block;
  HostBlocks& all = host_blocks();
  const std::lock_guard lock(all.mutex);
  // Blocks may have been freed by code that is not observed, such as getline().
  const auto* begin = static_cast<const char*>(p);
  if (const auto old = all.around(begin); old != all.bytes.end()) all.bytes.erase(old);
  all.bytes.erase(all.bytes.lower_bound(begin), all.bytes.lower_bound(begin + bytes));
  all.bytes[begin] = bytes;
  return p;
}
void* malloc_of_host(size_t n) {
  return own_pages(n) && n < SIZE_MAX - simt::page_bytes()
             ? std::aligned_alloc(simt::page_bytes(), in_pages(n))
             : std::malloc(n);
}
void* freed_by_host(void* p) {
  if (p == nullptr || simt::is_of_host_allocation == nullptr) return p;
  HostBlocks& all = host_blocks();
  const std::lock_guard lock(all.mutex);
  all.bytes.erase(static_cast<const char*>(p));
  return p;
}

void* take(const char* name, size_t bytes) {
  if (taken + bytes > heap_bytes()) {
    ran_out = true;
    return nullptr;
  }
  try {
    void* p = simt::device_allocate(name, bytes);
    simt::fill_undefined(p, bytes);
    taken += bytes;
    return p;
  } catch (const device::OutOfMemory&) {
    return nullptr;
  }
}

// Reports that the host frees memory that it does not own. The program continues, so that other mistakes are
// found too.
void tell_host_frees(void* p, const char* by, const void* site) {
  const std::lock_guard lock(state().mutex);
  Block* b = find_block(p);
  const simt::Allocation* a = simt::find_allocation(p);
  const std::string name = b ? b->name : a ? a->name : "device memory";
  Evidence evidence(Cause::host_frees_device_memory, {{"call", by}, {"object", name}});
  if (b) evidence.add({"frees", function_that_frees(b->where)});
  report_host_hazard(HostHazardKind::host_reads_device, site, "free", b ? b->site : nullptr, "allocation",
                     name, std::move(evidence));
  if (b) b->site = nullptr;  // do not report a leak as well
}

// Reports that a kernel frees memory that it may not free. A GPU would stop the kernel at this point.
void tell_kernel_frees(void* p, const char* by, const void* site) {
  const simt::Worker& w = *simt::current_worker;
  if (!w.traced) return;
  const std::optional<simt::Allocation> its = simt::allocation_around(p);
  const auto thread = static_cast<int>(w.current);
  Evidence evidence(Cause::kernel_frees_wrongly,
                    {{"call", by}, {"thread", thread}, {"block", w.block_index}});
  if (its) evidence.add({"object", its->name});
  evidence.add({"how", !its ? "unknown" : find_block(p) ? "host" : its->live ? "inside" : "again"});
  simt::report_hazard(simt::HazardKind::invalid_address, "", {site, "free", thread, w.block_index}, {}, {},
                      std::move(evidence));
}

// A kernel may free only memory that a kernel allocated. Returns true if the memory does not belong to the
// host.
bool give_back(void* p, const char* by, const void* site) {
  if (!simt::in_device_memory(p)) return false;
  if (!simt::current_worker)
    tell_host_frees(p, by, site);
  else if (const auto bytes = find_block(p) ? std::nullopt : simt::device_free(p))
    taken -= *bytes;
  else
    tell_kernel_frees(p, by, site);
  return true;
}

}  // namespace

HostBlock host_block(const void* p) {
  HostBlocks& all = host_blocks();
  const std::lock_guard lock(all.mutex);
  const auto found = all.around(p);
  return found == all.bytes.end() ? HostBlock{} : HostBlock{found->first, found->second};
}

bool has_own_pages(const void* p) {
  const HostBlock block = host_block(p);
  return own_pages(block.bytes) && reinterpret_cast<uintptr_t>(block.begin) % simt::page_bytes() == 0;
}

bool heap_ran_out() { return ran_out; }

}  // namespace ladder::simt_runtime

using namespace ladder::simt_runtime;

#define HERE SIMT_CALLER
#define SAME_AS(NAME) __attribute__((alias(#NAME)))
extern "C" {
void* simt_malloc(size_t n) {
  return simt::current_worker ? take("memory from malloc()", n) : of_host(malloc_of_host(n), n);
}
void simt_free(void* p) {
  if (!give_back(p, "free()", HERE)) std::free(freed_by_host(p));
}
// (CUDA has no calloc() or realloc() for kernels.)
void* simt_calloc(size_t count, size_t bytes) {
  const size_t n = count * bytes;
  if (!own_pages(n)) return of_host(std::calloc(count, bytes), n);
  void* p = bytes <= SIZE_MAX / count ? simt_malloc(n) : nullptr;
  return p == nullptr ? p : std::memset(p, 0, n);
}
void* simt_realloc(void* old, size_t n) {
  const HostBlock block = host_block(old);
  if (old == nullptr) return simt_malloc(n);
  if (!own_pages(n) || block.begin != old) return of_host(std::realloc(freed_by_host(old), n), n);
  void* p = simt_malloc(n);
  if (p == nullptr) return p;
  std::memcpy(p, old, std::min(n, block.bytes));
  simt_free(old);
  return p;
}
// new and delete, under their mangled names.
void* simt_Znwm(size_t n) {
  if (simt::current_worker) return take("memory from new", n);
  return of_host(
      own_pages(n) ? ::operator new (in_pages(n), std::align_val_t{simt::page_bytes()}) : ::operator new(n),
      n);
}
void* simt_Znam(size_t) SAME_AS(simt_Znwm);
void* simt_ZnwmSt11align_val_t(size_t n, std::align_val_t a) {
  return simt::current_worker ? take("memory from new", n) : of_host(::operator new(n, a), n);
}
void* simt_ZnamSt11align_val_t(size_t, std::align_val_t) SAME_AS(simt_ZnwmSt11align_val_t);
void simt_ZdlPv(void* p) {
  if (!give_back(p, "delete", HERE)) ::operator delete(freed_by_host(p));
}
void simt_ZdaPv(void*) SAME_AS(simt_ZdlPv);
void simt_ZdlPvm(void* p, size_t) {  // not the same function: its parameters differ
  if (!give_back(p, "delete", HERE)) ::operator delete(freed_by_host(p));
}
void simt_ZdaPvm(void*, size_t) SAME_AS(simt_ZdlPvm);
void* simt_ZnwmRKSt9nothrow_t(size_t n, const std::nothrow_t&) { return simt_malloc(n); }
void* simt_ZnamRKSt9nothrow_t(size_t, const std::nothrow_t&) SAME_AS(simt_ZnwmRKSt9nothrow_t);
void simt_ZdlPvSt11align_val_t(void* p, std::align_val_t a) {
  if (!give_back(p, "delete", HERE)) ::operator delete(freed_by_host(p), a);
}
void simt_ZdaPvSt11align_val_t(void*, std::align_val_t) SAME_AS(simt_ZdlPvSt11align_val_t);
void simt_ZdlPvmSt11align_val_t(void* p, size_t, std::align_val_t a) {
  if (!give_back(p, "delete", HERE)) ::operator delete(freed_by_host(p), a);
}
void simt_ZdaPvmSt11align_val_t(void*, size_t, std::align_val_t) SAME_AS(simt_ZdlPvmSt11align_val_t);
}
