// Which pages the program's host code may access, and what happens when it accesses any other page.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "platform/crash.h"

namespace simt_runtime {

// ---- implemented by each platform ----

enum class Rights : uint8_t { all, read, none };
void protect_pages(uintptr_t first, uintptr_t last, Rights);
// From now on, an access that its page does not allow calls protected_access().
void install_fault_handler();
// Does such an access by a kernel call protected_access() too? If not, only the accesses of a kernel's watched blocks
// to managed memory are known.
extern const bool protection_sees_kernels;
// Is each access checked individually, so that a page may also hold other memory?
extern const bool protection_is_exact;
// The places in code that lead to this one, innermost first; nullptr where there is no more.
void places_of_code(const simt::Interrupted&, std::array<const void*, 24>& places);

// ---- implemented by access.cpp ----

enum class Answer {
  again,      // the page allows it now
  only_this,  // it is allowed, but the next one to this page is not: call protect_again() after it
  wait,       // another thread protects the page for a moment
  fault       // it is a mistake that ends the program
};
Answer protected_access(const char* p, size_t bytes, bool write, const simt::Interrupted&);
void protect_again();

}  // namespace simt_runtime
