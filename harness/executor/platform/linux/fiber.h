// A stack that can be left and resumed, built on Boost.Context's fcontext.
//
// The public boost::context::fiber switches just as fast (5.5 ns per switch, measured in one run), but it
// unwinds its stack when it is destroyed. A block ended by a hazard leaves up to 1024 unfinished stacks behind.
#pragma once
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <new>

namespace ladder::simt {

// A GPU thread has up to 512 KB of local memory. A stack of this size is only reserved; the system provides
// each page when it is first touched.
constexpr size_t kStackBytes = 576 * 1024;

struct Fiber {
  boost::context::detail::fcontext_t context = nullptr;
  char* stack = nullptr;  // lowest address; nullptr: the host's own stack
  size_t stack_bytes = 0;

  bool on_stack(const void* p) const {
    return static_cast<const char*>(p) >= stack && static_cast<const char*>(p) < stack + stack_bytes;
  }
};

// Leaves `from` and continues in `to`; returns when something switches back to `from`.
inline void switch_fiber(Fiber& from, Fiber& to) {
  const auto back = boost::context::detail::jump_fcontext(to.context, &from);
  static_cast<Fiber*>(back.data)->context = back.fctx;  // where the fiber that switched here stopped
}

// (Re)starts `fiber` at entry(), which must never return.
template <void (*entry)()>
void start_fiber(Fiber& fiber) {
  fiber.context = boost::context::detail::make_fcontext(fiber.stack + fiber.stack_bytes, fiber.stack_bytes,
                                                        [](boost::context::detail::transfer_t from) {
                                                          static_cast<Fiber*>(from.data)->context = from.fctx;
                                                          entry();
                                                        });
}

// Stacks are allocated in slabs, and their tops are staggered so that frames at the same depth do not share a
// cache set. Below each stack is a guard page, so that a kernel with too much local memory crashes at the
// line responsible. If a launch has so many threads that the system would run out of mappings, the last
// stacks have no guard page.
inline Fiber* make_fiber(unsigned number) {
  constexpr unsigned kPerSlab = 256, kMostGuarded = 16384;
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  static std::atomic<unsigned> guarded = 0;
  static thread_local char* slab = nullptr;
  if (number % kPerSlab == 0) {
    void* p = mmap(nullptr, kStackBytes * kPerSlab, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    slab = static_cast<char*>(p);
  }
  auto* fiber = new Fiber;
  char* const lowest = slab + kStackBytes * (number % kPerSlab);
  if (guarded++ < kMostGuarded) mprotect(lowest, page, PROT_NONE);
  fiber->stack = lowest + page;
  fiber->stack_bytes = kStackBytes - page - (number % 61) * 64;
  return fiber;
}

}  // namespace ladder::simt
