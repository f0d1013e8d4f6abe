// The pages that the program's host code may access, and what happens when it accesses any other page.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "platform/crash.h"

namespace ladder::simt_runtime {

// ---- implemented by each platform ----

enum class Rights : uint8_t { all, read, none };
void protect_pages(uintptr_t first, uintptr_t last, Rights);
// From now on, protected_access() is called for each access that the page does not allow.
void install_fault_handler();
// Is protected_access() also called for accesses by a kernel that the page does not allow? If not, only the
// accesses of a kernel's watched blocks to managed memory are known.
extern const bool protection_sees_kernels;
// Is each access checked individually, so that a page may also hold other memory?
extern const bool protection_is_exact;
// The calls that led to this place in the code, innermost first; nullptr after the last.
void places_of_code(const simt::Interrupted&, std::array<const void*, 24>& places);

// ---- implemented by access.cpp ----

enum class Answer {
  again,      // the page allows it now
  only_this,  // the access is allowed, but the next one to this page is not: call protect_again() after it
  wait,       // another thread protects the page for a moment
  fault       // the access is a mistake, which ends the program
};
Answer protected_access(const char* p, size_t bytes, bool write, const simt::Interrupted&);
void protect_again();

}  // namespace ladder::simt_runtime
