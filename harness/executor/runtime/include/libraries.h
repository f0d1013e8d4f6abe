// Replaces the host headers of NVIDIA's libraries: cublas_v2.h and the others in headers.txt. The rewriter
// (harness/executor/try/rewrite.cpp) declares the names that a program uses from these headers.
#pragma once
#include "cuda_runtime.h"
#include "library_types.h"

namespace ladder::simt_runtime {

// A handle, a descriptor or an option.
struct LibraryValue {
  long value = 0;
  constexpr LibraryValue(long value = 0) : value(value) {}
  constexpr LibraryValue(decltype(nullptr)) {}
  constexpr operator long() const { return value; }
  friend constexpr bool operator==(LibraryValue a, decltype(nullptr)) { return a.value == 0; }
  friend constexpr bool operator!=(LibraryValue a, decltype(nullptr)) { return a.value != 0; }
};

[[noreturn]] void library_called(const char* name);

template <typename Status>
struct LibraryCall {
  const char* name;
  template <typename... T>
  __attribute__((always_inline)) Status operator()(T&&...) const {
    library_called(name);
  }
};
template <typename Status>
struct LibrarySetting {
  const char* name;
  template <typename... T>
  Status operator()(T&&...) const {
    return Status(0);
  }
};
template <typename Status>
struct LibraryText {
  const char* name;
  template <typename... T>
  const char* operator()(T&&...) const {
    return "success";
  }
};

}  // namespace ladder::simt_runtime
